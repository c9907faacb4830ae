"""What a file declares to have, so that nothing that meshio leaves out is lost without a word."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import meshio

from simbench.meshes.abaqus import count_abaqus
from simbench.meshes.refusal import MESH, ConversionError

SOLIDS_AND_FACETS = "Edges|Triangles|Quadrilaterals|Tetrahedra|Prisms|Pyramids|Hexahedra|Hexaedra"


class Counts(NamedTuple):
    """None: the file does not declare it."""

    vertices: int | None
    cells: int | None


def count_vtk(contents: bytes) -> Counts:
    """Of a legacy .vtk. Its version 5.1 declares one offset more than there are cells."""
    points = re.search(rb"^\s*POINTS\s+(\d+)", contents, re.MULTILINE | re.IGNORECASE)
    cells = re.search(rb"^\s*CELLS\s+(\d+)", contents, re.MULTILINE | re.IGNORECASE)
    has_offsets = contents.startswith(b"# vtk DataFile Version 5")
    declared = None if cells is None else max(int(cells[1]) - has_offsets, 0)
    return Counts(int(points[1]) if points else None, declared)


def count_medit(contents: bytes) -> Counts:
    """Of a .mesh: the numbers after Vertices, Tetrahedra, … , also if such a section occurs twice."""
    text = re.sub(rb"#.*", b"", contents).decode("latin1")
    vertices = re.findall(r"^\s*Vertices\s+(\d+)", text, re.MULTILINE)
    cells = re.findall(rf"^\s*(?:{SOLIDS_AND_FACETS})\s+(\d+)", text, re.MULTILINE)
    return Counts(sum(map(int, vertices)), sum(map(int, cells)))


def count_stl(contents: bytes) -> Counts:
    """Of all solids of a .stl in text; a binary one says its number of facets."""
    facets = int.from_bytes(contents[80:84], "little")
    if len(contents) != 84 + 50 * facets:
        facets = len(re.findall(rb"^\s*endfacet\b", contents, re.MULTILINE | re.IGNORECASE))
    return Counts(None, facets)


COUNTED: dict[str, Callable[[bytes], Counts]] = {
    ".vtk": count_vtk,
    ".mesh": count_medit,
    ".stl": count_stl,
}


def declared_counts(path: Path) -> Counts | None:
    """None for a format of which simbench does not know how it declares its counts."""
    ending = path.suffix.lower()
    if ending == ".inp":
        return Counts(*count_abaqus(path))
    return COUNTED[ending](path.read_bytes()) if ending in COUNTED else None


def check_counts(path: Path, declared: Counts, mesh: meshio.Mesh) -> None:
    """ConversionError unless meshio read what the file declares."""
    read = Counts(len(mesh.points), sum(len(block.data) for block in mesh.cells))
    for what, wanted, found in zip(Counts._fields, declared, read, strict=True):
        if wanted not in (None, found):
            raise ConversionError(
                MESH,
                f"{path} declares {wanted} {what}, but meshio reads {found} of them; convert it to .msh or "
                "legacy .vtk (an unstructured grid) with the program that wrote it",
            )
