"""Converts a mesh that meshio reads into one that simbench reads, and reports its quality.

OUTPUT.msh gets the linear tets (Gmsh 2.2, binary), OUTPUT.off the triangles and polygons, both with all
digits of the coordinates. Tags of tets (physical groups, references, materials) become physical groups: the
array gmsh:physical of INPUT, else its first array with an integer per tet, or the array that --tags names.
Exit codes: 0 success, 2 command line, 3 INPUT cannot be read or used, 4 OUTPUT cannot be written.
"""

import argparse
import contextlib
import io
import math
from collections import Counter
from functools import partial
from itertools import compress
from pathlib import Path

import numpy as np

from simbench.commands import command
from simbench.errors import OutputError, ResultsError, optional_packages
from simbench.mesh_report import surface_report, tag_report, tet_report
from simbench.output_files import complete_file

with optional_packages("requirements.txt"):
    import meshio

USAGE, MESH, OUTPUT = ResultsError.exit_code, 3, OutputError.exit_code
PHYSICAL, GEOMETRICAL = "gmsh:physical", "gmsh:geometrical"
FACETS = ("triangle", "quad", "polygon")


class ConversionError(ResultsError):
    """The message is for the user, the exit code for the caller."""

    def __init__(self, exit_code: int, message: str):
        super().__init__(message)
        self.exit_code = exit_code


def scale_factor(text: str) -> float:
    """The value of --scale."""
    try:
        scale = float(text)
    except ValueError:
        scale = math.nan
    if not 0 < scale < math.inf:
        message = f"--scale: expected a positive number, not '{text}'; write 1e-3 for a mesh in millimetres"
        raise ConversionError(USAGE, message)
    return scale


def read(path: Path, scale: float = 1) -> meshio.Mesh:
    """The mesh as meshio reads it, with scaled coordinates. Any failure of meshio becomes one sentence."""
    if not path.is_file():
        raise ConversionError(MESH, f"there is no file {path}")
    printed, ignored = io.StringIO(), np.errstate(all="ignore")
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), ignored:
            mesh = meshio.read(path)
    except (Exception, SystemExit) as error:  # its readers raise any error on a damaged file
        words = " ".join(printed.getvalue().split()) or f"{type(error).__name__}: {error}"
        raise ConversionError(MESH, f"meshio cannot read {path}: {words}") from error
    points = np.asarray(mesh.points, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ConversionError(MESH, f"{path}: positions need three coordinates, these are {points.shape}")
    if not np.isfinite(points).all():
        vertex = int(np.argmin(np.isfinite(points).all(axis=1)))
        raise ConversionError(MESH, f"{path}: vertex {vertex} (counted from 0) is at {points[vertex]}")
    mesh.points = scale * points
    return mesh


def tets_of(mesh: meshio.Mesh, path: Path) -> np.ndarray:
    """The linear tets (tets × 4). Other solids are refused: without them the body would have holes."""
    solids = Counter({block.type: 0 for block in mesh.cells if block.dim == 3})
    for block in mesh.cells:
        if block.dim == 3:
            solids[block.type] += len(block.data)
    if others := [f"{count} of type {kind}" for kind, count in solids.items() if kind != "tetra"]:
        raise ConversionError(MESH, f"{path}: simbench takes linear tets only; there are {', '.join(others)}")
    if not solids["tetra"]:
        raise ConversionError(USAGE, f"{path} has no tets to write as .msh{_possible(mesh)}")
    return np.concatenate([block.data for block in mesh.cells if block.type == "tetra"]).astype(np.int64)


def tags_of(mesh: meshio.Mesh, path: Path, asked: str | None) -> tuple[str, np.ndarray] | None:
    """The name of the array with the tags of the tets, and its integers; None if there is no such array."""
    is_tet = [block.type == "tetra" for block in mesh.cells]
    arrays = {name: np.concatenate(list(compress(blocks, is_tet))) for name, blocks in mesh.cell_data.items()}
    integers = [name for name, tags in arrays.items() if tags.ndim == 1 and tags.dtype.kind in "iu"]
    if asked and asked not in integers:
        known = ", ".join(integers) or "none"
        raise ConversionError(
            USAGE, f"{path}: no array '{asked}' with an integer per tet; there are: {known}"
        )
    # Gmsh numbers volumes even in meshes without groups.
    likely = (name for name in (PHYSICAL, *integers) if name in integers and name != GEOMETRICAL)
    name = asked or next(likely, None)
    if name is None:
        return None
    tags = arrays[name].astype(np.int64)
    if np.abs(tags).max() > np.iinfo(np.int32).max:
        raise ConversionError(MESH, f"{path}: the tags of '{name}' do not fit into 32 bits")
    return name, tags


def facets_of(mesh: meshio.Mesh, path: Path) -> list[np.ndarray]:
    """The corners of each facet; those with nodes on their edges are refused."""
    blocks = [block for block in mesh.cells if block.dim == 2]
    if others := sorted({block.type for block in blocks if block.type not in FACETS}):
        raise ConversionError(
            MESH, f"{path}: simbench takes triangles and polygons only; there are {', '.join(others)}"
        )
    facets = [np.asarray(facet, dtype=np.int64) for block in blocks for facet in block.data]
    if any(len(facet) < 3 for facet in facets):
        raise ConversionError(MESH, f"{path}: a facet has fewer than three corners")
    if not facets:
        raise ConversionError(USAGE, f"{path} has no facets to write as .off{_possible(mesh)}")
    return facets


def _possible(mesh: meshio.Mesh) -> str:
    dimension = max((block.dim for block in mesh.cells if len(block.data)), default=0)
    ending = {3: ".msh", 2: ".off"}.get(dimension)
    return f"; an OUTPUT that ends in {ending} is possible" if ending else ""


def used_vertices(corners: np.ndarray, mesh: meshio.Mesh, path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The positions of the vertices that are corners, and each corner's number among these."""
    used, numbers = np.unique(corners, return_inverse=True)
    if used[0] < 0 or used[-1] >= len(mesh.points):
        wrong = used[0] if used[0] < 0 else used[-1]
        raise ConversionError(
            MESH, f"{path}: corner {wrong} (counted from 0) is none of its {len(mesh.points)} vertices"
        )
    return mesh.points[used], numbers.reshape(corners.shape)


def left_out(mesh: meshio.Mesh, dimension: int, unused: int) -> list[str]:
    """Lines of the report: one for each kind of cell of another dimension, and one for unused vertices."""
    cells: Counter[str] = Counter()
    for block in mesh.cells:
        cells[block.type] += len(block.data) if block.dim != dimension else 0
    counts = {**cells, "vertices that nothing uses": unused}
    return [f"left out       {count} {what}" for what, count in counts.items() if count]


def write_msh(path: Path, points: np.ndarray, tets: np.ndarray, tags: np.ndarray) -> None:
    groups = {PHYSICAL: [tags], GEOMETRICAL: [np.ones_like(tags)]}
    mesh = meshio.Mesh(points, [("tetra", tets)], cell_data=groups)
    with complete_file(path) as unfinished:
        meshio.write(unfinished, mesh, file_format="gmsh22", binary=True)


def write_off(path: Path, points: np.ndarray, facets: list[np.ndarray]) -> None:
    lines = ["OFF", f"{len(points)} {len(facets)} 0"]
    lines += [" ".join(f"{x:.17g}" for x in point) for point in points.tolist()]
    lines += [" ".join(map(str, [len(facet), *facet.tolist()])) for facet in facets]
    with complete_file(path) as unfinished:
        unfinished.write_text("\n".join(lines) + "\n")


def convert_mesh(
    source: Path | str, target: Path | str, replace: bool = False, tags: str | None = None, scale: float = 1
) -> list[str]:
    """Writes tets into a .msh and facets into a .off `target`; returns the lines of the report."""
    source, target = Path(source), Path(target)
    check_target(target, replace, tags)
    return write_mesh(read(source, scale), source, target, tags)


def check_target(target: Path, replace: bool, tags: str | None) -> None:
    ending = target.suffix.lower()
    if ending not in (".msh", ".off"):
        raise ConversionError(USAGE, f"{target}: OUTPUT must end in .msh (tets) or .off (a surface)")
    if tags and ending != ".msh":
        raise ConversionError(USAGE, f"{target}: --tags needs tets, so an OUTPUT that ends in .msh")
    if not replace and target.exists():
        raise ConversionError(OUTPUT, f"{target} exists already; --replace replaces it")


def write_mesh(mesh: meshio.Mesh, source: Path, target: Path, tags: str | None = None) -> list[str]:
    """Writes a mesh that was read from `source`, as convert_mesh() does."""
    ending = target.suffix.lower()
    if ending == ".msh":
        tets = tets_of(mesh, source)
        points, tets = used_vertices(tets, mesh, source)
        report, numbers = tet_report(points, tets), np.zeros(len(tets), dtype=np.int64)
        if found := tags_of(mesh, source, tags):
            name, numbers = found
            report.append(tag_report(name, numbers))
        write = partial(write_msh, target, points, tets, numbers)
    else:
        facets = facets_of(mesh, source)
        points, numbers = used_vertices(np.concatenate(facets), mesh, source)
        facets = np.split(numbers, np.cumsum([len(facet) for facet in facets])[:-1])
        report, write = surface_report(points, facets), partial(write_off, target, points, facets)
    write()
    dimension = 3 if ending == ".msh" else 2
    return [*report, *left_out(mesh, dimension, len(mesh.points) - len(points)), f"wrote {target}"]


@command
def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", type=Path, metavar="INPUT", help="a mesh in any format that meshio reads")
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="ends in .msh (tets) or .off (a surface)")
    parser.add_argument("--replace", action="store_true", help="replace OUTPUT if it is there")
    parser.add_argument(
        "--tags", metavar="NAME", help="the array of INPUT that has the tags of tets, for an OUTPUT.msh"
    )
    parser.add_argument(
        "--scale",
        type=scale_factor,
        default=1.0,
        help="factor for coordinates; 1e-3 for millimetres",
    )
    given = parser.parse_args()
    print(*convert_mesh(given.input, given.output, given.replace, given.tags, given.scale), sep="\n")
