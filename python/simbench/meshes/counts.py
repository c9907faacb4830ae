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


def count_vtk(path: Path) -> Counts:
    """Of a legacy .vtk. Its version 5.1 declares one offset more than there are cells."""
    contents = path.read_bytes()
    points = re.search(rb"^\s*POINTS\s+(\d+)", contents, re.MULTILINE | re.IGNORECASE)
    cells = re.search(rb"^\s*CELLS\s+(\d+)", contents, re.MULTILINE | re.IGNORECASE)
    has_offsets = contents.startswith(b"# vtk DataFile Version 5")
    declared = None if cells is None else max(int(cells[1]) - has_offsets, 0)
    return Counts(int(points[1]) if points else None, declared)


def count_medit(path: Path) -> Counts:
    """Of a .mesh: the numbers after Vertices, Tetrahedra, … , also if such a section occurs twice."""
    text = re.sub(rb"#.*", b"", path.read_bytes()).decode("latin1")
    vertices = re.findall(r"^\s*Vertices\s+(\d+)", text, re.MULTILINE)
    cells = re.findall(rf"^\s*(?:{SOLIDS_AND_FACETS})\s+(\d+)", text, re.MULTILINE)
    return Counts(sum(map(int, vertices)), sum(map(int, cells)))


def is_binary_stl(contents: bytes) -> bool:
    """Whether the file is as long as the number of facets in a binary .stl says."""
    return len(contents) == 84 + 50 * int.from_bytes(contents[80:84], "little")


def count_stl(contents: bytes) -> Counts:
    """Of all solids of a .stl in text; a binary one says its number of facets."""
    if is_binary_stl(contents):
        return Counts(None, int.from_bytes(contents[80:84], "little"))
    return Counts(None, len(re.findall(rb"^\s*endfacet\b", contents, re.MULTILINE | re.IGNORECASE)))


COUNTED: dict[str, Callable[[Path], Counts]] = {
    ".vtk": count_vtk,
    ".inp": lambda path: Counts(*count_abaqus(path)),
    ".mesh": count_medit,
}


def declared_counts(path: Path) -> Counts | None:
    """None for a format of which simbench does not know how it declares its counts."""
    ending = path.suffix.lower()
    return COUNTED[ending](path) if ending in COUNTED else None


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
