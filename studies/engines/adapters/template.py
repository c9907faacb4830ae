"""A template: copy it, put your engine into step(), and call adapt.py with the name of your file."""

import numpy as np

from engines.engine import EngineSolver
from engines.exported import Exported

PACKAGE = "numpy"  # of your engine on PyPI, for its version


def step(problem: Exported, iterations: int) -> np.ndarray:
    """This engine descends the gradient of springs; yours makes its model of `problem`."""
    (ends, stiffness), q = problem.springs, problem.inertial.copy()
    lengths = np.linalg.norm(problem.rest[ends[:, 0]] - problem.rest[ends[:, 1]], axis=1)
    inertia = problem.masses[:, None] / problem.time_step**2
    metric = inertia.copy()
    np.add.at(metric, ends, 2 * stiffness[:, None, None])
    for _ in range(iterations):
        along = q[ends[:, 0]] - q[ends[:, 1]]
        forces = (stiffness * (1 - lengths / np.linalg.norm(along, axis=1)))[:, None] * along
        gradient = inertia * (q - problem.inertial)
        np.add.at(gradient, ends[:, 0], forces)
        np.add.at(gradient, ends[:, 1], -forces)
        q[problem.free] -= (gradient / metric)[problem.free]
    return q


SOLVERS = {"descent": EngineSolver(step, ("spring",), precision="double", default_iterations=10)}
