"""Runs of rigid bodies end with the right status and cause, and `check` warns in advance."""

import json
import math

import numpy as np
import pytest
from conftest import REPOSITORY
from test_rigid_scenes import JOINT, PAIR, changed

from simbench import states
from simbench.results import load_run


def test_a_cause_is_reported_once_for_all_solvers(run_simbench, refused, workplace):
    two = [{**JOINT, "length": length} for length in (1, 2)]
    (workplace / "s.json").write_text(json.dumps(changed(PAIR, constraints=two)))
    finished = run_simbench("--scene s.json --solver gs,xpbd,direct --output OUT", exit_code=5)
    assert finished.stderr.count("contradict one another") == 1
    assert finished.stderr.count("the same as gs") == 2
    (workplace / "s.json").write_text(json.dumps(changed(PAIR, gravity=[0, 0, -1e308])))
    assert refused("--scene s.json --solver gs,xpbd,direct").count("/gravity") == 1


def test_axes_that_point_opposite_ways_are_seen_by_check_and_named(run_simbench, workplace):
    door = {"name": "door", "mass": 20, "box": [1, 2, 0.1]}
    axis = {"type": "axis", "bodies": ["world", "door"], "axes": [[0, 1, 0], [0, -1, 0]]}
    (workplace / "s.json").write_text(json.dumps(changed(PAIR, bodies=[door], constraints=[axis])))
    assert "hard rows have an error of 3.14159 rad (2-norm)" in run_simbench("check s.json").stdout
    seen = json.loads(run_simbench("check s.json --json").stdout)
    assert seen["start_angular_error"] == pytest.approx(math.pi) and seen["start_error"] is None
    finished = run_simbench("--scene s.json --solver gs,direct --output OUT", exit_code=5)
    assert "axes point in opposite directions" in finished.stderr and "contradict" not in finished.stderr


def test_check_tells_lengths_from_volumes_and_leaves_springs_out(run_simbench, workplace):
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    bodies = [{"name": f"c{k}", "mass": 1, "position": x} for k, x in enumerate(corners)]
    volume = {"type": "volume", "bodies": [b["name"] for b in bodies], "volume": 0.5}
    spring = {"type": "spring", "bodies": ["c0", "c1"], "length": 7, "stiffness": 10}
    rod = {"type": "distance", "bodies": ["c0", "c2"], "length": 1.25}
    (workplace / "s.json").write_text(
        json.dumps(changed(PAIR, bodies=bodies, constraints=[volume, spring, rod]))
    )
    seen = json.loads(run_simbench("check s.json --json").stdout)
    assert seen["rows"]["hard"] == 2
    assert seen["start_error"] == pytest.approx(0.25)  # not 6, which is the spring's
    assert seen["start_volume_error"] == pytest.approx(6 * 0.5 - 1)
    run_simbench("--scene s.json --solver xpbd --iterations 200 --output OUT --quiet --reference none")
    first = load_run(workplace / "OUT/xpbd").iterations.iloc[0]
    assert first["constraint_error"] == pytest.approx(0.25)
    assert first["volume_error"] == pytest.approx(2)


# --- Blow-up


def test_a_run_that_blows_up_over_steps_has_diverged(run_simbench, workplace):
    """A rope that starts its steps with all of the last multipliers is unstable with one sweep."""
    rope = "--scene rope_hanging --set step.iterations=1 --set step.steps=2000 --reference none --quiet"
    finished = run_simbench(f"{rope} --solver 'gs[warm_start=1]' --output OUT", exit_code=5)
    assert "from where it began" in finished.stderr
    run = load_run(workplace / "OUT/gs-warm_start=1")
    assert run.manifest["status"] == "diverged"
    assert run.iterations["constraint_error"].iloc[-1] < 1e20
    run_simbench(f"{rope} --solver gs --output COLD")


def test_large_errors_alone_do_not_count_as_diverged(run_simbench, workplace):
    # One sweep leaves the top joint of a light mass above a heavy one open by (M/m) g h^2.
    run_simbench(
        "--scene rope_hanging --solver gs --set chain.bodies=2 --set chain.mass=1e-6 "
        "--set chain.tip_mass=1e6 --set step.iterations=1 --set step.steps=3000 "
        "--reference none --output HEAVY --quiet"
    )
    assert load_run(workplace / "HEAVY/gs").iterations["constraint_error"].iloc[-1] > 1e4
    # A pair flies 1e21 times its length in a step.
    pair = json.loads((REPOSITORY / "scenes/rigid/two_bodies.json").read_text())
    for body in pair["bodies"]:
        body["velocity"] = [1e21, 0, 0]
    (workplace / "s.json").write_text(json.dumps(pair))
    run_simbench("--scene s.json --solver gs --set step.steps=50 --reference none --output FAR --quiet")
    # An axis opens a joint that was closed, before both hold.
    half = 0.5
    body = {
        "name": "a",
        "mass": 1,
        "box": [1, 0.3, 0.2],
        "orientation": [math.cos(half), 0.6 * math.sin(half), 0.8 * math.sin(half), 0],
    }
    joints = [
        {"type": "point", "bodies": ["world", "a"], "points": [[1e-17, 0, 0], [-0.5, 0.1, 0.2]]},
        {"type": "axis", "bodies": ["world", "a"], "axes": [[0, 0, 1], [0, 0, 1]]},
    ]
    w, *u = body["orientation"]
    arm = np.array(joints[0]["points"][1])
    body["position"] = list(-(arm + 2 * np.cross(u, np.cross(u, arm) + w * arm)))
    (workplace / "s.json").write_text(json.dumps(changed(PAIR, bodies=[body], constraints=joints)))
    run_simbench("--scene s.json --solver gs --iterations 500 --output TURNED --quiet")
    rows = load_run(workplace / "TURNED/gs").iterations
    assert 0 < rows["constraint_error"].iloc[0] < 1e-15 and rows["constraint_error"].iloc[1] > 0.1
    assert rows["constraint_error"].iloc[-1] < 1e-9 and rows["angular_error"].iloc[-1] < 1e-9


def test_a_solver_that_fails_leaves_its_last_iterate(run_simbench, workplace):
    """Whether that iterate is recorded before or after the failure: alm had half of the next one."""
    hinge = {"type": "hinge", "bodies": ["ball", "world"], "points": [[0.9, 0.8, -0.8], [-2, 0.2, -0.4]]}
    ball = {"name": "ball", "mass": 2, "radius": 0.4}
    scene = changed(PAIR, bodies=[ball], constraints=[hinge], step={"time_step": 0.005})
    (workplace / "s.json").write_text(json.dumps(scene))
    runs = []
    for every in (1, 1000):
        options = f"--reference none --state-every 1 --record-every {every} --output OUT{every} --quiet"
        run_simbench(f"--scene s.json --solver alm {options}", exit_code=5)
        runs.append(load_run(workplace / f"OUT{every}/alm"))
        assert runs[-1].manifest["status"] == "no_minimum"
        energy = states.bodies(runs[-1])["kinetic_energy"].iloc[-1]
        assert energy == runs[-1].iterations["kinetic_energy"].iloc[-1]
    columns = ["objective", "kinetic_energy", "constraint_error"]
    assert (runs[0].iterations[columns].iloc[-1] == runs[1].iterations[columns].iloc[-1]).all()


@pytest.mark.parametrize("rule", ["none", "explicit", "implicit", "momentum"])
def test_a_body_without_inertia_keeps_its_spin(run_simbench, workplace, rule):
    """No torque changes it, and it has no momentum from which a spin would follow."""
    body = {"name": "point", "mass": 2, "angular_velocity": [1, 2, 3]}
    scene = {"kind": "rigid", "bodies": [body], "step": {"time_step": 0.01, "steps": 3, "gyroscopic": rule}}
    (workplace / "s.json").write_text(json.dumps(scene))
    run_simbench("--scene s.json --solver gs --reference none --state-every 1 --output OUT --quiet")
    spins = states.bodies(load_run(workplace / "OUT/gs"))[["wx", "wy", "wz"]].to_numpy()
    assert np.abs(spins - [1, 2, 3]).max() < 1e-12
