"""Whether the solver runs at all, and where it begins."""

import numpy as np

from simbench.contract.answer import Answer, differs, failed, ok, short
from simbench.contract.subject import Subject

ENDS = ("converged", "max_iterations", "stalled")  # statuses of a run without a limit that went well

DIVERGED = 1e6  # relative error of a run that is on its way to infinity


def runs(subject: Subject) -> Answer:
    """The solver iterates; its positions have the right shape and stay finite."""
    trace = subject.usual
    if trace.status not in ENDS or not np.isfinite(trace.errors).all():
        detail = f": {trace.message}" if trace.message else ""
        return failed(f"The run ends as {trace.status} after {trace.length}{detail}.")
    error = short(trace.errors[-1])
    if trace.errors[-1] > DIVERGED:
        return failed(f"The objective grows: after {trace.length} the relative error is {error}.")
    return ok(f"It does {trace.length} with finite positions; the relative error ends at {error}.")


def start(subject: Subject) -> Answer:
    """Iteration 0 of each step is problem.start."""
    rows = subject.usual.rows
    first = rows[rows["iteration"] == 0].iloc[0]
    if first["inertial"] == 0:
        return ok("Iteration 0 is problem.start exactly.")
    share = first["inertial"] / abs(first["objective"])
    return differs(
        f"Iteration 0 is not problem.start: its inertial energy is {short(share)} of its objective, and 0 at "
        "problem.start, where the other solvers begin."
    )
