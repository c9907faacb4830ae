"""Arrays of a mesh: those of the tets that can be tags, and those that are left out."""

from itertools import compress
from pathlib import Path

import meshio
import numpy as np

from simbench.meshes.own_formats import PHYSICAL
from simbench.meshes.refusal import MESH, USAGE, ConversionError

GEOMETRICAL = "gmsh:geometrical"


def whole_arrays(mesh: meshio.Mesh) -> dict[str, np.ndarray]:
    """The arrays with a whole number for each tet, by name. Tecplot's files call all numbers real."""
    is_tet = [block.type == "tetra" for block in mesh.cells]
    arrays = {name: list(compress(blocks, is_tet)) for name, blocks in mesh.cell_data.items()}
    # A column is as good as a row: VTK's files may say that an array has one component.
    columns = {
        name: np.concatenate([block.ravel() for block in blocks])
        for name, blocks in arrays.items()
        if all(block.size == len(block) and block.dtype.kind in "iuf" for block in blocks)
    }
    return {name: values for name, values in columns.items() if np.array_equal(values, np.rint(values))}


def tags_of(mesh: meshio.Mesh, path: Path, asked: str | None) -> tuple[str, np.ndarray] | None:
    """The name of the array with the tags of the tets, and its integers; None if there is no such array.

    Real numbers that are whole must be asked for.
    """
    whole = whole_arrays(mesh)
    integers = {name: values for name, values in whole.items() if values.dtype.kind in "iu"}
    if asked and asked not in whole:
        raise ConversionError(
            USAGE,
            f"{path}: no array '{asked}' with an integer per tet; there are: {', '.join(whole) or 'none'}",
        )
    # Gmsh numbers volumes even in meshes without groups.
    likely = (name for name in (PHYSICAL, *integers) if name in integers and name != GEOMETRICAL)
    name = asked or next(likely, None)
    if name is None:
        return None
    tags = whole[name].astype(np.int64)
    if np.abs(tags).max() > np.iinfo(np.int32).max:
        raise ConversionError(MESH, f"{path}: the tags of '{name}' do not fit into 32 bits")
    return name, tags


def other_arrays(mesh: meshio.Mesh, named: set[str | None]) -> list[str]:
    """A line of the report for arrays of vertices and cells that it does not name elsewhere."""
    others = sorted({*mesh.point_data, *mesh.cell_data} - named)
    return [f"left out       the arrays {', '.join(others)} of vertices or cells"] if others else []
