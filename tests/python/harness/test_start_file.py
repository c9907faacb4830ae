"""`step.start: file`: every solver that can begin elsewhere than at q~ begins at the positions of a file."""

import json

import numpy as np
import pytest

from simbench.scene import Scene
from simbench.snapshots import load_snapshot, snapshot_files

HELD = {"vertices": {"select": "x_min"}, "translation": [-0.1, 0, 0]}
BEAM = {
    "body": {"beam": {"size": [0.4, 0.1, 0.1], "cells": [3, 1, 1]}},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
    "anchors": {"stiffness": "hard", "groups": [HELD]},
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 0.01, "iterations": 3, "start": "file", "start_file": "x.npy"},
}


def beginning(at: str) -> dict:
    step = {key: value for key, value in BEAM["step"].items() if key != "start_file"} | {"start": at}
    return {**BEAM, "step": step}


@pytest.fixture
def rest(workplace):
    """Writes the scene and its file, the body at rest, and returns that."""
    positions = np.asarray(Scene.load(beginning("previous")).problem().rest_positions)
    np.save(workplace / "x.npy", positions)
    (workplace / "s.json").write_text(json.dumps(BEAM))
    return positions


@pytest.mark.parametrize("precision", ["double", "single"])
def test_solvers_begin_at_the_file(run_simbench, workplace, rest, precision):
    scene, previous = Scene.load(workplace / "s.json"), Scene.load(beginning("previous"))
    assert {name: scene.declines(name) for name in scene.solvers} == {
        name: previous.declines(name) for name in previous.solvers
    }
    positions = rest + 0.003 * np.random.default_rng(1).standard_normal(rest.shape)
    np.save(workplace / "x.npy", positions)
    run_simbench(f"--scene s.json --solver all --vtu 1 --precision {precision} --output OUT --quiet")
    held = rest[:, 0] < 1e-9
    runs = sorted((workplace / "OUT").iterdir())
    assert len(runs) > 8
    for run in runs:
        first = load_snapshot(snapshot_files(run)[0].path).points
        close = 1e-15 if precision == "double" else 1e-7
        np.testing.assert_allclose(first[~held], positions[~held], atol=close, err_msg=run.name)
        np.testing.assert_allclose(first[held], rest[held] + [-0.001, 0, 0], atol=close, err_msg=run.name)


def test_a_start_at_the_minimum_stays_there(run_simbench, workplace, rest):
    run_simbench("--scene s.json --solver newton --iterations 50 --vtu 1 --output A --quiet")
    minimum = load_snapshot(snapshot_files(workplace / "A/newton")[-1].path).points
    np.save(workplace / "x.npy", minimum)
    run_simbench("--scene s.json --solver newton,qn --vtu 1 --output B --quiet")
    for solver in ("newton", "qn"):
        rows = (workplace / f"B/{solver}/iterations.csv").read_text().splitlines()
        error = rows[0].split(",").index("relative_error")
        assert all(abs(float(row.split(",")[error])) < 1e-12 for row in rows[1:])


def test_the_run_has_the_hash_of_the_file(run_simbench, workplace, rest):
    run_simbench("--scene s.json --solver qn --output OUT --quiet")
    step = json.loads((workplace / "OUT/qn/manifest.json").read_text())["scene"]["step"]
    assert step["start_file"] == "x.npy" and len(step["start_file_sha256"]) == 64
    run_simbench("rerun OUT/qn/manifest.json --output AGAIN --quiet")
    np.save(workplace / "x.npy", rest + 1e-3)
    assert "its sha256 is" in run_simbench("rerun OUT/qn/manifest.json --output MORE", exit_code=3).stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda q: q[:-1], "/step/start_file: x.npy has 15 points, but the body has 16 vertices"),
        (lambda q: np.where(q == q[3, 0], np.nan, q), "x.npy: the position of vertex"),
        (lambda q: q[:, :2], "of shape '(16, 2)'"),
        (None, "x.npy"),
    ],
)
def test_files_that_are_no_start(refused, workplace, rest, change, said):
    if change:
        np.save(workplace / "x.npy", change(rest))
    else:
        (workplace / "x.npy").unlink()
    assert said in refused("--scene s.json --solver qn --output NEW", exit_code=None)
    assert not (workplace / "NEW").exists()


def test_other_instances_of_a_file_are_refused(refused, workplace, rest):
    assert "instance 0" in refused("--scene s.json --set instance=3 --solver qn --output NEW")
