"""`simbench new-scene --mesh` makes a scene from a mesh, and the scene runs as it is."""

import json
import os
import shutil

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY, table_rows

MESHES = REPOSITORY / "tests/mesh/files"


@pytest.fixture
def new_scene(run_simbench):
    """Runs the command with the Python package of the tests; returns what it prints."""

    def run(arguments: str, exit_code=0) -> str:
        path = f"{REPOSITORY / '.venv/bin'}:{os.environ['PATH']}"
        finished = run_simbench(f"new-scene {arguments}", environment={"PATH": path}, exit_code=exit_code)
        return finished.stdout if exit_code == 0 else finished.stderr

    return run


@pytest.mark.parametrize("mesh", ["base64.vtu", "box.stl"])
def test_a_mesh_becomes_a_scene_that_runs(new_scene, run_simbench, workplace, mesh):
    said = new_scene(f"mine --mesh {MESHES / mesh}")
    *_, check, command = said.splitlines()
    assert check == "  simbench check mine" and command == "  simbench --scene mine --solver all"
    assert "mine.json: good" in run_simbench("check mine").stdout
    rows = table_rows(run_simbench("--scene mine --solver newton,qn").stdout)
    assert {row[-2] for row in rows.values()} == {"converged"}


def test_the_held_end_is_where_the_longest_extent_begins(new_scene, workplace):
    new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --scale 0.5")
    scene = json.loads((workplace / "mine.json").read_text())
    (group,) = scene["anchors"]["groups"]
    low, high = np.array([0.1, -0.2, 0.3]) / 2, np.array([1.1, 0.3, 1.0]) / 2  # the file's box, scaled
    np.testing.assert_allclose(group["vertices"]["minimum"], low)
    np.testing.assert_allclose(group["vertices"]["maximum"], [low[0] + 0.05 * (high - low)[0], *high[1:]])


def test_a_free_body_has_no_anchor(new_scene, workplace):
    assert "falls freely" in new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --free")
    assert json.loads((workplace / "mine.json").read_text())["anchors"]["groups"] == []


def test_a_body_of_kilometres_is_a_warning_here_and_in_check(new_scene, run_simbench):
    said = new_scene(f"big --mesh {MESHES / 'base64.vtu'} --scale 1000")
    assert "warning: the body is 1000 m long" in said and "--scale 0.001" in said
    assert "the body is 1e+03 m long and has a mass of 3.5e+11 kg" in run_simbench("check big").stdout
    assert "warning" not in run_simbench("check smoke").stdout


def test_nothing_is_replaced(new_scene, workplace):
    for file in ("mine.json", "mine.msh"):
        (workplace / file).write_text("mine")
        message = new_scene(f"mine --mesh {MESHES / 'base64.vtu'}", exit_code=4)
        assert f"{file}: exists already and is not replaced" in message
        assert (workplace / file).read_text() == "mine"
        (workplace / file).unlink()


@pytest.mark.parametrize("file", ["my box.STL", "box.msh"])
def test_a_mesh_is_not_a_scene_and_the_message_has_the_command(
    refused, run_simbench, new_scene, workplace, file
):
    new_scene(f"box --mesh {MESHES / 'base64.vtu'}")  # writes box.msh
    shutil.copy(MESHES / "box.stl", workplace / "my box.STL")
    for command in ("--scene", "check"):
        words = ["--solver", "qn"] if command == "--scene" else []
        message = refused(f"{command} '{file}' {' '.join(words)}")
        assert "this is a mesh and not a scene" in message
    typed = message.split("type: simbench ")[1].strip()
    said = new_scene(typed.removeprefix("new-scene "))
    assert said.splitlines()[-1].startswith("  simbench --scene ")


def test_vertices_that_no_cell_uses_do_not_count(new_scene, run_simbench, workplace):
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 0.5, 0], [0, 0, 0.5], [-10, 0, 0]], float)
    meshio.write(workplace / "far.vtk", meshio.Mesh(points, [("tetra", np.array([[0, 1, 2, 3]]))]))
    new_scene("far --mesh far.vtk")
    assert "far.json: good" in run_simbench("check far").stdout


PYRAMID = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\n"
PYRAMID += "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"


def test_polygons_are_cut_into_triangles(new_scene, run_simbench, workplace):
    (workplace / "pyramid.obj").write_text(PYRAMID)
    assert "5 vertices, 5 facets" in new_scene("pyramid --mesh pyramid.obj")
    volume = json.loads(run_simbench("check pyramid --json").stdout)["mesh"]["volume"]
    assert volume == pytest.approx(1 / 3, rel=1e-12)


MIXED = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"
MIXED += "$EndNodes\n$Elements\n2\n1 4 0 1 2 3 4\n2 4 0 2 4 3 5\n$EndElements\n"


@pytest.mark.parametrize(
    ("name", "contents", "said"),
    [
        ("mixed.msh", MIXED, ["1 of 2 tets are oriented the other way", "repair the mesh"]),
        (
            "open.off",
            "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
            ["it is open", "repair the mesh", "a body of the kind 'surface' may be open"],
        ),
        ("facet.obj", PYRAMID.replace("f 4 1 5\n", "f 4 1 9\n"), ["corner 8"]),
    ],
)
def test_a_mesh_that_simbench_refuses_leaves_nothing(new_scene, workplace, name, contents, said):
    (workplace / name).write_text(contents)
    before = sorted(workplace.iterdir())
    message = new_scene(f"mine --mesh {name}", exit_code=3)
    assert name in message and message.count("\n") == 1
    for words in said:
        assert words in message
    assert sorted(workplace.iterdir()) == before


@pytest.mark.parametrize("scale", ["0", "-1", "mm", "nan"])
def test_a_scale_is_positive(new_scene, scale):
    message = new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --scale={scale}", exit_code=2)
    assert f"--scale: expected a positive number, not '{scale}'; write 1e-3" in message


@pytest.mark.parametrize("scale", ["mm", "1e-3m", "nan", "inf", ""])
def test_a_scale_that_is_no_number_is_refused_by_both_commands(run_command, workplace, scale):
    mesh = MESHES / "base64.vtu"
    for command in (
        ("simbench-new-scene", workplace / "mine", mesh),
        ("simbench-convert", mesh, workplace / "mine.msh"),
    ):
        finished = run_command(*command, f"--scale={scale}", check=False)
        assert finished.returncode == 2
        said = f"--scale: expected a positive number, not '{scale}'; write 1e-3 for a mesh in millimetres"
        assert finished.stderr == f"error: {said}\n"
