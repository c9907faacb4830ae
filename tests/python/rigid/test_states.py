"""bodies.csv and joints.csv obey Newton's second law, agree with iterations.csv, and are drawn."""

import hashlib
import json
import re

import numpy as np
import pytest
from conftest import REPOSITORY, lines_of

from simbench import ResultsError, states
from simbench.figures import body_path, joint_force
from simbench.results import load_runs

TORQUE = ["torque_x", "torque_y", "torque_z"]
FORCE = ["force_x", "force_y", "force_z"]
MOMENTUM = ["px", "py", "pz"]
VELOCITY = ["vx", "vy", "vz"]


@pytest.fixture
def runs(run_simbench, workplace):
    """Runs a scene with the state of every step, and returns its runs by solver."""

    def run(scene: str, solvers: str, *options: str) -> dict:
        run_simbench(
            f"--scene {scene} --solver {solvers} --reference none --state-every 1 --output OUT",
            "--replace --quiet",
            *options,
        )
        return {run.solver: run for run in load_runs(workplace / "OUT")}

    return run


def forces_on(run, body: str) -> np.ndarray:
    """The sum of the forces of all joints and contacts on a body, by step [N]."""
    table = states.joints(run)
    steps = states.bodies(run)["step"].max()
    total = np.zeros((steps + 1, 3))
    for end, sign in (("first", 1), ("second", -1)):
        for step, rows in table[table[end] == body].groupby("step"):
            total[step] += sign * rows[FORCE].sum().to_numpy()
    return total[1:]


@pytest.mark.parametrize(
    ("scene", "solvers"),
    [
        ("rope_swing", "gs,direct,xpbd[warm_start=0.9]"),
        ("pile", "gs,jacobi,si"),
        ("stack", "gs"),
        ("rigid/avbd2d/rope", "gs"),
    ],
)
def test_forces_change_momenta(runs, scene, solvers):
    options = ["--set step.restitution=none", "--set step.steps=60"]
    found = runs(scene, solvers, *options)
    assert len(found) == len(solvers.split(","))
    for run in found.values():
        step = run.scene["step"]
        time_step, gravity = step["time_step"] / step.get("substeps", 1), np.array(run.scene["gravity"])
        table = states.bodies(run)
        largest = 0
        for name, rows in table.groupby("body"):
            momenta = rows[MOMENTUM].to_numpy()
            velocities = rows[VELOCITY].to_numpy()
            if not momenta.any():
                continue  # it stands still
            mass = np.linalg.norm(momenta) / np.linalg.norm(velocities)
            expected = forces_on(run, name) + mass * gravity
            rate = np.diff(momenta, axis=0) / time_step
            largest = max(largest, np.abs(expected).max())
            assert np.abs(rate - expected).max() < 1e-9 * largest
        assert largest > 1


def test_multipliers_that_move_nothing_are_no_forces(runs):
    solvers = [f"{name}[warm_start=0.9,warm_start_pose=false]" for name in ("gs", "jacobi", "xpbd", "sor")]
    found = runs("rope_swing", f"'{','.join(solvers)}'", "--set step.steps=3")
    assert len(found) == len(solvers)
    for run in found.values():
        assert states.joints(run)[FORCE + TORQUE].isna().all(axis=None)


def test_torques_change_angular_momenta(runs):
    """To first order in h, because torques are about the centre at the end of the step."""
    (run,) = runs("rope_swing", "direct", "--set step.time_step=1e-4 --set step.steps=200").values()
    table, bodies = states.joints(run), states.bodies(run)
    largest, difference = 0, 0
    for name, rows in bodies.groupby("body"):
        torque = np.zeros((200, 3))
        force = np.zeros((200, 3))
        for step, own in table[table["first"] == name].groupby("step"):
            torque[step - 1] += own[TORQUE].sum().to_numpy()
        # On the second body, the force acts at the end of its x-axis, half a metre from its centre.
        for step, own in table[table["second"] == name].groupby("step"):
            force[step - 1] -= own[FORCE].sum().to_numpy()
        lever = np.zeros((200, 3))
        w, x, y, z = rows[["qw", "qx", "qy", "qz"]].to_numpy()[1:].T
        lever[:, 0], lever[:, 1], lever[:, 2] = (
            1 - 2 * (y * y + z * z),
            2 * (x * y + w * z),
            2 * (x * z - w * y),
        )
        torque += np.cross(-0.5 * lever, force)
        rate = np.diff(rows[["lx", "ly", "lz"]].to_numpy(), axis=0) / 1e-4
        largest = max(largest, np.abs(torque).max())
        difference = max(difference, np.abs(rate - torque).max())
    assert largest > 0.1
    assert difference < 1e-2 * largest


def test_numbers_that_overflow_are_empty_cells_and_end_the_run(run_simbench, workplace):
    scene = REPOSITORY / "tests/rigid/overflowing.json"
    command = f"--scene {scene} --solver gs,sor --state-every 1 --reference none --output OUT --quiet"
    run_simbench(command, exit_code=5)
    runs = {run.solver: run for run in load_runs(workplace / "OUT")}
    for run in runs.values():
        for table in run.folder.glob("*.csv"):
            assert not {"nan", "inf", "-inf"} & set(re.split(r"[,\n]", table.read_text())), table
    assert runs["sor"].manifest["status"] == "diverged"
    assert runs["sor"].manifest["message"] == "the kinetic energy is not finite"


def test_names_may_look_like_numbers_or_missing_values(run_simbench, workplace):
    names = ["1", "007", "NA", "None"]
    bodies = [{"name": name, "mass": 1, "radius": 0.1, "position": [i, 0, 0]} for i, name in enumerate(names)]
    scene = {"kind": "rigid", "bodies": bodies, "gravity": [0, 0, -1], "step": {"time_step": 0.1, "steps": 2}}
    (workplace / "s.json").write_text(json.dumps(scene))
    run_simbench("--scene s.json --solver gs --state-every 1 --output OUT --quiet")
    (run,) = load_runs(workplace / "OUT")
    for i, name in enumerate(names):
        assert set(states.body(run, name)["x"]) == {i}
    with pytest.raises(ResultsError, match="no body 'x'; its bodies: 1, 007, NA, None"):
        states.body(run, "x")


def test_forces_of_rest_are_weights(runs):
    (run,) = runs("gate", "gs", "--set step.steps=200").values()
    hinge = states.joint(run, 0).iloc[-1]
    assert (hinge["type"], hinge["first"], hinge["second"]) == ("hinge", "world", "gate")
    assert hinge["force_y"] == pytest.approx(-20 * 9.81, rel=1e-6)  # the gate hangs on the world
    (run,) = runs("stack", "gs", "--set step.steps=100 --iterations 200").values()
    last = states.joints(run)
    last = last[last["step"] == 100]
    ground = last[last["second"] == "world"]
    assert ground["force_z"].sum() == pytest.approx(5 * 9.81, rel=1e-3)
    assert set(last["type"]) == {"contact"}


def test_tables_agree_with_iterations(runs, run_simbench, workplace):
    (run,) = runs("triple_pendulum", "gs", "--set step.steps=20 --set step.substeps=2").values()
    table = states.bodies(run)
    energies = table.groupby("step")["kinetic_energy"].sum()
    assert list(energies.index) == list(range(41))
    ends = run.ends_of_steps.set_index("step")["kinetic_energy"]
    assert energies[1:].to_numpy() == pytest.approx(ends.to_numpy(), rel=1e-12)
    assert table["time"].max() == pytest.approx(20 * run.scene["step"]["time_step"])
    for file in ("bodies.csv", "joints.csv"):
        digest = hashlib.sha256((run.folder / file).read_bytes()).hexdigest()
        assert run.manifest["files_sha256"][file] == digest
    run_simbench("verify OUT")
    run_simbench(
        "--scene triple_pendulum --solver gs --set step.steps=25 --set step.substeps=1 --state-every 10",
        "--output SOME --quiet",
    )
    (some,) = load_runs(workplace / "SOME")
    assert list(states.bodies(some)["step"].unique()) == [0, 10, 20, 25]


def test_states_are_drawn(runs):
    run = runs("rope_swing", "gs", "--set step.steps=30")["gs"]
    path = states.body(run, "body9")
    (axes,) = body_path.draw([run], "body9").axes
    drawn = lines_of(axes)["Gauss–Seidel"]
    assert np.array_equal(drawn.get_xdata(), path["x"]) and np.array_equal(drawn.get_ydata(), path["z"])
    force, _ = joint_force.draw([run], 3).axes
    joint = states.joint(run, 3)
    drawn = lines_of(force)["Gauss–Seidel"].get_ydata()
    assert drawn == pytest.approx(np.linalg.norm(joint[FORCE], axis=1))
    assert "'body2' and 'body3'" in force.get_title()
    with pytest.raises(ResultsError, match="no body 'body10'; its bodies: body0, body1"):
        states.body(run, "body10")
    with pytest.raises(ResultsError, match="no joint 77; its joints: 0, 1, 2"):
        states.joint(run, 77)


def test_runs_without_states_say_how_to_get_them(run_simbench, workplace, refused):
    run_simbench("--scene two_bodies --solver gs --output OUT --quiet")
    (run,) = load_runs(workplace / "OUT")
    with pytest.raises(ResultsError, match="--state-every"):
        states.bodies(run)
    said = refused("--scene smoke --solver qn --state-every 1 --output NEW")
    assert "states in tables are those of rigid bodies" in said


def test_whole_numbers_above_64_bits_are_numbers(run_simbench, workplace):
    """pandas reads such a cell, and with it the whole column, as texts."""
    body = {"name": "fast", "mass": 1, "velocity": [2.0**67, 0, 0]}
    scene = {"kind": "rigid", "bodies": [body], "step": {"time_step": 0.01, "steps": 2}}
    (workplace / "s.json").write_text(json.dumps(scene))
    run_simbench("--scene s.json --solver gs --reference none --state-every 1 --output OUT --quiet")
    (run,) = load_runs(workplace / "OUT")
    assert states.bodies(run)["vx"].tolist() == [2.0**67] * 3
