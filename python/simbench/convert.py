"""Converts a mesh of another format into one that simbench reads, and reports its quality.

OUTPUT.msh gets the linear tets (Gmsh 2.2, binary), OUTPUT.off the triangles and polygons, both with all
digits of the coordinates. Tags of tets (physical groups, references, materials) become physical groups: the
array gmsh:physical of INPUT, else its first array with an integer per tet, or the array that --tags names.
A comment at the end of OUTPUT names this command: --replace replaces no other files.
Exit codes: 0 success, 2 command line, 3 INPUT cannot be read or used, 4 OUTPUT cannot be written.
"""

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simbench.commands import CommandParser, command
from simbench.errors import ResultsError, optional_packages
from simbench.input_files import ends_with
from simbench.mesh_report import surface_report, tag_report, tet_report
from simbench.meshes.refusal import MESH, OUTPUT, USAGE, ConversionError
from simbench.output_files import check_output, new_file

with optional_packages():
    import meshio

    from simbench.meshes.arrays import GEOMETRICAL, other_arrays, tags_of, whole_arrays
    from simbench.meshes.own_formats import PHYSICAL
    from simbench.meshes.reading import read_mesh

FACETS = ("triangle", "quad", "polygon")
MARK = "Written by simbench-convert."
# The end of a converted file: comments in the formats .msh and .off.
ENDS = {".msh": f"$Comments\n{MARK}\n$EndComments\n", ".off": f"# {MARK}\n"}


class Converted(NamedTuple):
    """What is written: the vertices that cells use (n × 3, m), the lines of the report, and write(target)."""

    points: np.ndarray
    report: list[str]
    write: Callable[[Path], None]


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


def tets_of(mesh: meshio.Mesh, path: Path) -> np.ndarray:
    """The linear tets (tets × 4). Other solids are refused: without them the body would have holes."""
    solids = Counter({block.type: 0 for block in mesh.cells if block.dim == 3})
    for block in mesh.cells:
        if block.dim == 3:
            solids[block.type] += len(block.data)
    if others := [f"{count} of type {kind}" for kind, count in solids.items() if kind != "tetra" and count]:
        raise ConversionError(MESH, f"{path}: simbench takes linear tets only; there are {', '.join(others)}")
    if not solids["tetra"]:
        raise ConversionError(USAGE, f"{path} has no tets to write as .msh{_possible(mesh)}")
    return np.concatenate([block.data for block in mesh.cells if block.type == "tetra"]).astype(np.int64)


def facets_of(mesh: meshio.Mesh, path: Path) -> list[np.ndarray]:
    """The corners of each facet; facets with nodes on their edges are refused.

    A corner that repeats the one before is left out, with a note in the mesh's info.
    """
    blocks = [block for block in mesh.cells if block.dim == 2]
    if others := sorted({block.type for block in blocks if block.type not in FACETS}):
        raise ConversionError(
            MESH, f"{path}: simbench takes triangles and polygons only; there are {', '.join(others)}"
        )
    given = [np.asarray(facet, dtype=np.int64) for block in blocks for facet in block.data]
    facets = [facet[facet != np.roll(facet, 1)] for facet in given]  # a b c c is how quads are triangles
    if repeating := sum(map(len, given)) - sum(map(len, facets)):
        mesh.info.append(f"{repeating} corners of facets repeat the one before, and were left out.")
    if narrow := [facet for facet, left in zip(given, facets, strict=True) if len(left) < 3]:
        corners = " ".join(map(str, narrow[0]))
        message = f"{path}: {len(narrow)} facets have fewer than three different corners"
        raise ConversionError(MESH, f"{message}; the first one has {corners} (counted from 0)")
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
    meshio.write(path, mesh, file_format="gmsh22", binary=True)
    with path.open("a") as file:
        file.write(ENDS[".msh"])


def write_off(path: Path, points: np.ndarray, facets: list[np.ndarray]) -> None:
    lines = ["OFF", f"{len(points)} {len(facets)} 0"]
    lines += [" ".join(f"{x:.17g}" for x in point) for point in points.tolist()]
    lines += [" ".join(map(str, [len(facet), *facet.tolist()])) for facet in facets]
    path.write_text("\n".join(lines) + "\n" + ENDS[".off"])


def is_converted(path: Path) -> bool:
    """Whether this command wrote the file, by its end."""
    return any(ends_with(path, end.encode()) for end in ENDS.values())


def convert_mesh(
    source: Path | str, target: Path | str, replace: bool = False, tags: str | None = None, scale: float = 1
) -> list[str]:
    """Writes tets into a .msh and facets into a .off `target`; returns the lines of the report."""
    source, target = Path(source), Path(target)
    check_target(target, replace, tags)
    converted = converted_mesh(read_mesh(source, scale), source, target.suffix.lower(), tags)
    with new_file(target, is_converted, replace) as unfinished:
        converted.write(unfinished)
    return [*converted.report, f"wrote {target}"]


def check_target(target: Path, replace: bool, tags: str | None) -> None:
    ending = target.suffix.lower()
    if ending not in (".msh", ".off"):
        raise ConversionError(USAGE, f"{target}: OUTPUT must end in .msh (tets) or .off (a surface)")
    if tags and ending != ".msh":
        raise ConversionError(USAGE, f"{target}: --tags needs tets, so an OUTPUT that ends in .msh")
    try:
        check_output(target, is_converted, replace)
    except ResultsError as error:
        raise ConversionError(OUTPUT, str(error)) from error


def converted_mesh(mesh: meshio.Mesh, source: Path, ending: str, tags: str | None = None) -> Converted:
    """The tets (ending .msh) or the facets (.off) of a mesh that was read from `source`."""
    convert = partial(_converted_tets, asked=tags) if ending == ".msh" else _converted_facets
    points, report, write = convert(mesh, source)
    lost = left_out(mesh, 3 if ending == ".msh" else 2, len(mesh.points) - len(points))
    return Converted(points, [*report, *lost, *(f"note           {note}" for note in mesh.info)], write)


def _converted_tets(mesh: meshio.Mesh, source: Path, asked: str | None) -> Converted:
    tets = tets_of(mesh, source)
    points, tets = used_vertices(tets, mesh, source)
    report, numbers, name = tet_report(points, tets), np.zeros(len(tets), dtype=np.int64), None
    if found := tags_of(mesh, source, asked):
        name, numbers = found
        report.append(tag_report(name, numbers))
    possible = {*whole_arrays(mesh)} - {name, GEOMETRICAL}
    if possible:
        report.append(
            f"left out       the arrays {', '.join(sorted(possible))}; --tags NAME keeps one of them as tags"
        )
    report += other_arrays(mesh, possible | {name, GEOMETRICAL})
    return Converted(points, report, lambda target: write_msh(target, points, tets, numbers))


def _converted_facets(mesh: meshio.Mesh, source: Path) -> Converted:
    facets = facets_of(mesh, source)
    points, numbers = used_vertices(np.concatenate(facets), mesh, source)
    facets = np.split(numbers, np.cumsum([len(facet) for facet in facets])[:-1])
    report = [*surface_report(points, facets), *other_arrays(mesh, {GEOMETRICAL})]
    return Converted(points, report, lambda target: write_off(target, points, facets))


@command
def main() -> None:
    parser = CommandParser(prog="simbench convert", description=__doc__)
    parser.add_argument(
        "input",
        type=Path,
        metavar="INPUT",
        help="a mesh in a format of docs/meshes.md",
    )
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="ends in .msh (tets) or .off (a surface)")
    parser.add_argument("--replace", action="store_true", help="replace OUTPUT if this command wrote it")
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
