"""What studies know of runs: samples that their sources have published, and claims that rest on the runs."""

from pathlib import Path

from simbench import published
from simbench.errors import ResultsError
from simbench.repository import REPOSITORY
from simbench.result_files import load_json
from simbench.results import Run


def published_samples(runs: list[Run]) -> list[dict]:
    """For each run the columns of which a source has samples in its setting: [iterations, values]."""
    return [published.samples_of(run) for run in runs]


def claims_about(run_ids: set[str], folders: list[Path]) -> list[dict]:
    """The claims that rest on these runs, of claims.json beside them, and in the results of the repository.

    Throws ResultsError if such a file is damaged.
    """
    beside = [place / "claims.json" for folder in folders for place in (folder, folder.parent)]
    on_record = sorted((REPOSITORY / "results").glob("*/claims.json"))
    claims: list[dict] = []
    for file in next(([file] for file in beside if file.is_file()), on_record):
        try:
            for number, entry in load_json(file).items():
                used = {run for runs in entry["runs"].values() for run in runs}
                if used & run_ids:
                    claims.append(card(number, entry) | {"runs_here": len(used & run_ids), "runs": len(used)})
        except (KeyError, TypeError, AttributeError) as damage:
            raise ResultsError(f"{file} was not written by simbench-study") from damage
    return claims


def card(number: str, entry: dict) -> dict:
    """What a page shows of a claim."""
    keys = ("claim", "source", "setting", "figure", "verdict", "depends_on", "sentence", "parts", "notes")
    return {"number": number, **{key: entry[key] for key in keys}, "sweeps": sorted(entry["runs"])}
