"""Files that meshio reads in part: pieces of a .vtu, zones of a Tecplot file, a .stl with capitals."""

import re
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import meshio

from simbench.meshes.counts import Counts, check_counts, count_stl, is_binary_stl
from simbench.meshes.joining import joined
from simbench.meshes.refusal import MESH, ConversionError
from simbench.meshes.vtu_pieces import vtu_parts

ZONE = re.compile(rb"^[ \t]*ZONE\b", re.MULTILINE | re.IGNORECASE)
STOP = b"\nEND\n"  # no number: without it meshio would read a zone that ends too early forever
SPECIAL = re.compile(rb"\b(VARSHARELIST|CONNECTIVITYSHAREZONE|VARIABLES)\b", re.IGNORECASE)


def tecplot_parts(path: Path) -> list[tuple[bytes, Counts]]:
    """The text of a Tecplot file for each of its zones, and what the zone declares."""
    contents = path.read_bytes()
    starts = [match.start() for match in ZONE.finditer(contents)]
    parts = []
    for start, end in pairwise([*starts, len(contents)]):
        zone = contents[start:end]
        if special := SPECIAL.search(zone):
            raise ConversionError(
                MESH, f"{path}: {special[1].decode()} in or after a zone: such zones cannot be joined"
            )
        counts = Counts(_size(zone, "N|NODES"), _size(zone, "E|ELEMENTS"))
        parts.append((contents[: starts[0]] + zone + STOP, counts))
    return parts


def _size(zone: bytes, names: str) -> int | None:
    found = re.search(rb"\b(?:%s)\s*=\s*(\d+)" % names.encode(), zone, re.IGNORECASE)
    return int(found[1]) if found else None


def stl_parts(path: Path) -> list[tuple[bytes, Counts]]:
    """The file; a text in lower case, because meshio does not know SOLID and FACET."""
    contents = path.read_bytes()
    if not is_binary_stl(contents) and b"\0" in contents:
        declared = int.from_bytes(contents[80:84], "little")
        raise ConversionError(
            MESH,
            f"{path} has {len(contents)} bytes; a binary .stl of the {declared} facets that it declares has "
            f"{84 + 50 * declared}",
        )
    return [(contents if is_binary_stl(contents) else contents.lower(), count_stl(contents))]


PARTS: dict[str, Callable[[Path], list[tuple[bytes, Counts]]]] = {
    ".vtu": vtu_parts,
    ".tec": tecplot_parts,
    ".dat": tecplot_parts,
    ".stl": stl_parts,
}


def read_parts(path: Path, read: Callable[[Path, Path], meshio.Mesh]) -> meshio.Mesh:
    """All parts of a file as one mesh. ConversionError if one of them cannot be read, or is incomplete.

    `read` reads the first path, and calls it by the second in messages.
    """
    parts = PARTS[path.suffix.lower()](path)
    contents = path.read_bytes()
    if len(parts) < 2 and all(text == contents for text, _ in parts):
        mesh = read(path, path)
        for _, counts in parts:
            check_counts(path, counts, mesh)
        return mesh
    meshes = []
    with tempfile.TemporaryDirectory() as folder:
        for text, counts in parts:
            part = Path(folder) / path.name
            part.write_bytes(text)
            meshes.append(read(part, path))
            check_counts(path, counts, meshes[-1])
    try:
        return joined(meshes) if len(meshes) > 1 else meshes[0]
    except (TypeError, ValueError) as error:
        raise ConversionError(MESH, f"{path}: its parts cannot be joined: {error}") from error
