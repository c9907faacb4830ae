"""The judges of claims R1, R2 and R4 to R10 give the right verdicts on synthetic runs."""

import math

import numpy as np
import pytest
from rigid_runs import count_by_eigenvalues, ending, falling, grid, kind_of, per_ln, sweep, table
from studies import AXES, with_sentences

from rigid.claims import convergence, relaxation, relaxation_limits
from rigid.theory.chain import chain, counts_per_ln, gauss_seidel_radius
from simbench.study.results import Results
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

# |c| grows until the chain reaches another pose, and then falls.
LEAVES = table(np.concatenate([1.2 ** np.arange(70), 1e5 * 0.5 ** np.arange(60)]))


def convergences(
    folder,
    *,
    count=count_by_eigenvalues,
    sor=0.5,
    jacobi=0.5,
    rows=0.5,
    vector=0.7,
    less=0.7,
    twice=0.5,
    far=1e-9,
    inside=0.8,
    beyond=1.3,
    bend=1.0,
) -> Results:
    """Runs for claims R1, R2, R4 and R5: factors per iteration, and the error `far` of far open joints.

    `bend` of arcs: by eigenvalues, Jacobi by rows converges for an arc of ten at 1 rad, but not at 0.1 rad.
    """
    grid(folder, count)
    bent = [("gs", {"bodies": 2, "R": 1, "gs_form": "vector"}, falling(0.5))]
    sweep(folder, "rigid_three_dimensions", bent)
    runs = [
        (
            "gs",
            {"shape": shape, "opening": 0.5, "gs_form": "vector", "update": "nonlinear"},
            ending(far),
        )
        for shape in ("zigzag", "arc")
    ]
    runs += [
        ("jacobi", {"shape": shape, "opening": 0.5, "jacobi_xi": xi}, falling(jacobi if xi == 1 else 0.6))
        for shape in ("zigzag", "arc")
        for xi in (1, 0.5)
    ]
    runs += [("sor", {"shape": s, "opening": 0.5, "xi": 0.5}, falling(sor)) for s in ("zigzag", "arc")]
    sweep(folder, "rigid_large_errors", runs)
    runs = [
        (
            "jacobi",
            {"bodies": n, "jacobi_form": form, "averaging": "none", "jacobi_xi": xi},
            falling((rows if form == "rows" else vector) if xi == 1 else less),
        )
        for n in (2, 3, 10)
        for form in ("vector", "rows")
        for xi in (1, 0.7, 0.5)
    ]
    sweep(folder, "rigid_jacobi_rows", runs)
    runs = [
        ("jacobi", {"bend": bend, "jacobi_form": form, "jacobi_xi": xi}, LEAVES if leaves else falling(0.5))
        for form in ("vector", "rows")
        for xi in (1, 0.5)
        for leaves in [form == "rows" and xi == 1 and bend < 1]
    ]
    sweep(folder, "rigid_jacobi_arcs", runs, shape="arc")
    runs = [
        (
            "jacobi",
            {"of_first": 0, "jacobi_xi": xi, "averaging": "none"},
            falling(twice if xi == 1 else less - 0.3),
        )
        for xi in (1, 0.5)
    ]
    sweep(folder, "rigid_joints_twice", runs)
    for name in ("rigid_relaxation_limits", "rigid_relaxation_bent"):
        runs = [("sor", {"xi": xi}, falling(inside)) for xi in (0.05, 1.0, 1.99)]
        runs += [("sor", {"xi": xi}, falling(beyond)) for xi in (2, 2.1)]
        sweep(folder, name, runs)
    return Results(folder, AXES)


def test_judges_of_convergence(tmp_path):
    fine = convergences(tmp_path / "a")
    assert kind_of(with_sentences(convergence.gauss_seidel_converges)(fine)) == HOLDS
    assert kind_of(with_sentences(convergence.jacobi_converges)(fine)) == HOLDS
    assert kind_of(with_sentences(relaxation_limits.where_relaxation_converges)(fine)) == HOLDS
    no_case = with_sentences(relaxation_limits.under_relaxation)(fine)
    assert kind_of(no_case) == FAILS
    assert no_case.findings == ["Not so: none of 9 systems diverges at ξ = 1"]
    bad = convergences(tmp_path / "b", rows=1.2, twice=1.0, far=3.0, beyond=0.9)
    assert kind_of(with_sentences(convergence.gauss_seidel_converges)(bad)) == IN_PART
    assert kind_of(with_sentences(convergence.jacobi_converges)(bad)) == IN_PART
    assert kind_of(with_sentences(relaxation_limits.where_relaxation_converges)(bad)) == IN_PART
    assert kind_of(with_sentences(relaxation_limits.under_relaxation)(bad)) == HOLDS
    worse = convergences(tmp_path / "c", jacobi=1.1, far=3.0, sor=1.1)
    found = with_sentences(relaxation_limits.under_relaxation)(worse)
    assert kind_of(found) == FAILS, found.findings
    assert "Of 9 systems 4 diverged" in found.answer
    assert "of these 2 converged" in found.answer


def test_verdicts_if_rows_of_an_arc_diverge(tmp_path):
    results = convergences(tmp_path, bend=0.1)
    found = with_sentences(convergence.jacobi_converges)(results)
    assert kind_of(found) == IN_PART
    assert "and not for these: arcs of boxes (row by row)." in found.answer
    mended = with_sentences(relaxation_limits.under_relaxation)(results)
    assert kind_of(mended) == HOLDS
    assert "1 diverged with ξ = 1 (Jacobi row by row, arc of θ = 0.1)" in mended.answer


def test_verdicts_if_nothing_converges(tmp_path):
    no_case = convergences(
        tmp_path,
        count=lambda solver, bodies, ratio: math.inf,
        rows=1.2,
        vector=1.2,
        twice=1.2,
        less=1.4,
        inside=1.1,
        beyond=0.9,
    )
    assert kind_of(with_sentences(convergence.jacobi_converges)(no_case)) == FAILS
    assert kind_of(with_sentences(relaxation_limits.where_relaxation_converges)(no_case)) == FAILS
    found = with_sentences(relaxation_limits.under_relaxation)(no_case)
    assert kind_of(found) == FAILS
    assert "Of 9 systems 4 diverged with ξ = 1" in found.answer
    assert "of these 0 converged" in found.answer


def scans(folder) -> Results:
    runs = [
        (
            "sor",
            {"bodies": n, "R": r, "xi": xi},
            per_ln(counts_per_ln(gauss_seidel_radius(chain(n, r), xi if xi != "optimal" else 1.0))),
        )
        for n, r in relaxation.SCANNED
        for xi in (1.0, 1.5, 1.8, "optimal")
    ]
    return sweep(folder, "rigid_relaxation", runs)


def test_judges_of_formulas_for_relaxation(tmp_path):
    results = scans(tmp_path)
    assert kind_of(with_sentences(relaxation.formula_of_section_4)(results)) == FAILS
    right = with_sentences(relaxation.formula_of_section_8)(results)
    assert kind_of(right) == HOLDS
    assert "that of runs at 1.5" in right.findings[0]


def runs_by_rule(folder, adaptive, residual, unequal=1.0) -> Results:
    """Iterations by rule for R = 1. For R = 100 `adaptive` and `residual` are multiplied by `unequal`."""
    counts = {1: 50.0, "optimal": 10.0, "adaptive": adaptive, "residual": residual}

    def rows(rule, ratio):
        return per_ln(counts[rule] * (unequal if ratio > 1 and rule in ("adaptive", "residual") else 1))

    straight = [
        ("sor", {"bodies": n, "R": r, "xi": rule}, rows(rule, r))
        for n in (10, 30)
        for r in (1, 100)
        for rule in counts
    ]
    bent = [("sor", {"R": r, "xi": rule}, rows(rule, r)) for r in (1, 100) for rule in counts]
    sweep(folder, "rigid_rules", straight)
    return sweep(folder, "rigid_rules_bent", bent)


def test_judges_of_rules(tmp_path):
    quick = runs_by_rule(tmp_path / "a", adaptive=12, residual=15)
    assert kind_of(with_sentences(relaxation.residual_rule)(quick)) == HOLDS
    assert kind_of(with_sentences(relaxation.knowledge_of_the_matrix)(quick)) == FAILS
    mixed = runs_by_rule(tmp_path / "c", adaptive=12, residual=15, unequal=5)
    found = with_sentences(relaxation.residual_rule)(mixed)
    assert kind_of(found) == FAILS
    assert "on 3 of 6 chains" in found.answer
    found = with_sentences(relaxation.knowledge_of_the_matrix)(mixed)
    assert kind_of(found) == DEPENDS
    assert found.depends_on == "the lengths and the masses"
    assert [part.holds for part in found.parts] == [False, True, False]
    slow = runs_by_rule(tmp_path / "b", adaptive=31, residual=np.inf)
    assert kind_of(with_sentences(relaxation.residual_rule)(slow)) == FAILS
    assert kind_of(with_sentences(relaxation.knowledge_of_the_matrix)(slow)) == HOLDS
    assert "never (residual)" in with_sentences(relaxation.residual_rule)(slow).notes[0]


def test_judge_of_when_relaxation_helps(tmp_path):
    assert kind_of(with_sentences(relaxation.when_relaxation_helps)(grid(tmp_path / "true"))) == FAILS
    flat = grid(tmp_path / "flat", lambda solver, n, r: 1000 if solver == "gs" else 0.1 + 50 * n)
    assert kind_of(with_sentences(relaxation.when_relaxation_helps)(flat)) == HOLDS


def test_a_run_with_an_infinite_error_does_not_converge(tmp_path):
    left = table(np.array([1, 0.5, np.inf]))
    results = sweep(tmp_path, "rigid_rates", [("gs", {"bodies": 10, "R": 1}, left, "diverged")])
    assert not convergence.converges(results.run("rigid_rates", "gs"))
