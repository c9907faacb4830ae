"""Scenes of rigid bodies match closed forms, and impossible scenes are refused."""

import json
import math
import re

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, table_rows

from simbench.results import load_run

G = 9.81
GS_OVER_TEN_BODIES = {1: 0.8873955846, 10: 0.3768141478, 50: 0.006883013886}  # |c|/|c_0|


@pytest.fixture
def poses(run_simbench, workplace):
    """Runs a scene, and returns the last poses by body, and the rows."""

    def run(scene: str, solver: str, *options: str):
        run_simbench(f"--scene {scene} --solver {solver} --output OUT --quiet --vtu -1 --replace", *options)
        folder = workplace / "OUT" / solver
        last = sorted(folder.glob("poses_*.csv"))[-1]
        return pd.read_csv(last).set_index("body"), load_run(folder).iterations

    return run


def test_a_documented_rigid_command_runs_as_typed(run_simbench, workplace):
    printed = run_simbench("--scene chain_straight.json --solver gs,jacobi,sor,xpbd,avbd").stdout
    assert list(table_rows(printed)) == ["gs", "jacobi", "sor", "xpbd", "avbd"]
    rows = load_run(workplace / "runs/chain_straight/gs").iterations
    for k, expected in GS_OVER_TEN_BODIES.items():
        assert rows["constraint_error"][k] / rows["constraint_error"][0] == pytest.approx(expected, rel=1e-9)
    assert load_run(workplace / "runs/chain_straight/avbd").manifest["reference_minimum"] == [
        pytest.approx(41.25)
    ]


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


def test_a_run_is_repeated_from_its_manifest(run_simbench, workplace):
    run_simbench("--scene bridge --solver avbd --set step.steps=2 --output OUT --quiet")
    assert "identical" in run_simbench("rerun OUT/avbd/manifest.json --output AGAIN").stdout
    assert run_simbench("compare OUT AGAIN").returncode == 0


def test_two_bodies_that_meet_keep_their_centre_of_mass(poses):
    at, rows = poses("two_bodies", "direct")
    assert rows["constraint_error"].iloc[-1] < 1e-15
    moved = at["x"]["heavy"] * 100 + at["x"]["light"]
    assert moved == pytest.approx(100 * 0.5 + 1.5, rel=1e-12)  # nothing pushes the pair along x


def test_a_block_slides_with_the_speed_that_friction_leaves(poses):
    at, _ = poses("slide", "gs")
    acceleration = G * (math.sin(0.4) - 0.2 * math.cos(0.4))
    assert at["x"]["block"] == pytest.approx(acceleration * 0.01**2 * 50 * 51 / 2, rel=1e-12)


def test_a_ball_ends_rolling(poses):
    _, rows = poses("roll", "gs")
    speed = 2 * 5 / 7
    energy = 0.5 * 2 * speed**2 + 0.5 * 0.4 * 2 * speed**2
    assert rows["kinetic_energy"].iloc[-1] == pytest.approx(energy, rel=1e-6)


def test_a_ball_bounces_with_its_coefficient_of_restitution(poses):
    _, rows = poses("drop", "gs")
    ends = rows[rows["iteration"] == 5]
    before, after = ends["kinetic_energy"].max(), None
    peak = ends["kinetic_energy"].idxmax()
    after = ends["kinetic_energy"][ends.index > peak].iloc[0]
    assert after / before == pytest.approx(0.49, rel=2e-2)  # one step of gravity is between them


def test_newtons_cradle_has_simultaneous_impacts(poses):
    at, _ = poses("cradle", "gs")
    moved = [at["x"][name] - i for i, name in enumerate("abc")]
    # The first step ends in contact; the second one begins with its new velocities.
    assert moved[1] - moved[2] == pytest.approx(0, abs=1e-12)
    assert moved[0] < 0 < moved[1]


def test_a_spring_follows_implicit_euler(poses):
    at, _ = poses("spring", "xpbd")
    x, v, h, m, k, nu = 1.0, 0.0, 0.05, 2.0, 30.0, 0.5
    for _ in range(100):
        v = (m * v - h * k * x) / (m + h * nu + h * h * k)
        x += h * v
    assert at["x"]["mass"] == pytest.approx(x, rel=1e-12)


def test_a_door_stops_at_its_limit(poses):
    at, rows = poses("hinge", "gs")
    assert rows["angular_error"].iloc[-1] < 1e-9
    angle = 2 * math.atan2(at["qy"]["door"], at["qw"]["door"])
    assert 1.45 < angle < 1.5 + 1e-6


def test_a_tetrahedron_gets_its_volume_and_keeps_its_centre(poses):
    at, _ = poses("tetrahedron", "gs")
    p = at[["x", "y", "z"]].to_numpy()
    edges = p[1:] - p[0]
    volume = np.linalg.det(edges) / 6
    assert volume == pytest.approx(1 / 3, rel=1e-12)
    centre = sum((i + 1) * p[i] for i in range(4)) / 10
    assert centre == pytest.approx([0.2, 0.3, 0.4], abs=1e-14)


def test_a_stack_stands(poses):
    at, rows = poses("stack", "gs", "--reference none --set step.iterations=300")
    assert rows["constraint_error"].iloc[-1] < 1e-4
    assert [at["z"][f"box{i}"] for i in range(5)] == pytest.approx([0.5, 1.5, 2.5, 3.5, 4.5], abs=1e-4)


def test_hanging_boxes_stretch_by_the_weight_below(poses):
    _, rows = poses(
        "hanging_boxes", "xpbd", "--reference none --set step.iterations=300 --set step.steps=200"
    )
    assert rows["largest_stretch"].iloc[-1] == pytest.approx(5 * G * 1e-4, rel=1e-3)


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


def test_the_joint_above_a_heavy_box_opens_by_the_closed_form_in_substeps(poses):
    """After one sweep of hard joints, the top joint is open by (M/m) g (h/n)^2."""
    _, rows = poses("gram_above_kilogram", "gs", "--reference none --set step.steps=300")
    assert rows["largest_stretch"].iloc[-1] == pytest.approx(1000 * G * (1 / 1200) ** 2, rel=0.1)


def test_a_free_pair_falls_with_g(poses):
    for solver in ("gs", "avbd", "direct"):
        at, _ = poses("falling_pair", solver)
        h = 1 / 60
        assert at["z"]["body0"] == pytest.approx(-G * h * h * 60 * 61 / 2, rel=1e-12)


# --- Refused

CHAIN = {"kind": "rigid", "chain": {"bodies": 3}, "step": {"time_step": 1}}
BALL = {"name": "ball", "mass": 1, "radius": 0.5, "position": [0, 0, 0.5]}
JOINT = {"type": "distance", "bodies": ["ball", "world"], "length": 1}
TURNING = {"type": "angle", "bodies": ["ball", "world"], "axis": [0, 0, 1]}
PAIR = {"kind": "rigid", "bodies": [BALL], "constraints": [JOINT], "step": {"time_step": 1}}


def changed(scene: dict, **members) -> dict:
    return {**scene, **members}


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


def test_a_run_names_settings_that_its_solver_does_not_see(run_simbench):
    soft = "--scene hanging_boxes --iterations 2 --reference none --quiet --output"
    said = run_simbench(f"{soft} A --solver gs,jacobi,si,soft_step,xpbd,direct").stderr
    assert "gs: the method has no compliance" in said
    assert re.findall(r"(\w+): the same as gs", said) == ["jacobi", "si", "soft_step"]
    pose = "--scene chain_bent --set step.velocities=pose --iterations 2 --reference none --quiet --output B"
    said = run_simbench(f"{pose} --solver gs,tgs").stderr
    assert "tgs: the method finds velocities itself" in said and "gs: the" not in said.replace("tgs:", "")


def test_the_scene_from_which_bad_scenes_are_made_is_good(run_simbench, workplace):
    (workplace / "s.json").write_text(json.dumps(PAIR))
    run_simbench("--scene s.json --solver every --iterations 2 --quiet")


@pytest.mark.parametrize(
    ("scene", "path", "reason"),
    [
        (changed(PAIR, bodies=[{**BALL, "mass": 0}]), "/bodies/0/mass", "greater than 0"),
        (changed(PAIR, bodies=[{**BALL, "mass": -2}]), "/bodies/0/mass", "greater than 0"),
        (
            changed(PAIR, bodies=[{**BALL, "orientation": [1, 0, 0, 0.1]}]),
            "/bodies/0/orientation",
            "length 1",
        ),
        (changed(PAIR, bodies=[{**BALL, "orientation": [0, 0, 0, 0]}]), "/bodies/0/orientation", "length 1"),
        (changed(PAIR, bodies=[{**BALL, "orientation": [1, 0, 0]}]), "/bodies/0/orientation", "list of 4"),
        (changed(PAIR, bodies=[{**BALL, "box": [1, 1, 1]}]), "/bodies/0/radius", "a body has one shape"),
        (changed(PAIR, bodies=[BALL, BALL]), "/bodies/1/name", "'ball' is the name of /bodies/0"),
        (changed(PAIR, bodies=[{**BALL, "name": "world"}]), "/bodies/0/name", "always there"),
        (changed(PAIR, bodies=[{"name": "ball", "radius": 0.5}]), "/bodies", "all bodies stand still"),
        (changed(PAIR, bodies=[]), "/bodies", "nothing that moves"),
        (
            changed(PAIR, constraints=[{**JOINT, "bodies": ["ball", "ball"]}]),
            "/constraints/0/bodies/1",
            "constrained to itself",
        ),
        (
            changed(PAIR, constraints=[{**JOINT, "bodies": ["bal", "world"]}]),
            "/constraints/0/bodies/0",
            "did you mean 'ball'?",
        ),
        (
            changed(PAIR, constraints=[{**JOINT, "bodies": ["ball"]}]),
            "/constraints/0/bodies",
            "a list of 1; a constraint of type distance needs 2",
        ),
        (
            changed(
                PAIR,
                bodies=[BALL, {"name": "wall"}],
                constraints=[{**JOINT, "bodies": ["wall", "world"]}],
            ),
            "/constraints/0/bodies",
            "none of them can move",
        ),
        (changed(PAIR, constraints=[{**JOINT, "type": "rope"}]), "/constraints/0/type", "allowed: point"),
        (
            changed(PAIR, constraints=[{**TURNING, "directions": [[0, 0, 2], [1, 0, 0]]}]),
            "/constraints/0/directions/0",
            "parallel to the axis",
        ),
        (
            changed(PAIR, constraints=[{**TURNING, "directions": [[1, 0, 0], [0, 0, -1]]}]),
            "/constraints/0/directions/1",
            "parallel to the axis",
        ),
        (
            changed(PAIR, constraints=[{**TURNING, "directions": [[1, 0, 0], [0, 0, 0]]}]),
            "/constraints/0/directions/1",
            "zero or parallel",
        ),
        (
            changed(
                PAIR,
                bodies=[{"name": "ball", "mass": 1}],
                constraints=[{"type": "axis", "bodies": ["ball", "world"]}],
            ),
            "/constraints/0/bodies",
            "none of them can turn",
        ),
        (changed(PAIR, gravity=[0, 0, -1e308]), "/gravity", "1e+308 m/s^2"),
        (
            changed(PAIR, bodies=[{**BALL, "velocity": [1e308, 0, 0]}]),
            "/bodies/0",
            "a position of 1e+308 m",
        ),
        (
            changed(PAIR, bodies=[{"name": "ball", "mass": 1, "box": [1e-160] * 3}]),
            "/bodies/0/box",
            "moments of inertia",
        ),
        (changed(PAIR, bodies=[{**BALL, "mass": 1e-310}]), "/bodies/0/mass", "its inverse is inf 1/kg"),
        (
            changed(PAIR, constraints=[{**JOINT, "compliance": 1e308}]),
            "/constraints/0/compliance",
            "1e+308 1/kg",
        ),
        (changed(PAIR, constraints=[{**JOINT, "length": 1e200}]), "/constraints/0", "is 1e+200"),
        (changed(PAIR, step={"time_step": 1e-200}), "/step/time_step", "1e-200 s long"),
        (changed(CHAIN, chain={"bodies": 3, "compliance": 1e308}), "/chain/compliance", "1e+308 1/kg"),
        (changed(CHAIN, chain={"bodies": 3, "mass": [1, 2]}), "/chain/mass", "a list of 2; it needs 3"),
        (changed(CHAIN, chain={"bodies": 3, "mass": [1, None, 2]}), "/chain/mass/1", "expected a number"),
        (changed(CHAIN, chain={"bodies": 3, "violation": [1, 2, 3]}), "/chain/violation", "it needs 2"),
        (changed(CHAIN, chain={"bodies": 1}), "/chain/bodies", "no joint otherwise"),
        (changed(CHAIN, chain={"bodies": 3, "direction": [0, 0, 0]}), "/chain/direction", "no direction"),
        (
            changed(CHAIN, chain={"bodies": 2, "joint": "point", "positions": [[0, 0, 0]]}),
            "/chain/positions",
            "it needs 2",
        ),
        (changed(CHAIN, bodies=[BALL]), "/bodies", "a chain, or bodies and constraints"),
        (changed(CHAIN, kind="soft"), "/kind", "allowed: deformable, rigid"),
        (changed(CHAIN, body={"beam": {}}), "/body", "unknown key 'body'"),
    ],
)
def test_a_bad_scene_is_refused_with_its_place(refused, workplace, scene, path, reason):
    (workplace / "s.json").write_text(json.dumps(scene, indent=1))
    message = refused("--scene s.json --solver gs")
    assert message.startswith("simbench: s.json:") and f"{path}: " in message and reason in message, message


def test_nan_is_refused(refused, workplace):
    (workplace / "s.json").write_text(
        json.dumps(CHAIN).replace('"bodies": 3', '"bodies": 3, "mass": [1, NaN, 1]')
    )
    assert "s.json:1:" in refused("--scene s.json --solver gs")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--solver qn", "no such solver for a scene of kind rigid"),
        ("--solver vbd", "declined: it needs a compliance above 0"),
        (
            "--solver gs --precision single",
            "declined: it computes in double precision only; remove --precision single",
        ),
        ("--solver every --precision single", "--solver every: every solver is left out"),
        ("--solver gs --reference best", "measured against poses"),
        ("--solver gs --reference 3", "measured against poses"),
        ("--solver gs --set solvers.sor.relaxation=none", "/solvers/sor/relaxation"),
    ],
)
def test_options_that_rigid_scenes_do_not_have_are_refused(refused, arguments, reason):
    assert reason in refused(f"--scene chain_straight {arguments}")


def test_contradicting_constraints_are_a_status(run_simbench, workplace):
    two = [{**JOINT, "length": length} for length in (1, 2)]
    (workplace / "s.json").write_text(json.dumps(changed(PAIR, constraints=two)))
    finished = run_simbench("--scene s.json --solver gs --output OUT", exit_code=5)
    assert "contradict one another" in finished.stderr and "off by 0.707 m" in finished.stderr
    assert json.loads((workplace / "OUT/gs/manifest.json").read_text())["status"] == "no_minimum"
    run_simbench("--scene s.json --solver gs --output NONE --reference none --iterations 5")


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
