"""Meshes of the study's scenes: beams with graded and with flat tets, and the surface of a blob."""

import itertools
import random
from collections.abc import Iterable

import numpy as np

# Six tets around the diagonal of a cell (Freudenthal 1942): paths from corner (0,0,0) to (1,1,1).
PATHS = [
    np.cumsum([[0, 0, 0], *np.eye(3, dtype=int)[list(axes)]], axis=0)
    for axes in itertools.permutations(range(3))
]
SMALLEST = 0.02  # a flat tet has at least this share of the volume that it would have in a regular beam


def graded(size: Iterable[float], cells: tuple[int, int, int], ratio: float) -> tuple[np.ndarray, np.ndarray]:
    """A beam whose cells grow along x: the last one is `ratio` times as long as the first one."""
    vertices, tets = beam(cells)
    lengths = ratio ** (np.arange(cells[0]) / (cells[0] - 1))
    places = np.concatenate([[0], np.cumsum(lengths)]) / lengths.sum()
    vertices[:, 0] = places[np.rint(vertices[:, 0] * cells[0]).astype(int)]
    return vertices * np.array(list(size)), tets


def slivers(size: Iterable[float], cells: tuple[int, int, int], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A beam whose inner vertices are moved by up to half a cell, less where tets would become too flat."""
    vertices, tets = beam(cells)
    lengths = np.array(list(size))
    draw = random.Random(seed)
    least = SMALLEST * volumes(vertices, tets).min()
    for vertex in np.flatnonzero(((vertices > 0) & (vertices < 1)).all(axis=1)):
        own = tets[(tets == vertex).any(axis=1)]
        place = vertices[vertex].copy()
        move = np.array([draw.uniform(-0.5, 0.5) for _ in range(3)]) / cells
        for share in np.linspace(1, 0, 21):
            vertices[vertex] = place + share * move
            if volumes(vertices, own).min() >= least:
                break
    return vertices * lengths, tets


def beam(cells: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The unit cube in cells of six tets: vertices and tets."""
    counts = np.array(cells) + 1
    vertices = np.array(list(itertools.product(*(np.arange(n + 1) / n for n in cells))))
    corners = np.array(list(itertools.product(*map(range, cells))))
    paths = np.array(PATHS)
    nodes = corners[:, None, None, :] + paths[None]  # cells × 6 × 4 × 3
    tets = np.ravel_multi_index(tuple(np.moveaxis(nodes, -1, 0)), tuple(counts)).reshape(-1, 4)
    inverted = volumes(vertices, tets) < 0
    tets[inverted] = tets[inverted][:, [1, 0, 2, 3]]
    return vertices, tets


def volumes(vertices: np.ndarray, tets: np.ndarray) -> np.ndarray:
    edges = vertices[tets[:, 1:]] - vertices[tets[:, :1]]
    return np.linalg.det(edges) / 6


def blob(seed: int, subdivisions: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """The surface on which four soft spheres add up to one: vertices [m] and triangles.

    Each ray from the origin meets it once, so the vertices of an icosphere move along their rays.
    """
    draw = random.Random(seed)
    directions, triangles = icosphere(subdivisions)
    centres = np.array([[0, 0, 0]] + [[draw.uniform(-0.12, 0.12) for _ in range(3)] for _ in range(3)])
    radii = np.array([0.2] + [draw.uniform(0.1, 0.16) for _ in range(3)])

    def level(distances: np.ndarray) -> np.ndarray:
        points = distances[:, None] * directions
        squares = ((points[:, None] - centres) ** 2).sum(axis=2)
        return np.exp(1 - squares / radii**2).sum(axis=1) - 1

    inside, outside = np.zeros(len(directions)), np.full(len(directions), 1.0)
    for _ in range(50):  # bisection to rounding
        middle = (inside + outside) / 2
        is_inside = level(middle) > 0
        inside, outside = np.where(is_inside, middle, inside), np.where(is_inside, outside, middle)
    return np.round(inside[:, None] * directions, 6), triangles


def icosphere(subdivisions: int) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors and triangles, oriented outwards: an icosahedron whose triangles are cut into four."""
    golden = (1 + 5**0.5) / 2
    corners = [
        np.roll([0, one, two], shift) for shift in range(3) for one in (-1, 1) for two in (-golden, golden)
    ]
    vertices = [np.array(corner) / np.linalg.norm(corner) for corner in corners]
    triangles = []
    for a, b, c in itertools.combinations(range(12), 3):
        sides = (vertices[a] - vertices[b], vertices[b] - vertices[c], vertices[c] - vertices[a])
        if max(np.linalg.norm(side) for side in sides) < 1.1:  # an edge is 1.05 long
            is_outwards = np.linalg.det([vertices[a], vertices[b], vertices[c]]) > 0
            triangles.append((a, b, c) if is_outwards else (a, c, b))
    for _ in range(subdivisions):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int, known: dict[tuple[int, int], int] = middles) -> int:
            key = (min(a, b), max(a, b))
            if key not in known:
                known[key] = len(vertices)
                vertices.append((vertices[a] + vertices[b]) / np.linalg.norm(vertices[a] + vertices[b]))
            return known[key]

        triangles = [
            part
            for a, b, c in triangles
            for ab, bc, ca in [(middle(a, b), middle(b, c), middle(c, a))]
            for part in [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        ]
    return np.array(vertices), np.array(triangles)


def msh(vertices: np.ndarray, tets: np.ndarray) -> str:
    """Gmsh 2.2, ASCII."""
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(vertices))]
    lines += [f"{i} {x:.9g} {y:.9g} {z:.9g}" for i, (x, y, z) in enumerate(vertices, start=1)]
    lines += ["$EndNodes", "$Elements", str(len(tets))]
    lines += [f"{i} 4 2 0 1 {' '.join(map(str, tet + 1))}" for i, tet in enumerate(tets, start=1)]
    return "\n".join([*lines, "$EndElements"]) + "\n"


def off(vertices: np.ndarray, triangles: np.ndarray) -> str:
    lines = ["OFF", f"{len(vertices)} {len(triangles)} 0"]
    lines += [f"{x:.6f} {y:.6f} {z:.6f}" for x, y, z in vertices]
    return "\n".join(lines + [f"3 {a} {b} {c}" for a, b, c in triangles]) + "\n"
