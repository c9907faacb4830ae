"""Meshes in the formats of simbench, read by the program's own reader."""

from collections.abc import Iterator
from pathlib import Path

import meshio
import numpy as np

from simbench.meshes.facets import facet_mesh

ENDINGS = (".msh", ".node", ".ele", ".off")
PHYSICAL = "gmsh:physical"


def read_own_format(path: Path) -> meshio.Mesh:
    """The tets, their tags, and the facets of a .msh, .node, .ele or .off. Raises SimbenchError."""
    from simbench.core import core  # only here: other formats do not need the compiled module

    if path.suffix.lower() == ".off":
        points, corners, notes = core.read_off(str(path))
        return facet_mesh(points, corners.reshape(-1, 3), notes)
    points, tets, tags, flat, notes = core.read_tets(str(path))
    mesh = facet_mesh(points, _facets(flat), [note for note in notes if "lower dimension" not in note])
    if not len(tets):
        return mesh
    cells = [("tetra", tets.reshape(-1, 4)), *mesh.cells]
    name = PHYSICAL if path.suffix.lower() == ".msh" else "attribute"
    # meshio wants a number for each cell, also for facets, whose groups the program does not read.
    blocks = [tags, *(np.zeros(len(block.data), np.int32) for block in mesh.cells)]
    return meshio.Mesh(points, cells, cell_data={name: blocks} if tags.any() else {}, info=mesh.info)


def _facets(flat: np.ndarray) -> Iterator[np.ndarray]:
    """`flat`: of each facet the number of its corners, and its corners."""
    place = 0
    while place < len(flat):
        end = place + 1 + flat[place]
        yield flat[place + 1 : end]
        place = end
