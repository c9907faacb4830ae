"""`simbench budget` splits errors of motions; the answers come from formulas and from other runs."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, call_command

from simbench import Scene, load_run, run
from simbench.budget import budget as budgets
from simbench.budget import words
from simbench.budget.loading import load_budget
from simbench.budget.motions import distance, extent, motion
from simbench.budget.work import work_per_frame
from simbench.errors import ResultsError, SimbenchError
from simbench.pages import budgets as page_of_budgets
from simbench.results import find_run
from simbench.snapshots import load_snapshot

STIFFNESS, TIME_STEP, FRAMES = 39.4784176, 0.02, 20  # of scenes/deformable/oscillator.json: N/m, s
CLOTH = ["hanging_cloth", "--frames", "4", "--solver", "qn,xpbd", "--substeps", "1,2", "--iterations", "2,20"]


@pytest.fixture(scope="module")
def place(tmp_path_factory, module) -> Path:
    """A folder for the runs of all tests."""
    folder = tmp_path_factory.mktemp("budget")
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")
    return folder


@pytest.fixture(scope="module")
def budget(place):
    """Runs the command in this folder; returns what it says."""

    def run(*arguments, exit_code=0) -> str:
        finished = call_command("simbench-budget", *arguments, check=False, folder=place)
        assert finished.returncode == exit_code, finished.stderr
        return finished.stdout if exit_code == 0 else finished.stderr

    return run


@pytest.fixture(scope="module")
def oscillator(budget, place):
    words = f"oscillator --frames {FRAMES} --solver newton,qn --substeps 1,2,4 --iterations 1,3"
    budget(*words.split())
    return load_budget(place / "runs/budget_oscillator")


@pytest.fixture(scope="module")
def cloth(budget, place):
    said = budget(*CLOTH, "--output", "cloth")
    return said, load_budget(place / "cloth")


def implicit_euler(substeps: int) -> np.ndarray:
    """x at the ends of frames of 1 kg on a spring, let go at 1 m: (1 + k h²) xₙ₊₁ = xₙ + h vₙ."""
    h = TIME_STEP / substeps
    step = np.array([[1, h], [-STIFFNESS * h, 1]]) / (1 + STIFFNESS * h**2)
    states = [np.linalg.matrix_power(step, substeps * frame) @ [1, 0] for frame in range(1, FRAMES + 1)]
    return np.array(states)[:, 0]


def test_errors_of_the_integrator_are_those_of_the_formula(oscillator):
    reference = implicit_euler(32)
    for substeps, error in oscillator.integrator.items():
        wanted = np.sqrt(((implicit_euler(substeps) - reference) ** 2).mean()) / reference.std()
        assert error == pytest.approx(wanted, rel=1e-6)
    half = np.sqrt(((implicit_euler(16) - reference) ** 2).mean()) / reference.std()
    assert oscillator.reference_error == pytest.approx(half, rel=1e-6)
    assert oscillator.reference_substeps == 32 and oscillator.extent == pytest.approx(reference.std())


def test_the_error_of_implicit_euler_has_order_one(oscillator):
    """Against substeps R the error is C (1/s − 1/R), so the halved step has a bit less than half of it."""
    one, two, four = oscillator.integrator
    assert one / two == pytest.approx((1 - 1 / 32) / (1 / 2 - 1 / 32), rel=0.1)
    assert two / four == pytest.approx((1 / 2 - 1 / 32) / (1 / 4 - 1 / 32), rel=0.1)
    assert oscillator.unknown == []


def test_newton_and_solvers_that_converge_have_no_error_of_their_own(oscillator):
    """The spring is linear: one iteration of Newton's method and one of QN solve a step."""
    cells = oscillator.cells
    assert set(cells["solver"]) == {"newton", "qn"} and len(cells) == 12
    assert (cells["solver_error"] < 1e-8).all()
    np.testing.assert_allclose(cells["error"], cells["integrator_error"], rtol=1e-6)
    assert all(set(budgets.enough(rows).values()) == {1} for rows in oscillator.cells_of.values())


def test_errors_obey_the_triangle_and_fall_with_iterations(cloth):
    cells = cloth[1].cells
    assert len(cells) == 8
    assert (cells["error"] <= (cells["integrator_error"] + cells["solver_error"]) * (1 + 1e-12)).all()
    parts = (cells["integrator_error"] - cells["solver_error"]).abs()
    assert (cells["error"] >= parts * (1 - 1e-12)).all()
    for _, rows in cells.groupby(["solver", "substeps"]):
        assert rows["solver_error"].is_monotonic_decreasing


def test_motions_are_compared_at_the_ends_of_frames(cloth, place):
    """With two substeps these are the steps 2, 4, 6 and 8."""
    run = load_run(find_run(place / "cloth", solver="qn", **{"step.substeps": 2, "step.iterations": 20}))
    ends = [load_snapshot(*run.folder.glob(f"positions_{step:04}_*.vtu")).points for step in (2, 4, 6, 8)]
    np.testing.assert_array_equal(motion(run), ends)


def test_work_is_counted_in_iterations_of_pd(cloth, place):
    """An iteration of QN has a pass or two and a solve; each factorisation of Newton's counts as 20."""
    for solver, iterations in (("qn", 20), ("newton", 100)):
        run = load_run(
            find_run(place / "cloth", solver=solver, **{"step.substeps": 1, "step.iterations": iterations})
        )
        last = run.iterations.iloc[-1]
        passes = last[["value_passes", "gradient_passes", "hessian_passes", "local_passes"]].sum()
        again = last["factorisations"] - (solver == "qn")  # QN factorises once, before the first step
        work = (passes + last["solves"] + last["matrix_products"]) / 2 + 20 * again
        assert work_per_frame(run) == pytest.approx(work / 4)


def test_the_command_resumes_and_says_what_the_table_has(budget, cloth, place):
    said, found = cloth
    manifests = {file: file.stat().st_mtime_ns for file in place.glob("cloth/runs/*/*/manifest.json")}
    assert len(manifests) == 8 + 4
    for file in list(manifests)[:2]:
        (file.parent / "iterations.csv").unlink()
    again = budget(*CLOTH, "--output", "cloth")
    changed = [file for file, time in manifests.items() if file.stat().st_mtime_ns != time]
    assert changed == list(manifests)[:2]
    lines = [line for line in said.splitlines() if line.startswith(("QN", "XPBD"))]
    assert [line.split()[:6] for line in lines[:8]] == [
        words.row(cell)[:5] + words.row(cell)[5].split()[:1] for _, cell in found.cells.iterrows()
    ]
    for solver, cells in found.cells_of.items():
        assert words.equality(solver, cells) in said and words.equality(solver, cells) in again
    assert (place / "cloth/budget.png").is_file()
    table = budgets.of_table(pd.read_csv(place / "cloth/budget.csv", float_precision="round_trip"))
    pd.testing.assert_frame_equal(table.rows.drop(columns="seconds"), found.rows.drop(columns="seconds"))
    timings = pd.read_csv(place / "cloth/budget_timings.csv")
    assert (timings["seconds"] > 0).all() and len(timings) == len(found.rows)
    assert (table.frames, table.time_step, table.extent) == (4, 0.02, found.extent)


def test_errors_do_not_depend_on_the_unit_of_length():
    random = np.random.default_rng(5)
    one, other, shift = random.normal(size=(3, 7, 4, 3))
    assert distance(one, other) == pytest.approx(
        np.mean([np.sum((one[f, v] - other[f, v]) ** 2) for f in range(7) for v in range(4)]) ** 0.5
    )
    assert distance(1e3 * one, 1e3 * other) == pytest.approx(1e3 * distance(one, other))
    assert extent(1e3 * one) == pytest.approx(1e3 * extent(one))
    assert extent(one + shift[0, 0]) == pytest.approx(extent(one))
    assert extent(np.ones((7, 4, 3))) == 0


def test_a_motion_of_a_run_that_ended_is_none(run_simbench, workplace):
    run_simbench("--scene oscillator --solver newton --set step.steps=3 --vtu --quiet --output ended")
    run = load_run(workplace / "ended/newton")
    assert motion(run).shape == (3, 1, 3)
    (file,) = run.folder.glob("positions_0003_*.vtu")
    file.unlink()
    assert motion(run) is None


BAD = {
    "oscillator --solver vdb": "vdb",
    "oscillator --substeps 0,2": "--substeps 0,2: expected whole numbers",
    "oscillator --substeps 1.5": "--substeps 1.5: expected whole numbers",
    "oscillator --iterations 1,": "--iterations 1,: expected whole numbers",
    "oscillator --substeps 2000": "--substeps 2000: at most 1250",
    "oscillator --frames 1": "one frame is no motion",
    "oscillator --frames 2,3": "expected one whole number",
    "oscillator --seconds 0": "--seconds 0: expected a number of seconds greater than 0",
    "oscillator --seconds nan": "--seconds nan: expected",
    "smoke": "the scene has one frame, which is no motion; --frames N",
    "oscillator --set step.steps": "--set step.steps: expected PATH=VALUE",
    "oscillator --set step.substeps=2": "step.substeps",
    "chain_straight --frames 3": "its bodies have no shapes, and a budget compares the corners",
    "stack --frames 3": "direct does not take this scene: it has no friction",
    "hanging_cloth --frames 3 --set": "argument --set: expected at least one argument",
    "no_scene": "no_scene",
}


@pytest.mark.parametrize("words_given", BAD)
def test_bad_input_is_a_sentence_and_leaves_nothing(budget, place, words_given):
    said = budget(*words_given.split(), "--output", "bad", exit_code=2)
    assert said.startswith("simbench: ") and said.count("\n") == 1 and BAD[words_given] in said
    assert not (place / "bad").exists()


def test_other_folders_are_refused(budget, cloth, run_simbench, workplace):
    assert "--replace-plan" in budget(*CLOTH[:-1], "2,30", "--output", "cloth", exit_code=2)
    plan = {"scene": "oscillator", "axes": [], "solvers": ["newton"], "set": {"step.steps": 2}}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output other --quiet")
    with pytest.raises(ResultsError, match="does not hold a budget"):
        load_budget(workplace / "other")


def test_a_budget_begins_at_a_checkpoint(budget, place):
    options = {"iterations": 100, "checkpoint_every": 1, "snapshot_every": -1, "reference": "none"}
    scene = Scene.load("hanging_cloth", {"step.steps": 3})
    run(scene, "newton", output=place / "WHOLE", **options)
    begun = [*CLOTH, "--substeps", "1", "--frames", "2", "--output", "begun", "--start-from"]
    budget(*begun, "WHOLE/newton@1")
    motions = [motion(load_run(one)) for one in (place / "begun/runs").glob("*/[!.]*")]
    last = motion(load_run(place / "WHOLE/newton"))[1:]
    assert any(np.array_equal(one, last) for one in motions)
    before = {one.name: one.stat().st_mtime_ns for one in (place / "begun/runs").glob("*/*")}
    budget(*begun, "WHOLE/newton@1")
    assert before == {one.name: one.stat().st_mtime_ns for one in (place / "begun/runs").glob("*/*")}
    assert "--replace-plan" in budget(*begun, "WHOLE/newton", exit_code=2)
    assert "no checkpoint of step 9" in budget(*begun, "WHOLE/newton@9", exit_code=2)


def test_files_of_others_stay(budget, place):
    (place / "mine").mkdir()
    (place / "mine/budget.csv").write_text("mine\n")
    assert "was not written by this command" in budget(*CLOTH, "--output", "mine", exit_code=2)
    assert [file.name for file in (place / "mine").iterdir()] == ["budget.csv"]


def test_a_scene_in_which_nothing_moves_is_refused(budget, place):
    still = ["oscillator", "--frames", "2", "--solver", "qn", "--substeps", "1", "--iterations", "1"]
    at_rest = "body.particles.points.0.position=[0,0,0]"
    assert "nothing moves in the scene" in budget(*still, "--set", at_rest, "--output", "still", exit_code=2)


def test_a_failed_reference_is_numerical(cloth, place, monkeypatch):
    monkeypatch.setattr("simbench.budget.loading.motion", lambda run: None)
    with pytest.raises(SimbenchError, match="no motion to compare with") as error:
        load_budget(place / "cloth")
    assert error.value.exit_code == 5


def test_recorded_errors_are_distances_of_runs(run_simbench, workplace):
    """The runs are made here one by one, without a sweep."""
    recorded = budgets.of_table(pd.read_csv(REPOSITORY / "results/budget/hanging_cloth_1e6.csv"))
    settings = ("step.steps=40", "step.time_step=0.016666666666666666", "step.substeps=2")
    scene = " ".join(["--scene hanging_cloth", *(f"--set {one}" for one in settings)])
    for solver, iterations in (("newton", 100), ("vbd", 5)):
        options = f"--iterations {iterations} --vtu --reference none --quiet --output here"
        run_simbench(f"{scene} --solver {solver} {options}")
    motions = {name: motion(load_run(workplace / "here" / name)) for name in ("newton", "vbd")}
    cells = recorded.cells.set_index(["solver", "substeps", "iterations"])
    wanted = cells.loc["vbd", 2, 5]["solver_error"] * recorded.extent
    assert distance(motions["vbd"], motions["newton"]) == pytest.approx(wanted, rel=1e-6)


def test_parts_of_a_page_name_what_is_missing():
    with pytest.raises(ResultsError, match="it has errors, work, diagonal"):
        page_of_budgets.text(REPOSITORY / "results", "hanging_cloth_1e6", "seconds")
    with pytest.raises(ResultsError, match=r"scripts/budget\.py records it"):
        page_of_budgets.text(REPOSITORY / "results", "no_scene", "errors")
