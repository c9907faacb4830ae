"""`simbench budget` splits errors of rigid bodies, too; answers come from formulas and from other files."""

import json

import numpy as np
import pytest
from conftest import REPOSITORY, call_command

from simbench import load_run
from simbench.budget.loading import load_budget
from simbench.budget.motions import motion
from simbench.results import find_run

pytestmark = pytest.mark.slow
FRAMES, TIME_STEP, GRAVITY = 6, 0.02, 9.81
ROPE = ["rope_swing", "--frames", "4", "--substeps", "1,2", "--iterations", "2,200"]


@pytest.fixture(scope="module")
def budget(tmp_path_factory, module):
    """Runs the command in a folder; returns what it says, and the budget."""
    folder = tmp_path_factory.mktemp("budget")
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")

    def run(scene, *arguments):
        finished = call_command("simbench-budget", scene, *arguments, folder=folder)
        place = folder / f"runs/budget_{scene.removesuffix('.json')}"
        return finished.stdout, load_budget(place), place

    run.folder = folder
    return run


@pytest.fixture(scope="module")
def rope(budget):
    return budget(*ROPE)


def box(name: str, x: float) -> dict:
    return {"name": name, "mass": 1, "box": [1, 0.2, 0.2], "position": [x, 0, 0]}


def falling(substeps: int) -> np.ndarray:
    """z at the ends of frames under gravity by implicit Euler: −g h² n (n + 1)/2 after n steps."""
    steps = substeps * np.arange(1, FRAMES + 1)
    return -GRAVITY * (TIME_STEP / substeps) ** 2 * steps * (steps + 1) / 2


def test_the_integrators_error_of_a_fall_is_that_of_the_formula(budget):
    """Two boxes that are joined fall as one, so a solver has no error of its own."""
    scene = {
        "kind": "rigid",
        "bodies": [box("left", -0.5), box("right", 0.5)],
        "constraints": [
            {"type": "point", "bodies": ["left", "right"], "points": [[0.5, 0, 0], [-0.5, 0, 0]]}
        ],
        "gravity": [0, 0, -GRAVITY],
        "step": {"time_step": TIME_STEP, "steps": FRAMES},
    }
    (budget.folder / "fall.json").write_text(json.dumps(scene))
    options = ["--solver", "xpbd,direct", "--substeps", "1,2", "--iterations", "1,3"]
    _, found, _ = budget("fall.json", *options)
    reference = falling(16)
    assert found.extent == pytest.approx(reference.std()) and found.reference_substeps == 16
    for substeps, error in found.integrator.items():
        wanted = np.sqrt(((falling(substeps) - reference) ** 2).mean()) / reference.std()
        assert error == pytest.approx(wanted, rel=1e-9)
    assert len(found.cells) == 8 and (found.cells["solver_error"] < 1e-12).all() and not found.unfinished


def test_a_motion_of_bodies_is_that_of_the_corners_of_their_boxes(rope):
    """By the poses in .csv: a corner is c + R (±1/2, ±1/10, ±1/10), and the frames end at even steps."""
    _, _, place = rope
    run = load_run(find_run(place, solver="avbd", **{"step.substeps": 2, "step.iterations": 2}))
    found = motion(run)
    assert found.shape == (4, 80, 3)
    for frame, corners in enumerate(found, start=1):
        (file,) = run.folder.glob(f"poses_{2 * frame:04}_*.csv")
        poses = np.loadtxt(file, delimiter=",", skiprows=1, usecols=range(1, 8))
        for (x, y, z, w, *vector), of_body in zip(poses, corners.reshape(10, 8, 3), strict=True):
            local = of_body - [x, y, z]
            # R⁻¹ v = v − 2 w (u × v) + 2 u × (u × v)
            turned = np.cross(vector, local)
            local += -2 * w * turned + 2 * np.cross(vector, turned)
            assert (
                np.allclose(np.abs(local), [0.5, 0.1, 0.1], atol=1e-9)
                and len(np.unique(local > 0, axis=0)) == 8
            )


def test_solvers_of_joints_approach_newtons_motion_and_errors_obey_the_triangle(rope):
    said, found, _ = rope
    cells = found.cells
    assert set(cells["solver"]) == {"xpbd", "avbd", "si"} and len(cells) == 12
    assert (cells["error"] <= (cells["integrator_error"] + cells["solver_error"]) * (1 + 1e-12)).all()
    of_position = cells[cells["solver"].isin(["xpbd", "avbd"])]
    for _, rows in of_position.groupby(["solver", "substeps"]):
        few, many = rows.sort_values("iterations")["solver_error"]
        assert many < few / 100
    assert cells["work"].isna().all() and "iterations of PD" not in said
    assert "The reference is Newton's method with 16 substeps" in said and not found.unfinished
