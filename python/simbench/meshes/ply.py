"""Stanford's .ply, ASCII and binary: vertices and polygons. Normals, textures and colours are ignored."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import meshio
import numpy as np

from simbench.meshes.facets import facet_mesh, number
from simbench.meshes.refusal import MESH, ConversionError

TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4"}
TYPES |= {"float": "f4", "double": "f8", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2"}
TYPES |= {"int32": "i4", "uint32": "u4", "int64": "i8", "uint64": "u8", "float32": "f4", "float64": "f8"}
ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}
TOO_SHORT = "it ends before its last element"
CORNERS = ("vertex_indices", "vertex_index")


class Property(NamedTuple):
    """`kind`, and for a list `of_count`, are types of NumPy without a byte order."""

    name: str
    kind: str
    of_count: str | None = None


@dataclass
class Element:
    name: str
    count: int
    properties: list[Property] = field(default_factory=list)


class TextBody:
    """The words after the header."""

    def __init__(self, data: bytes) -> None:
        self._words, self._place = data.split(), 0

    def take(self, kind: str, count: int) -> list[float]:
        """The next numbers. ValueError if there are too few."""
        words = self._words[self._place : self._place + count]
        if len(words) < count:
            raise ValueError(TOO_SHORT)
        self._place += count
        return [number(float if kind[0] == "f" else int, word.decode("latin1")) for word in words]

    def table(self, kinds: list[str], count: int) -> list[list[float]]:
        """The columns of the next `count` rows."""
        numbers = self.take("f8", count * len(kinds))
        return [numbers[i :: len(kinds)] for i in range(len(kinds))]

    def rest(self) -> int:
        """How many words are left."""
        return len(self._words) - self._place


class BinaryBody:
    """The bytes after the header, with the methods of TextBody."""

    def __init__(self, data: bytes, order: str) -> None:
        self._data, self._order, self._place = data, order, 0

    def take(self, kind: str, count: int) -> np.ndarray:
        return self._take(np.dtype(self._order + kind), count)

    def table(self, kinds: list[str], count: int) -> list[np.ndarray]:
        row = np.dtype([(f"{i}", self._order + kind) for i, kind in enumerate(kinds)])
        rows = self._take(row, count)
        return [rows[name] for name in row.names]

    def rest(self) -> int:
        return len(self._data[self._place :].strip())

    def _take(self, dtype: np.dtype, count: int) -> np.ndarray:
        if len(self._data) - self._place < count * dtype.itemsize:
            raise ValueError(TOO_SHORT)
        numbers = np.frombuffer(self._data, dtype, count, self._place)
        self._place += count * dtype.itemsize
        return numbers


def read_ply(path: Path) -> meshio.Mesh:
    """The polygons. ConversionError if the file is damaged, or has triangle strips."""
    try:
        return _mesh(path.read_bytes())
    except (ValueError, OverflowError) as error:
        raise ConversionError(MESH, f"{path}: {error}") from error


def _mesh(contents: bytes) -> meshio.Mesh:
    elements, body = _header(contents)
    columns = {element.name: _columns(element, body) for element in elements}
    if body.rest() or len(columns) < len(elements):
        raise ValueError("it has more than its header announces, or two elements of the same name")
    if "tristrips" in columns:
        raise ValueError("it has triangle strips (tristrips); simbench reads polygons (face) only")
    points, facets = _points(columns.get("vertex", {})), _facets(columns.get("face", {}))
    others = [element for element in elements if element.name not in ("vertex", "face") and element.count]
    notes = [f"The element '{element.name}' ({element.count}) was left out." for element in others]
    return facet_mesh(points, facets, notes)


def _points(vertex: dict) -> np.ndarray:
    if not set("xyz") <= set(vertex):
        raise ValueError("it has no element 'vertex' with x, y and z")
    return np.column_stack([vertex[axis] for axis in "xyz"])


def _facets(face: dict) -> list:
    found = [face[name] for name in CORNERS if name in face]
    if face and not found:
        raise ValueError(f"its element 'face' has none of the properties {', '.join(CORNERS)}")
    facets = found[0] if found else []
    if any(len(facet) < 3 for facet in facets):
        raise ValueError("a facet has fewer than three corners")
    return facets


def _header(contents: bytes) -> tuple[list[Element], TextBody | BinaryBody]:
    head, found, data = contents.partition(b"end_header")
    lines = [line.split() for line in head.decode("ascii", "replace").splitlines()]
    if not found or lines[0] != ["ply"]:
        raise ValueError("it has no header of a .ply (from 'ply' to 'end_header')")
    elements: list[Element] = []
    order = None
    for words in lines[1:]:
        match words:
            case ["format", name, "1.0"] if name == "ascii" or name in ORDERS:
                order = ORDERS.get(name, "")
            case ["element", name, count] if count.isdecimal():
                elements.append(Element(name, int(count)))
            case ["property", "list", of_count, kind, name] if {of_count, kind} <= set(TYPES) and elements:
                elements[-1].properties.append(Property(name, TYPES[kind], TYPES[of_count]))
            case ["property", kind, name] if kind in TYPES and elements:
                elements[-1].properties.append(Property(name, TYPES[kind]))
            case [] | ["comment" | "obj_info", *_]:
                pass
            case _:
                raise ValueError(f"its header has a line that simbench cannot read: '{' '.join(words)}'")
    if order is None:
        raise ValueError(
            "its header does not say its format (ascii, binary_little_endian, binary_big_endian)"
        )
    data = data.partition(b"\n")[2]
    return elements, BinaryBody(data, order) if order else TextBody(data)


def _columns(element: Element, body: TextBody | BinaryBody) -> dict:
    """The values of each property by its name; of a list a list of numbers for each row."""
    if not any(one.of_count for one in element.properties):
        columns = body.table([one.kind for one in element.properties], element.count)
    else:
        columns = [[] for _ in element.properties]
        for _ in range(element.count):
            for (_, kind, of_count), column in zip(element.properties, columns, strict=True):
                size = int(body.take(of_count, 1)[0]) if of_count else 1
                values = body.take(kind, size)
                column.append(values if of_count else values[0])
    return {one.name: column for one, column in zip(element.properties, columns, strict=True)}
