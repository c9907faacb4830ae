"""No solver knows the axes of the world: a scene that is turned as a whole moves as before, turned.

Each bundled scene runs three times: as it is, turned, and with bodies that are moved by 1e-13. The last run
shows how much a solver amplifies rounding, which differs in a turned scene; the turned run may differ by no
more than ten times as much. Bodies are shaken first. Otherwise rounding alone would decide whether surfaces
touch that just meet, and about which direction axes deviate that are aligned.
"""

import json

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from turned_scenes import (
    ORIENTATION,
    POSITION,
    has_rules_per_axis,
    inverse,
    is_planar,
    is_same_motion,
    moved,
    quaternion,
    turned,
)

SCENES = sorted((REPOSITORY / "scenes/rigid").rglob("*.json"))
NUDGE = 1e-13  # of the bodies [m]
MOST = 100  # bodies of a scene that are kept


@pytest.fixture
def states(run_simbench, workplace):
    """Runs a scene with all solvers that take it: their statuses and rows of bodies.csv."""

    def run(scene: dict, name: str) -> dict[str, tuple[str, pd.DataFrame]]:
        (workplace / f"{name}.json").write_text(json.dumps(scene))
        options = "--solver every --state-every 1 --record-every 1000 --reference none --quiet"
        run_simbench(f"--scene {name}.json --output {name} {options}", exit_code=None)
        return {
            folder.name: (
                json.loads((folder / "manifest.json").read_text())["status"],
                pd.read_csv(folder / "bodies.csv"),
            )
            for folder in sorted((workplace / name).iterdir())
            if (folder / "bodies.csv").exists()
        }

    return run


def first_bodies(scene: dict) -> dict:
    """The first bodies of a scene, and the constraints between them."""
    if "chain" in scene:
        return {}
    bodies = scene["bodies"][:MOST]
    names = {"world", *(body["name"] for body in bodies)}
    return {
        "bodies": bodies,
        "constraints": [own for own in scene.get("constraints", []) if names.issuperset(own["bodies"])],
    }


def start_of(runs: dict) -> np.ndarray:
    """The poses (n × 7) at the start."""
    rows = next(iter(runs.values()))[1]
    return rows[rows["step"] == 0][POSITION + ORIENTATION].to_numpy(float)


@pytest.mark.parametrize(
    "path", SCENES, ids=lambda path: str(path.relative_to(SCENES[0].parents[1]).with_suffix(""))
)
def test_a_turned_scene_moves_as_before(states, path):
    scene = {key: value for key, value in json.loads(path.read_text()).items() if key != "$schema"}
    scene["step"] |= {"steps": 2, "iterations": 3, "substeps": min(2, scene["step"].get("substeps", 1))}
    scene |= first_bodies(scene)
    turn = quaternion([0, 0, 1] if is_planar(scene) else [0.4, -1.1, 0.7], 1.3)
    scene = moved(scene, start_of(states(scene, "given")), 1e-3, 1e-3)
    before = states(scene, "before")
    after = states(turned(scene, turn, start_of(before)), "after")
    nudged = states(moved(scene, start_of(before), NUDGE, NUDGE), "nudged")
    assert before.keys() == after.keys() == nudged.keys()
    for solver, (status, rows) in before.items():
        if has_rules_per_axis(scene, solver):
            continue
        if status != nudged[solver][0]:
            continue  # rounding decides, too
        assert status == after[solver][0], solver
        time_step = scene["step"]["time_step"]
        assert is_same_motion(rows, after[solver][1], nudged[solver][1], time_step, inverse(turn)), solver


def test_moving_a_scene_leaves_the_poses_of_the_caller_alone():
    scene = {"bodies": [{"name": "ball", "mass": 1, "position": [1, 2, 3]}]}
    start = np.array([[1, 2, 3, 1, 0, 0, 0.0]])
    first = moved(scene, start, 0.1, 0.1)
    assert moved(scene, start, 0.1, 0.1) == first
    assert first["bodies"][0]["position"] != scene["bodies"][0]["position"]
