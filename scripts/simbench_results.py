"""Reads what simbench wrote, and the thesis's curves: the one place in scripts/ that knows the formats."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

# In the order in which figures and legends show them.
SOLVER_LABELS = {"pbd": "PBD", "xpbd": "XPBD", "pd": "PD", "admm": "ADMM", "qn": "QN", "newton": "Newton"}
THESIS_FOLDER = Path(__file__).resolve().parents[1] / "results" / "reference" / "thesis"
THESIS_START_OBJECTIVE = 2.91891e6  # J, iteration 0 of all its curves; it logged six digits
RUN_FILES = ("iterations.csv", "timings.csv", "manifest.json", "environment.json")

OBJECTIVE_COLUMNS = {"step", "iteration", "objective", "inertial", "constraint", "relative_error"}
TIME_COLUMNS = {"step", "iteration", "iteration_seconds", "elapsed_seconds"}


class ResultsError(Exception):
    """A folder does not hold what it should; the message is for the user."""


@dataclass(frozen=True)
class Run:
    """One solver on one scene. `iterations` has a row for each recorded iteration, times (s) included."""

    solver: str
    iterations: pd.DataFrame
    manifest: dict
    environment: dict

    @property
    def scene(self) -> dict:
        return self.manifest["scene"]

    @property
    def first_step(self) -> pd.DataFrame:
        """The rows of time step 1: iterations count from 0 in each step, so curves show one step."""
        return self.iterations[self.iterations["step"] == 1]


def load_run(folder: Path | str) -> Run:
    """The run in OUT/<solver>. Empty CSV cells (a value that does not exist) become NaN."""
    folder = Path(folder)
    missing = [name for name in RUN_FILES if not (folder / name).is_file()]
    if missing:
        raise ResultsError(f"no complete run in {folder}: it has no {', '.join(missing)}")
    manifest = json.loads((folder / "manifest.json").read_text())
    environment = json.loads((folder / "environment.json").read_text())
    return Run(manifest["solver"], _load_iterations(folder), manifest, environment)


def load_runs(folder: Path | str) -> list[Run]:
    """All complete runs OUT/<solver> of a folder: in the order of SOLVER_LABELS, then others by name."""
    folder = Path(folder)
    if not folder.is_dir():
        raise ResultsError(f"there is no folder {folder}")
    runs = [load_run(manifest.parent) for manifest in folder.glob("[!.]*/manifest.json")]
    if not runs:
        raise ResultsError(
            f"no complete run in {folder}: none of its sub-folders has a manifest.json "
            "(expected is the folder given to simbench --output)"
        )
    return sorted(runs, key=lambda run: (_place_in_order(run.solver), run.solver))


def load_reference(figure: str) -> pd.DataFrame:
    """The thesis's samples of one figure; columns series, value (J) and iteration or duration_s (s)."""
    path = THESIS_FOLDER / f"{figure}.csv"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in THESIS_FOLDER.glob("*.csv")))
        raise ResultsError(f"the thesis has no figure '{figure}'; there are: {known}")
    return pd.read_csv(path)


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


def _read_table(path: Path, needed_columns: set[str]) -> pd.DataFrame:
    try:
        table = pd.read_csv(path, float_precision="round_trip")
    except pd.errors.ParserError as error:
        raise ResultsError(f"{path} is no CSV table: {error}") from error
    except pd.errors.EmptyDataError as error:
        raise ResultsError(f"{path} is empty") from error
    absent = needed_columns - set(table.columns)
    if absent:
        raise ResultsError(f"{path} has no column {', '.join(sorted(absent))}")
    if table.empty:
        raise ResultsError(f"{path} has no rows")
    if table.duplicated(["step", "iteration"]).any():
        raise ResultsError(f"{path} has an iteration twice")
    return table


def _place_in_order(solver: str) -> int:
    order = list(SOLVER_LABELS)
    return order.index(solver) if solver in order else len(order)
