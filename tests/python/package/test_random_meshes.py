"""Random meshes that meshio writes keep their cells and tags when simbench converts them, or are refused.

For each ending that simbench knows, every writer of meshio, in text and binary. The meshes have unused
vertices, cells of several kinds in any order, tags, and coordinates in both precisions.
SIMBENCH_RANDOM_MESHES=N tries N further meshes for each writer (scripts/test_all.sh, part `long`); a seed
that found a fault goes to KEPT.
"""

import contextlib
import inspect
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import meshio
import numpy as np
import pytest
from conftest import count
from meshio._helpers import _writer_map, extension_to_filetypes

from simbench.convert import convert_mesh
from simbench.counted import counted
from simbench.errors import SimbenchError
from simbench.meshes.counts import COUNTED
from simbench.meshes.parts import PARTS
from simbench.meshes.reading import READERS
from simbench.meshes.refusal import MESH

TRIED = int(os.environ.get("SIMBENCH_RANDOM_MESHES", 0))
KEPT = list(range(3))
NOT_OURS = "ansys"  # another format with the ending .msh
CORNERS = {"tetra": 4, "triangle": 3, "quad": 4, "line": 2, "vertex": 1}
TETS, FACETS, FLAT = ["tetra"], ["triangle", "quad"], ["line", "vertex"]
# The arrays of integers per cell that a writer keeps. That of MSH 4.1 keeps groups only of entities.
TAGS = {
    "gmsh22": ["gmsh:physical", "gmsh:geometrical"],
    "medit": ["medit:ref"],
    "tetgen": ["tetgen:ref"],
    **{name: ["part"] for name in ("vtk", "vtk42", "vtk51", "vtu")},
}
SINGLE = 1e-7  # of the largest coordinate, where numbers have single precision
DIGITS = {"stl-binary=False": SINGLE, "stl-binary=True": SINGLE, "vtu-binary=False": 1e-11}


class Writer(NamedTuple):
    ending: str
    name: str  # in meshio
    options: dict

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])


def writers() -> list:
    """For each ending the writers of its format and of the format's versions, in text and binary."""
    found = []
    for ending in {**READERS, **PARTS, **COUNTED}:
        for kind in set(extension_to_filetypes[ending]) - {NOT_OURS}:
            for name in sorted(name for name in _writer_map if name.startswith(kind)):
                has_binary = kind == "gmsh" or "binary" in inspect.signature(_writer_map[name]).parameters
                options = [{"binary": False}, {"binary": True}] if has_binary else [{}]
                found += [Writer(ending, name, each) for each in options]
    return [pytest.param(writer, id=f"{writer.ending}-{writer}") for writer in found]


def kinds_of_blocks(random: np.random.Generator, kinds: list[str]) -> Iterator[list[str]]:
    """The richest first: a writer or simbench may refuse these. Many take one kind, some one block."""
    for more in ([*FACETS, *FLAT] if kinds == TETS else FLAT, FLAT):
        names = [*random.choice(kinds, 3), *random.choice(more, 3)]
        yield list(map(str, random.permutation(names)))
    yield [str(kind) for kind in random.choice(kinds, 3)]
    yield kinds[:1] * 3
    yield kinds[:1]


def random_mesh(random: np.random.Generator, blocks: list[str], tags: list[str]) -> meshio.Mesh:
    size = int(random.integers(5, 40))
    points = random.normal(size=(size, 3)) * 10.0 ** random.integers(-3, 4)
    cells = [
        (kind, np.array([random.permutation(size)[: CORNERS[kind]] for _ in range(random.integers(1, 7))]))
        for kind in blocks
    ]
    data = {name: [random.integers(1, 9, len(block)).astype("i4") for _, block in cells] for name in tags}
    data = data if random.integers(2) else {}
    return meshio.Mesh(points.astype(random.choice(["f4", "f8"])), cells, cell_data=data)


def is_written(mesh: meshio.Mesh, file: Path, writer: Writer) -> bool:
    """Whether meshio wrote it and did not say that it left something out."""
    printed = io.StringIO()
    with contextlib.redirect_stderr(printed), contextlib.redirect_stdout(printed):
        try:
            meshio.write(file, mesh.copy(), file_format=writer.name, **writer.options)
        except Exception:  # of any type: writers check little
            return False
    return not re.search("kipping|iscarding|only write", printed.getvalue())


def corners_of(mesh: meshio.Mesh, kinds: list[str]) -> list[np.ndarray]:
    """The positions of the corners of each cell of these kinds (corners × 3), in their order."""
    cells = [cell for block in mesh.cells if block.type in kinds for cell in block.data]
    return [mesh.points[cell].astype(float) for cell in cells]


def corners_in_off(file: Path) -> list[np.ndarray]:
    lines = file.read_text().splitlines()
    end = 2 + int(lines[1].split()[0])
    points = np.array([line.split() for line in lines[2:end]], dtype=float)
    return [points[np.array(line.split()[1:], dtype=int)] for line in lines[end:] if line[0] != "#"]


def is_whole(mesh: meshio.Mesh, file: Path, kinds: list[str], tolerance: float) -> bool:
    """Whether simbench converts the file. If it does not refuse it, all of the mesh must be there."""
    target = file.with_name("out.msh" if kinds == TETS else "out.off")
    try:
        report = convert_mesh(file, target, replace=True)
    except SimbenchError as error:
        if error.exit_code != MESH:
            raise
        return False
    wanted = corners_of(mesh, kinds)
    found = corners_of(meshio.read(target), TETS) if kinds == TETS else corners_in_off(target)
    assert [len(cell) for cell in found] == [len(cell) for cell in wanted]
    tolerance = max(tolerance, SINGLE if mesh.points.dtype == "f4" else 0) * np.abs(mesh.points).max()
    np.testing.assert_allclose(np.concatenate(found), np.concatenate(wanted), rtol=0, atol=tolerance)
    used = {tuple(corner) for cell in wanted for corner in cell}
    kind = "tet" if kinds == TETS else "facet"
    assert f"{counted(len(used), 'vertex', 'vertices')}, {counted(len(wanted), kind)}" in report[0]
    if kinds == TETS and mesh.cell_data:
        tags = next(iter(mesh.cell_data.values()))
        of_tets = [tags[i] for i, block in enumerate(mesh.cells) if block.type in TETS]
        kept = meshio.read(target).cell_data["gmsh:physical"]
        np.testing.assert_array_equal(np.concatenate(kept), np.concatenate(of_tets))
    return True


def compare(seed: int, writer: Writer, kinds: list[str], folder: Path) -> bool:
    """Converts the richest mesh with cells of these kinds that the format can have, if there is one."""
    random, file = np.random.default_rng(seed), folder / f"in{writer.ending}"
    for blocks in kinds_of_blocks(random, kinds):
        mesh = random_mesh(random, blocks, TAGS.get(writer.name, []))
        if is_written(mesh, file, writer) and is_whole(mesh, file, kinds, DIGITS.get(str(writer), 0)):
            return True
    return False


FURTHER = [pytest.param(range(100, 100 + TRIED), marks=pytest.mark.long)] if TRIED else []


@pytest.mark.parametrize("seeds", [KEPT, *FURTHER])
@pytest.mark.parametrize("writer", writers())
def test_a_random_mesh_is_converted_whole(module, writer, seeds, tmp_path):
    compared = [compare(seed, writer, kinds, tmp_path) for seed in seeds for kinds in (TETS, FACETS)]
    assert sum(compared) >= len(seeds)  # each format can have tets or facets
    count("converted random meshes", sum(compared))
