"""MuJoCo: the one linearised step of its flexible bodies, in double precision."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import mujoco
import numpy as np

from engines.engine import NUMERICAL, EngineSolver
from engines.exported import Exported
from simbench.errors import ResultsError

PACKAGE = "mujoco"
EXACT = 'tolerance="1e-14" iterations="1000"'  # of the engine's solver of the linear system
RADIUS = 1e-9  # of vertices, which must not be zero [m]
FAILURES = ("ran out of iterations", "close to singular", "Nan, Inf")  # of its warnings


def elasticity(problem: Exported) -> str:
    """The attributes of the material: a solid, or a sheet that resists bending only."""
    if len(problem.tets):
        material = problem.scene["material"]
        return f'young="{material["youngs_modulus"]!r}" poisson="{material["poisson_ratio"]!r}"'
    (rigidity,) = [each["stiffness"] for each in problem.scene["potentials"] if each["type"] == "bending"]
    return f'young="{12 * rigidity!r}" poisson="0" thickness="1" elastic2d="bend"'  # D = E t³/12


def model_of(problem: Exported, linear_solver: str) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The engine's model and its state before the step, without contacts, damping and gravity."""
    held = problem.held
    if np.abs(problem.inertial - problem.rest)[held].max(initial=0) > 0:
        raise ResultsError("MuJoCo's pins hold vertices where they are at rest, and this scene moves them")
    pins = f'<pin id="{_words(held)}"/>' if len(held) else ""
    model = mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option integrator="discrete" gravity="0 0 0" timestep="{problem.time_step!r}" {linear_solver}>
    <flag contact="disable"/>
  </option>
  <worldbody>
    <flexcomp name="body" type="direct" dim="{problem.elements.shape[1] - 1}" radius="{RADIUS}" mass="1"
              point="{_words(problem.rest)}" element="{_words(problem.elements)}">
      {pins}
      <contact selfcollide="none"/>
      <elasticity {elasticity(problem)} damping="0"/>
    </flexcomp>
  </worldbody>
</mujoco>""")
    data = mujoco.MjData(model)
    model.body_mass[model.flex_vertbodyid[problem.free]] = problem.masses[problem.free]
    mujoco.mj_setConst(model, data)
    data.qpos[:] = (problem.previous - problem.rest)[problem.free].ravel()
    data.qvel[:] = problem.velocities[problem.free].ravel()
    return model, data


@contextmanager
def warnings_are_errors() -> Iterator[None]:
    """Raises an error for warnings that the numbers are wrong, and drops the others (and MUJOCO_LOG.TXT)."""
    warnings: list[str] = []
    mujoco.set_mju_user_warning(warnings.append)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(None)
    if failures := [text for text in warnings if any(words in text for words in FAILURES)]:
        raise ResultsError(f"MuJoCo warns: {failures[0]}", NUMERICAL)


def step(problem: Exported, iterations: int, linear_solver: str = EXACT) -> np.ndarray:
    if iterations != 1:
        raise ResultsError("MuJoCo's step has one iteration; ask for --iterations 0,1")
    with warnings_are_errors():
        model, data = model_of(problem, linear_solver)
        mujoco.mj_step(model, data)
    positions = problem.inertial.copy()
    positions[problem.free] = problem.rest[problem.free] + data.qpos.reshape(-1, 3)
    return positions


def forces(problem: Exported, pose: np.ndarray) -> np.ndarray:
    with warnings_are_errors():
        model, data = model_of(problem.at_rest_in(pose, problem.time_step), EXACT)
        mujoco.mj_forward(model, data)
    return data.qfrc_spring.reshape(-1, 3)


def _words(array: np.ndarray) -> str:
    return " ".join(map(repr, array.ravel().tolist()))


LAWS = ("st_venant_kirchhoff", "bending")
SOLVERS = {
    name: EngineSolver(one_step, LAWS, "double", 1, iterates=False, forces=forces)
    for name, one_step in (("flex", step), ("flex_defaults", partial(step, linear_solver="")))
}
