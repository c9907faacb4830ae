"""A straight chain as a linear problem A Λ = −c, and how fast sweeps over its constraints converge.

A chain of N bodies has N − 1 constraints; a rope has one more in front, between the world and the first body.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from simbench.errors import ResultsError


@dataclass(frozen=True)
class Chain:
    """Masses [kg] in order; `compliance` is α̃ = α/h² [1/kg] of each constraint."""

    masses: tuple[float, ...]
    anchored: bool = False
    compliance: float = 0.0

    @property
    def constraints(self) -> int:
        return len(self.masses) - (not self.anchored)

    @cached_property
    def jacobian(self) -> np.ndarray:
        """J (constraints × bodies): a row for each joint with 1 and −1; the world's joint has only −1."""
        bodies = len(self.masses)
        rows = np.eye(bodies) - np.eye(bodies, k=1)
        return np.vstack([-np.eye(1, bodies), rows[:-1]]) if self.anchored else rows[:-1]

    @cached_property
    def matrix(self) -> np.ndarray:
        """A = J M⁻¹ Jᵀ (8.7), with α̃ on its diagonal [1/kg]."""
        inverse = 1 / np.array(self.masses, float)
        # By entries: J M⁻¹ Jᵀ would take N³ multiplications of zeros.
        before = np.concatenate([[0.0], inverse[:-1]]) if self.anchored else inverse[:-1]
        after = inverse if self.anchored else inverse[1:]
        shared = -after[:-1]
        return np.diag(before + after + self.compliance) + np.diag(shared, 1) + np.diag(shared, -1)

    def dominance(self) -> float:
        """r = max Σ_j≠i |A_ij| / A_ii (4.71)."""
        diagonal = np.abs(np.diag(self.matrix))
        return float(((np.abs(self.matrix).sum(axis=1) - diagonal) / diagonal).max())


def chain(bodies: int, end_ratio: float = 1.0, *, tip: float | None = None, **other) -> Chain:
    """A chain of bodies of 1 kg. The ends have the mass `end_ratio` [kg]; `tip` replaces the last mass."""
    masses = [1.0] * bodies
    masses[0] = masses[-1] = float(end_ratio)
    if tip is not None:
        masses[-1] = float(tip)
    return Chain(tuple(masses), **other)


def chain_of(scene: dict) -> Chain:
    """The chain of a rigid scene as simbench resolves it, with α̃ of its time step."""
    described = scene["chain"]
    count = described["bodies"]
    mass = described.get("mass", 1)
    masses = [float(m) for m in mass] if isinstance(mass, Sequence) else [float(mass)] * count
    if len(masses) != count:
        raise ResultsError(f"the scene has {len(masses)} masses for {count} bodies")
    for end in {0, count - 1}:
        masses[end] *= described.get("end_mass_ratio", 1)
    if described.get("tip_mass") is not None:
        masses[-1] = float(described["tip_mass"])
    step = scene["step"]
    substep = step["time_step"] / step.get("substeps", 1)
    compliance = described.get("compliance", 0) / substep**2
    return Chain(tuple(masses), anchored=described.get("anchored", False), compliance=compliance)


def gauss_seidel_map(matrix: np.ndarray, relaxation: float = 1.0) -> np.ndarray:
    """G_ξ = (D + ξL)⁻¹ ((1 − ξ)D − ξLᵀ) (8.15): maps the error of Λ to the error after a sweep."""
    diagonal = np.diag(np.diag(matrix))
    lower, upper = np.tril(matrix, -1), np.triu(matrix, 1)
    return np.linalg.solve(diagonal + relaxation * lower, (1 - relaxation) * diagonal - relaxation * upper)


def jacobi_map(matrix: np.ndarray, relaxation: float = 1.0) -> np.ndarray:
    """1 − ξ D⁻¹A; with ξ = 1 it is G_J = −D⁻¹(L + Lᵀ) (8.25)."""
    return np.eye(len(matrix)) - relaxation * matrix / np.diag(matrix)[:, None]


def spectral_radius(matrix: np.ndarray) -> float:
    return float(np.abs(np.linalg.eigvals(matrix)).max())


def jacobi_eigenvalues(matrix: np.ndarray) -> np.ndarray:
    """The eigenvalues of G_J, ascending, computed from a similar symmetric matrix."""
    scale = 1 / np.sqrt(np.diag(matrix))
    return 1 - np.linalg.eigvalsh(matrix * scale[:, None] * scale)[::-1]


@cache
def jacobi_radius(of: Chain) -> float:
    return float(np.abs(jacobi_eigenvalues(of.matrix)).max()) if of.constraints > 0 else 0.0


def young(relaxation: float, jacobi: float) -> float:
    """ρ(G_ξ) from ρ(G_J) by Young's formula (8.17): (l + ξ − 1)² = ξ²μ²l, for all |μ| ≤ ρ(G_J)."""
    half = relaxation * jacobi / 2
    under = half**2 - (relaxation - 1)
    return abs(relaxation - 1) if under < 0 else (half + under**0.5) ** 2


def gauss_seidel_radius(of: Chain, relaxation: float = 1.0) -> float:
    return young(relaxation, jacobi_radius(of))


def optimal_relaxation(of: Chain) -> float:
    """ξ* = 2/(1 + √(1 − ρ(G_J)²)): where Young's formula is least (8.20)."""
    return 2 / (1 + (1 - jacobi_radius(of) ** 2) ** 0.5)


def scanned_relaxation(matrix: np.ndarray, width: float = 1e-4) -> tuple[float, float]:
    """The ξ in (1, 2) with the least ρ(G_ξ), and that ρ, from eigenvalues and not from a formula."""
    low, high = 1.0, 2.0
    while high - low > width:
        values = np.linspace(low, high, 9)
        radii = [spectral_radius(gauss_seidel_map(matrix, xi)) for xi in values]
        best = int(np.argmin(radii))
        low, high = values[max(best - 1, 0)], values[min(best + 1, 8)]
    return float((low + high) / 2), float(min(radii))


def counts_per_ln(rate: float) -> float:
    """1/(−ln ρ): how many iterations divide an error by e."""
    return np.inf if rate >= 1 else -1 / float(np.log(rate)) if rate > 0 else 0.0


def history(matrix: np.ndarray, error: np.ndarray, step: np.ndarray, iterations: int) -> np.ndarray:
    """‖c + AΛ‖ at the start and after each sweep; the matrix `step` maps the error of Λ over a sweep."""
    unknown = -np.linalg.solve(matrix, error)
    gap, sizes = -unknown, []
    for _ in range(iterations + 1):
        sizes.append(np.linalg.norm(matrix @ gap))
        gap = step @ gap
    return np.array(sizes)
