"""The work of a run in iterations of PD, as on the leaderboard."""

import math

from simbench.entry.board import COUNTED, FACTORISATION, PD_ITERATION, WORK, step_factorisations
from simbench.results import Run


def work_per_frame(run: Run) -> float:
    """The mean work of a frame [iterations of PD].

    Passes over the elements, solves and products count 1 / PD_ITERATION each, and a factorisation of a matrix
    that changes counts FACTORISATION. NaN for rigid bodies, whose work is not counted.
    """
    if run.scene.get("kind") == "rigid":
        return math.nan
    rows = run.iterations
    counted = sum(rows[WORK[name]].sum(axis=1) for name in COUNTED) / PD_ITERATION
    total = counted + FACTORISATION * step_factorisations(rows)
    return float(total.iloc[-1]) / run.steps
