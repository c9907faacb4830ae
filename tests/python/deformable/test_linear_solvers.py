"""Runs with conjugate gradients: their column, how they fail, and settings that do not go together."""

import json

import pandas as pd
import pytest
from conftest import solvers_with

SMOKE = "--scene smoke.json --iterations 3 --output OUT"
# These solve when a step begins, or never.
NOT_IN_ITERATIONS = {"bfgs", "jgs2", "coordinate_condensation"}
ITERATIVE = "linear_solver=conjugate_gradients"


@pytest.mark.parametrize("solver", solvers_with("linear_solver"))
def test_a_run_counts_the_iterations_of_its_linear_solver(run_simbench, workplace, solver):
    needed = "metric=stiffness" if solver == "gradient_descent" else ""  # other metrics solve nothing
    settings = [",".join(filter(None, own)) for own in ([needed], [needed, ITERATIVE])]
    run_simbench(f"{SMOKE} --solver {','.join(f'{solver}[{own}]' if own else solver for own in settings)}")
    with_factor, iterative = (
        pd.read_csv(workplace / "OUT" / f"{solver}-{own}".rstrip("-") / "iterations.csv") for own in settings
    )
    assert with_factor["linear_iterations"].isna().all()
    counted = iterative["linear_iterations"].iloc[1:].fillna(0)
    assert (counted == 0).all() if solver in NOT_IN_ITERATIONS else (counted > 3).all()
    difference = (with_factor["objective"] - iterative["objective"]).abs()
    assert (difference < 1e-7 * with_factor["objective"].iloc[0]).all()


def test_a_tolerance_that_is_not_reached_ends_a_run_with_a_sentence(run_simbench, workplace):
    run = run_simbench(f"{SMOKE} --solver qn[{ITERATIVE},linear_iterations=2]", exit_code=5)
    assert (
        "after 2 iterations, and linear_tolerance is 1e-10: raise linear_iterations"
        in run.stderr + run.stdout
    )
    (folder,) = (workplace / "OUT").iterdir()
    assert json.loads((folder / "manifest.json").read_text())["status"] == "not_solved"
    assert len(pd.read_csv(folder / "iterations.csv")) == 1  # nothing of what came before is lost


@pytest.mark.parametrize(
    "setting, words",
    [
        ("linear_solver=conjugate_gradient", ["unknown value", "did you mean 'conjugate_gradients'"]),
        ("linear_tolerance=1e-3", ["linear_tolerance", "linear_solver"]),
        (f"{ITERATIVE},linear_tolerance=0", ["0 is out of range", "a number between 0 and 1 (both excl"]),
        (f"{ITERATIVE},linear_tolerance=1", ["1 is out of range", "a number between 0 and 1 (both excl"]),
        (f"{ITERATIVE},linear_iterations=0", ["0 is out of range", "an integer"]),
        (f"{ITERATIVE},preconditioner=jacobi", ["none", "diagonal"]),
        ("initial_matrix=masses", ["did you mean 'mass'"]),
        ("contact_terms=left", ["unknown value", "left_out"]),
        ("contact_terms=refactorise,matrix_terms=material", ["contact_terms", "beside 'matrix_terms'"]),
        ("contact_terms=refactorise,initial_matrix=mass", ["contact_terms", "initial_matrix to stiffness"]),
    ],
)
def test_bad_settings_are_refused(run_simbench, setting, words):
    message = run_simbench(f"{SMOKE} --solver qn[{setting}]", exit_code=2).stderr
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    "setting, words",
    [
        ("level=acceleration", ["level", "set hard to true"]),
        ("level=acceleration,hard=true,geometric_stiffness=true", ["geometric_stiffness", "leave this out"]),
        ("form=blocks", ["did you mean 'block'"]),
        ("energy_shift=zero_at_rest", ["energy_shift", "form"]),
    ],
)
def test_bad_settings_of_kkt_are_refused(run_simbench, setting, words):
    message = run_simbench(f"{SMOKE} --solver kkt[{setting}]", exit_code=2).stderr
    assert all(word in message for word in words), message
