"""Scenes are found by name. A path is relative to the file or the folder in which it is written."""

import json
import shlex
import shutil

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
BODY = shlex.quote('body={"mesh": {"file": "my.msh"}}')


def write_mesh(path, size=1.0):
    meshio.write(path, meshio.Mesh(size * CORNERS, [("tetra", [[0, 1, 2, 3]])]), file_format="gmsh")


@pytest.fixture
def block(workplace):
    """A user's scene in the current folder."""
    shutil.copy(REPOSITORY / "scenes/deformable/smoke.json", workplace / "block.json")


def tets(stdout):
    return stdout.split("mesh ")[1].split(" tet")[0].strip()


def test_set_takes_a_mesh_of_the_current_folder(run_simbench, workplace):
    write_mesh(workplace / "my.msh")
    assert tets(run_simbench("check smoke --set", BODY).stdout) == "1"
    run_simbench("--scene smoke --solver qn --iterations 2 --quiet --output OUT --set", BODY)
    manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    assert manifest["scene"]["body"]["mesh"]["file"] == "my.msh"
    elsewhere = workplace / "elsewhere"
    elsewhere.mkdir()
    repeated = run_simbench("rerun ../OUT/qn/manifest.json", cwd=elsewhere).stdout
    assert "iterations.csv: identical" in repeated


def test_the_current_folder_comes_before_the_scenes(run_simbench, workplace):
    """A path in a scene is relative to the scene; in --set it is relative to the current folder."""
    own = workplace / "own"
    own.mkdir()
    write_mesh(own / "my.msh", size=2)
    write_mesh(workplace / "my.msh", size=1)
    scene = json.loads((REPOSITORY / "scenes/deformable/smoke.json").read_text())
    scene["body"] = {"mesh": {"file": "my.msh"}}
    (own / "scene.json").write_text(json.dumps(scene))
    assert "volume         1.33333 m^3" in run_simbench("check own/scene.json").stdout
    assert "volume         0.166667 m^3" in run_simbench("check own/scene.json --set", BODY).stdout
    path = "--set body.mesh.file=my.msh"
    assert "volume         0.166667 m^3" in run_simbench("check own/scene.json", path).stdout


def test_a_sweep_takes_a_mesh_of_the_current_folder_and_can_be_inspected_from_another(
    run_simbench, workplace
):
    write_mesh(workplace / "my.msh")
    plan = {"scene": "smoke", "axes": [], "solvers": ["qn"], "set": {"step.iterations": 2}}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output SWEEP --quiet --set", BODY)
    elsewhere = workplace / "elsewhere"
    elsewhere.mkdir()
    assert "1 done, 0 failed, 0 missing" in run_simbench("status ../SWEEP", cwd=elsewhere).stdout
    (run,) = (workplace / "SWEEP/runs").glob("*/*")
    run_simbench("--scene smoke --solver qn --iterations 2 --quiet --output OUT --set", BODY)
    for name in ("manifest.json", "iterations.csv"):
        assert (run / name).read_bytes() == (workplace / "OUT/qn" / name).read_bytes()


def test_a_mesh_that_is_not_found_names_the_folders_searched(refused, workplace):
    message = refused("check smoke --set", BODY, exit_code=3)
    assert "--set body=" in message and "'my.msh': no such file" in message
    assert f"looked in: {workplace}" in message and "scenes" in message
    message = refused(
        "check smoke", "--set", shlex.quote('body={"mesh": {"file": "/no/my.msh"}}'), exit_code=3
    )
    assert "'/no/my.msh': no such file\n" in message


@pytest.mark.parametrize("name", ["block", "block.json", "./block", "smoke"])
def test_a_scene_is_found_by_its_name(run_simbench, workplace, block, name):
    (workplace / "block").mkdir()  # for example the folder of a user's results
    finished = run_simbench("check", name)
    assert finished.stdout.startswith(
        name.removesuffix(".json") + ".json" if "block" in name else "scenes/deformable/smoke"
    )
    run_simbench("--scene", name, "--solver qn --quiet")
    stem = name.removesuffix(".json").removeprefix("./")
    assert (workplace / "runs" / stem / "qn/manifest.json").is_file()


def test_the_path_of_a_scene_in_a_plan_starts_at_the_plan(run_simbench, workplace, block):
    """A path that the plan's folder does not have starts at the current folder."""
    (workplace / "study/plans").mkdir(parents=True)
    (workplace / "study/scenes").mkdir()
    scene = json.loads((workplace / "block.json").read_text())
    (workplace / "study/scenes/mine.json").write_text(json.dumps({**scene, "description": "of the study"}))
    for path, description in {
        "../scenes/mine.json": "of the study",
        "./block.json": scene["description"],
    }.items():
        plan = {"scene": path, "axes": [], "solvers": ["qn"], "set": {"step.iterations": 2}}
        (workplace / "study/plans/plan.json").write_text(json.dumps(plan))
        run_simbench("sweep study/plans/plan.json --output SWEEP --quiet --replace-plan")
        assert json.loads((workplace / "SWEEP/plan.json").read_text())["scene"]["description"] == description


def test_a_scene_that_is_not_found_names_the_folders_searched(refused, workplace):
    message = refused("--scene smok --solver qn")
    assert "smok: no such scene" in message and "did you mean 'smoke'?" in message
    assert "the current folder, scenes, " in message
    (workplace / "my_ball.json").write_text("{}")
    assert "did you mean 'my_ball'?" in refused("check my_bal")
    assert "simbench list scenes names them" in refused("--scene elsewhere.json --solver qn")
