"""The solution of the exercise verdict."""

import math


def verdict(first, second, factor):
    """The verdict on "the second solver needs at least `factor` times as many iterations as the first one".

    The lists have the iterations to 1e-6 of both solvers in each scene that the claim is about; infinite if a
    solver does not arrive.
    """
    holds = []
    for ours, theirs in zip(first, second, strict=True):
        arrived = math.isfinite(ours)  # blank: whether the first solver arrives at all
        holds.append(arrived and ours * factor <= theirs)  # blank: whether the claim is true in this scene
    if all(holds):
        return "holds"
    return "holds in part" if any(holds) else "fails"  # blank: the verdict otherwise
