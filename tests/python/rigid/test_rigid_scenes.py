"""Scenes of rigid bodies match closed forms, and impossible scenes are refused."""

import json
import math
import re

import pandas as pd
import pytest
from conftest import REPOSITORY

from simbench.results import load_run

G = 9.81


@pytest.fixture
def poses(run_simbench, workplace):
    """Runs a scene, and returns the last poses by body, and the rows."""

    def run(scene: str, solver: str, *options: str):
        run_simbench(f"--scene {scene} --solver {solver} --output OUT --quiet --vtu -1 --replace", *options)
        folder = workplace / "OUT" / solver
        last = sorted(folder.glob("poses_*.csv"))[-1]
        return pd.read_csv(last).set_index("body"), load_run(folder).iterations

    return run


def test_set_works_for_rigid_scenes(run_simbench, workplace):
    run_simbench(
        "--scene chain_straight --solver 'sor,sor[relaxation=1.7]' --iterations 3 --output OUT",
        "--set chain.bodies=100",
    )
    named = load_run(workplace / "OUT/sor-relaxation=1.7")
    assert named.manifest["bodies"] == 100 and named.iterations["relaxation"][1] == 1.7
    best = 2 / (1 + math.sin(math.pi / 100))
    assert load_run(workplace / "OUT/sor").iterations["relaxation"][1] == pytest.approx(best, rel=1e-9)


def test_recording_does_not_change_the_bits(run_simbench, workplace):
    for scene in ("chain_bent", "stack", "hinge"):
        common = f"--scene {scene} --solver gs,sor --set step.steps=3 --reference none --quiet"
        run_simbench(f"{common} --threads 1 --output A{scene}")
        run_simbench(f"{common} --threads 2 --record-every 1 --vtu 1 --output B{scene}")
        for solver in ("gs", "sor"):
            assert (workplace / f"A{scene}/{solver}/iterations.csv").read_bytes() == (
                workplace / f"B{scene}/{solver}/iterations.csv"
            ).read_bytes()


def test_a_block_slides_with_the_speed_that_friction_leaves(poses):
    at, _ = poses("slide", "gs")
    acceleration = G * (math.sin(0.4) - 0.2 * math.cos(0.4))
    assert at["x"]["block"] == pytest.approx(acceleration * 0.01**2 * 50 * 51 / 2, rel=1e-12)


def test_a_ball_bounces_with_its_coefficient_of_restitution(poses):
    _, rows = poses("drop", "gs")
    ends = rows[rows["iteration"] == 5]
    before = ends["kinetic_energy"].max()
    peak = ends["kinetic_energy"].idxmax()
    after = ends["kinetic_energy"][ends.index > peak].iloc[0]
    assert after / before == pytest.approx(0.49, rel=2e-2)  # one step of gravity is between them


def test_a_sweep_of_soft_joints_opens_the_top_one_by_the_closed_form(poses):
    """At rest the joints undo what a step of h adds, (1/m + α/h²) Λ − g h² with Λ = g h² ΣM."""
    h, alpha, light, heavy = 1 / 60, 1e-2, 0.125, 1.0
    boxes = f"--set chain.bodies=2 --set chain.mass=[{light},{heavy}] --set chain.compliance={alpha}"
    rest = f"--set chain.violation=[{-alpha * G * (light + heavy)},{-alpha * G * heavy}]"
    steps = "--set step.iterations=1 --set step.steps=1000"
    _, rows = poses("hanging_boxes", "xpbd", f"--reference none {boxes} {rest} {steps}")
    fall = G * h * h
    open_by = (1 / light + alpha / (h * h)) * fall * (light + heavy) - fall
    assert rows["largest_stretch"].iloc[-1] == pytest.approx(open_by, rel=1e-3)
    assert open_by == pytest.approx(0.134722 * G / 10, rel=1e-5)  # far from the exact one, 0.1125 G / 10


# --- Refused

CHAIN = {"kind": "rigid", "chain": {"bodies": 3}, "step": {"time_step": 1}}
BALL = {"name": "ball", "mass": 1, "radius": 0.5, "position": [0, 0, 0.5]}
JOINT = {"type": "distance", "bodies": ["ball", "world"], "length": 1}
TURNING = {"type": "angle", "bodies": ["ball", "world"], "axis": [0, 0, 1]}
PAIR = {"kind": "rigid", "bodies": [BALL], "constraints": [JOINT], "step": {"time_step": 1}}


def changed(scene: dict, **members) -> dict:
    return {**scene, **members}


def with_ball(**members) -> dict:
    return changed(PAIR, bodies=[{**BALL, **members}])


def joined(constraint: dict, **members) -> dict:
    return changed(PAIR, constraints=[{**constraint, **members}])


def chained(**members) -> dict:
    return changed(CHAIN, chain={"bodies": 3, **members})


@pytest.mark.parametrize("solver", ["soft_step", "tgs", "avbd[post_stabilisation=true]"])
def test_solvers_that_find_velocities_without_restitution_decline_it(run_simbench, solver):
    refused = run_simbench(f"--scene drop --solver {solver}", exit_code=2).stderr
    assert "without restitution, but a contact of the scene has restitution" in refused


@pytest.mark.parametrize("gyroscopic", ["explicit", "implicit", "momentum"])
def test_a_free_top_that_gains_energy_is_named(run_simbench, workplace, gyroscopic):
    """Euler's equations keep its energy; `momentum` raises it towards three times as much."""
    top = {"name": "top", "mass": 1, "radius": 0.1, "inertia": [1, 2, 3], "angular_velocity": [0.1, 0.1, 5]}
    step = {"time_step": 0.01, "steps": 2000, "iterations": 1, "gyroscopic": gyroscopic}
    scene = {"kind": "rigid", "bodies": [top], "constraints": [], "step": step}
    (workplace / "top.json").write_text(json.dumps(scene))
    options = "--reference none --state-every 100 --record-every 100 --quiet --output OUT"
    said = run_simbench(f"--scene top.json --solver gs {options}").stderr
    energies = pd.read_csv(workplace / "OUT/gs/bodies.csv")["kinetic_energy"]
    gains = energies.iloc[-1] > 1.01 * energies.iloc[0]
    assert gains == (gyroscopic != "implicit") == ("free rotation has added" in said)
    assert ("adds energy" in run_simbench("check top.json").stdout) == gains


def test_a_damped_angle_slows_a_wheel_alike_in_every_solver(run_simbench, workplace):
    """A step of implicit Euler, (I + h d + h² k) ω' = I ω + h k (angle - 0), has a closed form."""
    wheel = {"name": "wheel", "mass": 2, "box": [0.4, 0.4, 0.4], "angular_velocity": [0, 0, 5]}
    spring = {"type": "angle", "bodies": ["world", "wheel"], "angle": 0.3, "compliance": 1, "damping": 1}
    step = {"time_step": 0.01, "iterations": 30}
    scene = {"kind": "rigid", "bodies": [wheel], "constraints": [spring], "step": step}
    (workplace / "s.json").write_text(json.dumps(scene))
    run_simbench("--scene s.json --solver every --state-every 1 --reference none --quiet --output OUT")
    inertia, h, k, d = 2 / 6 * 0.4**2, 0.01, 1, 1
    expected = (inertia * 5 + h * k * 0.3) / (inertia + h * d + h**2 * k)
    folders = list((workplace / "OUT").iterdir())
    assert len(folders) > 5
    for folder in folders:
        speed = pd.read_csv(folder / "bodies.csv")["wz"].iloc[-1]
        assert speed == pytest.approx(expected, rel=1e-12), folder.name


WHEEL = {"name": "wheel", "mass": 2, "box": [1, 0.4, 0.3], "angular_velocity": [0, 0, 320]}
AXLE = {"type": "hinge", "bodies": ["world", "wheel"], "anchor": [0, 0, 0], "axis": [0, 0, 1]}


@pytest.mark.parametrize(
    ("spin", "turn", "is_said"),
    [
        (320, {}, False),
        (320, {"limits": [-1, 1]}, True),
        (170, {"limits": [-1, 1]}, False),
        (320, {"motor": {"speed": 0, "largest_torque": 100}}, True),
    ],
)
def test_a_change_of_a_turn_that_poses_do_not_tell_is_said(run_simbench, workplace, spin, turn, is_said):
    """At 60 Hz, 188 rad/s are half a turn in a step."""
    wheel = {**WHEEL, "angular_velocity": [0, 0, spin]}
    step = {"time_step": 1 / 60, "steps": 2, "iterations": 20}
    scene = {"kind": "rigid", "bodies": [wheel], "constraints": [{**AXLE, **turn}], "step": step}
    (workplace / "wheel.json").write_text(json.dumps(scene))
    said = run_simbench("--scene wheel.json --solver gs,direct,si,avbd,tgs --reference none --quiet").stderr
    assert ("more than half a turn in a step (at first 'wheel')" in said) == is_said, said


@pytest.mark.parametrize(
    ("scene", "declining", "why"),
    [
        ("hanging_boxes", "gs jacobi sor si soft_step tgs", "it has no compliance"),
        ("chain_bent --set step.velocities=pose", "soft_step tgs", "it finds velocities itself"),
        ("chain_bent --set step.restitution=single", "soft_step tgs", "it finds velocities itself"),
    ],
)
def test_a_solver_declines_settings_of_a_scene_that_it_would_ignore(run_simbench, scene, declining, why):
    solvers = json.loads(run_simbench(f"check {scene} --json").stdout)["solvers"]
    found = {solver["name"] for solver in solvers if why in (solver.get("declines") or "")}
    assert found == set(declining.split())


def test_the_scene_from_which_bad_scenes_are_made_is_good(run_simbench, workplace):
    (workplace / "s.json").write_text(json.dumps(PAIR))
    run_simbench("--scene s.json --solver every --iterations 2 --quiet")


@pytest.mark.parametrize(
    ("scene", "path", "reason"),
    [
        (with_ball(mass=0), "/bodies/0/mass", "greater than 0"),
        (with_ball(mass=-2), "/bodies/0/mass", "greater than 0"),
        (with_ball(orientation=[1, 0, 0, 0.1]), "/bodies/0/orientation", "length 1"),
        (with_ball(orientation=[0, 0, 0, 0]), "/bodies/0/orientation", "length 1"),
        (with_ball(orientation=[1, 0, 0]), "/bodies/0/orientation", "list of 4"),
        (with_ball(name="world"), "/bodies/0/name", "always there"),
        (with_ball(velocity=[1e308, 0, 0]), "/bodies/0", "a position of 1e+308 m"),
        (with_ball(mass=1e-310), "/bodies/0/mass", "its inverse is inf 1/kg"),
        (changed(PAIR, bodies=[BALL, BALL]), "/bodies/1/name", "'ball' is the name of /bodies/0"),
        (changed(PAIR, bodies=[{"name": "ball", "radius": 0.5}]), "/bodies", "all bodies stand still"),
        (changed(PAIR, bodies=[]), "/bodies", "nothing that moves"),
        (
            changed(PAIR, bodies=[{"name": "ball", "mass": 1, "box": [1e-160] * 3}]),
            "/bodies/0/box",
            "moments of inertia",
        ),
        (joined(JOINT, bodies=["ball", "ball"]), "/constraints/0/bodies/1", "constrained to itself"),
        (joined(JOINT, bodies=["bal", "world"]), "/constraints/0/bodies/0", "did you mean 'ball'?"),
        (joined(JOINT, bodies=["ball"]), "/constraints/0/bodies", "of type distance needs 2"),
        (
            changed(joined(JOINT, bodies=["wall", "world"]), bodies=[BALL, {"name": "wall"}]),
            "/constraints/0/bodies",
            "none of them can move",
        ),
        (joined(JOINT, type="rope"), "/constraints/0/type", "allowed: point"),
        (joined(JOINT, compliance=1e308), "/constraints/0/compliance", "1e+308 1/kg"),
        (joined(JOINT, length=1e200), "/constraints/0", "is 1e+200"),
        (
            joined(TURNING, directions=[[1, 0, 0], [0, 0, -1]]),
            "/constraints/0/directions/1",
            "parallel to the axis",
        ),
        (
            joined(TURNING, directions=[[1, 0, 0], [0, 0, 0]]),
            "/constraints/0/directions/1",
            "zero or parallel",
        ),
        (
            changed(
                joined({"type": "axis", "bodies": ["ball", "world"]}), bodies=[{"name": "ball", "mass": 1}]
            ),
            "/constraints/0/bodies",
            "none of them can turn",
        ),
        (changed(PAIR, gravity=[0, 0, -1e308]), "/gravity", "1e+308 m/s^2"),
        (changed(PAIR, step={"time_step": 1e-200}), "/step/time_step", "1e-200 s long"),
        (chained(compliance=1e308), "/chain/compliance", "1e+308 1/kg"),
        (chained(mass=[1, 2]), "/chain/mass", "a list of 2; it needs 3"),
        (chained(mass=[1, None, 2]), "/chain/mass/1", "expected a number"),
        (chained(violation=[1, 2, 3]), "/chain/violation", "it needs 2"),
        (chained(bodies=1), "/chain/bodies", "no joint otherwise"),
        (chained(direction=[0, 0, 0]), "/chain/direction", "no direction"),
        (chained(bodies=2, joint="point", positions=[[0, 0, 0]]), "/chain/positions", "it needs 2"),
        (changed(CHAIN, bodies=[BALL]), "/bodies", "a chain, or bodies and constraints"),
        (changed(CHAIN, kind="soft"), "/kind", "allowed: deformable, rigid"),
        (changed(CHAIN, body={"beam": {}}), "/body", "unknown key 'body'"),
    ],
)
def test_a_bad_scene_is_refused_with_its_place(refused, workplace, scene, path, reason):
    (workplace / "s.json").write_text(json.dumps(scene, indent=1))
    message = refused("--scene s.json --solver gs")
    assert message.startswith("simbench: s.json:") and f"{path}: " in message and reason in message, message


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--solver qn", "no such solver for a scene of kind rigid"),
        ("--solver vbd", "declined: it needs a compliance above 0"),
        ("--solver gs --precision single", "in double precision only; remove --precision single"),
        ("--solver every --precision single", "--solver every: every solver is left out"),
        ("--solver gs --reference best", "measured against poses"),
        ("--solver gs --reference 3", "measured against poses"),
        ("--solver gs --set solvers.sor.relaxation=none", "/solvers/sor/relaxation"),
    ],
)
def test_options_that_rigid_scenes_do_not_have_are_refused(refused, arguments, reason):
    assert reason in refused(f"--scene chain_straight {arguments}")


def test_collapse_and_tune_are_for_deformable_bodies(refused, workplace):
    plan = {"scene": "chain_straight", "axes": [], "solvers": ["gs"], "collapse": True}
    (workplace / "plan.json").write_text(json.dumps(plan))
    assert "of kind rigid" in refused("sweep plan.json --output S")
    assert "of kind rigid" in refused("tune chain_straight")


def test_the_page_has_the_columns_of_a_run_in_their_order(run_simbench, workplace):
    page = (REPOSITORY / "docs/rigid.md").read_text().split("\n## What a run writes\n")[1].split("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE)
    run_simbench("--scene chain_bent --solver gs --iterations 1 --output OUT")
    header = (workplace / "OUT/gs/iterations.csv").read_text().splitlines()[0].split(",")
    assert [name for name, _ in documented] == header
    listed = json.loads(run_simbench("list metrics --json").stdout)["metrics"]
    units = {entry["name"]: entry["unit"] for entry in listed if entry["kind"] == "rigid"}
    for name, unit in documented:
        assert units.get(name, "1").replace("^2", "²").replace("^3", "³") == unit


def test_the_search_for_a_solution_can_be_interrupted(run_simbench, workplace):
    """The referee needs long for a tip with a million times the mass of the links."""
    options = "--set chain.tip_mass=1e8 --set chain.bodies=400 --max-wall-seconds 0.5"
    run_simbench(f"--scene heavy_tip --solver gs --output OUT --quiet {options}", exit_code=7)
