"""Friction against ipctk, closed forms of a block on an incline, and conserved quantities."""

import json
import math

import numpy as np
import pytest
from ipctk_contact import IpctkContact, IpctkFriction

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")
pytest.importorskip("ipctk")

GRAVITY, SLIP_SPEED, STEP = 9.81, 1e-3, 0.01
PLATE = {"size": [2, 0.6, 0.1], "cells": [7, 2, 1]}
BLOCK = {"origin": [0.3, 0.13, 0.108], "size": [0.3, 0.32, 0.1], "cells": [2, 2, 1]}


def on_an_incline(slope: float, friction: float, **contact: object) -> dict:
    """A block above a held plate; gravity is turned instead of the plate, so that tan(angle) = slope."""
    angle = math.atan(slope)
    return {
        "body": {"beams": {"parts": [PLATE, BLOCK]}},
        "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.3},
        "contact": {"distance": 0.01, "stiffness": 1e9, "friction": friction, **contact},
        "anchors": {
            "stiffness": "hard",
            "groups": [{"vertices": {"select": "box", "minimum": [-1, -1, -1], "maximum": [3, 3, 0.104]}}],
        },
        "gravity": [GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)],
        "step": {"time_step": STEP, "steps": 80, "iterations": 100},
    }


def velocities_down_the_incline(scene: dict) -> np.ndarray:
    """The mean velocity of the block in each step [m/s], of the minimum of each step."""
    motion = sb.Scene.load(scene).motion()
    result = []
    for problem in motion:
        is_block = problem.rest_positions[:, 2] > 0.104
        minimum = motion.minimum()
        way = (minimum - problem.previous_positions)[is_block, 0]
        result.append(np.average(way, weights=problem.masses[is_block]) / STEP)
        motion.advance(minimum)
    return np.array(result)


@pytest.mark.parametrize("law", ["log_barrier", "penalty"])
def test_a_block_slides_down_a_steep_incline_as_coulomb_says(law):
    stiffness = {"log_barrier": 1e9, "penalty": 1e6}[law]
    slope, friction = 0.5, 0.3
    angle = math.atan(slope)
    expected = GRAVITY * (math.sin(angle) - friction * math.cos(angle))
    velocities = velocities_down_the_incline(on_an_incline(slope, friction, law=law, stiffness=stiffness))
    acceleration = np.polyfit(STEP * np.arange(40, 80), velocities[40:], 1)[0]
    assert acceleration == pytest.approx(expected, rel=0.01)


def test_a_block_creeps_down_a_flat_incline_as_the_smoothed_law_says():
    slope, friction = 0.3, 0.6
    expected = SLIP_SPEED * (1 - math.sqrt(1 - slope / friction))
    velocities = velocities_down_the_incline(on_an_incline(slope, friction, slip_speed=SLIP_SPEED))
    assert velocities[60:].mean() == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("solver", ["xpbd", "pbd"])
@pytest.mark.parametrize("slope", [0.15, 0.31, 0.6])
def test_position_based_friction_sticks_below_its_angle_and_slides_above(solver, slope):
    friction, mass = 0.3, 1000 * 0.3 * 0.32 * 0.1
    scene = on_an_incline(slope, friction, law="penalty", stiffness=1e6)
    scene["material"] = {"model": "strain", "stiffness": 1e6}
    (run,) = sb.run(scene, solver, iterations=50, reference="none").values()
    velocities = run.iterations.groupby("step")["linear_momentum"].last().to_numpy() / mass
    angle = math.atan(slope)
    if slope < friction:
        # Pairs at contact.distance come and go, so that it trembles, by less than gravity gives it in a step.
        assert velocities[40:].mean() < 1e-2 * GRAVITY * STEP * math.sin(angle)
    else:
        expected = GRAVITY * (math.sin(angle) - friction * math.cos(angle))
        acceleration = np.polyfit(STEP * np.arange(40, 80), velocities[40:], 1)[0]
        assert acceleration == pytest.approx(expected, rel=0.01)


def by_ipctk(scene: dict) -> sb.Scene:
    without = {key: value for key, value in scene.items() if key != "contact"}
    own = scene["contact"].keys() - {"friction", "slip_speed"}
    contact = IpctkContact(**{key: scene["contact"][key] for key in own})
    friction = IpctkFriction(**scene["contact"])
    return sb.Scene.load(without).with_terms(contact, friction)


@pytest.mark.parametrize(
    ("instance", "weights"),
    [(0, {}), (3, {}), (3, {"weights": "areas", "stiffness": 1e12})],
    ids=["aligned", "turned", "weighted"],
)
def test_values_gradients_and_hessians_are_those_of_ipctk(instance, weights):
    scene = on_an_incline(0.5, 0.3, slip_speed=0.05, **weights) | {"instance": instance}
    ours, theirs = (made.problem(step=12) for made in (sb.Scene.load(scene), by_ipctk(scene)))
    without = sb.Scene.load(on_an_incline(0.5, 0) | {"instance": instance}).problem(step=12)
    random = np.random.default_rng(2)
    for size in (1e-5, 5e-4):  # below and above the slip speed
        q = ours.start + size * random.normal(size=ours.start.shape)
        assert ours.constraint(q) == pytest.approx(theirs.constraint(q), rel=1e-9)
        gradient = theirs.gradient(q)
        assert np.abs(ours.gradient(q) - gradient).max() < 1e-9 * np.abs(gradient).max()
        for definite in (False, True):
            hessian = theirs.hessian(q, definite=definite)
            assert abs(ours.hessian(q, definite=definite) - hessian).max() < 1e-9 * abs(hessian).max()
        assert ours.constraint(q) > without.constraint(q) + 1e-6


def test_a_lag_has_the_friction_of_the_contacts_where_the_last_one_has_ended():
    scene = on_an_incline(0.5, 0.3, slip_speed=0.05)
    theirs = IpctkFriction(**scene["contact"])
    motion = sb.Scene.load(scene, {"contact.friction_lags": 2}).motion()
    for _ in range(22):
        motion.advance(motion.minimum())
    problem = motion.problem  # the first lag of step 12
    theirs.begin_step(problem)
    minimum = motion.minimum()
    motion.advance(minimum)
    again = motion.problem
    np.testing.assert_array_equal(again.previous_positions, problem.previous_positions)
    np.testing.assert_array_equal(again.start, problem.start)
    q = problem.start + 1e-4 * np.random.default_rng(2).normal(size=problem.start.shape)
    first = theirs.value(q), theirs.gradient(q)
    theirs.lag_at(minimum)
    change = theirs.gradient(q) - first[1]
    change[again.held_vertices] = 0
    assert np.abs(change).max() > 1e-3 * np.abs(first[1]).max()
    assert np.abs(again.gradient(q) - problem.gradient(q) - change).max() < 1e-9 * np.abs(first[1]).max()
    assert again.objective(q) - problem.objective(q) == pytest.approx(theirs.value(q) - first[0], rel=1e-6)
    motion.advance(motion.minimum())
    assert motion.time == pytest.approx(12 * STEP)
    assert not np.array_equal(motion.problem.previous_positions, problem.previous_positions)


def impact(**contact: object) -> dict:
    """A block without weight falls obliquely onto a free plate.

    After its first step it is clearly nearer than contact.distance: at 0.5 m/s it would be exactly there, and
    rounding would decide which pairs count.
    """
    scene = on_an_incline(0, 0.4, distance=0.02, **contact)
    scene |= {"anchors": {"groups": []}, "gravity": [0, 0, 0]}
    above = {"select": "box", "minimum": [-1, -1, 0.104], "maximum": [3, 3, 1]}
    scene["body"] = {"beams": {"parts": [PLATE, BLOCK | {"origin": [0.3, 0.13, 0.125]}]}}
    return scene | {
        "start": [{"vertices": above, "velocity": [0.5, 0, -0.52]}],
        "step": {"time_step": STEP, "steps": 8, "iterations": 100},
    }


def test_lags_converge_and_their_first_one_is_the_step_without_lags():
    plain, run = (sb.run(impact(friction_lags=lags), "newton")["newton"] for lags in (1, 6))
    assert run.manifest["status"] == "converged"
    assert len(run.manifest["reference_minimum"]) == 6 * 8
    columns = [name for name in plain.iterations if not name.endswith("_seconds")]
    first, alone = (one.at_step(1).curve[columns] for one in (run, plain))
    assert first.equals(alone)
    assert "lag" not in plain.iterations
    ends = run.ends_of_steps
    assert list(ends["lag"]) == [1, 2, 3, 4, 5, 6] * 8
    errors = ends["lag_error"].to_numpy().reshape(8, 6)
    touching = errors[:, 0] > 1
    assert touching.sum() >= 2
    assert (errors[touching, -1] < 0.05 * errors[touching, 0]).all()
    pairs = ends["friction_pairs"].to_numpy().reshape(8, 6)
    assert ((pairs[:, 0] == 0) & (pairs[:, 1] > 0)).any()  # a pair that begins to touch has friction at once
    assert run.ends_of_frames["step"].tolist() == [6 * k for k in range(1, 9)]
    np.testing.assert_allclose(ends["linear_momentum"], ends["linear_momentum"].iloc[0], rtol=1e-9)


def test_a_state_within_a_step_goes_on_with_its_next_lag(tmp_path):
    scene = impact(friction_lags=3)
    whole = sb.run(scene, "newton", output=tmp_path / "whole", checkpoint_every=1)["newton"]
    file = str(tmp_path / "whole/newton/checkpoint_000010.json")  # two lags of the fourth step are to come
    scene["step"] = scene["step"] | {"steps": 2}
    rest = sb.run(scene | {"state": {"file": file}}, "newton", output=tmp_path / "rest")["newton"]
    there = whole.iterations[whole.iterations["step"].between(11, 16)].reset_index(drop=True)
    for name in ("objective", "gradient_norm", "lag", "lag_error", "smallest_gap", "friction_energy"):
        assert rest.iterations[name].equals(there[name]), name
    with pytest.raises(sb.SimbenchError, match="after 1 lag of a step, and a step of the scene has 1 lag"):
        sb.run(scene | {"contact": impact()["contact"], "state": {"file": file}}, "newton")


def test_each_pair_of_parts_has_its_own_friction():
    """Two blocks slide down beside each other, the second with another coefficient than the first."""
    slope, frictions = 0.5, {"first": 0.3, "second": 0.1}
    scene = on_an_incline(slope, frictions["first"])
    second = BLOCK | {"origin": [0.3, 0.13 + 0.7, 0.108]}
    scene["body"]["beams"]["parts"] = [PLATE | {"size": [2, 1.3, 0.1], "cells": [7, 4, 1]}, BLOCK, second]
    plate = {"select": "box", "minimum": [-1, -1, -1], "maximum": [3, 3, 0.104]}
    beside = {"select": "box", "minimum": [-1, 0.7, 0.104], "maximum": [3, 3, 1]}
    scene["contact"] |= {
        "parts": [{"name": "plate", "vertices": plate}, {"name": "second", "vertices": beside}],
        "friction_of_parts": [{"parts": ["second", "plate"], "friction": frictions["second"]}],
    }
    motion = sb.Scene.load(scene).motion()
    velocities: dict[str, list[float]] = {name: [] for name in frictions}
    for problem in motion:
        y, z = problem.rest_positions[:, 1:].T
        minimum = motion.minimum()
        for name, mine in (("first", y < 0.7), ("second", y > 0.7)):
            chosen = mine & (z > 0.104)
            way = (minimum - problem.previous_positions)[chosen, 0]
            velocities[name].append(np.average(way, weights=problem.masses[chosen]) / STEP)
        motion.advance(minimum)
    angle = math.atan(slope)
    for name, friction in frictions.items():
        expected = GRAVITY * (math.sin(angle) - friction * math.cos(angle))
        acceleration = np.polyfit(STEP * np.arange(40, 80), velocities[name][40:], 1)[0]
        assert acceleration == pytest.approx(expected, rel=0.01), name


def test_a_part_that_holds_half_of_a_primitive_does_not_count():
    scene = on_an_incline(0.5, 0.3)
    below = {"select": "box", "minimum": [-1, -1, -1], "maximum": [0.58, 3, 0.104]}  # it ends under the block
    above = {"select": "box", "minimum": [-1, -1, 0.104], "maximum": [3, 3, 1]}
    scene["contact"] |= {
        "parts": [{"name": "low", "vertices": below}, {"name": "high", "vertices": above}],
        "friction_of_parts": [{"parts": ["low", "high"], "friction": 0}],
    }
    whole = sb.run(on_an_incline(0.5, 0.3), "newton")["newton"].ends_of_steps["friction_pairs"]
    some = sb.run(scene, "newton")["newton"].ends_of_steps["friction_pairs"]
    assert 0 < some.iloc[5] < whole.iloc[5]


def test_lags_and_parts_of_a_turned_scene_in_another_order_are_the_same():
    scene = impact(friction_lags=2)
    parts = {"block": {"select": "box", "minimum": [-1, -1, 0.104], "maximum": [3, 3, 1]}}
    scene["contact"] |= {
        "parts": [{"name": "all", "vertices": {"select": "all"}}]
        + [{"name": name, "vertices": vertices} for name, vertices in parts.items()],
        "friction_of_parts": [{"parts": ["block", "all"], "friction": 0.2}],
    }
    same = impact(friction_lags=2)
    same["contact"]["friction"] = 0.2
    ends = [sb.run(made, "newton")["newton"].ends_of_steps for made in (scene, scene | {"instance": 5}, same)]
    assert ends[0]["friction_energy"].iloc[-1] > 0
    for column in ("objective", "friction_energy", "lag_error"):
        for other in ends[1:]:
            np.testing.assert_allclose(ends[0][column], other[column], rtol=1e-6, atol=1e-7)
    for column in ("contact_pairs", "friction_pairs", "sliding_pairs"):
        np.testing.assert_array_equal(ends[0][column], ends[1][column])


def test_check_tells_the_lags(run_simbench, workplace):
    (workplace / "slide.json").write_text(json.dumps(on_an_incline(0.5, 0.3, friction_lags=3)))
    assert "80 steps of 3 lags of 100 iterations" in run_simbench("check slide.json").stdout


def test_friction_keeps_the_momentum_of_free_bodies_and_takes_energy():
    scene = on_an_incline(0, 0.4, distance=0.02)
    scene |= {"anchors": {"groups": []}, "gravity": [0, 0, 0]}
    above = {"select": "box", "minimum": [-1, -1, 0.104], "maximum": [3, 3, 1]}
    scene |= {
        "start": [{"vertices": above, "velocity": [0.5, 0, -0.5]}],
        "step": scene["step"] | {"steps": 30},
    }
    run = sb.run(scene, "newton")["newton"]
    ends = run.iterations.groupby("step").last()
    assert run.manifest["status"] == "converged"
    assert ends["sliding_pairs"].max() > 3
    assert ends["friction_energy"].max() > 1e-6
    np.testing.assert_allclose(ends["linear_momentum"], ends["linear_momentum"].iloc[0], rtol=1e-9)
    assert ends["total_energy"].is_monotonic_decreasing


def test_all_takers_reach_the_minimum_with_friction():
    scene = on_an_incline(0.5, 0.3, slip_speed=0.05)
    scene["step"] = scene["step"] | {"steps": 10, "iterations": 4000}
    names = ["newton", "newton_cg", "qn", "ncg", "vbd", "pbng"]
    for name, run in sb.run(scene, names, until_relative_error=1e-6).items():
        ends = run.iterations.groupby("step").last()
        assert (ends["relative_error"] <= 1e-6).all(), name
        assert ends["friction_pairs"].iloc[-1] > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"contact.friction": -0.1}, "out of range"),
        ({"contact.friction": 0, "contact.slip_speed": 1e-2}, "it has no effect"),
        ({"contact.slip_speed": 0}, "out of range"),
        ({"step.integrator": "quasi_static"}, "quasi_static has none"),
        ({"contact.friction_lags": 0}, "out of range"),
        ({"contact.friction": 0, "contact.friction_lags": 2}, "it has no effect"),
        ({"step.steps": 1000000, "step.substeps": 1000, "contact.friction_lags": 2}, "at most 1e9 substeps"),
    ],
)
def test_scenes_that_cannot_have_friction_are_refused(changes, message):
    with pytest.raises(sb.SimbenchError, match=message) as error:
        sb.Scene.load(on_an_incline(0.5, 0.3), changes)
    assert error.value.exit_code == 2
