"""The examples of docs/examples, which use simbench from Python, against results by other roads."""

import threading

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, load_script
from scipy.optimize import minimize

import simbench as sb

pytestmark = pytest.mark.slow

EXAMPLES = REPOSITORY / "docs/examples"
SMOKE = REPOSITORY / "scenes/deformable/smoke.json"
METHODS = ("L-BFGS-B", "Newton-CG", "trust-ncg")


@pytest.fixture(autouse=True)
def examples(module, monkeypatch) -> None:
    """Lets a test import the examples."""
    monkeypatch.syspath_prepend(EXAMPLES)


def objectives(run: sb.Run) -> np.ndarray:
    return run.curve["objective"].to_numpy()


def test_the_gradient_in_s_without_damping_is_projective_dynamics():
    from gradient_in_s import GradientInS

    runs = sb.run(SMOKE, ["pd", GradientInS], iterations=50)
    own, pd_ = objectives(runs["gradient_in_s"]), objectives(runs["pd"])
    assert own == pytest.approx(pd_, rel=1e-12)
    assert own[-1] < own[0] / 2


def test_the_gradient_in_s_stops_and_declines_as_it_says():
    from gradient_in_s import GradientInS

    run = sb.run(SMOKE, GradientInS(smallest_step=1e-3))["gradient_in_s"]
    moves = run.curve["largest_move"].dropna()
    assert run.manifest["status"] == "converged"
    assert len(moves) > 5 and (moves >= 1e-3).all()
    material = {"model": "neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": 0.3}
    with pytest.raises(sb.SimbenchError, match=r"declines: a step may invert tets"):
        sb.run(sb.Scene.load(SMOKE, {"material": material}), GradientInS)


def wait_for_end_of_threads(others: int) -> None:
    for thread in threading.enumerate()[others:]:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("method", METHODS)
def test_a_method_of_scipy_makes_the_iterates_that_it_makes_by_itself(method):
    from scipy_minimize import ScipyMinimize

    threads = threading.active_count()
    run = sb.run(SMOKE, ScipyMinimize(method), iterations=8)["scipy"]
    wait_for_end_of_threads(threads)
    problem = sb.Scene.load(SMOKE).problem()
    found = [problem.objective(problem.start)]
    minimize(
        lambda x: problem.objective(x.reshape(-1, 3)),
        problem.start.ravel(),
        jac=lambda x: problem.gradient(x.reshape(-1, 3)).ravel(),
        hess=None if method == "L-BFGS-B" else lambda x: problem.hessian(x.reshape(-1, 3)).toarray(),
        method=method,
        options={"maxiter": 8},
        callback=lambda x: found.append(problem.objective(x.reshape(-1, 3))),
    )
    assert len(found) == 9
    assert objectives(run) == pytest.approx(found, rel=1e-6)


def test_an_error_in_a_method_of_scipy_passes_through(monkeypatch):
    import scipy_minimize

    def fails(*_) -> None:
        raise ArithmeticError("no product")

    monkeypatch.setattr(scipy_minimize.CountedObjective, "hessian_times", fails)
    with pytest.raises(ArithmeticError, match="no product"):
        sb.run(SMOKE, scipy_minimize.ScipyMinimize("trust-ncg"))


def test_the_record_of_peers_is_what_they_need_and_what_the_page_says():
    script = load_script("peers")
    needed = script.table(script.run())
    recorded = pd.read_csv(script.OUTPUT / "peers.csv", index_col="solver")
    assert [*needed.index] == [*recorded.index]
    scipys = needed.index.str.startswith("scipy")
    assert (needed["iterations"] == recorded["iterations"])[~scipys].all()
    # Another BLAS rounds otherwise.
    counts = needed[scipys].astype(float).to_numpy()
    assert counts == pytest.approx(recorded[scipys].to_numpy(float), rel=0.2)
    iterations = recorded["iterations"]
    assert iterations["qn"] < iterations["qn-initial_matrix=scaled_identity"] / 2
    assert iterations["qn-initial_matrix=scaled_identity"] == pytest.approx(
        iterations["scipy-method=L-BFGS-B"], rel=0.25
    )


@pytest.fixture
def material_and_problem():
    """The example's material at a state that is twisted and moved by up to a tenth of a cell."""
    pytest.importorskip("sympy")
    from own_law import Material, stable_neo_hookean

    parameters = {"youngs_modulus": 1e6, "poisson_ratio": 0.3}
    material = {"model": "stable_neo_hookean", **parameters}
    problem = sb.Scene.load(SMOKE, {"material": material}).problem()
    moved = np.random.default_rng(1).uniform(-0.01, 0.01, problem.start.shape)
    return Material(problem, stable_neo_hookean(**parameters)), problem, problem.start + moved


def test_a_law_from_its_density_is_the_law_of_simbench(material_and_problem):
    material, problem, q = material_and_problem
    inertia = problem.masses / problem.time_step**2
    assert material.energy(q) == pytest.approx(problem.constraint(q), rel=1e-12)
    forces = problem.gradient(q) - inertia[:, None] * (q - problem.start)
    assert material.gradient(q) == pytest.approx(forces, abs=1e-11 * abs(forces).max())
    stiffness = problem.hessian(q).toarray() - np.diag(np.repeat(inertia, 3))
    assert material.hessian(q).toarray() == pytest.approx(stiffness, abs=1e-11 * abs(stiffness).max())


def test_a_law_from_its_density_has_the_derivatives_of_its_energy(material_and_problem):
    material, _, q = material_and_problem
    direction = np.random.default_rng(2).normal(size=q.shape)
    length = 1e-6
    ahead, behind = q + length * direction, q - length * direction
    slope = (material.energy(ahead) - material.energy(behind)) / (2 * length)
    assert np.vdot(material.gradient(q), direction) == pytest.approx(slope, rel=1e-6)
    change = (material.gradient(ahead) - material.gradient(behind)) / (2 * length)
    product = material.hessian(q) @ direction.ravel()
    assert product == pytest.approx(change.ravel(), abs=1e-6 * abs(product).max())


def test_landmarks_balance_the_material_and_stiffer_springs_bring_them_closer():
    from landmarks import register

    body = {"beam": {"size": [1, 0.2, 0.2], "cells": [5, 1, 1]}}
    corners = [(y, z) for y in (0, 0.2) for z in (0, 0.2)]
    targets = {(x, y, z): (0.8 * x, y, z + 0.4 * x) for x in (0, 1) for y, z in corners}
    material = {"model": "stable_neo_hookean", "youngs_modulus": 1e4, "poisson_ratio": 0.3}
    distances = []
    for spring in (1e2, 1e4):
        points = register(body, targets, material, spring).points
        problem = sb.Scene.load({"body": body, "material": material, "step": {"time_step": 1}}).problem()
        rest, inertia = problem.rest_positions, problem.masses[:, None] / problem.time_step**2
        places = [int(np.linalg.norm(rest - point, axis=1).argmin()) for point in targets]
        pull = np.zeros_like(points)
        pull[places] = spring * (np.array([*targets.values()]) - points[places])
        elastic = problem.gradient(points) - inertia * (points - problem.start)
        assert elastic == pytest.approx(pull, abs=1e-6 * abs(elastic).max())
        distances.append(abs(pull).max() / spring)
    assert distances[1] < distances[0] / 5
