"""A mesh that simbench-convert wrote has the same bits as the same mesh in simbench's formats."""

import json
import re
import shlex

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY

from simbench.convert import ENDS, is_converted
from simbench.input_files import LARGEST_TABLE

FILES = REPOSITORY / "tests/mesh/files"  # one mesh, as several programs wrote it (make_files.sh)
EXACT_TETS = ["base64", "base64_zlib", "vtk_base64", "vtk_raw", "vtk_raw_zlib"]
EXACT_TETS += ["vtk_raw_big_endian", "vtk_appended_base64"]
ROUNDED_TETS = ["ascii", "vtk_ascii"]
CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for y in (0, 1) for x in (0, 1))
CUBE += "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
TET = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)


@pytest.fixture
def convert(run_command, workplace):
    """Converts a file into one in the workplace: exit code, report and message."""

    def run(source, target="out.msh", *options, exit_code=0):
        finished = run_command("simbench-convert", source, workplace / target, *options, check=False)
        assert finished.returncode == exit_code, finished.stderr
        assert "Traceback" not in finished.stderr
        if exit_code:
            assert finished.stdout == ""
        assert not [path for path in workplace.iterdir() if "partial" in path.name]
        return finished.stdout or finished.stderr

    return run


@pytest.fixture
def simulated(run_simbench, workplace):
    """Simulates a body, and returns the hash of its mesh, its rest positions and its tets."""

    def run(body: dict):
        scene = {
            "body": body,
            "material": {"model": "strain", "stiffness": 1e5},
            "step": {"time_step": 0.01, "iterations": 0},
        }
        (workplace / "scene.json").write_text(json.dumps(scene))
        run_simbench("--scene scene --solver qn --vtu --quiet --output OUT --replace --reference none")
        manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
        mesh = meshio.read(workplace / "OUT/qn/positions_0001_000000.vtu")
        return manifest["mesh_sha256"], mesh.point_data["rest_positions"], mesh.cells_dict["tetra"]

    return run


def mesh_body(path) -> dict:
    return {"mesh": {"file": str(path)}}


@pytest.mark.parametrize("name", EXACT_TETS)
def test_tets_have_the_bits_of_gmsh(name, convert, simulated, workplace):
    convert(FILES / f"{name}.vtu")
    converted, gmsh = (
        simulated(mesh_body(path))[0] for path in (workplace / "out.msh", FILES / "box41_binary.msh")
    )
    assert converted == gmsh


@pytest.mark.parametrize("name", ROUNDED_TETS)
def test_tets_of_a_text_with_fewer_digits_are_close_to_those_of_gmsh(name, convert, simulated, workplace):
    convert(FILES / f"{name}.vtu")
    _, points, tets = simulated(mesh_body(workplace / "out.msh"))
    _, expected_points, expected_tets = simulated(mesh_body(FILES / "box41_binary.msh"))
    np.testing.assert_allclose(points, expected_points, rtol=0, atol=2e-11)
    np.testing.assert_array_equal(tets, expected_tets)


def read_off(path) -> tuple[np.ndarray, np.ndarray]:
    """Positions (vertices × 3) and corners (triangles × 3) of an .off file."""
    words = re.sub(r"#.*", "", path.read_text()).split()
    assert words[0] == "OFF"
    vertices, faces = int(words[1]), int(words[2])
    points = np.array(words[4 : 4 + 3 * vertices], dtype=float).reshape(-1, 3)
    corners = np.array(words[4 + 3 * vertices :], dtype=int).reshape(faces, 4)
    assert (corners[:, 0] == 3).all()
    return points, corners[:, 1:]


def triangles(path) -> np.ndarray:
    """The positions of the corners of each triangle of an .off file (triangles × 9), sorted.

    Of a triangle the smallest corner comes first, so that where a file begins does not matter.
    """
    points, corners = read_off(path)
    rows = []
    for triangle in points[corners].round(5):
        first = min(range(3), key=lambda i, triangle=triangle: tuple(triangle[i]))
        rows.append(np.roll(triangle, -first, axis=0).ravel())
    return np.array(sorted(map(tuple, rows)))


@pytest.mark.parametrize("name", ["box.obj", "box.ply", "box_binary.ply", "box.stl", "box_binary.stl"])
def test_a_surface_equals_the_one_of_gmsh(name, convert, workplace):
    report = convert(FILES / name, "out.off")
    np.testing.assert_array_equal(triangles(workplace / "out.off"), triangles(FILES / "box.off"))
    if name.endswith((".obj", ".ply")):  # .stl has single precision
        for ours, theirs in zip(read_off(workplace / "out.off"), read_off(FILES / "box.off"), strict=True):
            np.testing.assert_array_equal(ours, theirs)
    assert "34 vertices, 64 facets" in report
    assert "0.35 m^3 enclosed" in report
    assert "yes: each edge has two facets" in report


def test_a_stl_may_have_capitals(convert, workplace):
    lower = (FILES / "box.stl").read_text()
    (workplace / "BOX.STL").write_text(lower.upper())
    report = convert(workplace / "BOX.STL", "out.off").splitlines()
    assert report[:-1] == convert(FILES / "box.stl", "lower.off").splitlines()[:-1]
    assert (workplace / "out.off").read_text() == (workplace / "lower.off").read_text()


def test_a_quad_with_a_corner_twice_is_a_triangle(convert, workplace):
    """Tecplot has triangles among quads so."""
    cells = [("quad", [[0, 1, 2, 2], [3, 1, 0, 3], [0, 1, 3, 2]])]
    meshio.write(workplace / "in.vtu", meshio.Mesh(TET, cells))
    assert "2 corners of facets repeat the one before" in convert(workplace / "in.vtu", "out.off")
    facets = (workplace / "out.off").read_text().splitlines()[-4:-1]
    assert [facet.split()[0] for facet in facets] == ["3", "3", "4"]


def test_simbench_fills_a_converted_surface(convert, simulated, simbench, workplace):
    if not simbench.with_name("simbench-tetmesh").is_file():
        pytest.skip("simbench-tetmesh is not built: TetGen is missing")
    convert(FILES / "box_binary.ply", "out.off")
    settings = {"max_volume": 0.01}
    ours = simulated({"tetgen": {"surface": str(workplace / "out.off"), **settings}})
    assert ours[0] == simulated({"tetgen": {"surface": str(FILES / "box.off"), **settings}})[0]


def test_the_report_describes_tets(convert, workplace):
    points = np.vstack([[[9, 9, 9]], TET, TET * [-2, 1, 1]])
    tets = [[1, 2, 3, 4], [5, 6, 7, 8]]  # the second one is inverted
    cells = [("tetra", tets), ("triangle", [[1, 2, 3]]), ("line", [[1, 2], [2, 3]])]
    meshio.write(workplace / "two.vtu", meshio.Mesh(points, cells))
    lines = convert(workplace / "two.vtu").splitlines()
    assert lines == [
        "mesh           8 vertices, 2 tets",
        "bounding box   (-2 0 0) to (1 1 1) m",
        "volume         0.5 m^3; of a tet 0.167 to 0.333 m^3",
        "inverted tets  1, the others are not: simbench refuses such a mesh",
        "left out       1 triangle",
        "left out       2 line",
        "left out       1 vertices that nothing uses",
        f"wrote {workplace / 'out.msh'}",
    ]


HALVES = [("tetra", [[0, 1, 2, 3]]), ("triangle", [[0, 1, 2]]), ("tetra", [[1, 2, 3, 4]])]


def with_tags(path, **arrays):
    """Two tets and a triangle, with arrays that have a number for each."""
    points = np.vstack([TET, [[1, 1, 1]]])
    cell_data = {
        name.replace("__", ":"): [np.array([value]) for value in values] for name, values in arrays.items()
    }
    meshio.write(path, meshio.Mesh(points, HALVES, cell_data=cell_data))


@pytest.mark.parametrize(
    ("arrays", "words", "name", "kept"),
    [
        ({"medit__ref": [3, 9, 7]}, [], "medit:ref", [3, 7]),
        ({"size": [0.5, 0, 0.25], "material": [4, 0, -5]}, [], "material", [4, -5]),
        ({"id": [0, 1, 2], "gmsh__physical": [8, 1, 8]}, [], "gmsh:physical", [8, 8]),
        ({"id": [5, 1, 6], "part": [8, 1, 8]}, ["--tags", "part"], "part", [8, 8]),
        ({"gmsh__geometrical": [1, 1, 2]}, ["--tags", "gmsh:geometrical"], "gmsh:geometrical", [1, 2]),
        ({"real": [5.0, 1.0, 6.0]}, ["--tags", "real"], "real", [5, 6]),
    ],
)
def test_tags_are_kept(arrays, words, name, kept, convert, workplace):
    with_tags(workplace / "in.vtu", **arrays)
    report = convert(workplace / "in.vtu", "out.msh", *words)
    assert f"tags           from {name}: " in report
    assert meshio.read(workplace / "out.msh").cell_data["gmsh:physical"][0].tolist() == kept


@pytest.mark.parametrize("arrays", [{}, {"gmsh__geometrical": [1, 1, 2]}, {"size": [0.5, 1, 2]}])
def test_a_mesh_without_tags_gets_none(arrays, convert, workplace):
    with_tags(workplace / "in.vtu", **arrays)
    assert "tags  " not in convert(workplace / "in.vtu")
    assert not meshio.read(workplace / "out.msh").cell_data["gmsh:physical"][0].any()


def test_arrays_that_are_no_tags_are_named(convert, workplace):
    with_tags(workplace / "in.vtu", part=[8, 1, 8], size=[0.5, 1, 2], layer=[1, 2, 3])
    report = convert(workplace / "in.vtu", "out.msh").splitlines()
    assert "left out       the arrays layer; --tags NAME keeps one of them as tags" in report
    assert "left out       the arrays size of vertices or cells" in report
    mesh = meshio.read(FILES / "box.stl")
    meshio.write(workplace / "t.vtu", meshio.Mesh(mesh.points, mesh.cells, {"T": mesh.points[:, 0]}))
    assert "left out       the arrays T of vertices or cells" in convert(workplace / "t.vtu", "t.off")


def test_missing_and_too_large_tags_are_refused(convert, workplace):
    with_tags(workplace / "in.vtu", part=[1, 2, 3], large=[2**40, 0, 0], size=[0.5, 1, 2])
    message = convert(workplace / "in.vtu", "out.msh", "--tags", "size", exit_code=2)
    assert "no array 'size' with an integer per tet; there are: part, large" in message
    assert "32 bits" in convert(workplace / "in.vtu", "out.msh", "--tags", "large", exit_code=3)


def test_a_surface_has_no_tags(convert, workplace):
    message = convert(FILES / "box.stl", "out.off", "--tags", "part", exit_code=2)
    assert "--tags" in message and "OUTPUT that ends in .msh" in message
    assert not (workplace / "out.off").exists()


def test_simbench_knows_the_tags_of_a_converted_mesh(convert, run_simbench, workplace):
    with_tags(workplace / "in.vtu", part=[3, 9, -7])
    convert(workplace / "in.vtu")
    body = shlex.quote('body={"mesh": {"file": "out.msh"}}')
    assert "tags           -7 (1 tet), 3 (1 tet)" in run_simbench(f"check smoke --set {body}").stdout


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("f 2 4 8 6\n", ""), "no: 4 of 12 edges have other than two facets"),
        (("f 2 4 8 6", "f 2 6 8 4"), "yes, but facets are not oriented alike at 4 of 12 edges"),
    ],
)
def test_the_report_says_whether_a_surface_is_closed(change, said, convert, workplace):
    (workplace / "cube.obj").write_text(CUBE.replace(*change))
    assert said in convert(workplace / "cube.obj", "cube.off")


@pytest.mark.parametrize(("source", "target"), [("base64.vtu", "out.msh"), ("box.stl", "out.off")])
def test_only_a_converted_file_is_replaced_and_only_on_request(source, target, convert, workplace):
    convert(FILES / source, target)
    before = (workplace / target).read_bytes()
    message = convert(FILES / source, target, exit_code=4)
    assert f"{target} exists already; --replace replaces it" in message
    other = "box41_binary.msh" if target == "out.msh" else "box_binary.stl"
    convert(FILES / other, target, "--replace", "--scale", "2")
    assert (workplace / target).read_bytes() != before


def test_a_converted_file_is_known_by_its_end_however_large_it_is(tmp_path):
    for ending, mark in ENDS.items():
        with (tmp_path / f"large{ending}").open("wb") as file:
            file.seek(LARGEST_TABLE + 1)  # a hole: the file takes no space
            file.write(mark.encode())
        assert is_converted(tmp_path / f"large{ending}")


@pytest.mark.parametrize(("source", "target"), [("base64.vtu", "out.msh"), ("box.stl", "out.off")])
@pytest.mark.parametrize("theirs", ["box41_binary.msh", "box.off", None])
def test_a_mesh_of_somebody_else_is_never_replaced(theirs, source, target, convert, workplace):
    contents = (FILES / theirs).read_bytes() if theirs else b"mine"
    (workplace / target).write_bytes(contents)
    for options in ([], ["--replace"]):
        message = convert(FILES / source, target, *options, exit_code=4)
        assert f"{target} exists and was not written by this command" in message
    assert (workplace / target).read_bytes() == contents


def test_every_reader_takes_the_mark_for_a_comment(convert, workplace):
    """The mark at the end: simbench's own readers, which a second conversion uses, and meshio's."""
    for source, target in (("base64.vtu", "out.msh"), ("box.stl", "out.off")):
        report = convert(FILES / source, target).splitlines()
        again = convert(workplace / target, f"again_{target}").splitlines()
        assert again[0] == report[0]
        kind = "tetra" if target == "out.msh" else "triangle"
        assert len(meshio.read(workplace / target).cells_dict[kind]) == int(report[0].split()[3])


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("base64.vtu", "out.vtk", "must end in .msh (tets) or .off (a surface)"),
        ("base64.vtu", "out.off", "an OUTPUT that ends in .msh is possible"),
        ("box.stl", "out.msh", "an OUTPUT that ends in .off is possible"),
    ],
)
def test_a_wrong_ending_is_refused_with_the_one_that_is_possible(source, target, said, convert, workplace):
    assert said in convert(FILES / source, target, exit_code=2)
    assert not (workplace / target).exists()


HEXAHEDRON = [("hexahedron", [[0, 1, 2, 3, 4, 5, 6, 7]])]
SECOND_ORDER = [("tetra10", [list(range(10))])]
CURVED = [("triangle6", [list(range(6))])]


@pytest.mark.parametrize(
    ("cells", "target", "said"),
    [
        (HEXAHEDRON, "out.msh", "simbench takes linear tets only; there are 1 of type hexahedron"),
        (SECOND_ORDER, "out.msh", "1 of type tetra10"),
        ([("tetra", [[0, 1, 2, 3]]), *SECOND_ORDER], "out.msh", "1 of type tetra10"),
        (CURVED, "out.off", "triangles and polygons only; there are triangle6"),
    ],
)
def test_cells_that_simbench_does_not_take_are_refused(cells, target, said, convert, workplace):
    points = np.random.default_rng(1).normal(size=(10, 3))
    meshio.write(workplace / "in.vtu", meshio.Mesh(points, cells))
    assert said in convert(workplace / "in.vtu", target, exit_code=3)


@pytest.mark.parametrize(
    ("name", "contents"),
    [
        ("absent.vtu", None),
        ("empty.vtu", ""),
        ("garbage.stl", "x"),
        ("garbage.ply", "\x01\x02"),
        ("unknown.stp", "x"),
        ("no_ending", "x"),
        ("corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n"),
        ("negative.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n"),
        ("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(name, contents, convert, workplace):
    if contents is not None:
        (workplace / name).write_text(contents)
    message = convert(workplace / name, "out.off", exit_code=3)
    assert message.startswith("simbench: ") and name in message and message.count("\n") == 1
    assert not (workplace / "out.off").exists()


def test_an_output_that_cannot_be_written_is_reported(convert, workplace):
    assert "cannot be written" in convert(FILES / "box.obj", "absent/out.off", exit_code=4)
    assert "cannot be written" in convert(FILES / "base64.vtu", "absent/out.msh", exit_code=4)


def test_the_command_in_the_message_of_a_refusal_converts_the_file(
    run_simbench, simulated, convert, workplace
):
    (workplace / "my.vtu").write_bytes((FILES / "base64.vtu").read_bytes())
    body = shlex.quote('body={"mesh": {"file": "my.vtu"}}')
    message = run_simbench(f"check smoke --set {body}", exit_code=3).stderr
    assert "simbench reads tets from .msh, .node and .ele" in message
    assert "simbench convert" in message and "my.vtu' my.msh" in message
    convert(workplace / "my.vtu", "my.msh")
    simulated(mesh_body("my.msh"))
