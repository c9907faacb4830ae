"""Rigid scenes, sweeps and meshes from Python."""

import signal

import numpy as np
import pytest
from conftest import REPOSITORY
from python_solvers import BEAM, GradientInS
from test_python_interrupts import signalled

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")
RIGID = REPOSITORY / "scenes/rigid"
PLAN = {
    "scene": str(REPOSITORY / "scenes/deformable/smoke.json"),
    "axes": [{"path": "step.time_step", "values": [1e-2, 2e-2]}],
    "solvers": ["pd", "qn"],
    "set": {"step.iterations": 5},
}


def test_rigid_scenes_are_run():
    runs = sb.run(RIGID / "chain_bent.json", ["gs", "avbd"], iterations=20)
    assert list(runs) == ["gs", "avbd"]
    for run in runs.values():
        assert run.iterations["relative_error"].iloc[-1] < 0.1 * run.iterations["relative_error"].iloc[0]
    assert list(runs.table["iterations"]) == [20, 20]


def test_rigid_scenes_have_no_problem_and_take_no_python_solver():
    scene = sb.Scene.load(RIGID / "hinge.json")
    assert scene.kind == "rigid"
    with pytest.raises(sb.SimbenchError, match="only deformable scenes have a Problem"):
        scene.problem()
    with pytest.raises(sb.SimbenchError, match="only deformable scenes take Python solvers"):
        sb.run(scene, GradientInS)


def test_a_sweep_is_the_summary_of_its_runs(tmp_path):
    summary = sb.sweep(PLAN, tmp_path / "sweep", settings={"material.stiffness": 2e6}, jobs=2)
    runs = sorted(zip(summary["step.time_step"], summary["solver"], strict=True))
    assert runs == [(0.01, "pd"), (0.01, "qn"), (0.02, "pd"), (0.02, "qn")]
    one = sb.load_run(sb.find_run(tmp_path / "sweep", **{"solver": "pd", "step.time_step": 0.01}))
    alone = sb.run(sb.Scene.load(PLAN["scene"], {"material.stiffness": 2e6}), "pd", iterations=5)["pd"]
    np.testing.assert_array_equal(one.iterations["objective"], alone.iterations["objective"])
    said = []
    again = sb.sweep(PLAN, tmp_path / "sweep", settings={"material.stiffness": 2e6}, note=said.append)
    assert said == ["4/4 runs done, 0 running, 0 failed\n"]
    assert list(again["iteration_seconds"]) == list(summary["iteration_seconds"])  # nothing ran again


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("nix", "^nix: no such plan"),
        ({**PLAN, "axess": 1}, "did you mean 'axes'"),
        ({**PLAN, "set": {"step.iterations": -1}}, "an integer between"),
    ],
)
def test_wrong_plans_are_refused(plan, message, tmp_path):
    with pytest.raises(sb.SimbenchError, match=message) as raised:
        sb.sweep(plan, tmp_path / "sweep")
    assert raised.value.exit_code == 2
    assert not (tmp_path / "sweep").exists()


def test_another_plan_is_replaced_only_if_that_is_asked_for(tmp_path):
    sb.sweep(PLAN, tmp_path, filters=["solver=pd"])
    other = {**PLAN, "solvers": ["pd"]}
    with pytest.raises(sb.SimbenchError, match="another plan"):
        sb.sweep(other, tmp_path)
    assert len(sb.sweep(other, tmp_path, replace_plan=True)) == 2


def test_ctrl_c_ends_a_sweep_between_its_runs(tmp_path):
    plan = {**PLAN, "set": {"step.iterations": 10**9}, "options": {"record_every": 10**6}}
    script = f"""
import simbench.results  # which sweep() would import for a second
def wait():  # for the first run
    while not list(Path("sweep/runs").glob("*/.*")):
        time.sleep(0.01)
    announce()
threading.Thread(target=wait, daemon=True).start()
try:
    sb.sweep({plan!r}, "sweep")
except KeyboardInterrupt as stopped:
    print(stopped)
"""
    said = "the same call of simbench.sweep() does the missing runs\n"
    assert signalled(script, tmp_path, signal.SIGINT) == (0, said)
    assert not list(tmp_path.glob("sweep/**/.*-*"))


def test_meshes_are_converted(tmp_path):
    import meshio

    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    meshio.write(tmp_path / "tet.vtk", meshio.Mesh(corners, [("tetra", [[0, 1, 2, 3]])]))
    report = sb.convert_mesh(tmp_path / "tet.vtk", str(tmp_path / "tet.msh"), scale=0.5)
    assert report[-1] == f"wrote {tmp_path / 'tet.msh'}"
    scene = BEAM | {"body": {"mesh": {"file": str(tmp_path / "tet.msh")}}}
    np.testing.assert_array_equal(sb.Scene.load(scene).problem().rest_positions, corners / 2)
    with pytest.raises(sb.SimbenchError, match="exists already"):
        sb.convert_mesh(tmp_path / "tet.vtk", tmp_path / "tet.msh")
