"""The twenty problems of the reference pack, as scenes whose selections are written as numbers.

So a program that reads scene.json needs no rule of selections: anchors and potentials name their vertices,
pairs and tets, and springs of anchors have their targets.
"""

Members = dict[str, object]

CELLS = 3  # along a beam, and along both sides of a sheet
SIDE, LENGTH = 0.2, 0.6  # of a beam [m]
CLOTH = 0.3  # side of the sheet [m]
FIRST_END, LAST_END = [0, 1, 2, 3], [12, 13, 14, 15]  # the beam's vertices with the lowest and the highest x
CORNERS = [0, 12]  # two corners of the sheet
ROW = CELLS + 1  # vertices of a row of the sheet
GRAVITY = [0, 0, -9.81]  # [m/s^2]


def scenes() -> dict[str, tuple[Members, int]]:
    """Each problem's scene and the number of its step, by name."""
    solid = {"youngs_modulus": 1e5, "poisson_ratio": 0.3}
    first = {
        "strain_free": beam(strain(1e5), start=noise(0.03)),
        "strain_springs": beam(strain(1e5), springs_at_the_end(), turned(60)),
        "strain_held": beam(strain(1e5), HELD_END, turned(60)),
        "strain_stiff": beam(strain(1e8), HELD_END, turned(60)),
        "strain_contrast": beam(
            strain(1e4),
            HELD_END,
            turned(30),
            regions=[{"tets": indices([*range(5)]), "material": strain(1e7)}],
        ),
        "strain_inverted": beam(strain(1e5), HELD_END, inverted()),
        "strain_volumes": beam(
            strain(1e5),
            HELD_END,
            turned(60),
            potentials=[{"type": "volumes", "stiffness": 1e6, "tets": indices([*range(5 * CELLS)])}],
        ),
        "strain_half_space": beam(strain(1e5), potentials=[floor()], initial_velocity=[0, 0, -2]),
        "stable_neo_hookean_held": beam({"model": "stable_neo_hookean", **solid}, HELD_END, turned(60)),
        "stable_neo_hookean_incompressible": beam(
            {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.49},
            HELD_END,
            turned(60),
        ),
        "stable_neo_hookean_quadratic": beam(
            {"model": "stable_neo_hookean", **solid}, start=noise(0.01), cells=1, elements="quadratic"
        ),
        "neo_hookean_springs": beam({"model": "neo_hookean", **solid}, springs_at_the_end(), turned(30)),
        "st_venant_kirchhoff_held": beam({"model": "st_venant_kirchhoff", **solid}, HELD_END, turned(30)),
        "corotated_linear_held": beam({"model": "corotated_linear", **solid}, HELD_END, turned(60)),
        "spring_chain": chain(),
        "cloth_bending": cloth([MEMBRANE, {"type": "bending", "stiffness": 1e-2}]),
        "cloth_dihedral": cloth([MEMBRANE, {"type": "dihedral", "stiffness": 1e-2}]),
        "cloth_springs": cloth([{"type": "springs", "stiffness": 100, "pairs": edges()}]),
    }
    second = {
        "strain_held_second_step": first["strain_held"],
        "cloth_bending_second_step": first["cloth_bending"],
    }
    problems = {name: (scene, 1) for name, scene in first.items()}
    problems |= {name: (scene | {"step": scene["step"] | {"steps": 2}}, 2) for name, scene in second.items()}
    return problems


def indices(numbers: list[int]) -> Members:
    return {"select": "indices", "indices": numbers}


HELD_END: Members = {"stiffness": "hard", "groups": [{"vertices": indices(FIRST_END)}]}
HELD_CORNERS: Members = {"stiffness": "hard", "groups": [{"vertices": indices(CORNERS)}]}
MEMBRANE: Members = {"type": "membrane", "stiffness": 1e5}


def beam(
    material: Members,
    anchors: Members | None = None,
    start: list[Members] | None = None,
    cells: int = CELLS,
    **members: object,
) -> Members:
    size = [LENGTH * cells / CELLS, SIDE, SIDE]
    scene = {"body": {"beam": {"size": size, "cells": [cells, 1, 1]}}, "material": material}
    scene |= {"gravity": GRAVITY, "step": {"time_step": 0.02}, **members}
    return scene | ({"anchors": anchors} if anchors else {}) | ({"start": start} if start else {})


def strain(stiffness: float) -> Members:
    return {"model": "strain", "stiffness": stiffness}


def springs_at_the_end() -> Members:
    """Springs that pull the first end to its places at rest."""
    targets = [{"point": [0, y, z]} for y in (0, SIDE) for z in (0, SIDE)]
    return {"stiffness": 1e3, "groups": [{"vertices": indices(FIRST_END), "targets": targets}]}


def turned(degrees: float) -> list[Members]:
    """The last end begins turned about the beam's axis."""
    return [{"vertices": indices(LAST_END), "degrees": degrees, "origin": [0, SIDE / 2, SIDE / 2]}]


def noise(size: float) -> list[Members]:
    return [{"vertices": {"select": "all"}, "noise": size}]


def inverted() -> list[Members]:
    """The last end begins on the other side of its neighbours, which turns tets inside out."""
    moved = {"vertices": indices(LAST_END), "origin": [LENGTH * 2 / 3, 0, 0], "stretch": [-0.5, 1, 1]}
    return [moved | {"noise": 0.01}]


def floor() -> Members:
    """A floor 5 mm below the beam, which falls with 2 m/s."""
    below = {"point": [0, 0, -0.005], "normal": [0, 0, 1]}
    return {"type": "half_space", "stiffness": 1e4, **below, "vertices": indices([*range(4 * (CELLS + 1))])}


def chain() -> Members:
    """Masses on springs, of which the first is held exactly."""
    points = [{"position": [0.1 * i, 0, 0], "mass": 1 + i % 3} for i in range(6)]
    springs = [{"vertices": [i, i + 1]} for i in range(len(points) - 1)]
    return {
        "body": {"particles": {"points": points}},
        "potentials": [{"type": "springs", "stiffness": 500, "pairs": springs}],
        "anchors": {"stiffness": "hard", "groups": [{"vertices": indices([0])}]},
        "gravity": GRAVITY,
        "step": {"time_step": 0.1},
    }


def cloth(potentials: list[Members]) -> Members:
    """A sheet with random folds that hangs at two corners."""
    shape = {"length": CLOTH, "width": CLOTH, "length_cells": CELLS, "width_cells": CELLS}
    return {
        "body": {"sheet": shape},
        "density": 300,
        "potentials": potentials,
        "anchors": HELD_CORNERS,
        "gravity": GRAVITY,
        "start": noise(0.01),
        "step": {"time_step": 0.02},
    }


def edges() -> list[Members]:
    """The sides of the cells and both diagonals, as springs of cloth usually are."""
    vertices = [(i, j) for i in range(ROW) for j in range(ROW)]
    steps = [(1, 0), (0, 1), (1, 1), (1, -1)]
    pairs = [((i, j), (i + di, j + dj)) for i, j in vertices for di, dj in steps]
    inside = [pair for pair in pairs if pair[1] in vertices]
    return [{"vertices": [i * ROW + j, k * ROW + m]} for (i, j), (k, m) in inside]
