"""Meshes in the formats of meshio. What meshio leaves out of a file is found by the file's own counts."""

import contextlib
import io
from pathlib import Path

import meshio
import numpy as np

from simbench.meshes.abaqus import abaqus_sets
from simbench.meshes.counts import check_counts, declared_counts
from simbench.meshes.parts import PARTS, read_parts
from simbench.meshes.refusal import MESH, ConversionError

CORNERS = {"triangle": 3, "quad": 4, "tetra": 4}
GHOSTS = "vtkGhostType"


def read_other_format(path: Path) -> meshio.Mesh:
    """The mesh with a note for each thing that was left out. ConversionError if something would be lost."""
    ending = path.suffix.lower()
    if ending in PARTS:
        mesh = read_parts(path, _read)
    elif declared := declared_counts(path):
        mesh = _read(path, path)
        check_counts(path, declared, mesh)
    else:
        mesh = _read(path, path)
        mesh.info.append(
            f"simbench does not count what a {ending} file declares; compare these numbers with the file."
        )
    if any(np.any(values) for values in mesh.cell_data.get(GHOSTS, [])):
        raise ConversionError(MESH, f"{path} has ghost cells ({GHOSTS}), which are there twice; remove them")
    sets = abaqus_sets(path) if ending == ".inp" else sorted({*mesh.point_sets, *mesh.cell_sets})
    if sets:
        mesh.info.append(f"Sets of vertices and cells were left out: {', '.join(sets)}.")
    return mesh


def _read(file: Path, path: Path) -> meshio.Mesh:
    """Any failure of meshio becomes one sentence about `path`; the mesh's info has meshio's warnings."""
    printed, ignored = io.StringIO(), np.errstate(all="ignore")
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), ignored:
            mesh = meshio.read(file)
    except (Exception, SystemExit) as error:  # its readers raise any error on a damaged file
        words = " ".join(printed.getvalue().split()) or f"{type(error).__name__}: {error}"
        raise ConversionError(MESH, f"meshio cannot read {path}: {words}") from error
    _check_shapes(mesh, path)
    said = " ".join(printed.getvalue().split())
    mesh.info = [f"meshio says: {said}"] if said else []
    return mesh


def _check_shapes(mesh: meshio.Mesh, path: Path) -> None:
    """ConversionError unless positions have three coordinates, and cells as many corners as their type."""
    if np.size(mesh.points) and np.shape(mesh.points)[1:] != (3,):
        shape = np.shape(mesh.points)
        raise ConversionError(MESH, f"{path}: positions need three coordinates, these are {shape}")
    for block in mesh.cells:
        if block.type in CORNERS and np.shape(block.data)[1:] != (CORNERS[block.type],):
            shape = np.shape(block.data)
            raise ConversionError(MESH, f"{path}: meshio reads cells of type {block.type} as {shape} corners")
