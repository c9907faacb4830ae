"""When a curve of relative errors reaches a target: for the first time, and for good."""

import math
from collections.abc import Sequence

TARGETS = (1e-1, 1e-3, 1e-6)  # relative errors of the leaderboard


def first(iterations: Sequence[float], errors: Sequence[float], target: float) -> float:
    """The first iteration with an error of at most the target; infinite if there is none."""
    return next((float(k) for k, e in zip(iterations, errors, strict=True) if e <= target), math.inf)


def for_good(iterations: Sequence[float], errors: Sequence[float], target: float) -> float:
    """The iteration from which on all errors are at most the target; infinite if the last one is larger."""
    found = math.inf
    for iteration, error in zip(reversed(iterations), reversed(errors), strict=True):
        if not error <= target:
            break
        found = float(iteration)
    return found
