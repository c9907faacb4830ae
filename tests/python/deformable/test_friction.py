"""Friction against ipctk, closed forms of a block on an incline, and conserved quantities."""

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


def by_ipctk(scene: dict) -> sb.Scene:
    without = {key: value for key, value in scene.items() if key != "contact"}
    contact = IpctkContact(scene["contact"]["distance"], scene["contact"]["stiffness"])
    friction = IpctkFriction(**scene["contact"])
    return sb.Scene.load(without).with_terms(contact, friction)


@pytest.mark.parametrize("instance", [0, 3], ids=["aligned", "turned"])
def test_values_gradients_and_hessians_are_those_of_ipctk(instance):
    scene = on_an_incline(0.5, 0.3, slip_speed=0.05) | {"instance": instance}
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
    ],
)
def test_scenes_that_cannot_have_friction_are_refused(changes, message):
    with pytest.raises(sb.SimbenchError, match=message) as error:
        sb.Scene.load(on_an_incline(0.5, 0.3), changes)
    assert error.value.exit_code == 2
