"""Reads a mesh by the reader of its format."""

from pathlib import Path

import meshio
import numpy as np

from simbench.meshes.meshio_formats import read_other_format
from simbench.meshes.obj import read_obj
from simbench.meshes.own_formats import ENDINGS, read_own_format
from simbench.meshes.ply import read_ply
from simbench.meshes.refusal import MESH, ConversionError

READERS = {".obj": read_obj, ".ply": read_ply, **dict.fromkeys(ENDINGS, read_own_format)}


def read_mesh(path: Path, scale: float = 1) -> meshio.Mesh:
    """The mesh with scaled coordinates; `info` is a list of notes, a sentence for each thing left out.

    SimbenchError with exit code 3 if the file cannot be read, or if something of it would be lost.
    """
    if not path.is_file():
        raise ConversionError(MESH, f"there is no file {path}")
    mesh = READERS.get(path.suffix.lower(), read_other_format)(path)
    points = np.asarray(mesh.points, dtype=np.float64)
    if not points.size:
        raise ConversionError(MESH, f"{path} has no vertices")
    if not np.isfinite(points).all():
        vertex = int(np.argmin(np.isfinite(points).all(axis=1)))
        raise ConversionError(MESH, f"{path}: vertex {vertex} (counted from 0) is at {points[vertex]}")
    mesh.points = scale * points
    return mesh
