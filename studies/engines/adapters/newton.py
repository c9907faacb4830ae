"""newton: VBD and XPBD of tets and springs, and Style3D of bending, in single precision."""

from functools import partial

import warp

warp.config.quiet = True  # before newton starts it

import newton  # noqa: E402
import numpy as np  # noqa: E402
from newton.solvers import style3d as sheets  # noqa: E402

from engines.engine import EngineSolver  # noqa: E402
from engines.exported import Exported, levels_of_vertices  # noqa: E402

PACKAGE = "newton"


def model_of(problem: Exported, own_colours: bool = False) -> newton.Model:
    """The engine's model, without contacts, damping, gravity and limits of the velocity.

    `own_colours`: keeps the engine's order of vertices.
    """
    builder = builder_without_gravity()
    if len(problem.tets):
        mu, lame = problem.lame
        builder.add_soft_mesh(
            pos=warp.vec3(),
            rot=warp.quat_identity(),
            scale=1.0,
            vel=warp.vec3(),
            vertices=problem.rest.tolist(),
            indices=problem.tets.ravel().tolist(),
            density=1.0,
            k_mu=mu,
            k_lambda=lame - mu,  # the engine adds k_mu
            k_damp=0.0,
            particle_radius=0.0,
            add_surface_mesh_edges=False,
        )
    else:
        count = len(problem.rest)
        builder.add_particles(problem.rest.tolist(), [(0.0, 0.0, 0.0)] * count, [1.0] * count, [0.0] * count)
        for (first, second), stiffness in zip(*problem.springs, strict=True):
            builder.add_spring(int(first), int(second), float(stiffness), 0.0, 0.0)
    if own_colours:
        builder.color()
    else:
        builder.set_coloring(levels_of_vertices(problem))
    return with_masses(builder.finalize(device="cpu"), problem)


def sheet_of(problem: Exported) -> newton.Model:
    """The engine's model of a sheet for Style3D, which resists bending only."""
    (rigidity,) = [each["stiffness"] for each in problem.scene["potentials"] if each["type"] == "bending"]
    builder = builder_without_gravity()
    newton.solvers.SolverStyle3D.register_custom_attributes(builder)
    # Of all edges, because `edge_aniso_ke` would depend on their directions. The energy of an edge is three
    # times the one of simbench: 3 ke/2 ‖K x‖²/A.
    builder.default_edge_ke = rigidity / 3
    sheets.add_cloth_mesh(
        builder,
        pos=warp.vec3(),
        rot=warp.quat_identity(),
        vel=warp.vec3(),
        vertices=problem.rest.tolist(),
        indices=problem.triangles.ravel().tolist(),
        density=1.0,
        tri_aniso_ke=[warp.vec3(0.0)],
    )
    return with_masses(builder.finalize(device="cpu"), problem)


def builder_without_gravity() -> newton.ModelBuilder:
    builder = newton.ModelBuilder(gravity=(0.0, 0.0, 0.0))
    builder.particle_max_velocity = np.inf
    return builder


def with_masses(model: newton.Model, problem: Exported) -> newton.Model:
    """The model with the masses of the scene; held vertices have none."""
    masses, inverse_masses = problem.masses.copy(), 1 / problem.masses
    masses[problem.held] = inverse_masses[problem.held] = 0
    model.particle_mass.assign(masses.astype(np.float32))
    model.particle_inv_mass.assign(inverse_masses.astype(np.float32))
    return model


def step(problem: Exported, model: newton.Model, solver: newton.solvers.SolverBase) -> np.ndarray:
    before, after = model.state(), model.state()
    before.particle_q.assign(problem.previous.astype(np.float32))
    before.particle_qd.assign(problem.velocities.astype(np.float32))
    solver.step(before, after, None, None, problem.time_step)
    return after.particle_q.numpy()


def vbd(problem: Exported, iterations: int, own_colours: bool = False) -> np.ndarray:
    model = model_of(problem, own_colours)
    return step(problem, model, newton.solvers.SolverVBD(model, iterations=iterations))


def moves_of_vbd(problem: Exported, iterations: int) -> np.ndarray:
    """The solver keeps q − q_n beside the positions, with fewer digits lost."""
    model = model_of(problem)
    solver = newton.solvers.SolverVBD(model, iterations=iterations)
    step(problem, model, solver)
    return solver.particle_displacements.numpy()


def xpbd(problem: Exported, iterations: int) -> np.ndarray:
    model = model_of(problem)
    return step(problem, model, newton.solvers.SolverXPBD(model, iterations=iterations))


def style3d(problem: Exported, iterations: int, linear_iterations: int = 10) -> np.ndarray:
    config = newton.solvers.SolverStyle3D.Config(iterations=iterations, linear_iterations=linear_iterations)
    solver = newton.solvers.SolverStyle3D(model := sheet_of(problem), config=config)
    solver.collision = None
    return step(problem, model, solver)


VBD_LAWS = ("stable_neo_hookean", "spring")
SOLVERS = {
    "vbd": EngineSolver(vbd, VBD_LAWS, "single", 10, moves=moves_of_vbd),
    "vbd_own_colours": EngineSolver(
        partial(vbd, own_colours=True), VBD_LAWS, "single", 10, moves=moves_of_vbd
    ),
    "xpbd": EngineSolver(xpbd, ("spring",), "single", 2),
    "xpbd_tets": EngineSolver(xpbd, (), "single", 2, energy="μ/2 (tr FᵀF − 3)² + λ/2 (J − 1)²"),
    "style3d": EngineSolver(partial(style3d, linear_iterations=50), ("bending",), "single", 10),
    "style3d_defaults": EngineSolver(style3d, ("bending",), "single", 10),
    "style3d_stretch": EngineSolver(
        style3d,
        (),
        "single",
        10,
        energy="k_u/2 (‖F_u‖ − 1)² + k_v/2 (‖F_v‖ − 1)², and shear without an energy",
    ),
}
