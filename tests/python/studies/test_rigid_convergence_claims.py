"""The judges of claims R1 to R10 and R30 give the right verdicts on made-up runs."""

import json
import math

import numpy as np
import pytest
from rigid_runs import count_by_eigenvalues, ending, falling, grid, kind_of, per_ln, sweep, table
from studies import AXES, with_sentences

from rigid.claims import chains, convergence, relaxation, relaxation_limits
from rigid.theory.chain import Chain, chain, counts_per_ln, gauss_seidel_radius
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS, IN_PART, MISPRINTED

pytestmark = pytest.mark.slow

# |c| grows until the chain reaches another pose, and then falls.
LEAVES = table(np.concatenate([1.2 ** np.arange(70), 1e5 * 0.5 ** np.arange(60)]))


def convergences(
    folder, *, count=count_by_eigenvalues, far=1e-9, inside=0.8, beyond=1.3, bend=1.0
) -> Results:
    """Runs for claims R1, R2, R4 and R5: `far` is the error that is left of far open joints.

    By eigenvalues, Jacobi row by row converges for an arc of ten at 1 rad (`bend`), but not at 0.1 rad.
    """
    grid(folder, count)
    bent = [("gs", {"bodies": n, "R": 1, "gs_form": "vector"}, per_ln(n)) for n in (2, 10)]
    sweep(folder, "rigid_three_dimensions", bent)
    vector = {"gs_form": "vector", "update": "nonlinear"}
    runs = [("gs", {"shape": shape, "opening": 0.5, **vector}, ending(far)) for shape in ("zigzag", "arc")]
    sweep(folder, "rigid_large_errors", runs)
    by_joint = {"jacobi_form": "vector", "averaging": "none", "jacobi_xi": 1}
    runs = [("jacobi", {"bodies": n, **by_joint}, per_ln(2 if n == 2 else 20)) for n in (2, 10)]
    sweep(folder, "rigid_jacobi_rows", runs)
    runs = [
        ("jacobi", {"bend": bend, "jacobi_form": "rows", "jacobi_xi": xi}, LEAVES if leaves else falling(0.5))
        for xi in (1, 0.5)
        for leaves in [xi == 1 and bend < 1]
    ]
    sweep(folder, "rigid_jacobi_arcs", runs, shape="arc")
    runs = [
        ("jacobi", {"of_first": 0, "jacobi_xi": xi, "averaging": "none"}, falling(factor))
        for xi, factor in ((1, 1.2), (0.5, 0.4))
    ]
    sweep(folder, "rigid_joints_twice", [*runs, ("gs", {"of_first": 0}, falling(0.5))])
    for name in ("rigid_relaxation_limits", "rigid_relaxation_bent"):
        runs = [("sor", {"xi": xi}, falling(inside)) for xi in (0.05, 1.0, 1.99)]
        sweep(folder, name, runs + [("sor", {"xi": xi}, falling(beyond)) for xi in (2, 2.1)])
    return Results(folder, AXES)


def test_judges_of_convergence(tmp_path):
    fine = convergences(tmp_path / "a", bend=0.1)
    bad = convergences(tmp_path / "b", count=lambda *_: math.inf, far=3.0, inside=1.1, beyond=0.9)
    for judge, wrong in (
        (convergence.gauss_seidel_converges, IN_PART),  # random rows converge by eigenvalues
        (convergence.jacobi_is_slower, FAILS),
        (relaxation_limits.where_relaxation_converges, FAILS),
    ):
        assert kind_of(with_sentences(judge)(fine)) == HOLDS
        assert kind_of(with_sentences(judge)(bad)) == wrong
    far = with_sentences(convergence.gauss_seidel_converges)(bad)
    assert "not hold with joints that begin 0.5 m open" in far.reach
    slower = with_sentences(convergence.jacobi_is_slower)(fine)
    assert (
        "does not converge at all on arcs whose joints are solved row by row and on joints" in slower.answer
    )
    assert slower.reach.endswith("It does not hold on a single joint, where both do the same.")


def test_a_small_relaxation_mends_what_diverges(tmp_path):
    """Gauss–Seidel diverges with unsymmetric matrices only, which is by eigenvalues; runs are of Jacobi."""
    judge = with_sentences(relaxation_limits.under_relaxation)
    mended = judge(convergences(tmp_path / "a", bend=0.1))
    assert (kind_of(mended), list(mended.cases.values())) == (HOLDS, [True, True])
    assert "Without the term it does not diverge, also where joints begin 0.5 m open." in mended.answer
    no_arc = judge(convergences(tmp_path / "b", far=3.0))
    assert list(no_arc.cases.values()) == [False, True]
    assert "Without the term it diverges in some cases" in no_arc.answer


def chains_of_three(folder, count) -> Results:
    masses = [[1, 1, 1], [1, 10, 1], [10, 1, 10], [1, 1, 100]]
    runs = [("gs", {"masses": json.dumps(m)}, per_ln(count(Chain(tuple(map(float, m)))))) for m in masses]
    sweep(folder, "rigid_dominance", runs[:1], bodies=3)
    return sweep(folder, "rigid_three_bodies", runs, bodies=3)


def test_judge_of_dominance(tmp_path):
    judge = with_sentences(convergence.dominance_bounds_rates)
    found = judge(chains_of_three(tmp_path / "a", lambda of: counts_per_ln(gauss_seidel_radius(of))))
    assert (kind_of(found), [part.holds for part in found.parts]) == (IN_PART, [True, False])
    assert "A smaller r is not always faster: a chain with r = 0." in found.answer
    alike = judge(chains_of_three(tmp_path / "b", lambda of: 1000))
    assert [part.holds for part in alike.parts] == [False, True]
    assert alike.answer.startswith("In not all strictly dominant chains")


def test_judges_of_formulas_for_relaxation(tmp_path):
    runs = [
        ("sor", {"bodies": n, "R": r, "xi": xi}, per_ln(counts_per_ln(gauss_seidel_radius(chain(n, r), xi))))
        for n, r in relaxation.SCANNED
        for xi in (1.5, 1.8)
    ]
    results = sweep(tmp_path, "rigid_relaxation", runs)
    assert kind_of(with_sentences(relaxation.formula_of_section_4)(results)) == MISPRINTED
    right = with_sentences(relaxation.formula_of_section_8)(results)
    assert (kind_of(right), right.cases) == (HOLDS, {"for chains of equal masses": True})
    true, slow = grid(tmp_path / "a"), grid(tmp_path / "b", lambda *_: 50.0)
    assert kind_of(with_sentences(relaxation.when_relaxation_helps)(true)) == HOLDS
    assert kind_of(with_sentences(relaxation.when_relaxation_helps)(slow)) == IN_PART
    limits = with_sentences(chains.best_relaxation)(true)
    assert (kind_of(limits), list(limits.cases.values())) == (HOLDS, [False, True, True])


@pytest.mark.parametrize(
    ("adaptive", "residual", "kinds"),
    [(12, 15, (HOLDS, HOLDS)), (10, 60, (FAILS, FAILS)), (12, math.inf, (FAILS, HOLDS))],
)
def test_judges_of_rules(tmp_path, adaptive, residual, kinds):
    counts = {1: 50.0, "optimal": 10.0, "adaptive": adaptive, "residual": residual}
    for name, lengths in (("rigid_rules", {"bodies": 10}), ("rigid_rules_bent", {})):
        runs = [
            ("sor", {**lengths, "R": r, "xi": rule}, per_ln(count))
            for r in (1, 1000)
            for rule, count in counts.items()
        ]
        results = sweep(tmp_path, name, runs)
    judges = relaxation.residual_rule, relaxation.knowledge_of_the_matrix
    assert tuple(kind_of(with_sentences(judge)(results)) for judge in judges) == kinds


def test_a_run_with_an_infinite_error_does_not_converge(tmp_path):
    left = table(np.array([1, 0.5, np.inf]))
    results = sweep(tmp_path, "rigid_rates", [("gs", {"bodies": 10, "R": 1}, left, "diverged")])
    assert not convergence.converges(results.run("rigid_rates", "gs"))
