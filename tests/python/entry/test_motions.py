"""The referee of motions agrees with what the harness records of its own solvers."""

import json

import numpy as np
import pytest

import simbench
from simbench.entry.motions import judge
from simbench.entry.problems import export
from simbench.entry.rows import parsed
from simbench.errors import ResultsError
from simbench.scene import Scene
from simbench.snapshots import load_snapshot, snapshot_files

SCENE = {
    "body": {"beam": {"size": [0.4, 0.1, 0.1], "cells": [3, 1, 1]}},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
    "anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]},
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 0.02, "steps": 4, "substeps": 2},
}


@pytest.fixture
def entry(tmp_path):
    """Writes the ends of a solver's steps as an entry; returns its file, and the run."""
    export(Scene.load(SCENE), "sag", tmp_path / "problems")

    def write(solver: str, iterations: int):
        (run,) = simbench.run(
            SCENE, solver, iterations=iterations, snapshot_every=-1, output=tmp_path / solver
        ).values()
        rows = []
        for file in snapshot_files(run.folder):
            positions = load_snapshot(file.path).points.tolist()
            rows.append({"scene": "sag", "solver": solver, "step": file.step, "iteration": file.iteration})
            rows[-1]["positions"] = positions
        (tmp_path / "entry.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return tmp_path / "entry.jsonl", run

    return write


def judged(file):
    return judge(parsed(file), file.parent, file.parent / "problems")


def test_errors_of_steps_are_those_of_the_run(entry):
    file, run = entry("xpbd", 5)
    last = run.iterations.groupby("step").last()
    steps = judged(file)
    assert [step.step for step in steps] == [*range(1, 9)]
    assert np.allclose([step.error for step in steps], last["relative_error"], rtol=1e-6)
    assert steps[0].drift < steps[-1].drift  # errors add up


def test_newtons_motion_has_no_error_and_no_drift(entry):
    file, _ = entry("newton", 20)
    for step in judged(file):
        assert abs(step.error) < 1e-9
        assert step.drift < 1e-9


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows[1:], "step 2 of sag; expected step 1"),
        (lambda rows: [rows[0], rows[2]], "step 3 of sag; expected step 2"),
        (lambda rows: [*rows, {**rows[-1], "step": 9}], "the scene has 8"),
        (lambda rows: [rows[0], {**rows[1], "scene": "other"}], "no problem 'other'"),
    ],
)
def test_motions_that_cannot_be(entry, change, said):
    file, _ = entry("xpbd", 2)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("".join(json.dumps(row) + "\n" for row in change(rows)))
    with pytest.raises(ResultsError, match=said):
        judged(file)


def test_the_problem_of_a_step_follows_newtons_minima(tmp_path):
    scene = Scene.load(SCENE)
    motion = scene.motion()
    for problem in motion:
        last = problem
    assert np.array_equal(last.inertial_positions, scene.problem(step=8).inertial_positions)
    place = export(scene, "sag", tmp_path, 8)
    assert json.loads((place / "problem.json").read_text())["step"] == 8
    q = np.loadtxt(place / "inertial_positions.csv", delimiter=",")
    assert np.array_equal(q, last.inertial_positions)
    with pytest.raises(simbench.SimbenchError, match="steps 1 to 8"):
        scene.problem(step=9)


def test_a_motion_that_ends_steps_itself(tmp_path):
    """Free fall without iterations: each step ends where the forces of gravity take it."""
    free = {key: value for key, value in SCENE.items() if key != "anchors"} | {
        "step": {"time_step": 0.1, "steps": 3}
    }
    motion = Scene.load(free).motion()
    for problem in motion:
        motion.advance(problem.inertial_positions)
    heights = motion.positions[:, 2] - problem.rest_positions[:, 2]
    assert np.allclose(heights, -9.81 * 0.01 * (1 + 2 + 3))
    assert motion.step == 4
    assert motion.time == pytest.approx(0.3)
    (tmp_path / "state.json").write_text(motion.checkpoint())
    continued = Scene.load(free, {"state.file": str(tmp_path / "state.json")}).motion()
    assert np.array_equal(continued.positions, motion.positions)
    assert np.array_equal(continued.velocities, motion.velocities)
    assert continued.time == motion.time
