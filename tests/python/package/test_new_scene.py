"""`simbench new-scene --mesh` makes a scene from a mesh, and the scene runs as it is."""

import json
import os
import shutil

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY, table_rows

from simbench.mesh_experiments import EXPERIMENTS
from simbench.snapshots import load_snapshot, snapshot_files

MESHES = REPOSITORY / "tests/mesh/files"


@pytest.fixture
def new_scene(run_simbench):
    """Runs the command with the Python package of the tests; returns what it prints."""

    def run(arguments: str, exit_code=0) -> str:
        path = f"{REPOSITORY / '.venv/bin'}:{os.environ['PATH']}"
        finished = run_simbench(f"new-scene {arguments}", environment={"PATH": path}, exit_code=exit_code)
        return finished.stdout if exit_code == 0 else finished.stderr

    return run


@pytest.mark.parametrize(
    ("experiment", "scale"), [*((name, "1") for name in EXPERIMENTS), ("release", "1e-5"), ("drop", "1e4")]
)
def test_one_step_of_each_experiment_moves_a_body_of_any_size(
    new_scene, run_simbench, workplace, experiment, scale
):
    """From a micrometre-sized body to one of kilometres, by some percent of its length, and QN gets there."""
    new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --experiment {experiment} --scale {scale}")
    rows = table_rows(run_simbench("--scene mine --solver newton,qn --vtu 1 --output runs/mine").stdout)
    assert {row[-2] for row in rows.values()} == {"converged"}
    first, *_, last = snapshot_files(workplace / "runs/mine/newton")
    moved = load_snapshot(last.path).points - load_snapshot(first.path).points
    assert 0.02 < np.linalg.norm(moved, axis=1).max() / float(scale) < 0.5


def test_the_solvers_of_a_new_scene_differ_visibly(new_scene, run_simbench, workplace):
    new_scene(f"mine --mesh {MESHES / 'box.stl'}")
    run_simbench("--scene mine --solver newton,xpbd --iterations 1 --vtu --output runs/mine")
    ends = [
        load_snapshot(snapshot_files(workplace / f"runs/mine/{one}")[-1].path) for one in ("newton", "xpbd")
    ]
    apart = np.linalg.norm(ends[0].points - ends[1].points, axis=1).max()
    assert apart > 0.02 * np.ptp(ends[0].point_data["rest_positions"], axis=0).max()


def test_a_scene_of_many_frames_names_the_commands_of_a_movie(new_scene, workplace):
    *_, runs, movie = new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --frames 30").splitlines()
    assert (
        runs.endswith("--vtu --reference none --output runs/mine") and movie == "  simbench movie runs/mine"
    )
    assert json.loads((workplace / "mine.json").read_text())["step"]["steps"] == 30


@pytest.mark.parametrize(("kind", "usual"), [("", 1), ("--rigid", 100)])
def test_a_first_scene_has_as_many_steps_as_one_says(run_simbench, workplace, kind, usual):
    run_simbench(f"new-scene few {kind}")
    run_simbench(f"new-scene many {kind} --frames 7")
    steps = [
        json.loads((workplace / f"{name}.json").read_text())["step"]["steps"] for name in ("few", "many")
    ]
    assert steps == [usual, 7]


def write_tets(path, points, tets):
    meshio.write(path, meshio.Mesh(np.array(points, float), [("tetra", np.array(tets))]))


CORNERS = [[0, 0, 0], [1, 0, 0], [0, 0.5, 0], [0, 0, 0.5]]
APART = [[x + 3, y, z] for x, y, z in CORNERS]


@pytest.mark.parametrize(
    ("experiment", "points", "tets", "why", "other"),
    [
        ("pull", CORNERS, [[0, 1, 2, 3]], "all of its 4 vertices belong to the ends", "drop"),
        ("release", CORNERS, [[0, 1, 2, 3]], "its ends, which are held, have all of its vertices", "drop"),
        (
            "release",
            CORNERS + APART,
            [[0, 1, 2, 3], [4, 5, 6, 7]],
            "it has 2 parts that share no vertex",
            "drop",
        ),
        (
            "twist",
            [[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0.2, 0.3], [2, 0.5, 0.5]],
            [[0, 1, 2, 4], [1, 3, 2, 4], [2, 1, 3, 5]],
            "its upper end lies on the axis of the twist",
            "release",
        ),
    ],
)
def test_a_body_that_cannot_do_it_leads_to_another_experiment(
    new_scene, workplace, experiment, points, tets, why, other
):
    write_tets(workplace / "far.vtk", points, tets)
    message = new_scene(f"mine --mesh far.vtk --experiment {experiment}", exit_code=3)
    assert f"the body cannot do the experiment '{experiment}': {why}" in message
    assert f"try --experiment {other}. Nothing was written" in message
    assert not (workplace / "mine.json").exists()


def test_a_mistyped_experiment_is_named(new_scene):
    mesh = MESHES / "base64.vtu"
    assert "did you mean 'twist'?" in new_scene(f"a --mesh {mesh} --experiment twits", exit_code=2)


def test_a_mesh_with_the_name_of_the_scene_stays(new_scene, workplace):
    shutil.copy(MESHES / "box22.msh", workplace / "bar.msh")
    before = (workplace / "bar.msh").read_bytes()
    assert "wrote bar_body.msh" in new_scene("bar --mesh bar.msh")
    assert (workplace / "bar.msh").read_bytes() == before


@pytest.mark.parametrize("mesh", ["base64.vtu", "box.stl"])
def test_a_mesh_becomes_a_scene_that_runs(new_scene, run_simbench, workplace, mesh):
    said = new_scene(f"mine --mesh {MESHES / mesh}")
    *_, check, command, report = said.splitlines()
    assert (check, report) == ("  simbench check mine", "  simbench report runs/mine")
    assert command == "  simbench --scene mine --solver pbd,xpbd,vbd,pd,qn --vtu 10 --output runs/mine"
    assert "mine.json: good" in run_simbench("check mine").stdout
    rows = table_rows(run_simbench("--scene mine --solver newton,qn").stdout)
    assert {row[-2] for row in rows.values()} == {"converged"}


def test_the_held_end_is_where_the_longest_extent_begins(new_scene, workplace):
    new_scene(f"mine --mesh {MESHES / 'base64.vtu'} --scale 0.5")
    scene = json.loads((workplace / "mine.json").read_text())
    (group,) = scene["anchors"]["groups"]
    low, high = np.array([0.1, -0.2, 0.3]) / 2, np.array([1.1, 0.3, 1.0]) / 2  # the file's box, scaled
    beyond = 0.01 * (high - low)[0]  # the box is a little larger than the body
    upper = [low[0] + 0.05 * (high - low)[0], *(high + beyond)[1:]]
    np.testing.assert_allclose(group["vertices"]["minimum"], low - beyond, atol=1e-3)
    np.testing.assert_allclose(group["vertices"]["maximum"], upper, atol=1e-3)


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
    assert said.splitlines()[-1].startswith("  simbench report ")


def test_vertices_that_no_cell_uses_do_not_count(new_scene, run_simbench, workplace):
    write_tets(workplace / "far.vtk", [*CORNERS, [-10, 0, 0]], [[0, 1, 2, 3]])
    new_scene("far --mesh far.vtk --experiment sag")
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
        assert finished.stderr == f"simbench: {said}\n"
