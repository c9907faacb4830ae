"""Claims 36 and 46 about QN are judged right, on made-up results that meet or contradict them."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from test_claims import curve, write_sweep

from simbench.claims import measures, optimisers
from simbench.claims.results import Results
from simbench.claims.verdicts import CONFIRMED, DEPENDS, REFUTED
from simbench.results import Run

pytestmark = pytest.mark.slow


def reaching(iterations: dict[float, int], evaluations=1) -> pd.DataFrame:
    """A run whose error falls below each key after so many iterations; `evaluations` in each of them."""
    last = max(iterations.values())
    numbers = np.arange(last + 1)
    errors = np.ones(last + 1)
    for error, reached in iterations.items():
        errors[reached:] = 0.5 * error
    table = {"step": 1, "iteration": numbers, "objective": errors, "inertial": 0.0, "constraint": errors}
    return pd.DataFrame({**table, "relative_error": errors, "evaluations": [math.nan] + [evaluations] * last})


def in_memory(table: pd.DataFrame) -> Run:
    return Run("qn", table, {}, {}, Path())


def to(first: int, second: int, **columns) -> pd.DataFrame:
    return reaching({1e-3: first, 1e-6: second}, **columns)


def optimised(
    folder, *, other_histories=(20, 30), wolfe=(20, 29), identity=(70, 90), bfgs=1.0, steepest=(70, 90)
):
    """QN needs 20 and 30 iterations; `bfgs` scales BFGS's errors. Settings are for h = 1e-1 s alone."""
    runs, ablations = [], []
    for h, k in optimisers.SETTINGS:
        where = {"h": h, "k": k}
        changed = h == 1e-1

        def its(found, usual, changed=changed, **columns):
            return to(*(found if changed else usual), **columns)

        for history in (5, 1000):
            for matrix in ("stiffness", "scaled_identity"):
                for search in ("backtracking", "strong_wolfe"):
                    table = to(20, 30)
                    if matrix == "scaled_identity":
                        table = its(identity, (70, 90))
                    elif search == "strong_wolfe":
                        table = its(wolfe, (20, 29), evaluations=3)
                    own = {"history": history, "initial_matrix": matrix, "line_search": search}
                    runs.append(("qn", where | own, table, "converged"))
        table = to(20, 30)
        if changed:
            table["relative_error"] *= bfgs
        runs.append(("bfgs", where, table, "converged"))
        for metric in ("identity", "mass", "stiffness"):
            runs.append(
                ("gradient_descent", where | {"metric": metric}, its(steepest, (70, 90)), "max_iterations")
            )
        newton = {"hessian": "exact_if_spd", "newton_search": "backtracking"}
        runs.append(("newton", where | newton, to(7, 9), "converged"))
        for history in (0, 2, 5):
            table = its(other_histories, (20, 30)) if history != 5 else to(20, 30)
            own = {"history": history, "initial_matrix": "stiffness", "line_search": "backtracking"}
            ablations.append(("qn", where | own, table, "converged"))
    axes = ["h", "k", "history", "initial_matrix", "line_search"]
    write_sweep(folder / "optimisers", [*axes, "metric", "hessian", "newton_search"], runs)
    write_sweep(folder / "qn_ablations", axes, ablations)
    return Results(folder)


def test_choices_of_qn(tmp_path):
    judge = optimisers.choices_of_qn
    found = judge(optimised(tmp_path / "a"))
    assert found.kind == CONFIRMED
    where = "h = 0.01 s, k = 1e+08 Pa: "
    assert (
        where + "QN needs 20 and 30 iterations with five pairs; with other histories "
        "20 and 30 (0), 20 and 30 (2), 20 and 30 (all)" in found.findings
    )
    assert (
        where + "with strong Wolfe 20 and 29, in 60 and 87 evaluations of the objective "
        "(backtracking 20 and 30)" in found.findings
    )
    assert found.findings[-1].endswith("Newton needs 7 and 9 (exact if spd, backtracking)")
    assert optimisers.words(optimisers.counts(in_memory(reaching({1e-3: 70})))) == "70 and never"
    for name, change in {
        "b": {"other_histories": (17, 40)},
        "c": {"wolfe": (20, 27)},
        "d": {"identity": (21, 32)},
        "e": {"bfgs": 1.01},
        "f": {"steepest": (20, 30)},
    }.items():
        contradicted = judge(optimised(tmp_path / name, **change))
        assert (contradicted.kind, contradicted.depends_on) == (DEPENDS, "the setting"), change
        assert sum(text.startswith("Not so: h = 0.1 s") for text in contradicted.findings) >= 1
        assert not any(text.startswith("Not so: h = 0.01 s") for text in contradicted.findings)


def test_choices_of_qn_that_hold_in_no_setting(tmp_path, monkeypatch):
    monkeypatch.setattr(optimisers, "SETTINGS", ((1e-1, 1e9),))
    assert optimisers.choices_of_qn(optimised(tmp_path, wolfe=(10, 20))).kind == REFUTED


def over_intervals(folder, needed: dict) -> Results:
    """QN of a material needs the four numbers of iterations, at both time steps."""
    intervals = (
        {"from": 0.9, "to": 1.1},
        {"from": 0.5, "to": 1.5},
        {"from": 0.2, "to": 2},
        {"from": 0.1, "to": 3},
    )
    runs = [
        ("qn", {"model": model, "h": h, "interval": json.dumps(interval)}, to(n, n), "converged")
        for model, numbers in needed.items()
        for h in (1e-2, 1e-1)
        for interval, n in zip(intervals, numbers, strict=True)
    ]

    def scene(setting):
        return {
            "material": {"model": setting["model"], "youngs_modulus": 1e6, "poisson_ratio": 0.4},
            "solvers": {"qn": {"stretch_interval": json.loads(setting["interval"])}},
        }

    write_sweep(folder / "stretch_interval", ["model", "h", "interval"], runs, scene=scene)
    return Results(folder)


def test_intervals_of_stretches(tmp_path):
    judge = optimisers.stiffness_is_insensitive_to_the_interval
    found = judge(over_intervals(tmp_path / "a", {"neo_hookean": (30, 34, 38, 31)}))
    assert found.kind == CONFIRMED
    assert found.findings[0].startswith("neo hookean: h = 0.01 s: 30 (stretches from 0.9 to 1.1, k = ")
    assert judge(over_intervals(tmp_path / "b", {"neo_hookean": (30, 34, 38, 45)})).kind == REFUTED
    both = judge(
        over_intervals(tmp_path / "c", {"neo_hookean": 4 * (30,), "st_venant_kirchhoff": (30, 30, 30, 60)})
    )
    assert (both.kind, both.depends_on) == (DEPENDS, "the material")


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ((0.5, 1.5), (9.2001, 7.8475, 6)),
        ((0.9, 1.1), (7.360, 7.322, 6)),
        ((0.2, 2), (12.042, 12.430, 6)),
        ((0.1, 3), (6.555, 29.913, 6)),
    ],
)
def test_stiffness_of_a_material_in_the_matrix(interval, expected):
    """Against values of an independent program, for μ = 1.3 and λ = 4.7."""
    mu, lam = 1.3, 4.7
    ratio = lam / (2 * (lam + mu))
    material = {"youngs_modulus": 2 * mu * (1 + ratio), "poisson_ratio": ratio}
    assert measures.lame_parameters(material) == pytest.approx((mu, lam))
    models = ("neo_hookean", "st_venant_kirchhoff", "stable_neo_hookean")
    found = [measures.matrix_stiffness({**material, "model": model}, *interval) for model in models]
    assert found == pytest.approx(expected, rel=1e-4)


def test_curves_know_their_evaluations():
    table = curve(lambda i: 1.0 / (1 + i)).assign(evaluations=2)
    run = in_memory(table)
    assert measures.evaluations_to(run, 0.05) == 6
    assert measures.evaluations_to(run, 1e-9) == math.inf
