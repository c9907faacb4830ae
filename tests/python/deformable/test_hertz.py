"""A paraboloid of an elastic block on a rigid plate, against Hertz and against a second program."""

import itertools
import math

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import splu

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")

YOUNG, POISSON, CURVATURE_RADIUS, HALF_WIDTH = 1e6, 0.3, 20.0, 6.0  # [Pa, 1, m, m]
MODULUS = YOUNG / (1 - POISSON**2)  # Hertz's E*, of a plate that is rigid
RADIUS = 1.0  # of the contact, of Hertz's approach RADIUS²/CURVATURE_RADIUS [m]
APPROACH = RADIUS**2 / CURVATURE_RADIUS
DISTANCE = 0.005 * APPROACH


def block(cells: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions and tets of a block whose lower side is z = r²/(2R), with so many edges along RADIUS."""
    places = list(np.arange(0, 1.25 * RADIUS, RADIUS / cells))
    while places[-1] < HALF_WIDTH:
        places.append(places[-1] + 4 ** (1 / cells) * (places[-1] - places[-2]))
    half = np.array(places)
    x, z = np.concatenate([-half[:0:-1], half]), half
    grid = np.stack(np.meshgrid(x, x, z, indexing="ij"), axis=-1)
    lift = (grid[..., 0] ** 2 + grid[..., 1] ** 2) / (2 * CURVATURE_RADIUS)
    grid[..., 2] += (1 - z / z[-1]) * lift + DISTANCE
    index = np.arange(grid[..., 0].size).reshape(grid.shape[:3])
    first = index[:-1, :-1, :-1].ravel()
    strides = np.array([index[1, 0, 0], index[0, 1, 0], 1])
    tets = []
    for order in itertools.permutations(range(3)):  # the six ways from a corner to the opposite one
        corners = first[:, None] + np.concatenate([[0], np.cumsum(strides[list(order)])])
        is_even = np.linalg.det(np.eye(3)[list(order)]) > 0
        tets.append(corners if is_even else corners[:, [0, 1, 3, 2]])
    return grid.reshape(-1, 3), np.concatenate(tets)


def nodal_forces(cells: int, folder) -> tuple[np.ndarray, np.ndarray]:
    """Horizontal distances from the axis and forces of contact of all vertices of the block, by simbench."""
    positions, tets = block(cells)
    far = 100 * HALF_WIDTH  # the plate is one tet, so that its edges are far away
    plate = [[-far, -far, 0], [2 * far, -far, 0], [-far, 2 * far, 0], [0, 0, -far]]
    n = len(positions)
    points = np.vstack([positions, plate])
    tets = np.vstack([tets, [n, n + 2, n + 1, n + 3]])
    for ending, rows in {"node": points, "ele": tets}.items():
        size = f"{len(rows)} {rows.shape[1]}" + (" 0 0" if ending == "node" else " 0")
        lines = (f"{i} " + " ".join(map(repr, row)) for i, row in enumerate(rows.tolist()))
        (folder / f"block.{ending}").write_text("\n".join([size, *lines]))
    pressure = 2 * MODULUS * RADIUS / (math.pi * CURVATURE_RADIUS)  # in the middle, as Hertz says
    push = (
        0.75 * (3 + 4 * math.log(2)) * DISTANCE**3
    )  # -dψ/dd of the logarithmic barrier at half its distance
    below = {"select": "box", "minimum": [-far, -far, -far], "maximum": [2 * far, 2 * far, 0]}
    scene = {
        "body": {"mesh": {"file": str(folder / "block.ele")}},
        "material": {"model": "corotated_linear", "youngs_modulus": YOUNG, "poisson_ratio": POISSON},
        "contact": {"distance": DISTANCE, "stiffness": 4 * pressure / push, "weights": "areas"},
        "anchors": {
            "stiffness": "hard",
            "groups": [
                {"vertices": below},
                {"vertices": {"select": "z_max"}, "translation": [0, 0, -APPROACH * 1e-6]},
            ],
        },
        "step": {"integrator": "quasi_static", "time_step": 1e6, "iterations": 200},
    }
    motion = sb.Scene.load(scene).motion()
    minimum = motion.minimum()
    without = sb.Scene.load({key: scene[key] for key in scene if key != "contact"}).problem()
    forces = without.gradient(minimum) - motion.problem.gradient(minimum)
    return np.hypot(*minimum[:n, :2].T), forces[:n, 2]


def stiffness_matrix(positions: np.ndarray, tets: np.ndarray) -> sp.csc_matrix:
    """Of linear elasticity with linear tets."""
    shear, first = YOUNG / (2 * (1 + POISSON)), YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    edges = positions[tets[:, 1:]] - positions[tets[:, :1]]
    inner = np.linalg.inv(edges).transpose(0, 2, 1)
    g = np.concatenate([-inner.sum(axis=1, keepdims=True), inner], axis=1)  # gradients of the hat functions
    blocks = first * np.einsum("tai,tbj->taibj", g, g) + shear * np.einsum("taj,tbi->taibj", g, g)
    blocks += shear * np.einsum("tak,tbk,ij->taibj", g, g, np.eye(3))
    blocks *= (np.abs(np.linalg.det(edges)) / 6)[:, None, None, None, None]
    unknowns = (3 * tets[:, :, None] + np.arange(3)).reshape(-1, 12)
    places = np.repeat(unknowns, 12, axis=1).ravel(), np.tile(unknowns, (1, 12)).ravel()
    return sp.csc_matrix((blocks.ravel(), places))


def signorini_forces(cells: int) -> tuple[np.ndarray, np.ndarray]:
    """As nodal_forces(), by linear elasticity and hard contact: each vertex is free or on the plate."""
    positions, tets = block(cells)
    top = np.isclose(positions[:, 2], positions[:, 2].max())
    distances = np.hypot(*positions[:, :2].T)
    lift = distances**2 / (2 * CURVATURE_RADIUS) + DISTANCE
    near = np.flatnonzero(np.isclose(positions[:, 2], lift) & (distances < 1.5 * RADIUS))
    shift = np.zeros_like(positions)
    shift[top, 2] = -APPROACH
    free = np.flatnonzero(~np.repeat(top, 3))
    matrix = stiffness_matrix(positions, tets)[free]
    factors = splu(matrix[:, free].tocsc())
    rows = np.searchsorted(free, 3 * near + 2)
    units = np.zeros((len(free), len(near)))
    units[rows, np.arange(len(near))] = 1
    flexibility = factors.solve(units)[rows]
    # simbench's vertices are half of DISTANCE above the plate where the pressure is that of the middle.
    gaps = lift[near] - DISTANCE / 2 - factors.solve(matrix @ shift.ravel())[rows]
    forces, active = np.zeros(len(near)), gaps < 0
    for _ in range(20):
        forces = np.zeros(len(near))
        forces[active] = np.linalg.solve(flexibility[np.ix_(active, active)], -gaps[active])
        is_pressed = np.where(active, forces > 0, gaps + flexibility @ forces < 0)
        if (is_pressed == active).all():
            return distances[near], forces
        active = is_pressed
    raise AssertionError("the set of pressed vertices does not settle")


def radius_over_that_of_hertz(distances: np.ndarray, forces: np.ndarray, cells: int) -> float:
    """Of a contact with Hertz's pressure, whose mean r² is 2/5 of its squared radius.

    The mean r² of the forces of vertices is that of the linear interpolation of r². In right triangles with
    the legs h, it is larger than that of their pressure, by h²/3.
    """
    force = forces.sum()
    square = forces @ distances**2 / force - (RADIUS / cells) ** 2 / 3
    return math.sqrt(2.5 * square) / (3 * force * CURVATURE_RADIUS / (4 * MODULUS)) ** (1 / 3)


@pytest.mark.slow
def test_a_pressed_paraboloid_has_the_contact_of_hertz(workplace):
    """The forces are those of hard contact on the same mesh; a^3 = 3 F R/(4 E*) is the limit of fine meshes.

    On a mesh, a^3 is smaller: linear tets are too stiff. As the pressure goes to zero like a square root at
    the rim, the order of convergence is between 3/2 and 2.
    """
    errors, spacings = [], []
    for cells in (2, 4):
        distances, forces = nodal_forces(cells, workplace)
        at_bottom, expected = signorini_forces(cells)
        # The rest is the thickness of the barrier, 0.005 of the approach, and strains of up to a/R = 0.05.
        assert forces.sum() == pytest.approx(expected.sum(), rel=0.015)
        radius = radius_over_that_of_hertz(distances, forces, cells)
        assert radius == pytest.approx(radius_over_that_of_hertz(at_bottom, expected, cells), rel=0.01)
        errors.append(1 - radius**3)
        spacings.append(1 / (cells * forces.sum() ** (1 / 3)))  # over the radius of Hertz, but for a factor
    order = math.log(errors[0] / errors[1]) / math.log(spacings[0] / spacings[1])
    assert errors[1] > 0
    assert 1.5 < order < 2
