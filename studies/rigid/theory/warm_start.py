"""Frames of a hanging rope under a solver that starts from the last frame's multipliers.

Along an eigenvector of G^K with eigenvalue q (K sweeps per frame), z is the factor from one frame to the
next, a root of a polynomial. w is warm_start; a is keep, the share of the old error that is kept.
"""

import numpy as np

from rigid.theory.chain import Chain, gauss_seidel_map, gauss_seidel_radius


def frame_polynomial(q: float, warm_start: float, keep: float = 0.0) -> list[float]:
    """z³ = a z² + q[(2 + w − a)z² − (1 + 2w)z + w]: coefficients from z³ on."""
    w = warm_start
    return [1.0, -keep - q * (2 + w - keep), q * (1 + 2 * w), -q * w]


def impulse_polynomial(q: float, warm_start: float) -> list[float]:
    """The polynomial of sequential impulses without position correction: z² = q((1 + w)z − w)."""
    return [1.0, -q * (1 + warm_start), q * warm_start]


def growth(polynomial: list[float]) -> float:
    """The largest |z|; if it is above 1, the frames diverge."""
    return float(np.abs(np.roots(polynomial)).max())


def bound(of: Chain, sweeps: int, keep: float = 0.0) -> float:
    """The w from which on the rope is unstable: w (2 − a) ρ(G)^K = 1."""
    return 1 / ((2 - keep) * gauss_seidel_radius(of) ** sweeps)


def loads(of: Chain, time_step: float, gravity: float = 9.81) -> np.ndarray:
    """ℓ_i = g h² Σ_{j ≥ i} m_j [kg m] of a rope: the multipliers that carry it."""
    below = np.cumsum(np.array(of.masses)[::-1])[::-1]
    return gravity * time_step**2 * below


def steady_stretch(
    of: Chain, sweeps: int, time_step: float, *, warm_start: float = 0.0, keep: float = 0.0, gravity=9.81
) -> np.ndarray:
    """c [m] of each joint of a rope that has come to rest with `sweeps` of Gauss–Seidel (XPBD) per frame.

    c = A[(1 − G^K)⁻¹ − 1] ℓ (1 − w)/(1 − a); with compliance, for w = a = 0, c = [(A + α̃)(1 − G^K)⁻¹ − A] ℓ.
    """
    carried = loads(of, time_step, gravity)
    matrix = of.matrix  # with α̃
    swept = np.linalg.matrix_power(gauss_seidel_map(matrix), sweeps)
    spread = np.linalg.solve(np.eye(len(matrix)) - swept, carried)
    own = matrix - of.compliance * np.eye(len(matrix))
    return (matrix @ spread - own @ carried) * (1 - warm_start) / (1 - keep)
