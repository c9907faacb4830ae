"""When a curve of relative errors reaches a target: for the first time, and for good."""

import math
from collections.abc import Sequence

import numpy as np

TARGETS = (1e-1, 1e-3, 1e-6)  # relative errors that tables of the leaderboard show
# Six a decade from 1 to 1e-8. Six digits, so that the targets above are among them to the last bit.
CURVE_TARGETS = tuple(float(f"{10 ** (-place / 6):.6g}") for place in range(49))


def place_of(target: float) -> int:
    """The place of a target in lists with a number for each of CURVE_TARGETS."""
    return CURVE_TARGETS.index(target)


def first(iterations: Sequence[float], errors: Sequence[float], target: float) -> float:
    """The first iteration with an error of at most the target; infinite if there is none."""
    reached = np.flatnonzero(np.asarray(errors) <= target)
    return float(iterations[reached[0]]) if reached.size else math.inf


def for_good(iterations: Sequence[float], errors: Sequence[float], target: float) -> float:
    """The iteration from which on all errors are at most the target; infinite if the last one is larger."""
    above = np.flatnonzero(~(np.asarray(errors) <= target))
    place = above[-1] + 1 if above.size else 0
    return float(iterations[place]) if place < len(errors) else math.inf
