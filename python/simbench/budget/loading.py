"""Reads the budget of a sweep that `simbench budget` has made."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.budget.budget import COLUMNS, Budget
from simbench.budget.motions import distance, extent, motion
from simbench.budget.plan import ITERATIONS, NEWTON, SUBSTEPS
from simbench.budget.work import work_per_frame
from simbench.counted import counted
from simbench.errors import ResultsError, SimbenchError
from simbench.results import NO_RESULT, Run, axes_of, load_run, load_summary, place_in_order
from simbench.run_folders import run_folder

NOT_SOLVED = 5  # exit code: a run failed numerically
OPEN = 1e-9  # of the extent: hard joints that are farther apart are not solved
NO_RUN = (*NO_RESULT, "declined")  # statuses of a summary's rows without a run


def load_budget(sweep: Path | str) -> Budget:
    """ResultsError if the sweep is not a budget or not whole.

    SimbenchError with exit code 5 if Newton's method failed, because there is nothing to compare with.
    """
    summary = load_summary(sweep)
    if axes_of(summary) != [SUBSTEPS, ITERATIONS] or not set(NEWTON.values()) & set(summary["solver"]):
        raise ResultsError(f"{sweep} does not hold a budget (simbench budget makes one)")
    # Nothing else has that many iterations.
    is_converged = summary[ITERATIONS] == summary[ITERATIONS].max()
    newton = {int(row[SUBSTEPS]): _newton(Path(sweep), row) for _, row in summary[is_converged].iterrows()}
    motions = {substeps: motion(run) for substeps, run in sorted(newton.items())}
    if len(motions) < 3 or not set(summary[SUBSTEPS]) <= set(motions):
        raise ResultsError(f"{sweep} does not hold a budget (simbench budget makes one)")
    finest = newton[max(motions)]
    size = extent(motions[max(motions)])
    if size == 0:
        raise ResultsError(f"{sweep}: nothing moves in the scene, so its errors are relative to nothing")
    errors = _Errors(motions, size)
    rows = [errors.of_newton(newton[substeps], substeps) for substeps in motions]
    for _, row in summary[~is_converged].iterrows():
        run = load_run(run_folder(sweep, row["run_id"])) if row["status"] not in NO_RUN else None
        own = {"solver": row["solver"], "status": row["status"], "iterations": row[ITERATIONS]}
        rows.append(own | errors.of_run(run, int(row[SUBSTEPS])))
    return Budget(_in_order(rows), size, finest.steps, finest.scene["step"]["time_step"])


def _newton(sweep: Path, row: pd.Series) -> Run:
    """The run of Newton's method, whose motion others are compared with."""
    place = run_folder(sweep, row["run_id"])
    run = load_run(place) if row["status"] not in NO_RUN else None
    if run is None or motion(run) is None:
        raise SimbenchError(
            f"{place}: Newton's method with {counted(row[SUBSTEPS], 'substep')} ended as {row['status']}, so "
            "there is no motion to compare with",
            NOT_SOLVED,
        )
    return run


@dataclass(frozen=True, eq=False)
class _Errors:
    """Errors against the converged motions of Newton's method, by substeps in ascending order."""

    motions: dict[int, np.ndarray]
    size: float

    def of_newton(self, run: Run, substeps: int) -> dict:
        ends = run.ends_of_steps
        if run.scene.get("kind") == "rigid":  # `direct` makes all iterations
            is_unfinished = (ends["constraint_error"] > OPEN * self.size).any()
        else:
            is_unfinished = (ends["iteration"] >= run.scene["step"]["iterations"]).any()
        own = {"solver": run.solver, "status": "max_iterations" if is_unfinished else "converged"}
        return own | self.of_run(run, substeps)

    def of_run(self, run: Run | None, substeps: int) -> dict:
        newton, reference = self.motions[substeps], [*self.motions.values()][-1]
        row = {"substeps": substeps, "integrator_error": distance(newton, reference) / self.size}
        own = motion(run) if run else None
        if own is None:
            return row
        seconds = run.environment["setup_seconds"] + run.iterations["elapsed_seconds"].iloc[-1]
        return row | {
            "error": distance(own, reference) / self.size,
            "solver_error": distance(own, newton) / self.size,
            "work": work_per_frame(run),
            "seconds": seconds / run.steps,
        }


def _in_order(rows: list[dict]) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=COLUMNS)
    table["place"] = table["solver"].map(place_in_order)
    table["is_cell"] = table["iterations"].notna()
    order = ["is_cell", "place", "substeps", "iterations"]  # Newton's converged motions first
    return table.sort_values(order, ignore_index=True)[COLUMNS]
