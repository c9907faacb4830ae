"""Finds what studies know about runs: samples that sources have published, and claims that use the runs."""

from pathlib import Path

from simbench import published
from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.repository import REPOSITORY
from simbench.results import Run
from simbench.study.claims_page import quoted, source_in_words


def published_samples(runs: list[Run]) -> list[dict]:
    """For each run its columns with published samples in its setting: [iterations, values]."""
    return [published.samples_of(run) for run in runs]


def claims_about(run_ids: set[str], folders: list[Path]) -> list[dict]:
    """The claims that use these runs, from claims.json beside them and from the repository's results.

    Raises ResultsError if such a file is damaged.
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
            raise ResultsError(f"{file} was not written by simbench study") from damage
    return claims


def card(number: str, entry: dict) -> dict:
    """The part of a claim that a page shows."""
    keys = ("setting", "figure", "verdict", "answer", "reach", "parts", "notes")
    words = {"claim": quoted(entry), "source": source_in_words(entry)}
    return {"number": number, **words, **{key: entry[key] for key in keys}, "sweeps": sorted(entry["runs"])}
