"""Gauss–Seidel on one axis constraint between two bodies, by the angle of the axes or by its cosine.

Near alignment rounding decides where the cosine c = n_i·n_j − 1 ends. Sums therefore have a fixed order here:
the result of @ depends on the kernel that BLAS chooses for the processor, and NumPy's functions also depend
on the processor.
"""

import math
from itertools import pairwise

import numpy as np

from rigid.theory.joints import quaternions, rotation


def box_inertia(mass: float, edges: list[float]) -> np.ndarray:
    squares = np.array(edges, float) ** 2
    return mass / 12 * (squares.sum() - squares)


def angles(
    turns: list[np.ndarray], inertias: list[np.ndarray], formulation: str, iterations: int
) -> list[float]:
    """The angle [rad] between the third axes of two bodies before each iteration and after the last.

    `turns` are both rotations from body to world, `inertias` the principal moments of inertia [kg m²].
    """
    turns, found = [turn.copy() for turn in turns], []
    for _ in range(iterations + 1):
        first, second = (turn[:, 2] for turn in turns)
        across = np.cross(first, second)
        sine, cosine = math.sqrt(dot(across, across)), dot(first, second)
        found.append(math.atan2(sine, cosine))
        if sine == 0:
            break
        error, row = (found[-1], across / sine) if formulation == "angle" else (cosine - 1, across)
        # On the bodies' rotations the row of the angle is (−ŵ, ŵ), the row of the cosine (u, −u).
        signs = (-1, 1) if formulation == "angle" else (1, -1)
        inverse = [product(turn / i, turn.T) for turn, i in zip(turns, inertias, strict=True)]
        pulls = [(matrix * row).sum(axis=1) for matrix in inverse]
        multiplier = -error / sum(dot(row, pull) for pull in pulls)
        for body, sign in enumerate(signs):
            change = quaternions(sign * multiplier * pulls[body][None])[0]
            turns[body] = product(rotation(change), turns[body])
    return found


def dot(one: np.ndarray, other: np.ndarray) -> float:
    """The dot product of two 3-vectors, summed from the first component on."""
    return float((one * other).sum())


def product(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The product of two 3 × 3 matrices; each sum begins with the first product."""
    return (one[:, :, None] * other).sum(axis=1)


def iterations_until(history: list[float], left: float) -> float:
    """The first iteration from which on all angles are at most `left` of the first one."""
    above = [k for k, angle in enumerate(history) if not angle <= left * history[0]]
    last = above[-1] if above else -1
    return float(last + 1) if last + 1 < len(history) else float("inf")


def factors(history: list[float]) -> list[float]:
    """The factor by which each iteration reduces the angle."""
    return [after / before for before, after in pairwise(history) if before > 0]
