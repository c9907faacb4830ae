"""XPBD of St. Venant-Kirchhoff tets as pypbd does it, in numpy: one constraint a tet, C = √(2U/E).

Each change of a multiplier is divided by the value of C before it is added to the multiplier. XPBD adds the
change itself, so here the multiplier has another unit than α̃ needs, and results depend on the unit of length.
"""

from collections.abc import Sequence

import numpy as np

from engines.exported import Exported

SKIPPED = 1e-6  # of C² (Σ w ‖∇C‖² + α̃), in the units of the engine: such a constraint is left out


def divided_multipliers(
    problem: Exported, order: np.ndarray, iterations: Sequence[int], scale: float
) -> dict[int, np.ndarray]:
    """Positions (n, 3) [m] after these iterations; tets in `order`, `scale` units a metre."""
    modulus = problem.scene["material"]["youngs_modulus"]
    compliance = scale / (modulus * problem.time_step**2)
    weights = 1 / problem.masses
    weights[problem.held] = 0
    edges = np.swapaxes(problem.rest[problem.tets[:, 1:]] - problem.rest[problem.tets[:, :1]], 1, 2)
    inverse = np.linalg.inv(edges)
    slopes = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)
    volumes = problem.volumes
    q, multipliers, found = problem.inertial.copy(), np.zeros(len(problem.tets)), {}
    for iteration in range(1, max(iterations) + 1):
        for tet in order:
            corners = problem.tets[tet]
            energy, slope = energy_of(q[corners], slopes[tet], volumes[tet], problem.lame)
            if energy <= 0:
                continue
            value = np.sqrt(2 * energy / modulus)
            gradient = slope / (modulus * value) * scale**0.5
            value *= scale**1.5
            sum_of_squares = (weights[corners] * (gradient**2).sum(axis=1)).sum() + compliance
            if sum_of_squares * value**2 < SKIPPED:
                continue
            change = -(value + compliance * multipliers[tet]) / sum_of_squares
            multipliers[tet] += change / value
            q[corners] += (weights[corners] * change)[:, None] * gradient / scale
        if iteration in iterations:
            found[iteration] = q.copy()
    return found


def energy_of(
    corners: np.ndarray, slopes: np.ndarray, volume: float, lame: tuple[float, float]
) -> tuple[float, np.ndarray]:
    """The energy [J] of a tet and its gradient (4, 3) [N]."""
    mu, second = lame
    F = corners.T @ slopes  # noqa: N806
    strain = (F.T @ F - np.eye(3)) / 2
    trace = np.trace(strain)
    energy = volume * (mu * (strain**2).sum() + second / 2 * trace**2)
    stress = 2 * mu * strain + second * trace * np.eye(3)
    return energy, volume * (F @ stress @ slopes.T).T
