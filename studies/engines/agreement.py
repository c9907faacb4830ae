"""How far an engine's model and simbench's laws are apart in random poses, and how far they may be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engines.engine import NUMERICAL, EngineSolver
from engines.exported import Exported, volumes_of
from simbench.errors import ResultsError

TOLERANCE = 1e-6  # of the largest force, or of the energy, in double precision
NOISES = (0.05, 0.025)  # of an edge, by which a pose differs from rest
POSES = 3  # for each noise
VARIATIONS = 8  # of a pose and of its place, by which the arithmetic of single precision is measured
VARIED = 1e-5  # of an edge
EXPLAINED = 5  # times the largest deviation that rounding causes
ROUGH = 0.05  # if rounding alone is a larger part, the comparison tells nothing

# The relative differences (m, d) in a pose of a problem that is shifted as a whole (the law knows no shift).
Mismatch = Callable[[Exported, np.ndarray, np.ndarray], np.ndarray]


class Law(Protocol):
    """The energies of a problem in simbench; `simbench.Problem` is one."""

    def objective(self, q: np.ndarray) -> float: ...

    def gradient(self, q: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class Agreement:
    """The largest relative difference of all poses, and what is allowed."""

    difference: float
    allowed: float
    poses: int

    @property
    def holds(self) -> bool:
        return self.difference <= self.allowed


def poses_of(problem: Exported, noise: float, seed: int) -> np.ndarray:
    """The rest shape with random numbers up to `noise` edges; no tet is inverted (laws clamp there)."""
    random = np.random.default_rng(seed)
    for amplitude in noise * problem.edge * 0.7 ** np.arange(10):
        pose = problem.rest + random.uniform(-amplitude, amplitude, problem.rest.shape)
        if np.all(volumes_of(pose, problem.tets) > 0.2 * problem.volumes):
            return pose
    raise ResultsError(f"{problem.name} has tets without a volume, so there is no pose to compare forces in")


def worst(
    solver: EngineSolver, problem: Exported, what: str, poses: Sequence[np.ndarray], mismatch: Mismatch
) -> Agreement:
    """The agreement in the pose that speaks most against the engine. `what` is compared, for a message."""
    found = [_difference(solver, problem, what, pose, mismatch) for pose in poses]
    difference, allowed = max(found, key=lambda pair: pair[0] / pair[1])
    return Agreement(difference, allowed, len(found))


def _difference(
    solver: EngineSolver, problem: Exported, what: str, pose: np.ndarray, mismatch: Mismatch
) -> tuple[float, float]:
    """The difference in this pose and the allowed one. Single precision is measured around the pose."""
    if solver.precision == "double":
        return _largest(mismatch(problem, pose, np.zeros(3))), TOLERANCE
    mismatches = [mismatch(*varied) for varied in _variations(problem, pose)]
    mean = np.mean(mismatches, axis=0)
    rounding = max(_largest(each - mean) for each in mismatches)
    if rounding > ROUGH:
        raise ResultsError(
            f"rounding changes the {what} of {problem.name} by {rounding:.2g} of the largest one, so they "
            "cannot be compared; a stiffer or smaller scene has larger forces",
            NUMERICAL,
        )
    return _largest(mean), TOLERANCE + EXPLAINED * rounding


def _variations(problem: Exported, pose: np.ndarray) -> list[tuple[Exported, np.ndarray, np.ndarray]]:
    """Nearly the same pose, each time in another place: the problem, the pose and the shift to that place.

    Poses are rounded to single precision in that place. Positions at rest are rounded by the engine.
    """
    found = []
    for seed in range(1, VARIATIONS + 1):
        random = np.random.default_rng(seed)
        shift = random.uniform(-1, 1, 3) * problem.edge
        moves = random.uniform(-VARIED, VARIED, pose.shape) * problem.edge
        there = (pose + moves + shift).astype(np.float32).astype(float)
        found.append((replace(problem, rest=problem.rest + shift), there, shift))
    return found


def _largest(rows: np.ndarray) -> float:
    return float(np.linalg.norm(rows, axis=1).max())
