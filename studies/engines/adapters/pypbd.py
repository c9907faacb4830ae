"""PositionBasedDynamics (pypbd): XPBD of springs and of St. Venant-Kirchhoff tets, in double precision."""

from functools import partial

import numpy as np
import pypbd

from engines.engine import EngineSolver
from engines.exported import Exported

PACKAGE = "pypbd"
GRAVITY = np.array([0, -9.81, 0])  # of the engine, which Python cannot set [m/s²]
XPBD_TETS = 3  # number of the method
SCALES = {"xpbd_tets": 1e3, "xpbd_tets_in_micrometres": 1e6}  # units of length in a metre


def springs(problem: Exported, iterations: int) -> np.ndarray:
    model = new_model()
    particles = model.getParticles()
    for position in problem.rest:
        particles.addVertex(position)
    for (first, second), stiffness in zip(*problem.springs, strict=True):
        model.addDistanceConstraint_XPBD(int(first), int(second), float(stiffness))
    return step(problem, iterations, model, 1.0)


def tets(problem: Exported, iterations: int, scale: float) -> np.ndarray:
    """`scale`: units of length in a metre; masses and seconds stay, so E is divided by it.

    The engine skips a constraint whose gradient is small, which in metres nearly all are.
    """
    material = problem.scene["material"]
    model = new_model()
    model.addTetModel(problem.rest * scale, problem.tets.ravel().tolist())
    (body,) = model.getTetModels()
    modulus, ratio = material["youngs_modulus"] / scale, material["poisson_ratio"]
    model.addSolidConstraints(body, XPBD_TETS, modulus, ratio, modulus, False, False)
    return step(problem, iterations, model, scale)


def new_model() -> pypbd.SimulationModel:
    """An empty model of the engine's one simulation."""
    simulation = pypbd.Simulation.getCurrent()
    if simulation.getModel() is None:
        simulation.initDefault()
    simulation.getModel().cleanup()
    return simulation.getModel()


def step(problem: Exported, iterations: int, model: pypbd.SimulationModel, scale: float) -> np.ndarray:
    particles = model.getParticles()
    velocities = problem.velocities * scale - problem.time_step * GRAVITY
    for vertex, (position, velocity) in enumerate(zip(problem.previous * scale, velocities, strict=True)):
        particles.setMass(vertex, problem.masses[vertex])
        particles.setPosition(vertex, position)
        particles.setVelocity(vertex, velocity)
    for vertex in problem.held:
        particles.setMass(vertex, 0)
    pypbd.TimeManager.getCurrent().setTimeStepSize(problem.time_step)
    stepper = pypbd.Simulation.getCurrent().getTimeStep()
    stepper.setValueUInt(pypbd.TimeStepController.NUM_SUB_STEPS, 1)
    stepper.setValueUInt(pypbd.TimeStepController.MAX_ITERATIONS, iterations)
    stepper.setValueUInt(pypbd.TimeStepController.MAX_ITERATIONS_V, 0)
    stepper.step(model)
    return np.array([particles.getPosition(vertex) for vertex in range(len(problem.rest))]) / scale


SOLVERS = {"xpbd": EngineSolver(springs, ("spring",), "double", 1)}
SOLVERS |= {
    name: EngineSolver(partial(tets, scale=scale), ("st_venant_kirchhoff",), "double", 1)
    for name, scale in SCALES.items()
}
