"""Reads results of simbench. No other place in Python knows the formats."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.archive.reading import as_given, results_folder
from simbench.counted import counted
from simbench.errors import ResultsError, tell
from simbench.input_files import load_json
from simbench.labels import SOLVER_LABELS, solver_label
from simbench.result_files import load_iterations, load_manifest, read_table
from simbench.run_files import RUN_FILES, changed_files
from simbench.run_folders import run_folder, runs_in, runs_of_sweep, with_manifest

NO_MINIMUM = "no minimum was found: Newton's method found none, or the step has hard constraints or friction"
FINISHED = ("converged", "stalled")  # further iterations would not lower the objective
NO_RESULT = ("missing", "failed", "damaged")  # statuses of a summary's rows without a run

CHANGED = " (changed)"  # added to the label of a run whose files differ from the hashes in its manifest

SUMMARY_COLUMNS = {"run_id", "solver", "status", "iterations", "final_relative_error"}
SUMMARY_TIME_COLUMNS = {"run_id", "solver", "setup_seconds", "iteration_seconds"}


@dataclass(frozen=True, eq=False)
class Run:
    """One solver on one scene. `iterations` has a row for each recorded iteration, with its times [s].

    `curve` has the rows of time step `step`, which figures show.
    """

    solver: str
    iterations: pd.DataFrame
    manifest: dict
    environment: dict
    folder: Path
    step: int = 1

    def __repr__(self) -> str:
        last = self.iterations.iloc[-1]
        iterations = counted(last["iteration"], "iteration")
        return (
            f"<Run of {self.solver}: {self.manifest['status']} after {iterations}\n"
            f" objective {last['objective']:.6g} J, relative error {last['relative_error']:.3g}\n"
            f" in {self.folder}>"
        )

    def _repr_html_(self) -> str:
        from simbench.notebook import run_html  # only here: the report's modules take time

        return run_html(self)

    @property
    def run_id(self) -> str:
        return self.manifest["run_id"]

    @property
    def scene(self) -> dict:
        return self.manifest["scene"]

    @property
    def label(self) -> str:
        """The solver's label, or the folder's name if that says more, for example `admm-weight=auto`."""
        named_by_program = self.folder.name in (self.solver, self.run_id)
        return solver_label(self.solver) if named_by_program else self.folder.name

    def marked(self, label: str) -> str:
        """The label, marked if a file that was read so far differs from its hash in the manifest."""
        is_marked = label.endswith(CHANGED) or not changed_files(self.folder)
        return label if is_marked else label + CHANGED

    @property
    def steps(self) -> int:
        """Number of time steps in the scene; a run that failed may have made fewer."""
        return self.scene["step"].get("steps", 1)

    def has_step(self, step: int) -> bool:
        return step in self.iterations["step"].values

    def at_step(self, step: int) -> "Run":
        if not self.has_step(step):
            last = self.iterations["step"].max()
            raise ResultsError(f"{self.folder} has no time step {step}; its last one is {last}")
        return replace(self, step=step)

    @property
    def curve(self) -> pd.DataFrame:
        """The rows of time step `step`. Iterations count from 0 in each step."""
        return self.iterations[self.iterations["step"] == self.step]

    @cached_property
    def first_step(self) -> pd.DataFrame:
        """The rows of the first time step: always the same table, so copy it before you change it."""
        return self.at_step(1).curve

    @property
    def ends_of_steps(self) -> pd.DataFrame:
        """The last recorded row of each time step."""
        return self.iterations.groupby("step").tail(1).reset_index(drop=True)

    @property
    def steps_of_a_frame(self) -> int:
        """How many steps of tables and snapshots a time step of the scene has: substeps, and their lags."""
        substeps = (self.scene.get("step") or {}).get("substeps", 1)
        return substeps * (self.scene.get("contact") or {}).get("friction_lags", 1)

    @property
    def ends_of_frames(self) -> pd.DataFrame:
        """The last recorded row of each of the scene's time steps, of its last substep and lag."""
        ends = self.ends_of_steps
        return ends[ends["step"] % self.steps_of_a_frame == 0].reset_index(drop=True)

    @property
    def minimum(self) -> float | None:
        """f* of time step `step` [J]; None if none is known, as where Newton's method ends at a saddle."""
        return self.manifest["reference_minimum"][self.step - 1]

    @property
    def lacks_minimum(self) -> bool:
        """Whether Newton's minimum was asked for, and no step has one."""
        is_wanted = self.manifest["options"].get("reference") == "newton"
        return is_wanted and all(minimum is None for minimum in self.manifest["reference_minimum"])

    def at(self, iteration: int) -> pd.Series:
        """The row of an iteration of the first step, or the last row if the solver finished earlier."""
        rows = self.first_step
        last = rows.iloc[-1]
        if last["iteration"] < iteration and self.manifest["status"] in FINISHED:
            return last
        found = rows[rows["iteration"] == iteration]
        if found.empty:
            raise ResultsError(f"run {self.run_id} has no row for iteration {iteration}")
        return found.iloc[0]


def load_run(folder: Path | str) -> Run:
    """Loads the run in OUT/<solver>. Empty CSV cells (a value that does not exist) become NaN."""
    folder = Path(folder)
    missing = [name for name in RUN_FILES if not (folder / name).is_file()]
    if missing:
        raise ResultsError(f"no complete run in {as_given(folder)}: it has no {', '.join(missing)}")
    manifest = load_manifest(folder / "manifest.json")
    environment = load_json(folder / "environment.json")
    return Run(manifest["solver"], load_iterations(folder), manifest, environment, folder)


def load_run_or_runs(folder: Path) -> list[Run]:
    """The run of a run's folder, or all runs of a folder of runs; the folder may be in an archive."""
    folder = results_folder(folder)
    return [load_run(folder)] if (folder / "manifest.json").is_file() else load_runs(folder)


def load_runs(folder: Path | str, filters: Sequence[str] = ()) -> list[Run]:
    """All complete runs OUT/<solver> of a folder, or the runs of a sweep that meet all filters AXIS=VALUE.

    An archive of simbench archive stands for the folder that it holds. Runs without a manifest are left out,
    and notes name them. The order is that of SOLVER_LABELS, then other solvers by name; runs of one solver
    are in the order of the sweep, or sorted by folder.
    """
    folder = results_folder(folder)
    if (folder / "summary.csv").is_file():
        chosen = filtered(load_summary(folder), filters)
        done = ~chosen["status"].isin([*NO_RESULT, "declined"])
        places = [run_folder(folder, run) for run in chosen["run_id"]]
        places = [place for place, ran in zip(places, done, strict=True) if ran or place.is_dir()]
    elif filters:
        raise ResultsError(f"{as_given(folder)} does not hold a sweep with a summary; --filter needs one")
    else:
        places = runs_in(folder) or runs_of_sweep(folder)
    runs = [load_run(place) for place in with_manifest(places)]
    if not runs:
        raise ResultsError(
            f"no complete run in {as_given(folder)}: none of its sub-folders has a manifest.json "
            "(expected is the folder given to simbench --output)"
        )
    return sorted(runs, key=lambda run: place_in_order(run.solver))


def load_curves(results: Path | str, filters: Sequence[str] = (), step: int = 1) -> list[Run]:
    """The runs that load_runs finds, at a time step. A note names runs that ended before it."""
    runs = load_runs(results, filters)
    if not any(run.has_step(step) for run in runs):
        raise ResultsError(f"no run in {results} has a time step {step}; their scene has {runs[0].steps}")
    for run in runs:
        if not run.has_step(step):
            tell(f"note: {run.label} ended before time step {step} and is not drawn")
    return [run.at_step(step) for run in runs if run.has_step(step)]


def load_summary(folder: Path | str) -> pd.DataFrame:
    """A row for each run of a sweep: the columns of summary.csv, then those of summary_timings.csv.

    Empty cells become NaN: a target not reached, an axis that does not concern the solver, a missing run.
    """
    folder = results_folder(folder)
    missing = [name for name in ("summary.csv", "summary_timings.csv") if not (folder / name).is_file()]
    if missing:
        raise ResultsError(
            f"no summary in {as_given(folder)}: it has no {', '.join(missing)} "
            "(expected is the folder given to simbench sweep --output)"
        )
    summary = read_table(folder / "summary.csv", SUMMARY_COLUMNS, key=["run_id"])
    timings = read_table(folder / "summary_timings.csv", SUMMARY_TIME_COLUMNS, key=["run_id"])
    if set(summary["run_id"]) != set(timings["run_id"]):
        raise ResultsError(
            f"summary.csv and summary_timings.csv in {as_given(folder)} do not have the same runs"
        )
    new = ["run_id", *timings.columns.difference(summary.columns, sort=False)]
    return summary.merge(timings[new], on="run_id", validate="one_to_one")


def filtered(summary: pd.DataFrame, filters: Sequence[str]) -> pd.DataFrame:
    """The runs that meet all filters AXIS=VALUE or solver=NAME. Several values of one axis mean any of them.

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
    """The folder of the only run of a sweep with these values of `solver` and of axes (by their paths)."""
    wanted = [f"{axis}={value}" for axis, value in coordinates.items()]
    found = filtered(load_summary(sweep), wanted).dropna(subset=list(coordinates))
    if len(found) != 1:
        raise ResultsError(f"{len(found)} runs in {sweep} have {', '.join(wanted)}; exactly one is needed")
    return run_folder(results_folder(sweep), found["run_id"].item())


def is_value(cell: object, text: str) -> bool:
    """Whether a cell of a summary equals a text, compared as numbers if possible."""
    try:
        return math.isclose(float(cell), float(text), rel_tol=1e-9)
    except ValueError:
        return str(cell) == text


def axes_of(summary: pd.DataFrame) -> list[str]:
    """The axes of a sweep: paths into the scene. An axis under solvers.<name> concerns only that solver."""
    columns = list(summary.columns)
    return columns[columns.index("solver") + 1 : columns.index("status")]


def precisions(runs: Iterable[Run]) -> set[str]:
    """The precisions in which the solvers of the runs computed: single, double."""
    return {run.manifest.get("precision", "double") for run in runs}


def admm_weight(run: Run) -> float | None:
    """c or w, whichever the run has as a number; None if a rule chooses the weight."""
    settings = run.scene["solvers"].get("admm", {})
    if settings.get("weight", "factor") == "factor":
        return settings.get("weight_factor")
    return settings["weight"] if isinstance(settings["weight"], int | float) else None


def distinct_labels(runs: Sequence[Run]) -> list[str]:
    """The label of each run, with its id if several runs have the same; marked if the run was changed."""
    labels = [run.label for run in runs]
    names = [run.label if labels.count(run.label) == 1 else f"{run.label} {run.run_id}" for run in runs]
    return [run.marked(name) for run, name in zip(runs, names, strict=True)]


def place_in_order(solver: str) -> tuple[int, str]:
    """Sorts solvers in the order of SOLVER_LABELS, then others by name."""
    order = list(SOLVER_LABELS)
    return (order.index(solver) if solver in order else len(order), solver)
