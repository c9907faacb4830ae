"""Compares the energy of an engine's model with that of simbench's laws, in random poses.

Constants are arbitrary, so only differences between poses are compared. If an engine does not hand out its
energy, its rise is the work against its forces on the straight way from rest to the pose, by Gauss's
quadrature. Then our energies, from which no derivative was taken, are compared with the engine's forces.
"""

from functools import partial

import numpy as np

from engines import forces
from engines.agreement import NOISES, Agreement, Law, poses_of, worst
from engines.engine import NUMERICAL, EngineSolver, checked_number
from engines.exported import Exported
from simbench.errors import ResultsError

POINTS = 5  # of the quadrature, which is exact for polynomials of degree 9
READ, WORK = "read", "work of forces"  # roads to the energy of an engine


def road(solver: EngineSolver) -> str:
    """How the engine's energy is found: READ or WORK."""
    return READ if solver.energy_of else WORK


def law_energy(law: Law, problem: Exported, pose: np.ndarray) -> float:
    """The potentials of the exported problem [J], which are the objective without its inertia."""
    away = (pose - problem.inertial)[problem.free]
    return law.objective(pose) - (problem.masses[problem.free, None] * away**2).sum() / (
        2 * problem.time_step**2
    )


def engine_rise(
    solver: EngineSolver, law: Law, problem: Exported, pose: np.ndarray, shift: np.ndarray
) -> float:
    """How much more energy [J] the engine's model has in this pose than at rest."""
    if solver.energy_of:
        there, at_rest = (
            checked_number(solver.energy_of(problem, each), problem, "energy")
            for each in (pose, problem.rest)
        )
        return there - at_rest
    way = pose - problem.rest
    work = 0.0
    for place, weight in zip(*np.polynomial.legendre.leggauss(POINTS), strict=True):
        between = problem.rest + (1 + place) / 2 * way
        scale = forces.law_forces(law, problem, between - shift)
        work -= weight / 2 * (forces.engine_forces(solver, problem, between, scale) * way).sum()
    return work


def compare(solver: EngineSolver, problem: Exported, law: Law) -> Agreement:
    """The agreement of rises of the energy, relative to them. Held vertices stay at rest."""
    poses = [poses_of(problem, noise, seed) for seed, noise in enumerate(NOISES, start=1)]
    return worst(solver, problem, "energies", poses, partial(_mismatch, solver, law))


def _mismatch(
    solver: EngineSolver, law: Law, problem: Exported, pose: np.ndarray, shift: np.ndarray
) -> np.ndarray:
    pose = pose.copy()
    pose[problem.held] = problem.rest[problem.held]
    ours = law_energy(law, problem, pose - shift) - law_energy(law, problem, problem.rest - shift)
    return np.array([[engine_rise(solver, law, problem, pose, shift) / ours - 1]])


def agree(solver: EngineSolver, problem: Exported, law: Law, name: str) -> dict[str, Agreement]:
    """The agreement of `forces` and of `energies`.

    ResultsError if the engine's model has another energy than the problem.
    """
    if not solver.laws:
        raise ResultsError(
            f"{name} has an energy that no law of simbench has, so nothing is compared: {solver.energy}"
        )
    if strangers := sorted(set(problem.laws) - set(solver.laws)):
        raise ResultsError(
            f"{problem.name} has the law {strangers[0]}, and the adapter makes models of {name} with "
            f"{', '.join(solver.laws)} only"
        )
    found = {}
    for what, compared in (("forces", forces.compare), ("energies", compare)):
        agreement = found[what] = compared(solver, problem, law)
        if not agreement.holds:
            raise ResultsError(
                f"{name} has another energy than {problem.name} ({', '.join(problem.laws)}): in "
                f"{agreement.poses} random poses its {what} differ by up to {agreement.difference:.3g} of "
                f"the largest one, and {agreement.allowed:.3g} is allowed; compare the parameters before "
                "the solvers",
                NUMERICAL,
            )
    return found
