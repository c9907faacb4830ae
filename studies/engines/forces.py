"""Compares the forces of an engine's model with those of simbench's laws, in random poses.

Forces determine the energy up to a constant. If an engine does not hand them out, they come from one
iteration of a step from a pose without velocity: m (q₁ − q)/h² tends to the force as h tends to 0.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engines.engine import NUMERICAL, EngineSolver, checked_positions
from engines.exported import Exported, volumes_of
from simbench.errors import ResultsError

TOLERANCE = 1e-6  # of the largest force, in double precision
NOISES = (0.05, 0.025)  # of an edge, by which a pose differs from rest
POSES = 3  # for each noise
WAYS = {"double": 1e-6, "single": 3e-4}  # of an edge: the longest way of a vertex in such a step
WAY_OF_MOVES = 1e-5  # the same, if the engine hands out its moves
VARIATIONS = 8  # of a pose and of its place, by which the arithmetic of single precision is measured
VARIED = 1e-5  # of an edge
EXPLAINED = 5  # times the standard deviation that rounding causes
ROUGH = 0.05  # of the largest force: if rounding alone is larger, forces tell nothing


class Law(Protocol):
    """The energies of a problem in simbench; `simbench.Problem` is one."""

    def gradient(self, q: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class Agreement:
    """Differences of forces over the largest force: the largest one of all poses, and what is allowed."""

    difference: float
    allowed: float
    poses: int

    @property
    def holds(self) -> bool:
        return self.difference <= self.allowed


def law_forces(law: Law, problem: Exported, pose: np.ndarray) -> np.ndarray:
    """Minus the gradient of the potentials of the exported problem; (n, 3) [N]; zero at held vertices."""
    inertia = problem.masses[:, None] / problem.time_step**2 * (pose - problem.inertial)
    inertia[problem.held] = 0
    return inertia - law.gradient(pose)


def engine_forces(solver: EngineSolver, problem: Exported, pose: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The forces (n, 3) [N] of the engine's model. `scale` are forces of about the same size, for h."""
    if solver.forces:
        return checked_positions(solver.forces(problem, pose), problem, "forces")
    accelerations = np.linalg.norm(scale, axis=1) / problem.masses
    way = WAY_OF_MOVES if solver.moves else WAYS[solver.precision]
    h = np.sqrt(way * problem.edge / accelerations.max())
    coarse, fine = (_force_of_step(solver, problem, pose, step) for step in (h, h / 2))
    return (4 * fine - coarse) / 3  # without the error in h²


def _force_of_step(solver: EngineSolver, problem: Exported, pose: np.ndarray, h: float) -> np.ndarray:
    step = problem.at_rest_in(pose, h)
    if solver.moves:
        moves = checked_positions(solver.moves(step, 1), step, "moves")
    else:
        moves = checked_positions(solver.step(step, 1), step, "positions") - pose
    return problem.masses[:, None] / h**2 * moves


def poses_of(problem: Exported, noise: float, seed: int) -> np.ndarray:
    """The rest shape with random numbers up to `noise` edges; no tet is inverted (laws clamp there)."""
    random = np.random.default_rng(seed)
    for amplitude in noise * problem.edge * 0.7 ** np.arange(10):
        pose = problem.rest + random.uniform(-amplitude, amplitude, problem.rest.shape)
        if np.all(volumes_of(pose, problem.tets) > 0.2 * problem.volumes):
            return pose
    raise ResultsError(f"{problem.name} has tets without a volume, so there is no pose to compare forces in")


def compare(solver: EngineSolver, problem: Exported, law: Law) -> Agreement:
    """The agreement of forces in random poses, relative to the largest force of each pose."""
    found = [
        _difference(solver, problem, law, poses_of(problem, noise, seed))
        for noise in NOISES
        for seed in range(1, POSES + 1)
    ]
    difference, allowed = max(found, key=lambda pair: pair[0] / pair[1])
    return Agreement(difference, allowed, len(found))


def _difference(solver: EngineSolver, problem: Exported, law: Law, pose: np.ndarray) -> tuple[float, float]:
    """The difference in this pose and the allowed one. Single precision is measured around the pose."""
    if solver.precision == "double":
        return _largest(_mismatch(solver, problem, pose, np.zeros(3), law)), TOLERANCE
    mismatches = [_mismatch(solver, *varied, law) for varied in _variations(problem, pose)]
    mean = np.mean(mismatches, axis=0)
    rounding = max(_largest(each - mean) for each in mismatches)
    if rounding > ROUGH:
        raise ResultsError(
            f"rounding changes the forces of {problem.name} by {rounding:.2g} of the largest one, so they "
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


def _mismatch(
    solver: EngineSolver, problem: Exported, pose: np.ndarray, shift: np.ndarray, law: Law
) -> np.ndarray:
    """The difference of both forces at free vertices, over the largest one. The law knows no shift."""
    ours = law_forces(law, problem, pose - shift)
    theirs = engine_forces(solver, problem, pose, ours)
    return (theirs - ours)[problem.free] / np.linalg.norm(ours, axis=1).max()


def _largest(forces: np.ndarray) -> float:
    return float(np.linalg.norm(forces, axis=1).max())


def agree(solver: EngineSolver, problem: Exported, law: Law, name: str) -> Agreement:
    """The agreement of the forces. ResultsError if the engine's model has another energy than the problem."""
    if not solver.laws:
        raise ResultsError(
            f"{name} has an energy that no law of simbench has, so nothing is compared: {solver.energy}"
        )
    if strangers := sorted(set(problem.laws) - set(solver.laws)):
        raise ResultsError(
            f"{problem.name} has the law {strangers[0]}, and the adapter makes models of {name} with "
            f"{', '.join(solver.laws)} only"
        )
    agreement = compare(solver, problem, law)
    if not agreement.holds:
        raise ResultsError(
            f"{name} has another energy than {problem.name} ({', '.join(problem.laws)}): in "
            f"{agreement.poses} random poses its forces differ by up to {agreement.difference:.3g} of the "
            f"largest one, and {agreement.allowed:.3g} is allowed; compare the parameters before the solvers",
            NUMERICAL,
        )
    return agreement
