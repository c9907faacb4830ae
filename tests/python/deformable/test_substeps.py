"""step.substeps: n steps of H/n in each time step H, each with all iterations."""

import json

import pytest

from simbench import load_run, load_runs
from simbench.snapshots import snapshot_files

BEAM = {
    "body": {"beam": {"size": [0.8, 0.3, 0.3], "cells": [6, 2, 2]}},
    "material": {"model": "strain", "stiffness": 1e6},
    "anchors": {
        "groups": [
            {"vertices": {"select": "x_min"}},
            {
                "vertices": {"select": "x_max"},
                "translation": [0.1, 0.05, 0],
                "rotation": {"origin": [0, 0.15, 0.15], "axis": [1, 0, 0], "degrees_per_second": 300},
            },
        ]
    },
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 0.03, "iterations": 5, "steps": 3, "release": 2},
}


@pytest.fixture
def run_scene(run_simbench, workplace):
    """Runs a scene and returns its folder of results."""

    def run(name: str, scene: dict, solvers: str = "newton", options: str = ""):
        (workplace / f"{name}.json").write_text(json.dumps(scene))
        run_simbench(
            f"--scene {name}.json --solver {solvers} --output {name} --quiet {options}", exit_code=None
        )
        return workplace / name

    return run


def with_step(scene: dict, **step) -> dict:
    return scene | {"step": scene["step"] | step}


@pytest.mark.parametrize(
    "integrator", ["implicit_euler", "bdf2", "symplectic_euler", "linear_implicit_euler"]
)
@pytest.mark.parametrize("held", ["springs", "hard"])
def test_substeps_are_steps_of_a_part_of_the_time_step(run_scene, integrator, held):
    """Also where anchors move and let go: they are linear in time over the substeps."""
    scene = BEAM | {"anchors": BEAM["anchors"] | ({"stiffness": "hard"} if held == "hard" else {})}
    frames = with_step(scene, integrator=integrator, substeps=4, time_step=0.03)
    steps = with_step(scene, integrator=integrator, time_step=0.03 / 4, steps=12, release=8)
    options = "--reference none --vtu"
    a, b = run_scene("frames", frames, "every", options), run_scene("steps", steps, "every", options)
    assert len(load_runs(a)) == len(load_runs(b)) >= 1
    for run in load_runs(a):
        other = b / run.folder.name
        last = snapshot_files(run.folder)[-1].path.name
        assert "_0012_" in last
        for name in ["iterations.csv", last]:
            assert (run.folder / name).read_bytes() == (other / name).read_bytes(), f"{run.solver} {name}"
        assert sorted(run.iterations["step"].unique()) == list(range(1, 13))
        assert list(run.ends_of_frames["step"]) == [4, 8, 12]
    assert any((run.iterations["anchor_energy"].notna().sum() > 0) for run in load_runs(a)) == (
        held == "springs"
    )


def test_one_substep_is_the_default(run_scene):
    scene = with_step(BEAM, iterations=4)
    a, b = run_scene("plain", scene, "qn"), run_scene("one", with_step(scene, substeps=1), "qn")
    assert (a / "qn/iterations.csv").read_bytes() == (b / "qn/iterations.csv").read_bytes()
    assert load_run(a / "qn").manifest["run_id"] == load_run(b / "qn").manifest["run_id"]
    assert load_run(a / "qn").manifest["scene"]["step"]["substeps"] == 1


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"substeps": 0}, ["step/substeps", "0 is out of range", "an integer between 1 and 10000"]),
        ({"substeps": 1.5}, ["step/substeps", "integer"]),
        ({"substep": 2}, ["substep", "substeps"]),
        ({"substeps": 10000, "steps": 1000000}, ["substeps", "1e9"]),
        ({"substeps": 2, "integrator": "quasi_static"}, ["substeps", "quasi_static", "take more steps"]),
    ],
)
def test_bad_input(run_simbench, workplace, step, words):
    (workplace / "bad.json").write_text(json.dumps(with_step(BEAM, **step)))
    process = run_simbench("--scene bad.json --solver qn --output bad --quiet", exit_code=2)
    assert all(word in process.stderr for word in words), process.stderr
    assert not (workplace / "bad").exists()


def test_check_names_the_substep(run_simbench, workplace):
    (workplace / "beam.json").write_text(json.dumps(with_step(BEAM, substeps=4)))
    assert "h = 0.0075 s, 3 steps of 4 substeps of 5 iterations" in run_simbench("check beam.json").stdout
    described = json.loads(run_simbench("check beam.json --json").stdout)
    assert described["step"]["substeps"] == 4
