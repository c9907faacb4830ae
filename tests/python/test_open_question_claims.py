"""Claims on what the thesis leaves open are judged right, on made-up results that meet or contradict them."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from test_claims import curve, ends, write_sweep

from simbench.claims import CONFIRMED, DEPENDS, REFUTED, early_stopping, materials, measures, optimisers
from simbench.claims.results import Results
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


def compared(folder, *, admm=100, vbd=0.2, pd=150) -> Results:
    """Strain and corotated material; what is given concerns the latter, which PD does not take."""
    runs = []
    for model in ("strain", "corotated_linear"):
        own = model != "strain"
        for h in (1e-2, 1e-1):
            where = {"h": h, "material": json.dumps({"model": model, "stiffness": 1e7})}
            runs += [
                ("qn", where, to(30, 60), "converged"),
                ("newton", where, to(5, 9), "converged"),
                ("admm", where, reaching({1e-3: admm if own else 100}), "max_iterations"),
                ("pd", where, to(pd, pd), "declined" if own else "max_iterations"),
                ("vbd", where, ends(1, 1).assign(relative_error=[1, vbd if own else 0.2]), "max_iterations"),
            ]
            runs += [
                (
                    "xpbd",
                    where | {"form": form},
                    ends(1, 1).assign(relative_error=[1, error]),
                    "max_iterations",
                )
                for form, error in (("split", math.nan), ("combined", 0.3))
            ]

    def scene(setting):
        return {"material": json.loads(setting["material"])}

    write_sweep(folder / "materials", ["h", "material", "form"], runs, scene=scene)
    return Results(folder)


def test_order_of_solvers_for_other_materials(tmp_path):
    judge = materials.order_of_solvers
    found = judge(compared(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert found.findings[0] == (
        "strain: h = 0.01 s: QN 30, ADMM 100, PD 150, XPBD never (error 0.3), VBD never (error 0.2), Newton 5"
    )
    assert found.findings[-1].startswith("corotated linear: h = 0.1 s: QN 30, ADMM 100, XPBD never")
    for name, change in {"b": {"admm": 20}, "c": {"vbd": 1e-4, "admm": 1500}}.items():
        contradicted = judge(compared(tmp_path / name, **change))
        assert (contradicted.kind, contradicted.depends_on) == (DEPENDS, "the material"), change
    assert judge(compared(tmp_path / "d", pd=90)).kind == DEPENDS
    assert judge(compared(tmp_path / "e", pd=90, admm=20)).kind == REFUTED


def swings(folder, below: dict) -> Results:
    """Converged steps lose 10 J; with n iterations a solver's mean energy is below[solver][mesh][n] J lower.

    The weight's energy falls by 2000 J meanwhile.
    """

    def steps(shortfall):
        energies = np.linspace(20, 10, 5) - shortfall
        table = {
            "step": range(1, 6),
            "iteration": 0,
            "objective": 1.0,
            "inertial": 0.0,
            "relative_error": 0.0,
        }
        of_weight = np.linspace(0, -2000, 5) * (1 - 0.01 * shortfall)
        return pd.DataFrame(
            {**table, "constraint": 5.0, "total_energy": energies, "kinetic_energy": energies - 5 - of_weight}
        )

    runs = []
    for place, cells in enumerate(early_stopping.CELLS):
        for h in (0.01, 0.02):
            for n in (1, 2, early_stopping.CONVERGED):
                where = {"h": h, "cells": json.dumps(cells), "iterations": n}
                runs.append(("newton", where, steps(0.0), "converged"))
                for solver in early_stopping.SOLVERS:
                    shortfall = below.get(solver, below["pd"])[place].get(n, 0.0)
                    runs.append((solver, where, steps(shortfall), "max_iterations"))
    scene = {"density": 1000, "body": {"beam": {"size": [1, 1, 1]}}}
    write_sweep(folder / early_stopping.SWEEP, ["h", "cells", "iterations"], runs, scene=scene)
    return Results(folder)


DAMPS = ({1: 1.0, 2: 0.5}, {1: 2.0, 2: 1.0})


def test_early_stopping(tmp_path):
    judge = early_stopping.stopping_early_damps
    found = judge(swings(tmp_path / "a", {"pd": DAMPS}))
    assert found.kind == CONFIRMED
    assert found.findings[0] == (
        "PD: h = 0.01 s: the mean energy is below that of converged steps by 0.100 (n = 1), 0.050 (n = 2), "
        "0.000 (n = 100), and on the finer mesh by 0.200 (n = 1), 0.100 (n = 2), 0.000 (n = 100) of what "
        "these lose"
    )
    assert "this one has fallen 98 % as far (h = 0.01 s), 98 % as far" in found.findings[-1]
    for name, xpbd in {
        "gains": ({1: -3.0}, {1: -5.0}),
        "less on the finer mesh": (DAMPS[1], DAMPS[0]),
        "more with more": ({1: 1.0, 2: 0.5}, {1: 2.0, 2: 3.0}),
        "nothing": ({1: 1e-3}, {1: 2e-3}),
    }.items():
        contradicted = judge(swings(tmp_path / name, {"pd": DAMPS, "xpbd": xpbd}))
        assert (contradicted.kind, contradicted.depends_on) == (DEPENDS, "the solver"), name
    assert judge(swings(tmp_path / "b", {"pd": ({}, {})})).kind == REFUTED


def test_scenes_that_a_solver_declines_are_no_runs(tmp_path):
    results = compared(tmp_path)
    assert len(results.by("materials", "pd", "material", "h")) == 2
    assert len(results.by("materials", "qn", "material", "h")) == 4


def test_curves_know_their_evaluations():
    table = curve(lambda i: 1.0 / (1 + i)).assign(evaluations=2)
    run = in_memory(table)
    assert measures.evaluations_to(run, 0.05) == 6
    assert measures.evaluations_to(run, 1e-9) == math.inf
