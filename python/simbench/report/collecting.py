"""Finds the runs below a folder. Of a damaged run it takes the readable part, and remarks on the rest."""

from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from os import SEEK_END
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.archive.reading import as_given, name_of_results, results_folder
from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.input_files import load_json, opened, read_file
from simbench.result_files import load_manifest
from simbench.results import NO_RESULT, Run, load_run, load_summary, place_in_order
from simbench.run_folders import holds_a_run, no_manifest, run_folder, runs_in, runs_of_sweep
from simbench.small_tables import STEP_KEY
from simbench.sweeps import comparison

MOST_RUNS = 1000  # of a sweep whose rows, shapes and manifests a page has; its maps have all runs

# Replaces a manifest that cannot be read; the solver is then named by the folder.
UNKNOWN = {"status": "unknown", "options": {}, "reference_minimum": [], "scene": {}}


@dataclass
class Collected:
    """Runs; `summary` of a sweep; `remarks`, sentences on missing or damaged files."""

    folder: Path
    name: str
    runs: list[Run] = field(default_factory=list)
    summary: pd.DataFrame | None = None
    remarks: list[str] = field(default_factory=list)


def collect(folder: Path) -> Collected:
    """The runs of a run's folder, a folder of runs, a sweep or an archive. ResultsError if there is none."""
    folder = results_folder(folder)
    found = Collected(folder, name_of_results(folder))
    places = [folder] if holds_a_run(folder) else _run_folders(folder, found)
    for place in places:
        _add_run(place, found)
    for partial in sorted(place for place in folder.glob(".*.partial-*") if place.is_dir()):
        name = partial.name[1:].partition(".partial-")[0]
        found.remarks.append(f"{name}: a run is not finished, or was killed ({partial.name}).")
    if not found.runs:
        raise ResultsError(_nothing_found(folder, found.remarks))
    if found.summary is None:
        found.runs.sort(key=lambda run: place_in_order(run.solver))
    return found


def _run_folders(folder: Path, found: Collected) -> list[Path]:
    if not (folder / "runs").is_dir() or not (folder / "plan.json").is_file():
        return runs_in(folder)
    try:
        found.summary = load_summary(folder)
    except ResultsError as error:
        found.remarks.append(f"{error}. The runs are shown without the axes of the sweep.")
        return runs_of_sweep(folder)
    absent = found.summary[found.summary["status"] == "missing"]
    if len(absent):
        found.remarks.append(
            f"{len(absent)} of {counted(len(found.summary), 'run')} of the sweep "
            f"{'has' if len(absent) == 1 else 'have'} not been done yet."
        )
    shown = _shown(found.summary)
    if len(shown) < len(found.summary):
        found.remarks.append(
            f"Curves, shapes and manifests are those of {len(shown)} of {len(found.summary)} runs, of "
            "problems that are spread evenly; the maps and profiles of the sweep have all runs. "
            + _how_to_see_others(folder)
        )
    places = []
    for run, status in zip(shown["run_id"], shown["status"], strict=True):
        place = run_folder(folder, run)
        if holds_a_run(place):
            places.append(place)
        elif status not in (*NO_RESULT, "declined"):
            found.remarks.append(f"{run}: the run is left out: {no_manifest(place)}.")
    return places


def _how_to_see_others(folder: Path) -> str:
    if (archive := as_given(folder)) != folder:
        return f"Any other run can be seen once {archive.name} is unpacked."
    place = folder / "runs" / "AB" / "ID"
    return f"simbench report {place} shows any other run; AB are the first digits of its ID."


def _shown(summary: pd.DataFrame) -> pd.DataFrame:
    """All runs of problems that are spread evenly over the sweep: MOST_RUNS, or those of one problem."""
    if len(summary) <= MOST_RUNS:
        return summary
    problem = comparison(summary, [], best=False).set_index("run_id")["problem"]
    problems = problem.nunique()
    chosen = np.linspace(0, problems - 1, max(MOST_RUNS * problems // len(summary), 1)).round()
    return summary[summary["run_id"].map(problem).isin(chosen)]


def _add_run(folder: Path, found: Collected) -> None:
    try:
        run = load_run(folder)
        _refuse_what_was_cut(run)
        found.runs.append(run)
    except (ResultsError, OSError) as damage:
        found.remarks.append(f"{folder.name}: {damage}.")
        rest = _rest_of_run(folder)
        if rest is None:
            found.remarks.append(f"{folder.name}: none of its rows can be read, and it is not shown.")
        else:
            found.runs.append(rest)


def _refuse_what_was_cut(run: Run) -> None:
    """Refuses damage that load_run accepts, but that would be shown wrong or not at all."""
    texts = [name for name, kind in run.iterations.dtypes.items() if kind.kind not in "iuf"]
    if texts:
        raise ResultsError(f"values that are not numbers are left out of {', '.join(texts)}")
    for name in ("iterations.csv", "timings.csv"):
        with opened(run.folder / name) as file:
            file.seek(-1, SEEK_END)
            if file.read() != b"\n":
                raise ResultsError(f"the last line of {name} is cut off and left out")


def _rest_of_run(folder: Path) -> Run | None:
    """A run with damaged files: its rows, and the readable part of its manifest."""
    rows = _rows(folder / "iterations.csv")
    if rows is None:
        return None
    times = _rows(folder / "timings.csv")
    if times is not None:
        rows = rows.merge(times, on=list(STEP_KEY), how="left")
    manifest, environment = _manifest(folder), {}
    with suppress(ResultsError, OSError):
        environment = load_json(folder / "environment.json")
    return Run(manifest["solver"], rows, manifest, environment, folder)


def _manifest(folder: Path) -> dict:
    try:
        return load_manifest(folder / "manifest.json")
    except (ResultsError, OSError):
        scene = {"solvers": {}, "step": {}}
        return {**UNKNOWN, "scene": scene, "solver": folder.name, "run_id": folder.name}


def _rows(path: Path) -> pd.DataFrame | None:
    """The readable rows of a table, each iteration once, without a last row that is cut off."""
    try:
        content = read_file(path)
        whole_lines = BytesIO(content[: content.rfind(b"\n") + 1])
        table = pd.read_csv(whole_lines, on_bad_lines="skip").apply(pd.to_numeric, errors="coerce")
    except (ResultsError, OSError, ValueError):  # ValueError: not a table, or not UTF-8
        return None
    if "iteration" not in table:
        return None
    table = table.assign(step=table.get("step", 1)).dropna(subset=list(STEP_KEY))
    table = table.astype(dict.fromkeys(STEP_KEY, int)).drop_duplicates(list(STEP_KEY))
    return table if len(table) else None


def _nothing_found(folder: Path, remarks: list[str]) -> str:
    inner = [place for place in sorted(folder.glob("[!.]*")) if place.is_dir()]
    inner = [place for place in inner if runs_in(place) or (place / "plan.json").is_file()]
    words = [
        f"{as_given(folder)} holds no run that can be read: expected is the folder given to simbench --output"
    ]
    words += [f"results are in {', '.join(str(as_given(place)) for place in inner[:5])}"] if inner else []
    return "; ".join([*words, *remarks])
