"""Compares the forces of an engine's model with those of simbench's laws, in random poses.

If an engine does not hand out forces, they come from one iteration of a step from a pose without velocity:
m (q₁ − q)/h² tends to the force as h tends to 0.
"""

from functools import partial

import numpy as np

from engines.agreement import NOISES, POSES, Agreement, Law, poses_of, worst
from engines.engine import EngineSolver, checked_positions, stepped
from engines.exported import Exported

WAYS = {"double": 1e-6, "single": 3e-4}  # of an edge: the longest way of a vertex in such a step
WAY_OF_MOVES = 1e-5  # the same, if the engine hands out its moves


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
        moves = stepped(solver, step, 1) - pose
    return problem.masses[:, None] / h**2 * moves


def compare(solver: EngineSolver, problem: Exported, law: Law) -> Agreement:
    """The agreement of forces in random poses, relative to the largest force of each pose."""
    poses = [poses_of(problem, noise, seed) for noise in NOISES for seed in range(1, POSES + 1)]
    return worst(solver, problem, "forces", poses, partial(_mismatch, solver, law))


def _mismatch(
    solver: EngineSolver, law: Law, problem: Exported, pose: np.ndarray, shift: np.ndarray
) -> np.ndarray:
    """The difference of both forces at free vertices, over the largest one."""
    ours = law_forces(law, problem, pose - shift)
    theirs = engine_forces(solver, problem, pose, ours)
    return (theirs - ours)[problem.free] / np.linalg.norm(ours, axis=1).max()
