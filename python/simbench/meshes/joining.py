"""Makes one mesh of several."""

import meshio
import numpy as np

from simbench.counted import counted


def joined(meshes: list[meshio.Mesh]) -> meshio.Mesh:
    """Vertices of different meshes at exactly the same place become one: they are on a seam.

    The result's info has a sentence about this, and about arrays of cells that not all meshes have.
    ValueError or TypeError if a corner is no vertex, or a cell has no list of corners.
    """
    points = np.concatenate([mesh.points for mesh in meshes])
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    kept, number = _seams(points, np.repeat(np.arange(len(meshes)), np.diff(starts)))
    for mesh in meshes:
        for block in mesh.cells:
            _check_corners(np.asarray(block.data), len(mesh.points))
    cells = [
        (block.type, number[start + np.asarray(block.data)])
        for start, mesh in zip(starts, meshes, strict=False)
        for block in mesh.cells
    ]
    names = set.intersection(*(set(mesh.cell_data) for mesh in meshes))
    data = {name: [values for mesh in meshes for values in mesh.cell_data[name]] for name in sorted(names)}
    notes = [f"{counted(len(meshes), 'part of the file was', 'parts of the file were')} joined."]
    if len(kept) < len(points):
        merged = counted(len(points) - len(kept), "vertex", "vertices")
        was = "was" if len(points) - len(kept) == 1 else "were"
        notes.append(f"{merged} on seams of the parts {was} merged.")
    if some := sorted({name for mesh in meshes for name in mesh.cell_data} - names):
        notes.append(f"Arrays of cells that not all parts have were left out: {', '.join(some)}.")
    return meshio.Mesh(points[kept], cells, cell_data=data, info=notes)


def _check_corners(corners: np.ndarray, vertices: int) -> None:
    if wrong := corners[(corners < 0) | (corners >= vertices)].tolist():
        raise ValueError(f"corner {wrong[0]} (counted from 0) is none of the {vertices} vertices of its part")


def _seams(points: np.ndarray, part: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The points that are kept, in their order, and each point's number among these. `part`: of each point.

    The first vertex of a part at a place is merged with the first ones of other parts there, the second with
    the second ones, so that the two sides of a crack within a part stay apart.
    """
    place = np.unique(points, axis=0, return_inverse=True)[1].ravel()
    order = np.lexsort((place, part))
    begins = np.any(np.diff(np.stack([part, place])[:, order], prepend=-1) != 0, axis=0)
    counter = np.arange(len(points))
    which = np.empty_like(counter)
    which[order] = counter - np.maximum.accumulate(np.where(begins, counter, 0))
    _, first, group = np.unique(
        np.stack([place, which], axis=1), axis=0, return_index=True, return_inverse=True
    )
    return np.sort(first), np.argsort(np.argsort(first))[group.ravel()]
