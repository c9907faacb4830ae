"""AVBD on a straight chain as a linear map: a sweep over bodies, with or without new multipliers after it."""

from functools import cache

import numpy as np

from rigid.theory.chain import Chain, spectral_radius


def penalised_mass(of: Chain, penalty: float | np.ndarray) -> np.ndarray:
    """H = M + Jᵀ s J over bodies (8.31); `penalty` s [kg] is one number, or one per constraint."""
    rows = np.broadcast_to(penalty, of.constraints)
    return np.diag(np.array(of.masses, float)) + of.jacobian.T @ (rows[:, None] * of.jacobian)


def effective_mass(of: Chain, factor: float = 1.0) -> np.ndarray:
    """s = κ/(1/m_i + 1/m_j) of each constraint; the world's mass is infinite."""
    inverse = of.jacobian**2 @ (1 / np.array(of.masses, float))
    return factor / inverse


@cache
def inner_radius(of: Chain, penalty: float) -> float:
    """ρ of −(D_H + L_H)⁻¹L_Hᵀ. It is the square of Jacobi's ρ, because H is tridiagonal."""
    matrix = penalised_mass(of, penalty)
    scale = 1 / np.sqrt(np.diag(matrix))
    jacobi = 1 - np.linalg.eigvalsh(matrix * scale[:, None] * scale)
    return float(np.abs(jacobi).max()) ** 2


def inner_map(of: Chain, penalty: float | np.ndarray) -> np.ndarray:
    matrix = penalised_mass(of, penalty)
    return -np.linalg.solve(np.tril(matrix), np.triu(matrix, 1))


def least_gap_of_particles(masses: tuple[float, float], penalty: float, iterations: int) -> float:
    """The least |δx|, over its start, of two particles with c = |δx| and its one multiplier: (7.52), (7.55).

    The force on each is along the gap, so that they stay on one line. Once the gap is as small as rounding,
    rounding may turn it, and a multiplier that only grows then drives them apart.
    """
    moved, multiplier, gap, least = [0.0, 0.0], 0.0, 1.0, 1.0
    for _ in range(iterations):
        for body, towards in ((0, 1), (1, -1)):
            force = (multiplier + penalty * abs(gap)) * (1 if gap >= 0 else -1)
            moved[body] += (towards * force - masses[body] * moved[body]) / (masses[body] + penalty)
            gap = 1 + moved[1] - moved[0]
        multiplier += penalty * abs(gap)
        least = min(least, abs(gap))
    return least


def dual_map(of: Chain, penalty: float | np.ndarray) -> np.ndarray:
    """Maps the errors of (ΔX, Λ) over an iteration: a sweep over bodies at fixed Λ, then Λ −= s c.

    The sweep solves H ΔX = Jᵀ(Λ − s c₀) by a step of Gauss–Seidel, and c = c₀ + J ΔX.
    """
    jacobian = of.jacobian
    rows = np.broadcast_to(penalty, of.constraints)[:, None]
    sweep = inner_map(of, penalty)
    pull = np.linalg.solve(np.tril(penalised_mass(of, penalty)), jacobian.T)
    return np.block(
        [[sweep, pull], [-rows * (jacobian @ sweep), np.eye(of.constraints) - rows * (jacobian @ pull)]]
    )


@cache
def dual_radius(of: Chain, penalty: float) -> float:
    return spectral_radius(dual_map(of, penalty))


def effective_mass_radius(of: Chain, factor: float = 1.0) -> float:
    return spectral_radius(dual_map(of, effective_mass(of, factor)))


@cache
def best_penalty(of: Chain, low: float = 1e-2, high: float = 1e8) -> tuple[float, float]:
    """The s with the least dual_radius, to one per cent, and that radius."""
    ends = np.log([low, high])
    while ends[1] - ends[0] > 0.01:
        values = np.linspace(*ends, 9)
        radii = [dual_radius(of, float(np.exp(value))) for value in values]
        best = int(np.argmin(radii))
        ends = values[[max(best - 1, 0), min(best + 1, 8)]]
    return float(np.exp(values[best])), radii[best]
