"""Reads what simbench wrote, and the thesis's curves: the one place in scripts/ that knows the formats."""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

# In the order in which figures and legends show them.
SOLVER_LABELS = {
    "pbd": "PBD",
    "xpbd": "XPBD",
    "pd": "PD",
    "admm": "ADMM",
    "qn": "QN",
    "newton": "Newton",
    "vbd": "VBD",
}
THESIS_FOLDER = Path(__file__).resolve().parents[1] / "results" / "reference" / "thesis"
THESIS_START_OBJECTIVE = 2.91891e6  # J, iteration 0 of all its curves; it logged six digits
STEP_KEY = ("step", "iteration")  # one row each in a run's tables
FINISHED = ("converged", "stalled")  # no further iteration would lower the objective
RUN_FILES = ("iterations.csv", "timings.csv", "manifest.json", "environment.json")

OBJECTIVE_COLUMNS = {"step", "iteration", "objective", "inertial", "constraint", "relative_error"}
TIME_COLUMNS = {"step", "iteration", "iteration_seconds", "elapsed_seconds"}
SUMMARY_COLUMNS = {"run_id", "solver", "status", "iterations", "final_relative_error"}
SUMMARY_TIME_COLUMNS = {"run_id", "solver", "setup_seconds", "iteration_seconds"}


class ResultsError(Exception):
    """A folder does not hold what it should; the message is for the user."""


@contextmanager
def errors_for_the_user() -> Iterator[None]:
    """Ends the program with the message of an error that its user can mend, without a traceback."""
    try:
        yield
    except (ResultsError, OSError) as error:
        sys.exit(f"error: {error}")


@dataclass(frozen=True, eq=False)
class Run:
    """One solver on one scene. `iterations` has a row for each recorded iteration, times (s) included."""

    solver: str
    iterations: pd.DataFrame
    manifest: dict
    environment: dict
    folder: Path

    @property
    def run_id(self) -> str:
        return self.manifest["run_id"]

    @property
    def scene(self) -> dict:
        return self.manifest["scene"]

    @property
    def first_step(self) -> pd.DataFrame:
        """The rows of time step 1: iterations count from 0 in each step, so curves show one step."""
        return self.iterations[self.iterations["step"] == 1]

    def at(self, iteration: int) -> pd.Series:
        """The row of an iteration of the first step; of the last one, if the solver had finished before."""
        rows = self.first_step
        last = rows.iloc[-1]
        if last["iteration"] < iteration and self.manifest["status"] in FINISHED:
            return last
        found = rows[rows["iteration"] == iteration]
        if found.empty:
            raise ResultsError(f"run {self.run_id} has no row for iteration {iteration}")
        return found.iloc[0]


def load_run(folder: Path | str) -> Run:
    """The run in OUT/<solver>. Empty CSV cells (a value that does not exist) become NaN."""
    folder = Path(folder)
    missing = [name for name in RUN_FILES if not (folder / name).is_file()]
    if missing:
        raise ResultsError(f"no complete run in {folder}: it has no {', '.join(missing)}")
    manifest = json.loads((folder / "manifest.json").read_text())
    environment = json.loads((folder / "environment.json").read_text())
    return Run(manifest["solver"], _load_iterations(folder), manifest, environment, folder)


def load_runs(folder: Path | str, filters: Sequence[str] = ()) -> list[Run]:
    """All complete runs OUT/<solver> of a folder, or those of a sweep that meet all filters AXIS=VALUE.

    In the order of SOLVER_LABELS, then others by name; of one solver in the order of the sweep.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ResultsError(f"there is no folder {folder}")
    if (folder / "summary.csv").is_file():
        chosen = filtered(load_summary(folder), filters)["run_id"]
        runs = [load_run(folder / "runs" / run) for run in chosen if (folder / "runs" / run).is_dir()]
    elif filters:
        raise ResultsError(f"{folder} holds no sweep: there is nothing to choose from")
    else:
        runs = [load_run(manifest.parent) for manifest in folder.glob("[!.]*/manifest.json")]
    if not runs:
        raise ResultsError(
            f"no complete run in {folder}: none of its sub-folders has a manifest.json "
            "(expected is the folder given to simbench --output)"
        )
    return sorted(runs, key=lambda run: place_in_order(run.solver))


def load_reference(figure: str) -> pd.DataFrame:
    """The thesis's samples of one figure; columns series, value (J) and iteration or duration_s (s)."""
    path = THESIS_FOLDER / f"{figure}.csv"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in THESIS_FOLDER.glob("*.csv")))
        raise ResultsError(f"the thesis has no figure '{figure}'; there are: {known}")
    return pd.read_csv(path)


def load_summary(folder: Path | str) -> pd.DataFrame:
    """The runs of a sweep, a row each: summary.csv with the columns of summary_timings.csv at its end.

    Empty cells become NaN: a target not reached, an axis that does not concern the solver, a run not there.
    """
    folder = Path(folder)
    missing = [name for name in ("summary.csv", "summary_timings.csv") if not (folder / name).is_file()]
    if missing:
        raise ResultsError(
            f"no summary in {folder}: it has no {', '.join(missing)} "
            "(expected is the folder given to simbench sweep --output)"
        )
    summary = _read_table(folder / "summary.csv", SUMMARY_COLUMNS, key=["run_id"])
    timings = _read_table(folder / "summary_timings.csv", SUMMARY_TIME_COLUMNS, key=["run_id"])
    if set(summary["run_id"]) != set(timings["run_id"]):
        raise ResultsError(f"summary.csv and summary_timings.csv in {folder} do not have the same runs")
    new = ["run_id", *timings.columns.difference(summary.columns, sort=False)]
    return summary.merge(timings[new], on="run_id", validate="one_to_one")


def filtered(summary: pd.DataFrame, filters: Sequence[str]) -> pd.DataFrame:
    """The runs that meet all filters AXIS=VALUE or solver=NAME; of several values of an axis any will do.

    An axis that does not concern a solver does not filter its runs.
    """
    wanted: dict[str, list[str]] = {}
    for text in filters:
        axis, _, value = text.partition("=")
        if axis not in (known := ["solver", *axes_of(summary)]):
            raise ResultsError(f"the sweep has no axis '{axis}'; there are: {', '.join(known)}")
        wanted.setdefault(axis, []).append(value)
    runs = summary
    for axis, values in wanted.items():
        fits = [any(is_value(cell, value) for value in values) for cell in runs[axis]]
        runs = runs[runs[axis].isna() | np.array(fits)]
    if runs.empty:
        raise ResultsError(f"no run has {', '.join(filters)}")
    return runs.reset_index(drop=True)


def find_run(sweep: Path | str, **coordinates: object) -> Path:
    """The folder of the one run of a sweep that has these values of `solver` and of axes, named by paths."""
    wanted = [f"{axis}={value}" for axis, value in coordinates.items()]
    found = filtered(load_summary(sweep), wanted).dropna(subset=list(coordinates))
    if len(found) != 1:
        raise ResultsError(f"{len(found)} runs in {sweep} have {', '.join(wanted)}; it must be one")
    return Path(sweep) / "runs" / found["run_id"].item()


def is_value(cell: object, text: str) -> bool:
    """Whether a cell of a summary has the value that a text means: as a number, else as text."""
    try:
        return math.isclose(float(cell), float(text), rel_tol=1e-9)
    except ValueError:
        return str(cell) == text


def axes_of(summary: pd.DataFrame) -> list[str]:
    """The axes of a sweep: paths into the scene. One under solvers.<name> concerns that solver alone."""
    columns = list(summary.columns)
    return columns[columns.index("solver") + 1 : columns.index("status")]


def is_thesis_setting(run: Run) -> bool:
    """True if the run solves the problem of the thesis's curves: the untwisting beam, strain, 1e-2 s, 1e8 Pa.

    The beam (mesh, start state, no anchors) is recognised by the objective it starts from.
    """
    material = run.scene["material"]
    return (
        material.get("model") == "strain"
        and math.isclose(run.scene["step"]["time_step"], 1e-2)
        and math.isclose(material["stiffness"], 1e8)
        and math.isclose(run.first_step["objective"].iloc[0], THESIS_START_OBJECTIVE, rel_tol=1e-5)
    )


def _load_iterations(folder: Path) -> pd.DataFrame:
    iterations = _read_table(folder / "iterations.csv", OBJECTIVE_COLUMNS)
    timings = _read_table(folder / "timings.csv", TIME_COLUMNS)
    merged = iterations.merge(timings, on=["step", "iteration"], validate="one_to_one")
    if not len(merged) == len(iterations) == len(timings):
        raise ResultsError(f"iterations.csv and timings.csv in {folder} do not have the same rows")
    return merged.sort_values(["step", "iteration"], ignore_index=True)


def _read_table(path: Path, needed_columns: set[str], key: Sequence[str] = STEP_KEY) -> pd.DataFrame:
    try:
        # run_id: hexadecimal digits, some of which would pass for a number.
        table = pd.read_csv(path, float_precision="round_trip", dtype={"run_id": str})
    except pd.errors.ParserError as error:
        raise ResultsError(f"{path} is no CSV table: {error}") from error
    except pd.errors.EmptyDataError as error:
        raise ResultsError(f"{path} is empty") from error
    absent = needed_columns - set(table.columns)
    if absent:
        raise ResultsError(f"{path} has no column {', '.join(sorted(absent))}")
    if table.empty:
        raise ResultsError(f"{path} has no rows")
    if table.duplicated(list(key)).any():
        raise ResultsError(f"{path} has {'an iteration' if key is STEP_KEY else 'a run'} twice")
    return table


def place_in_order(solver: str) -> tuple[int, str]:
    """Sorts solvers as SOLVER_LABELS has them, then others by name."""
    order = list(SOLVER_LABELS)
    return (order.index(solver) if solver in order else len(order), solver)
