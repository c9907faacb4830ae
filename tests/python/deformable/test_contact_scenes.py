"""Scenes of contact against what mechanics says of them."""

from collections.abc import Iterator

import numpy as np
import pytest
from conftest import REPOSITORY

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")


def inertia(problem: sb.Problem, positions: np.ndarray) -> np.ndarray:
    """The gradient of the inertial term [N], shape (n, 3)."""
    return problem.masses[:, None] * (positions - problem.inertial_positions) / problem.time_step**2


def steps_of(name: str, changes: dict) -> Iterator[tuple[sb.Problem, np.ndarray, np.ndarray]]:
    """Each step, its minimum, and the forces of contact and friction there [N], which held vertices lack."""
    scene = sb.Scene.load(REPOSITORY / f"scenes/deformable/{name}.json", changes)
    alone = sb.Scene.load({key: value for key, value in scene.json().items() if key != "contact"}).problem()
    motion = scene.motion()
    for problem in motion:
        minimum = motion.minimum()
        forces = alone.gradient(minimum) - inertia(alone, minimum) + inertia(problem, minimum)
        forces[problem.held_vertices] = 0
        yield problem, minimum, forces
        motion.advance(minimum)


def test_walls_rub_on_the_peg_as_coulomb_says():
    """What slides has μ times the normal forces against its way, and what sticks has less."""
    lags, friction, sliding = 4, 0.3, 0
    for step in list(steps_of("peg_in_hole", {"step.steps": 12, "contact.friction_lags": lags}))[
        lags - 1 :: lags
    ]:
        problem, minimum, forces = step
        is_side = problem.rest_positions[:, 2] > 0.007  # of the peg, without its lower face
        is_side[problem.held_vertices] = False
        normal = np.abs(forces[is_side, :2]).sum(axis=1)
        slips = (minimum - problem.previous_positions)[is_side, 2] / problem.time_step
        tangential = forces[is_side, 2]
        assert abs(tangential.sum()) <= 1.01 * friction * normal.sum() + 1e-6
        if normal.sum() > 5 and abs(np.average(slips, weights=normal)) > 0.02:
            sliding += 1
            assert tangential.sum() == pytest.approx(
                -friction * normal.sum() * np.sign(slips.mean()), rel=0.12
            )
    assert sliding >= 3


def test_equal_forces_squeeze_a_ball_between_plates():
    """The plates come near from both sides, without gravity."""
    ways = {"min": 0.1, "max": -0.1}  # m/s
    groups = [{"vertices": {"select": f"z_{end}"}, "translation": [0, 0, way]} for end, way in ways.items()]
    *_, (problem, _, forces) = steps_of(
        "ball_between_plates", {"anchors.groups": groups, "gravity": [0, 0, 0]}
    )
    height = problem.rest_positions[:, 2] - 0.134  # above the middle of the ball
    is_ball = np.abs(height) < 0.102
    below, above = (forces[is_ball & (sign * height > 0), 2].sum() for sign in (-1, 1))
    assert below > 100
    assert above == pytest.approx(-below, rel=1e-6)


def test_knives_bear_a_stiffer_mat_as_the_three_moment_equation_says():
    """A slender beam over two spans, with ends that stick out. Shear gives the middle some percent less."""
    *_, (problem, _, forces) = steps_of("mat_on_knives", {"material.youngs_modulus": 1e5})
    x, z = problem.rest_positions[:, 0], problem.rest_positions[:, 2]
    span, end = 0.3, 0.1  # m
    weight = 9.81 * problem.masses[z > 0.2].sum()
    load = weight / (2 * (span + end))  # N/m
    moment_of_end, moment = load * end**2 / 2, load * (span**2 / 8 - end**2 / 4)
    middle = 2 * (load * span / 2 + (moment - moment_of_end) / span)
    expected = [(weight - middle) / 2, middle, (weight - middle) / 2]
    borne = [forces[(z > 0.2) & (np.abs(x - knife) < span / 2), 2].sum() for knife in (0.1, 0.4, 0.7)]
    np.testing.assert_allclose(borne, expected, rtol=0.05)
    assert sum(borne) == pytest.approx(weight, rel=1e-3)
