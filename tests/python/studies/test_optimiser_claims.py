"""The judges of claims 36, 46 and 68 (quasi-Newton) give the right verdicts on synthetic runs."""

import json
import math
from pathlib import Path

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check, curve, reaching

from simbench.results import Run
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART
from thesis.claims import measures, optimisers

pytestmark = pytest.mark.slow

USUAL = {
    "other_histories": (20, 30),
    "wolfe": (20, 29),
    "identity": (70, 90),
    "steepest": (70, 90),
}


def in_memory(table: pd.DataFrame) -> Run:
    return Run("qn", table, {}, {}, Path())


def errors_after(first: int, second: int, **columns) -> pd.DataFrame:
    return reaching({1e-3: first, 1e-6: second}, **columns)


def optimiser_runs(folder, *, steps=(1e-1,), **changed) -> SyntheticResults:
    """QN needs 20 and 30 iterations. `changed` replaces members of USUAL at the time steps `steps`."""
    runs, ablations = [], []
    for h, k in optimisers.SETTINGS:
        where = {"h": h, "k": k}
        values = USUAL | (changed if h in steps else {})
        for history in (5, 1000):
            for matrix in ("stiffness", "scaled_identity"):
                for search in ("backtracking", "strong_wolfe"):
                    table = errors_after(20, 30)
                    if matrix == "scaled_identity":
                        table = errors_after(*values["identity"])
                    elif search == "strong_wolfe":
                        table = errors_after(*values["wolfe"], evaluations=3)
                    own = {"history": history, "initial_matrix": matrix, "line_search": search}
                    runs.append(("qn", where | own, table, "converged"))
        runs.append(("bfgs", where, errors_after(20, 30), "converged"))
        for metric in ("identity", "mass", "stiffness"):
            runs.append(
                (
                    "gradient_descent",
                    where | {"metric": metric},
                    errors_after(*values["steepest"]),
                    "max_iterations",
                )
            )
        newton = {"hessian": "exact_if_spd", "newton_search": "backtracking"}
        runs.append(("newton", where | newton, errors_after(7, 9), "converged"))
        for history in (0, 2, 5):
            table = errors_after(*values["other_histories"]) if history != 5 else errors_after(20, 30)
            own = {"history": history, "initial_matrix": "stiffness", "line_search": "backtracking"}
            ablations.append(("qn", where | own, table, "converged"))
    axes = ["h", "k", "history", "initial_matrix", "line_search"]
    results = SyntheticResults(folder).add("optimisers", [*axes, "metric", "hessian", "newton_search"], runs)
    return results.add("qn_ablations", axes, ablations)


def runs_over_intervals(folder, at_large_step=None, **needed) -> SyntheticResults:
    """QN's iterations for four intervals, by material. `at_large_step` replaces them at h = 1e-1 s."""
    intervals = (
        {"from": 0.9, "to": 1.1},
        {"from": 0.5, "to": 1.5},
        {"from": 0.2, "to": 2},
        {"from": 0.1, "to": 3},
    )
    runs = [
        ("qn", {"model": model, "h": h, "interval": json.dumps(interval)}, errors_after(n, n), "converged")
        for model, numbers in needed.items()
        for h, counts in ((1e-2, numbers), (1e-1, at_large_step or numbers))
        for interval, n in zip(intervals, counts, strict=True)
    ]

    def scene(setting):
        return {
            "material": {"model": setting["model"], "youngs_modulus": 1e6, "poisson_ratio": 0.4},
            "solvers": {"qn": {"stretch_interval": json.loads(setting["interval"])}},
        }

    return SyntheticResults(folder).add("stretch_interval", ["model", "h", "interval"], runs, scene=scene)


def with_and_without_search(folder, shortened=1, left=1e-6) -> SyntheticResults:
    """How many of ten iterations backtracking shortens, and the last error with full steps."""
    runs = []
    for search in ("backtracking", "none"):
        lengths = [math.nan] + [0.5 if i < shortened and search != "none" else 1.0 for i in range(10)]
        table = reaching({1e-6: 10}).assign(step_length=lengths)
        table.loc[table.index[-1], "relative_error"] = left if search == "none" else 1e-6
        runs.append(("qn", {"material": "strain", "line_search": search}, table, "converged"))
    scene = {"material": {"stiffness": 1e8}, "step": {"time_step": 1e-2}}
    return SyntheticResults(folder).add("qn_without_search", ["material", "line_search"], runs, scene=scene)


CONTRADICTING = {
    "other_histories": (17, 40),
    "wolfe": (20, 27),
    "identity": (21, 32),
    "steepest": (20, 30),
}
CASES = [
    Case(
        36,
        ANSWERED,
        optimiser_runs,
        ("needs these iterations: 20 and 30 at h = 0.01 s, k = 1e8 Pa; 20 and",),
        in_findings=("five pairs: 20 and 30; a history of 0: 20 and 30;", "Newton at best: 7 and 9"),
    ),
    Case(
        36,
        ANSWERED,
        optimiser_runs,
        ("of the two need a history of 0, a history of 2 and the strong Wolfe search.",),
        CONTRADICTING,
    ),
    Case(46, HOLDS, runs_over_intervals, ("takes 1.3 times",), {"neo_hookean": (30, 34, 38, 31)}),
    Case(
        46,
        IN_PART,
        runs_over_intervals,
        ("with St. Venant–Kirchhoff the worst interval takes 2 times the iterations of the best.",),
        {"neo_hookean": 4 * (30,), "st_venant_kirchhoff": (30, 30, 30, 60)},
        ("classical Neo-Hookean, h = 0.01 s: iterations 30 (stretches from 0.9 to 1.1, k = ",),
    ),
    Case(46, FAILS, runs_over_intervals, ("takes 1.5 times",), {"neo_hookean": (30, 34, 38, 46)}),
    Case(68, HOLDS, with_and_without_search, ("arrive in none of 1 problem",), {"left": 0.1}),
    Case(68, IN_PART, with_and_without_search, ("shortens at most 10 %", "at most 1 times the iterations")),
    Case(68, FAILS, with_and_without_search, ("at most 50 %",), {"shortened": 5}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)


def test_an_error_that_is_not_reached_is_written_as_never():
    assert optimisers.words(optimisers.counts(in_memory(reaching({1e-3: 70})))) == "70 and never"


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ((0.5, 1.5), (9.2001, 7.8475, 6)),
        ((0.9, 1.1), (7.360, 7.322, 6)),
        ((0.2, 2), (12.042, 12.430, 6)),
        ((0.1, 3), (6.555, 29.913, 6)),
    ],
)
def test_the_stiffness_of_a_material_in_the_matrix(interval, expected):
    """The expected values are from an independent program."""
    mu, lam = 1.3, 4.7
    ratio = lam / (2 * (lam + mu))
    material = {"youngs_modulus": 2 * mu * (1 + ratio), "poisson_ratio": ratio}
    assert measures.lame_parameters(material) == pytest.approx((mu, lam))
    models = ("neo_hookean", "st_venant_kirchhoff", "stable_neo_hookean")
    found = [measures.matrix_stiffness({**material, "model": model}, *interval) for model in models]
    assert found == pytest.approx(expected, rel=1e-4)


def test_evaluations_are_counted_until_an_error_is_reached():
    table = curve(lambda i: 1.0 / (1 + i), every=10).assign(evaluations=2)
    run = in_memory(table)
    assert measures.evaluations_to(run, 0.05) == 6
    assert measures.evaluations_to(run, 1e-9) == math.inf
