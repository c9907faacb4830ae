"""Wavefront's .obj: vertices and polygons. Normals, textures, colours and materials are ignored."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import meshio

from simbench.meshes.facets import facet_mesh, number
from simbench.meshes.refusal import MESH, ConversionError

IGNORED = {"vn", "vt", "vp", "g", "o", "s", "mg", "usemtl", "mtllib", "usemap", "maplib", "lod"}
IGNORED |= {"bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj"}
LEFT_OUT = {"l": "Lines (l)", "p": "Points (p)"}


def read_obj(path: Path) -> meshio.Mesh:
    """The polygons of all objects and groups. ConversionError if a line cannot be read."""
    points: list[list[float]] = []
    facets: list[list[int]] = []
    left_out: Counter[str] = Counter()
    for place, (keyword, *words) in _lines(path):
        try:
            if keyword == "v":
                points.append(_position(words))
            elif keyword in ("f", "fo"):
                facets.append(_corners(words, len(points)))
            elif keyword in LEFT_OUT:
                left_out[LEFT_OUT[keyword]] += 1
            elif keyword not in IGNORED:
                raise ValueError(f"'{keyword}': simbench reads vertices (v) and polygons (f) only")
        except ValueError as error:
            raise ConversionError(MESH, f"{path}, line {place}: {error}") from error
    return facet_mesh(points, facets, [f"{what} were left out: {count}." for what, count in left_out.items()])


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The number and the words of each line that is not blank. A backslash joins a line and the next."""
    joined, first = "", 0
    for place, line in enumerate([*path.read_text(errors="replace").splitlines(), ""], 1):
        joined, first = joined + line.partition("#")[0], first or place
        if joined.endswith("\\"):
            joined = joined[:-1] + " "
            continue
        if words := joined.split():
            yield first, words
        joined, first = "", 0


def _position(words: list[str]) -> list[float]:
    """Three coordinates; a weight and colours may follow them."""
    if len(words) < 3:
        raise ValueError(f"expected three coordinates, found {len(words)}")
    return [number(float, word) for word in words[:3]]


def _corners(words: list[str], vertices: int) -> list[int]:
    """Corners from 0. A word is vertex/texture/normal; -1 is the last of the `vertices` before the line."""
    if len(words) < 3:
        raise ValueError(f"a facet needs three corners, this one has {len(words)}")
    corners = [number(int, word.partition("/")[0]) for word in words]
    if wrong := [corner for corner in corners if not corner or corner < -vertices]:
        raise ValueError(f"corner {wrong[0]} is none of the {vertices} vertices before this line")
    return [corner - 1 if corner > 0 else vertices + corner for corner in corners]
