"""Says in a sentence which runs of a problem without a known minimum reach the lowest objective."""

import numpy as np

from simbench.report.curves import TARGETS, Rows
from simbench.results import Run

LISTED = 4  # so many runs are named of each sort, and so many problems have a sentence
EQUAL = min(TARGETS)  # share of the decrease by which objectives differ that count as equal
BASIS = (
    "Runs are ranked by the lowest objective that a recorded iterate of the first time step has. Objectives "
    "that differ by less than a millionth of the decrease count as equal. The minimum may be lower."
)


def ranking(runs: list[Run], labels: list[str]) -> str:
    """The runs by the lowest objective of their first time step; empty if that is not what they minimise."""
    named = [(*_start_and_lowest(run), label) for run, label in zip(runs, labels, strict=True)]
    if not any(np.isfinite(lowest) for _, lowest, _ in named):
        return ""
    start, best, _ = min(named, key=lambda one: one[1])
    equal = EQUAL * abs(start - best)
    first = [label for _, lowest, label in named if lowest - best <= equal]
    others = sorted((lowest - best, label) for _, lowest, label in named if not lowest - best <= equal)
    steps = max(run.steps for run in runs)
    where = f"in the first of {steps} time steps " if steps > 1 else ""
    if len(runs) == 1:
        return f"No minimum is known: {where}the lowest objective of {labels[0]} is {best:.5g} J."
    reach = f"{_enumerated(first)} {'reach' if len(first) > 1 else 'reaches'}"
    words = f"No minimum is known: {where}{reach} the lowest objective, {best:.5g} J"
    ends = [_distance(above, label, not place) for place, (above, label) in enumerate(others)]
    return "; ".join(filter(None, [words, listed(ends, "farther above")])) + "."


def listed(words: list[str], rest: str, separator: str = ", ") -> str:
    """The first LISTED of the words, and how many more there are."""
    more = len(words) - LISTED
    return separator.join([*words[:LISTED], *([f"{more} more {rest}"] if more > 0 else [])])


def _start_and_lowest(run: Run) -> tuple[float, float]:
    """The objective at the start and the lowest one of the first step [J]; infinite if there is none.

    Rigid bodies, and bodies with hard constraints, minimise it under conditions, so it does not rank them.
    """
    rows = Rows.of(run.iterations)
    has_conditions = run.scene.get("kind") == "rigid" or rows.has("hard_violation")
    if has_conditions or not len(rows) or not rows.has("objective"):
        return np.inf, np.inf
    values = rows.first_step["objective"]
    finite = values[np.isfinite(values)]
    return (float(finite[0]), float(finite.min())) if len(finite) else (np.inf, np.inf)


def _distance(above: float, label: str, is_first: bool) -> str:
    if not np.isfinite(above):
        return f"{label} has no objective"
    return f"{label} comes within {above:.2g} J of it" if is_first else f"{label} within {above:.2g} J"


def _enumerated(labels: list[str]) -> str:
    more = len(labels) - LISTED
    named = [*labels[:LISTED], *([f"{more} more"] if more > 0 else [])]
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
