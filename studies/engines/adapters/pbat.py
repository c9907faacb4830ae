"""pbat (pbatoolkit): VBD and XPBD of stable Neo-Hookean tets, in double precision."""

from functools import partial

import numpy as np
from pbatoolkit import pbat

from engines.engine import EngineSolver
from engines.exported import Exported, as_partitions, levels_of_elements, levels_of_vertices

PACKAGE = "pbatoolkit"


def vbd(
    problem: Exported, iterations: int, own_volumes: bool = False, own_colours: bool = False
) -> np.ndarray:
    """`own_volumes`: keeps the engine's volumes of tets, which are too large by 2e-6.

    `own_colours`: keeps the engine's order of vertices.
    """
    mu, lame = problem.lame
    count = len(problem.tets)
    data = (
        pbat.sim.vbd.Data()
        .with_volume_mesh(columns(problem.rest), columns(problem.tets))
        .with_surface_mesh(*one_surface_vertex())
        .with_velocity(columns(problem.velocities))
        .with_acceleration(np.zeros_like(columns(problem.rest)))
        .with_material(np.ones(count), np.full(count, mu), np.full(count, lame))
        .with_initialization_strategy(pbat.sim.vbd.InitializationStrategy.KineticEnergyMinimum)
        .with_dirichlet_vertices(np.sort(problem.held))
        .construct()
    )
    data.m = problem.masses
    data.x = columns(problem.previous)
    if not own_volumes:
        data.wg = problem.volumes
    data.detH_zero = 0.0  # a block with a smaller determinant would rest
    if not own_colours:
        data.Pptr, data.Padj = as_partitions(levels_of_vertices(problem))
    integrator = pbat.sim.vbd.Integrator(data)
    integrator.step(problem.time_step, iterations, 1)
    return integrator.x.T


def xpbd(problem: Exported, iterations: int) -> np.ndarray:
    inverse_masses = 1 / problem.masses
    inverse_masses[problem.held] = 0
    material = np.tile(np.array(problem.lame)[:, None], len(problem.tets))
    data = (
        pbat.sim.xpbd.Data()
        .with_volume_mesh(columns(problem.rest), columns(problem.tets))
        .with_surface_mesh(*one_surface_vertex())
        .with_velocity(columns(problem.velocities))
        .with_acceleration(np.zeros_like(columns(problem.rest)))
        .with_mass_inverse(inverse_masses)
        .with_elastic_material(material)
        .with_partitions(*map(list, as_partitions(levels_of_elements(problem.tets))))
        .with_dirichlet_vertices(np.sort(problem.held))
        .construct()
    )
    data.x = columns(problem.previous)
    integrator = pbat.sim.xpbd.Integrator(data)
    integrator.step(problem.time_step, iterations, 1)
    return integrator.x.T


def energy_of(problem: Exported, pose: np.ndarray, own_volumes: bool = False) -> float:
    """The energy [J] of the engine's finite elements, with the weights that VBD integrates with."""
    mu, lame = problem.lame
    count = len(problem.tets)
    tet = pbat.fem.Element.Tetrahedron
    corners, rest = columns(problem.tets), columns(problem.rest)
    weights = pbat.fem.mesh_quadrature_weights(corners, rest, element=tet).ravel()
    gradients = pbat.fem.shape_function_gradients(corners, rest, element=tet, order=1)
    energy, _, _ = pbat.fem.hyper_elastic_potential(
        corners,
        len(rest.T),
        np.arange(count),
        weights if own_volumes else problem.volumes,
        gradients,
        np.full(count, mu),
        np.full(count, lame),
        pose.ravel(),
        element=tet,
    )
    return energy


def columns(rows: np.ndarray) -> np.ndarray:
    """The engine's arrays have a column for each vertex or tet."""
    return np.asfortranarray(rows.T)


def one_surface_vertex() -> tuple[np.ndarray, np.ndarray]:
    """The surface, which the engine only tests for contact, and which must not be empty."""
    return np.zeros(1, dtype=np.int64), np.zeros((3, 1), dtype=np.int64)


LAWS = ("stable_neo_hookean",)
VARIANTS = {"vbd": {}, "vbd_own_colours": {"own_colours": True}, "vbd_own_volumes": {"own_volumes": True}}
SOLVERS = {
    name: EngineSolver(
        partial(vbd, **options),
        LAWS,
        "double",
        None,
        energy_of=partial(energy_of, own_volumes="own_volumes" in options),
    )
    for name, options in VARIANTS.items()
} | {"xpbd": EngineSolver(xpbd, LAWS, "double", None)}
