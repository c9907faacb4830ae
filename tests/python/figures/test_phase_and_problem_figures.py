"""Figures over k h²: ADMM's phase diagram, and the table of problems and solvers; both on a small beam."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY

from simbench import ResultsError
from simbench.results import Run
from thesis.claims.measures import SOLVED
from thesis.figures import admm_phase_diagram, problem_table
from thesis.figures.admm_phase_diagram import STATES

pytestmark = pytest.mark.slow

STIFFNESSES = {"path": "material.stiffness", "values": [1e3, 1e6, 1e8]}


@pytest.fixture
def sweep(run_simbench, workplace):
    def run(name: str, axes: list, solvers: list[str], **members) -> Path:
        plan = {"scene": "smoke.json", "axes": axes, "solvers": solvers, "set": members}
        (workplace / f"{name}.json").write_text(json.dumps(plan))
        run_simbench(f"sweep {name}.json --quiet --output {name}")
        return workplace / name

    return run


def run_in_memory(objectives, error, status="max_iterations") -> Run:
    """A run of 1000 iterations whose objective repeats these values."""
    rows = {"step": 1, "iteration": np.arange(1001), "objective": np.resize(objectives, 1001)}
    table = pd.DataFrame({**rows, "relative_error": error})
    table.loc[0, "objective"] = 10.0
    return Run("admm", table, {"status": status, "scene": {}}, {}, REPOSITORY)


@pytest.mark.parametrize(
    ("objectives", "error", "status", "state"),
    [
        ([5], 0, "max_iterations", "solved"),
        ([5], -SOLVED / 2, "stalled", "solved"),
        ([5.1], 0.02, "max_iterations", "stays above the minimum"),
        ([4.9], -0.02, "max_iterations", "stays above the minimum"),
        ([1], -0.8, "max_iterations", "another, lower minimum"),
        ([5, 6.5], 0.3, "max_iterations", "oscillates"),
        ([1, 2.5], -0.5, "max_iterations", "oscillates"),
        ([5, 6.5], 0.3, "stalled", "stays above the minimum"),
        ([np.inf], np.inf, "max_iterations", "diverged"),
        ([5], 0, "diverged", "diverged"),
    ],
)
def test_the_end_of_a_run_is_classified(objectives, error, status, state):
    assert admm_phase_diagram.state(run_in_memory(objectives, error, status), run_in_memory([5], 0)) == state


def test_each_weight_has_a_cell_and_the_automatic_one_is_above_them(sweep):
    weights = [{"weight": "auto"}, *({"weight_factor": c} for c in (1.6, 0.1, 0.4))]
    axes = [STIFFNESSES, {"path": "solvers.admm", "values": weights}]
    found = admm_phase_diagram.load(sweep("phases", axes, ["admm", "qn"], **{"step.iterations": 1000}))
    assert list(found.states.index) == [0.1, 0.4, 1.6]
    assert list(found.states.columns) == list(found.automatic.index) == [0.1, 100, 1e4]
    assert found.iterations == 1000
    assert set(found.states.to_numpy().ravel()) <= set(STATES)
    assert found.states.loc[1.6, 0.1] == "solved" != found.states.loc[0.1, 0.1]
    assert found.automatic.between(0.05, 1.5).all()


def test_a_sweep_without_the_automatic_weight_is_refused(sweep):
    axes = [STIFFNESSES, {"path": "solvers.admm", "values": [{"weight_factor": 1}]}]
    with pytest.raises(ResultsError, match="no sweep of fixed weights and the automatic one"):
        admm_phase_diagram.load(sweep("fixed", axes, ["admm", "qn"]))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (0.5, "50 %"),
        (0.0123, "1.2 %"),
        (-0.5, "-50 %"),
        (1.23e11, "$1.2 \\cdot 10^{13}$ %"),
        (12.3, "$1.2 \\cdot 10^{3}$ %"),
        (np.inf, "∞"),
    ],
)
def test_errors_in_percent(error, words):
    assert problem_table.percent(error) == words
