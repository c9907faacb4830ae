"""Scenes with mesh files: files of meshio are read, and runs depend only on the contents of a file."""

import json
import os
import shlex
import signal
import subprocess

import meshio
import numpy as np
import pytest
from conftest import TIMEOUT, files_of, wait_until

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], dtype=float) * [0.3, 0.2, 0.1]
TETS = np.array([[0, 1, 2, 3], [1, 2, 3, 4]])
BINARY = {"file_format": "gmsh", "binary": True}
TEXT = {"file_format": "gmsh22", "binary": False}
FORMATS = {"two.msh": BINARY, "text.msh": TEXT, "two.ele": {"file_format": "tetgen"}}


def oriented(tets):
    edges = CORNERS[tets[:, 1:]] - CORNERS[tets[:, :1]]
    positive = np.linalg.det(edges) > 0
    return np.where(positive[:, None], tets, tets[:, [0, 1, 3, 2]])


def write_mesh(path, **options):
    meshio.write(path, meshio.Mesh(CORNERS, [("tetra", oriented(TETS))]), **options)


@pytest.fixture
def scene(workplace):
    """Writes a scene for a mesh file into its own folder, and returns the scene's path."""

    def write(mesh, **changes):
        folder = workplace / "own scenes"
        folder.mkdir(exist_ok=True)
        text = {
            "body": {"mesh": {"file": str(mesh)}},
            "density": 1000,
            "material": {"model": "strain", "stiffness": 1e5},
            "anchors": {"groups": [{"vertices": {"select": "nearest", "point": [0, 0, 0]}}]},
            "gravity": [0, 0, -9.81],
            "step": {"time_step": 0.01, "iterations": 3},
            **changes,
        }
        (folder / "scene.json").write_text(json.dumps(text))
        return folder / "scene.json"

    return write


@pytest.fixture
def results(run_simbench, workplace):
    """Runs qn on a scene and returns the run's folder."""

    def run(scene, *arguments):
        run_simbench("--solver qn --quiet --output OUT --replace", "--scene", scene, *arguments)
        return workplace / "OUT/qn"

    return run


@pytest.mark.parametrize("name", FORMATS)
def test_a_mesh_that_meshio_wrote_is_simulated(scene, results, name):
    path = scene(name)
    write_mesh(path.parent / name, **FORMATS[name])
    folder = results(path, "--vtu --iterations 0")
    positions = meshio.read(folder / "positions_0001_000000.vtu")
    fall = np.array([0, 0, -9.81e-4])  # h² g, because iteration 0 has the inertial positions
    np.testing.assert_allclose(positions.points, CORNERS + fall, rtol=1e-14)
    np.testing.assert_array_equal(positions.cells_dict["tetra"], oriented(TETS))
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["vertices"], manifest["tets"]) == (5, 2)


def test_formats_of_one_mesh_give_one_result(scene, results):
    tables, meshes, ids = set(), set(), set()
    for name, options in FORMATS.items():
        path = scene(name)
        write_mesh(path.parent / name, **options)
        folder = results(path)
        manifest = json.loads((folder / "manifest.json").read_text())
        tables.add((folder / "iterations.csv").read_bytes())
        meshes.add(manifest["mesh_sha256"])
        ids.add(manifest["run_id"])
    assert (len(tables), len(meshes)) == (1, 1)
    assert len(ids) == len(FORMATS)  # ids contain the hashes of the files


def test_the_run_id_depends_on_the_contents_of_a_mesh_and_not_on_its_path(scene, results):
    first = scene("one.msh")
    write_mesh(first.parent / "one.msh", **BINARY)
    before = files_of(results(first))
    (first.parent / "one.msh").rename(first.parent / "moved.msh")
    after = files_of(results(scene("moved.msh")))
    ids = [json.loads(files["manifest.json"])["run_id"] for files in (before, after)]
    assert ids[0] == ids[1]
    assert before["iterations.csv"] == after["iterations.csv"]
    write_mesh(first.parent / "moved.msh", **TEXT)
    other = files_of(results(first.parent / "scene.json"))
    assert json.loads(other["manifest.json"])["run_id"] != ids[0]


def test_a_file_with_another_hash_is_refused(scene, results, run_simbench):
    path = scene("one.msh")
    write_mesh(path.parent / "one.msh", **BINARY)
    pinned = json.loads((results(path) / "manifest.json").read_text())["scene"]["body"]["mesh"]["sha256"]
    check = ["check", path, "--set", f"body.mesh.sha256={pinned}"]
    run_simbench(*check)
    write_mesh(path.parent / "one.msh", **TEXT)
    message = run_simbench(*check, exit_code=3).stderr
    assert "/body/mesh/file" in message
    assert pinned in message


def test_a_missing_mesh_is_refused(scene, run_simbench):
    message = run_simbench("check", scene("nowhere.msh"), exit_code=3).stderr
    assert "scene.json:1:" in message
    assert "/body/mesh/file" in message
    assert "nowhere.msh" in message


def test_a_run_is_repeated_from_its_manifest_in_another_folder(
    scene, results, simbench, cache_folder, tmp_path
):
    path = scene("one.msh")
    write_mesh(path.parent / "one.msh", **BINARY)
    folder = results(path)
    finished = subprocess.run(
        [simbench, "rerun", folder / "manifest.json"],
        cwd=tmp_path,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "iterations.csv: identical" in finished.stdout


@pytest.mark.parametrize("absolute", [False, True])
def test_a_run_is_repeated_where_its_mesh_has_moved(scene, results, run_simbench, workplace, absolute):
    mesh = workplace / "own scenes/meshes/one.msh"
    mesh.parent.mkdir(parents=True)
    write_mesh(mesh, **BINARY)
    results(scene(mesh if absolute else "meshes/one.msh"))
    (workplace / "moved").mkdir()
    mesh.rename(workplace / "moved/one.msh")
    assert "--mesh-folder" in run_simbench("rerun OUT/qn/manifest.json", exit_code=3).stderr
    assert "nowhere" in run_simbench("rerun OUT/qn/manifest.json --mesh-folder nowhere", exit_code=3).stderr
    printed = run_simbench("rerun OUT/qn/manifest.json --mesh-folder moved").stdout
    assert "manifest.json: identical" in printed
    write_mesh(workplace / "moved/one.msh", **TEXT)  # another file of that name
    assert "sha256" in run_simbench("rerun OUT/qn/manifest.json --mesh-folder moved", exit_code=3).stderr


def test_a_sweep_takes_another_body_by_set(scene, run_simbench, workplace):
    """--set becomes a part of the plan, so that other commands on the folder do not need it."""
    path = scene("one.msh")
    write_mesh(path.parent / "one.msh", **BINARY)
    plan = {
        "scene": str(path),
        "axes": [{"path": "material.stiffness", "values": [1e4, 1e5]}],
        "solvers": ["qn", "pd"],
        "set": {"step.iterations": 2},
    }
    (workplace / "plan.json").write_text(json.dumps(plan))
    write_mesh(path.parent / "other.msh", file_format="gmsh")
    body = ["--set", shlex.quote('body={"mesh": {"file": "other.msh"}}')]
    run_simbench("sweep plan.json --output SWEEP --quiet", *body)
    assert "4 done, 0 failed, 0 missing" in run_simbench("status SWEEP").stdout
    assert "4 good, 0 damaged" in run_simbench("verify SWEEP").stdout
    runs = sorted((workplace / "SWEEP/runs").glob("*/*"))
    scenes = [json.loads((run / "manifest.json").read_text())["scene"] for run in runs]
    assert {run["body"]["mesh"]["file"] for run in scenes} == {"other.msh"}
    run_simbench("sweep plan.json --output SWEEP --quiet", exit_code=2)  # another plan: --set is missing
    assert "other.msh" in (workplace / "SWEEP/plan.json").read_text()
    message = run_simbench("sweep plan.json --list --set material.stiffness=3", exit_code=2).stderr
    assert "axis material.stiffness" in message


def test_check_describes_the_mesh(scene, run_simbench):
    path = scene("two.msh", density=500)
    mesh = meshio.Mesh(
        np.vstack([CORNERS, CORNERS + 1, [[9, 9, 9]]]),
        [("tetra", np.vstack([oriented(TETS), oriented(TETS) + 5])), ("triangle", [[0, 1, 2]])],
    )
    meshio.write(path.parent / "two.msh", mesh, **TEXT)
    text = run_simbench("check", path, "--derivatives").stdout
    assert "4 tets, 10 vertices, 2 components" in text
    volume = 2 * (1 / 6 + 1 / 3) * 0.3 * 0.2 * 0.1
    assert f"{volume:.6g} m^3" in text
    assert f"{500 * volume:.6g} kg" in text
    assert "WRONG" not in text
    assert text.count("right (slope") == 6
    assert "vert" in text.split("quality")[0].split("components")[1]  # the vertex that was left out


@pytest.fixture
def mesher(simbench):
    program = simbench.parent / "simbench-tetmesh"
    if not program.is_file():
        pytest.skip("simbench-tetmesh is not built: TetGen is missing")
    return program


def test_a_surface_is_filled_and_simulated(run_simbench, workplace, mesher):
    run_simbench(
        "--scene beam_untwist_tetgen.json --solver qn,xpbd --quiet --output OUT --vtu --iterations 20",
        "--set body.tetgen.max_volume=1e-2 --set preparation.duration=0.5 --set preparation.increments=3",
    )
    start, end = (run_simbench(f"rerun OUT/{solver}/manifest.json").stdout for solver in ("qn", "xpbd"))
    assert "differs" not in start + end
    mesh = meshio.read(workplace / "OUT/qn/positions_0001_000020.vtu")
    rest = mesh.point_data["rest_positions"]
    np.testing.assert_array_equal([rest.min(axis=0), rest.max(axis=0)], [[0, 0, 0], [3.2, 0.6, 0.6]])
    corners = rest[mesh.cells_dict["tetra"]]
    volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
    assert 0 < volumes.min() <= volumes.max() <= 1e-2
    assert volumes.sum() == pytest.approx(3.2 * 0.6 * 0.6, rel=1e-12)


def test_ctrl_c_ends_the_filling_of_a_surface(simbench, workplace, tmp_path):
    """The mesher and its child processes end with simbench, and leave no files."""
    mark = tmp_path / "mark"
    endless = tmp_path / "endless"
    endless.write_text(f"#!/bin/sh\necho $$ > {mark}\nsleep 1000\n")
    endless.chmod(0o755)
    environment = {
        **os.environ,
        "SIMBENCH_CACHE": str(tmp_path / "cache"),
        "SIMBENCH_TETMESH": str(endless),
        "TMPDIR": str(tmp_path / "temporary"),
    }
    (tmp_path / "temporary").mkdir()
    command = [simbench, "--scene", "beam_untwist_tetgen.json", "--solver", "qn", "--output", "OUT"]
    process = subprocess.Popen(command, cwd=workplace, env=environment, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: mark.is_file() and mark.read_text().strip(), process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert not (workplace / "OUT").exists()
    assert list((tmp_path / "temporary").iterdir()) == []
    alive = ["pgrep", "--runstates", "RSD", "-g", mark.read_text().strip()]
    assert subprocess.run(alive, check=False).returncode == 1
