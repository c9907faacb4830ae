"""Nothing of a mesh file is lost without a word: it is read, or named as left out, or the file is refused."""

import re
import struct
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY

from simbench.convert import convert_mesh
from simbench.errors import SimbenchError

CORNERS = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
FACES = "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"
MSH = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
NODES = "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
TWO_TETS = "$Elements\n2\n1 4 2 7 1 1 2 3 4\n2 4 2 8 2 2 3 4 5\n$EndElements\n"
TAGS = "tags           from gmsh:physical: 7 (1 tet), 8 (1 tet)"
VTK = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n" + CORNERS
MEDIT = "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n" + CORNERS.replace("\n", " 0\n")
ABAQUS = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=core\n1,1,2,\n3,4\n"
PART = f"*Part, name=a\n{ABAQUS}*End Part\n"
INSTANCE = "*Instance, name={}, part=a\n{}*End Instance\n"
ZONE = "ZONE N=4, E=1, DATAPACKING=POINT, ZONETYPE=FETETRAHEDRON\n{}1 2 3 4\n"
ZONES = 'TITLE="t"\nVARIABLES="X" "Y" "Z"\n' + ZONE.format(CORNERS)
FAR = CORNERS.replace("1 0 0", "6 0 0").replace("0 0 0", "5 0 0").replace("0 1 0", "5 1 0")
FAR = FAR.replace("0 0 1", "5 0 1")
OBJ = "".join(f"v {line}\n" for line in CORNERS.splitlines())
PLY = "ply\nformat ascii 1.0\nelement vertex 4\n" + "".join(f"property float {axis}\n" for axis in "xyz")
FACE_LISTS = "element face 4\nproperty list uchar uint vertex_index\n"
SOLID = "solid {0}\nfacet normal 0 0 1\nouter loop\nvertex 0 0 {0}\nvertex 1 0 {0}\nvertex 0 1 {0}\n"
SOLID += "endloop\nendfacet\nendsolid {0}\n"


def array(kind: str, name: str, numbers: str) -> str:
    return (
        f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="1" format="ascii">{numbers}</DataArray>'
    )


def piece(points: str, cells: str, types: str = "10", data: str = "") -> str:
    """A piece of a .vtu. All of its cells have four corners."""
    count = len(types.split())
    offsets = " ".join(f"{4 * i + 4}" for i in range(count))
    return (
        f'<Piece NumberOfPoints="{len(points.split()) // 3}" NumberOfCells="{count}"><Points>'
        f'<DataArray type="Float64" NumberOfComponents="3" format="ascii">{points}</DataArray>'
        "</Points><Cells>"
        f"{array('Int64', 'connectivity', cells)}{array('Int64', 'offsets', offsets)}"
        f"{array('UInt8', 'types', types)}</Cells><CellData>{data}</CellData></Piece>"
    )


def vtu(*pieces: str) -> str:
    head = '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian">'
    return f"{head}<UnstructuredGrid>{''.join(pieces)}</UnstructuredGrid></VTKFile>"


def big_endian_msh() -> bytes:
    """Two tets with the groups 7 and 8 in Gmsh's binary 2.2, in the other byte order."""
    nodes = [struct.pack(">i3d", i + 1, *map(float, place)) for i, place in enumerate(np.eye(4, 3, -1))]
    tets = [struct.pack(">7i", i, 6 + i, i, *(i + k for k in range(4))) for i in (1, 2)]
    head = b"$MeshFormat\n2.2 1 8\n" + struct.pack(">i", 1) + b"\n$EndMeshFormat\n$Nodes\n5\n"
    head += b"".join(nodes) + struct.pack(">i3d", 5, 1, 1, 1) + b"\n$EndNodes\n$Elements\n2\n"
    return head + struct.pack(">3i", 4, 2, 2) + b"".join(tets) + b"\n$EndElements\n"


ONE, HALF, SURFACE = "4 vertices, 1 tet|0.166667 m^3;", "5 vertices, 2 tets|0.5 m^3;", "4 vertices, 4 facets"
CLOSED = f"{SURFACE}|0.166667 m^3 enclosed|each edge has two facets"
PYRAMID = "5 vertices, 5 facets|0.333333 m^3 enclosed|each edge has two facets"
LEFT = "were left out"

# What the report says, by the file's name and contents.
READ = {
    # What the program reads.
    "binary.msh": (big_endian_msh(), f"{HALF}|{TAGS}"),
    "old_mac.msh": ((MSH + NODES + TWO_TETS).replace("\n", "\r"), f"{HALF}|{TAGS}"),
    "facets.msh": (
        MSH + NODES + "$Elements\n2\n1 2 0 1 2 3\n2 3 0 2 3 4 5\n$EndElements\n",
        "5 vertices, 2 facets",
    ),
    "parametric.msh": (
        MSH + "$ParametricNodes\n4\n1 0 0 0 0 1\n2 1 0 0 1 1 0.5\n3 0 1 0 2 1 0.5 0.5\n4 0 0 1 3 1\n"
        "$EndParametricNodes\n$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n",
        ONE,
    ),
    "colour.off": ("COFF\n4 4 0\n" + CORNERS.replace("\n", " 255 0 0 255\n") + FACES, CLOSED),
    "comment.off": (f"OFF\n# a comment\n\n4 4 0 # n\n{CORNERS}# faces\n{FACES}", CLOSED),
    "facet_colour.off": ("OFF\n4 4 0\n" + CORNERS + FACES.replace("\n", " 1.0 0.5 0.5\n"), CLOSED),
    "one_line.off": (f"OFF 4 4 6\n{CORNERS}{FACES}", CLOSED),
    # Wavefront and Stanford.
    "normals.obj": (OBJ + "vn 0 0 1\nf 1//1 3//1 2//1\nf 1//1 2//1 4//1\nf 2//1 3//1 4\nf 1 4 3\n", CLOSED),
    "textures.obj": (OBJ + "vt 0 0\nvn 0 0 1\nf 1/1/1 3/1/1 2/1\nf 1 2/1 4\nf 2 3/1 4\nf 1 4 3\n", CLOSED),
    "colours.obj": (OBJ.replace("\n", " 1 0 0\n") + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", CLOSED),
    "negative.obj": (OBJ + "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -4 -1 -2\n", CLOSED),
    "groups.obj": (
        OBJ + "p 1 2\nl 1 2 3\no a\nf 1 3 2\nf 1 2 \\\n4\ng b\nusemtl m\nf 2 3 4 # last\nf 1 4 3\n",
        f"{CLOSED}|Points (p) {LEFT}: 1.|Lines (l) {LEFT}: 1.",
    ),
    "unsigned.ply": (f"{PLY}{FACE_LISTS}end_header\n{CORNERS}{FACES}", CLOSED),
    "quads.ply": (
        PLY.replace("vertex 4", "vertex 5") + "property uchar red\nelement face 5\nproperty uchar flags\n"
        "property list uchar int vertex_indices\nelement edge 1\nproperty int a\nproperty int b\nend_header\n"
        "0 0 0 9\n1 0 0 9\n1 1 0 9\n0 1 0 9\n.5 .5 1 9\n"
        "1 4 3 2 1 0\n1 3 0 1 4\n1 3 1 2 4\n1 3 2 3 4\n1 3 3 0 4\n0 1\n",
        f"{PYRAMID}|The element 'edge' (1) was left out.",
    ),
    # Several parts in a file.
    "pieces.vtu": (
        vtu(
            piece(CORNERS, "0 1 2 3"),
            piece(FAR + "6 1 1", "0 1 2 3 1 2 3 4", "10 10"),
            '<Piece NumberOfPoints="0" NumberOfCells="0"/>',
        ),
        "9 vertices, 3 tets|0.666667 m^3;|2 parts of the file were joined",
    ),
    "seam.vtu": (
        vtu(
            piece(CORNERS, "0 1 2 3", data=array("Int32", "mat", "3") + array("Int32", "other", "1")),
            piece("1 0 0 0 1 0 0 0 1 1 1 1", "0 1 2 3", data=array("Int32", "mat", "4")),
        ),
        f"{HALF}|3 vertices on seams of the parts were merged|tags           from mat: 3 (1 tet), 4 (1 tet)"
        f"|not all parts have {LEFT}: other",
    ),
    "zones.tec": (ZONES + ZONE.format(FAR), "8 vertices, 2 tets|0.333333 m^3;|2 parts of the file"),
    "one.dat": (ZONES, ONE),
    "solids.stl": (SOLID.format(0) + SOLID.format(1), "6 vertices, 2 facets"),
    # What is left out is named.
    "point.vtk": (VTK + "CELLS 2 7\n4 0 1 2 3\n1 0\nCELL_TYPES 2\n10\n1\n", f"{ONE}|left out       1 vertex"),
    "sets.inp": (
        f"{PART}{INSTANCE.format('a-1', '')}*NSET,NSET=top\n4\n",
        f"{ONE}|Sets of vertices and cells {LEFT}: core, top.",
    ),
    "arrays.vtu": (
        vtu(piece(CORNERS, "0 1 2 3", data=array("Int32", "mat", "3") + array("Int32", "layer", "1"))),
        f"{ONE}|from mat: 3|left out       the arrays layer; --tags NAME keeps one of them",
    ),
    "no_prisms.mesh": (MEDIT + "Tetrahedra\n1\n1 2 3 4 7\nPrisms\n0\nEnd\n", f"{ONE}|medit:ref: 7"),
    "ridges.mesh": (MEDIT + "Tetrahedra\n1\n1 2 3 4 7\nRidges\n1\n1\nEnd\n", f"{ONE}|medit:ref: 7|Ridges"),
    "uncounted.su2": (
        "NDIME= 3\nNELEM= 1\n10 0 1 2 3 0\nNPOIN= 4\n" + CORNERS,
        f"{ONE}|simbench does not count what a .su2 file declares",
    ),
}


@pytest.mark.parametrize("name", READ)
def test_all_of_a_file_is_read_or_named(tmp_path, name):
    contents, said = READ[name]
    path = tmp_path / name
    path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    report = "\n".join(convert_mesh(path, tmp_path / f"out.{'off' if 'facets' in said else 'msh'}"))
    for words in said.split("|"):
        assert words in report


def test_each_format_that_the_page_names_is_tested():
    section = (
        (REPOSITORY / "docs/meshes.md").read_text().partition("## Other formats")[2].partition("\n## ")[0]
    )
    named = re.findall(
        r"`(\.\w+)`", "".join(line.split("|")[1] for line in section.splitlines() if "|" in line)
    )
    tested = {Path(name).suffix for name in READ} | {".node", ".ele"}
    assert len(named) == 13 and set(named) <= tested


def test_tetgens_files_have_the_tets_that_the_program_reads(tmp_path):
    (tmp_path / "c.node").write_text("5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n")
    (tmp_path / "c.ele").write_text("2 4 1\n0 0 1 2 3 3\n1 1 2 3 4 5\n")
    for ending in ("node", "ele"):
        report = "\n".join(convert_mesh(tmp_path / f"c.{ending}", tmp_path / f"{ending}.msh"))
        assert "5 vertices, 2 tets" in report and "volume         0.5 m^3" in report
        assert "tags           from attribute: 3 (1 tet), 5 (1 tet)" in report


REFUSED = {
    "old.msh": ("$NOD\n4\n1 0 0 0\n$ENDNOD\n", ["version '1'", "gmsh OLD.msh -save -format msh41"]),
    "zero.obj": (OBJ + "f 0 1 2\n", ["line 5: corner 0 is none of the 4 vertices before"]),
    "far.obj": (OBJ + "f -5 1 2\n", ["line 5: corner -5 is none"]),
    "word.obj": (OBJ + "f 1 a 2\n", ["line 5: expected an integer, found 'a'"]),
    "curve.obj": (OBJ + "cstype bezier\n", ["line 5: 'cstype': simbench reads vertices (v) and polygons"]),
    "strips.ply": (
        f"{PLY}element tristrips 1\nproperty list int int vertex_indices\nend_header\n{CORNERS}3 0 1 2\n",
        ["triangle strips (tristrips)"],
    ),
    "short.ply": (f"{PLY}{FACE_LISTS}end_header\n{CORNERS}3 0 1 2\n", ["ends before its last element"]),
    "long.ply": (f"{PLY}{FACE_LISTS}end_header\n{CORNERS}{FACES}3 0 1 2\n", ["more than its header"]),
    "fraction.ply": (
        f"{PLY}{FACE_LISTS}end_header\n{CORNERS}{FACES.replace('2 1', '2.9 1')}",
        ["expected an integer, found '2.9'"],
    ),
    "names.ply": (
        f"{PLY}{FACE_LISTS.replace('vertex_index', 'corners')}end_header\n{CORNERS}{FACES}",
        ["'face' has none of the properties vertex_indices, vertex_index"],
    ),
    "polydata.vtk": (VTK.replace("UNSTRUCTURED_GRID", "POLYDATA"), ["not POLYDATA"]),
    "strip.vtk": (VTK + "CELLS 2 10\n4 0 1 2 3\n4 0 1 2 3\nCELL_TYPES 2\n10\n6\n", ["that meshio cannot"]),
    "voxel.vtu": (vtu(piece(CORNERS, "0 1 2 3 0 1 2 3", "10 8")), ["pixel"]),
    "line.vtu": (vtu(piece(CORNERS, "0 1 2 3 0 1 2 3", "10 4")), ["declares 2 cells, but meshio reads 1"]),
    "ghosts.vtu": (
        vtu(piece(CORNERS, "0 1 2 3", data=array("UInt8", "vtkGhostType", "1"))),
        ["ghost cells (vtkGhostType)"],
    ),
    "corner.vtu": (
        vtu(piece(CORNERS, "0 1 2 3"), piece(CORNERS, "0 1 2 -1")),
        ["corner -1 (counted from 0) is none of the 4 vertices of its part"],
    ),
    "cut_off.tec": (ZONES[:-8], ["meshio cannot read"]),
    "shared.tec": (
        ZONES + ZONE.replace("E=1", "E=1, CONNECTIVITYSHAREZONE=1").format(FAR),
        ["CONNECTIVITYSHAREZONE", "cannot be joined"],
    ),
    "twice.mesh": (
        MEDIT + "Tetrahedra\n1\n1 2 3 4 7\n" + MEDIT.partition("3\n")[2] + "Tetrahedra\n1\n1 2 3 4 8\nEnd\n",
        ["declares 8 vertices, but meshio reads 4 of them"],
    ),
    "nodes.inp": (ABAQUS + "*NODE\n9,5,5,5\n", ["declares 5 vertices, but meshio reads 1 of them"]),
    "parts.inp": (PART + PART.replace("name=a", "name=b"), ["several of *PART", "cannot join: a, b"]),
    "instances.inp": (
        PART + INSTANCE.format("a-1", "") + INSTANCE.format("a-2", "5., 0., 0.\n"),
        ["several of *INSTANCE", "cannot join: a-1, a-2"],
    ),
    "moved.inp": (PART + INSTANCE.format("a-1", "5., 0., 0.\n"), ["*INSTANCE a-1 is moved"]),
    "generated.inp": (ABAQUS + "*NGEN\n1,4,1\n", ["*NGEN makes or moves nodes"]),
    "elsewhere.inp": ("*NODE,INPUT=n.txt\n", ["options INPUT and SYSTEM of *NODE"]),
    "nothing.stl": ("solid a\nendsolid a\n", ["nothing.stl has no vertices"]),
}


def test_a_binary_stl_of_another_length_than_it_declares_is_refused(tmp_path):
    facet = bytes(50)
    (tmp_path / "in.stl").write_bytes(b"solid".ljust(80) + (3).to_bytes(4, "little") + 2 * facet)
    with pytest.raises(SimbenchError, match=r"has 184 bytes; a binary .stl of the 3 facets .* has 234"):
        convert_mesh(tmp_path / "in.stl", tmp_path / "out.off")


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_would_lose_something_is_refused(tmp_path, name):
    contents, said = REFUSED[name]
    (tmp_path / name).write_text(contents)
    with pytest.raises(SimbenchError) as raised:
        convert_mesh(tmp_path / name, tmp_path / ("out.off" if name[-3:] in ("obj", "ply") else "out.msh"))
    assert raised.value.exit_code == 3
    for words in [name, *said]:
        assert words in str(raised.value)
    assert not list(tmp_path.glob("out.*"))
