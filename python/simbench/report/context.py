"""What the repository knows of runs: the thesis's samples of their setting, claims that rest on them."""

from pathlib import Path

from simbench.errors import ResultsError
from simbench.repository import REPOSITORY
from simbench.result_files import load_json
from simbench.results import Run
from simbench.thesis_curves import ITERATION, PLOTS, load_reference, samples_with_errors

CLAIM_FILES = ("claims.json", "rigid_claims.json")


def thesis_samples(runs: list[Run]) -> list[dict]:
    """For each run the columns of which the thesis has samples in its setting: [iterations, values]."""
    return [_samples_of(run) for run in runs]


def _samples_of(run: Run) -> dict:
    found: dict[str, list] = {}
    try:
        plots = [plot for plot in PLOTS.values() if plot.over == ITERATION and plot.problem.is_of(run)]
        for plot in plots:
            series = plot.series_of(run)
            if series is None or run.manifest.get("precision") != plot.precision:
                continue
            columns = {plot.column: "value"} | (
                {"relative_error": "relative_error"} if plot.column == "objective" else {}
            )
            samples = (
                samples_with_errors(plot.name) if plot.column == "objective" else load_reference(plot.name)
            )
            samples = samples[samples["series"] == series]
            for column, source in columns.items():
                found.setdefault(column, [samples[ITERATION].tolist(), samples[source].tolist()])
    except (ResultsError, KeyError, AttributeError, OSError):  # no repository, or a damaged manifest
        return {}
    return found


def claims_about(run_ids: set[str], folders: list[Path]) -> list[dict]:
    """The claims that rest on these runs, of claims.json beside them, or in the repository's results.

    Throws ResultsError if such a file is damaged.
    """
    places = [*folders, *(folder.parent for folder in folders), REPOSITORY / "results"]
    claims: list[dict] = []
    for name in CLAIM_FILES:
        file = next((place / name for place in places if (place / name).is_file()), None)
        try:
            for number, entry in (load_json(file) if file else {}).items():
                used = {run for runs in entry["runs"].values() for run in runs}
                if used & run_ids:
                    claims.append(card(number, entry) | {"runs_here": len(used & run_ids), "runs": len(used)})
        except (KeyError, TypeError, AttributeError) as damage:
            raise ResultsError(f"{file} was not written by simbench-claims") from damage
    return claims


def card(number: str, entry: dict) -> dict:
    """What a page shows of a claim."""
    keys = ("claim", "source", "setting", "figure", "verdict", "depends_on", "sentence", "parts", "notes")
    return {"number": number, **{key: entry[key] for key in keys}, "sweeps": sorted(entry["runs"])}
