"""Reads the .vtu files that a run writes with --vtu. Needs only NumPy; 5760 tets take 5 ms."""

import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np

from simbench.errors import ResultsError
from simbench.run_files import read_run_file

# By VTK's cell types: particles, springs, triangles, tets, boxes (hexahedra) of rigid bodies.
CORNERS = {1: 1, 3: 2, 5: 3, 10: 4, 12: 8}
PARTICLE = 1
FILE_NAME = re.compile(r"(?:positions|poses)_(\d+)_(\d+)\.vtu")

# Faces of a cell by its corners, oriented outwards. Each side of a box is two triangles.
TET_FACES = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])
BOX_SIDES = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])
BOX_FACES = BOX_SIDES[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """`points` (points × 3, m), and `cells`: corners of triangles (cells × 3), tets (× 4) or boxes (× 8).

    If the points are particles, `cells` are the ends of their springs (springs × 2).

    Data are named as in docs/output.md, with a row for each point or cell: n, or n × components.
    """

    points: np.ndarray
    cells: np.ndarray
    point_data: dict[str, np.ndarray]
    cell_data: dict[str, np.ndarray]

    @property
    def surface(self) -> np.ndarray:
        """Triangles (n × 3 points): of a surface, or wound outwards the outer faces of tets or boxes.

        Particles have none.
        """
        corners = self.cells.shape[1]
        if corners <= 3:
            return self.cells if corners == 3 else np.empty((0, 3), int)
        return self.cells[:, BOX_FACES].reshape(-1, 3) if corners == 8 else surface_triangles(self.cells)


class SnapshotFile(NamedTuple):
    step: int
    iteration: int
    path: Path


def snapshot_files(run_folder: Path | str) -> list[SnapshotFile]:
    """The .vtu files of a run in the order of their iterations; empty if it was run without --vtu."""
    names = ((path, FILE_NAME.fullmatch(path.name)) for path in Path(run_folder).glob("*.vtu"))
    return sorted(SnapshotFile(int(name[1]), int(name[2]), path) for path, name in names if name)


def load_snapshot(path: Path | str) -> Snapshot:
    """Raises ResultsError if the file is damaged or not simbench's, and OSError if it cannot be read."""
    path = Path(path)
    try:
        return _snapshot(ElementTree.fromstring(read_run_file(path)))
    except (ValueError, ElementTree.ParseError) as error:
        raise ResultsError(f"{path} is damaged, or not a snapshot of simbench: {error}") from error


def surface_triangles(tets: np.ndarray) -> np.ndarray:
    """Faces that belong to only one tet (triangles × 3), oriented outwards."""
    faces = tets[:, TET_FACES].reshape(-1, 3)
    corners = np.sort(faces, axis=1)
    order = np.lexsort(corners.T[::-1])  # brings faces with the same corners together
    new = np.any(np.diff(corners[order], axis=0, prepend=-1, append=-1) != 0, axis=1)
    return faces[order[new[:-1] & new[1:]]]


def _snapshot(root: ElementTree.Element) -> Snapshot:
    """Raises ValueError, like all functions below."""
    piece = root.find("UnstructuredGrid/Piece")
    if piece is None:
        raise ValueError("it has no UnstructuredGrid")
    point_count, cell_count = (int(piece.get(f"NumberOf{items}", -1)) for items in ("Points", "Cells"))
    if "connectivity" not in (topology := _texts(piece, "Cells")) or "types" not in topology:
        raise ValueError("its cells have no connectivity or no types")
    cells = _cells(_numbers(topology["types"], (cell_count,), int), topology["connectivity"])
    if cells.size and not 0 <= cells.min() <= cells.max() < point_count:
        raise ValueError(f"a cell has a corner that is not one of the {point_count} points")
    points = _data(piece, "Points", point_count)
    if len(points) != 1:
        raise ValueError("it has no points, or several lists of them")
    return Snapshot(
        points.popitem()[1].reshape(point_count, 3),
        cells,
        _data(piece, "PointData", point_count),
        _data(piece, "CellData", cell_count),
    )


def _cells(types: np.ndarray, connectivity: ElementTree.Element) -> np.ndarray:
    """The corners (cells × corners) of the cells that are not particles."""
    others = np.unique(types[types != PARTICLE])
    if len(others) > 1 or not set(types.tolist()) <= set(CORNERS):
        raise ValueError(
            f"VTK's types of its cells are {np.unique(types)}; known are particles (1) with springs (3), "
            "triangles (5), tets (10), boxes (12)"
        )
    sizes = np.array([CORNERS[kind] for kind in types.tolist()], int)
    corners = _numbers(connectivity, (sizes.sum(),), int)[np.repeat(types != PARTICLE, sizes)]
    return corners.reshape(-1, CORNERS[int(others[0])] if len(others) else 2)


def _texts(piece: ElementTree.Element, group: str) -> dict[str, ElementTree.Element]:
    return {array.get("Name", ""): array for array in piece.iterfind(f"{group}/DataArray")}


def _data(piece: ElementTree.Element, group: str, rows: int) -> dict[str, np.ndarray]:
    arrays = {}
    for name, array in _texts(piece, group).items():
        components = int(array.get("NumberOfComponents", 1))
        arrays[name] = _numbers(array, (rows,) if components == 1 else (rows, components), float)
    return arrays


def _numbers(array: ElementTree.Element, shape: tuple[int, ...], kind: type) -> np.ndarray:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # NumPy's warning about text that is not a number
        try:
            # Without strip() NumPy reads one number from a blank text.
            numbers = np.fromstring((array.text or "").strip(), dtype=kind, sep=" ")
        except DeprecationWarning as warning:
            raise ValueError(f"'{array.get('Name', 'points')}' has text that is not a number") from warning
    if numbers.size != np.prod(shape):
        wanted = " × ".join(map(str, shape))
        raise ValueError(f"'{array.get('Name', 'points')}' has {numbers.size} numbers instead of {wanted}")
    return numbers.reshape(shape)
