"""Claims R1 to R10 and R26 to R38 are judged right, on made-up runs that meet or contradict them."""

import json

import numpy as np
import pytest
from rigid_runs import ending, falling, grid, per_ln, sweep, table, true_count

from simbench.claims.results import Results
from simbench.claims.rigid import chain_counts, chains, convergence, mass_ratios, relaxation
from simbench.claims.verdicts import CONFIRMED, MISPRINTED, PARTLY, REFUTED, in_parts, misprinted, near
from simbench.rigid.chain import Chain, chain, counts_per_ln, gauss_seidel_radius
from simbench.rigid.seed import eq_8_14, eq_8_24, eq_8_29

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def true_grid(tmp_path_factory) -> Results:
    return grid(tmp_path_factory.mktemp("true"))


@pytest.fixture(scope="module")
def slow_grid(tmp_path_factory) -> Results:
    """As the true one, but Gauss–Seidel and over-relaxation need half as many again, Jacobi three times."""

    def count(solver, bodies, ratio):
        return (3 if solver == "jacobi" else 1.5) * true_count(solver, bodies, ratio)

    return grid(tmp_path_factory.mktemp("slow"), count, xi=0.9)


def test_words_of_verdicts():
    right, wrong = near(1.0, 1.01, 0.1, "right"), near(1.0, 2.0, 0.1, "wrong")
    assert in_parts([right, right]).kind == CONFIRMED
    assert in_parts([wrong]).kind == REFUTED
    partly = in_parts([right, wrong, right], "a note")
    assert partly.kind == f"{PARTLY} (2 of 3)"
    assert partly.findings == ["right", "Not so: wrong", "right", "a note"]
    assert (partly.decided_by.measured, partly.decided_by.margin) == (0.5, 0.2)
    assert misprinted([wrong], [right]).kind == MISPRINTED
    assert misprinted([right], [right]).kind == CONFIRMED
    assert misprinted([wrong], [wrong]).kind == REFUTED


def test_eigenvalues(true_grid, slow_grid):
    assert chains.gauss_seidel_on_chains(true_grid).kind == CONFIRMED
    assert chains.gauss_seidel_on_chains(slow_grid).kind == f"{PARTLY} (4 of 7)"
    assert chains.jacobi_eigenvalues_of_chains(true_grid).kind == MISPRINTED
    assert chains.jacobi_eigenvalues_of_chains(slow_grid).kind == REFUTED
    assert chains.best_relaxation(true_grid).kind == CONFIRMED
    assert chains.best_relaxation(slow_grid).kind.startswith(PARTLY)


def test_numbers_of_iterations(true_grid, slow_grid):
    found = chain_counts.iterations_of_gauss_seidel(true_grid)
    assert found.kind == CONFIRMED
    assert "k/ln is the formula's to 5 % of it from N = 7 on" in found.findings[-1]
    assert chain_counts.iterations_of_gauss_seidel(slow_grid).kind.startswith(PARTLY)
    assert chain_counts.jacobi_needs_twice_as_many(true_grid).kind == CONFIRMED
    assert chain_counts.jacobi_needs_twice_as_many(slow_grid).kind == REFUTED
    assert chain_counts.iterations_of_sor(slow_grid).kind.startswith(PARTLY)


@pytest.mark.parametrize(("factor", "kind"), [(1, CONFIRMED), (1.5, REFUTED)])
def test_figure_2(tmp_path, factor, kind):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": eq_8_24(10)}
    runs = [(solver, {}, falling(np.exp(-1 / (factor * count)), 400)) for solver, count in counts.items()]
    # A sweep without axes has no columns for them.
    found = chain_counts.figure_2(sweep(tmp_path, "rigid_figure_2", runs))
    assert found.kind == kind
    assert len(found.findings) == 10


def bends(folder, counts: dict) -> Results:
    return sweep(
        folder,
        "rigid_bend",
        [
            ("gs", {"shape": shape, "bend": bend, "R": ratio}, per_ln(count))
            for ratio in (1.0, 100.0)
            for shape in ("zigzag", "arc")
            for bend, count in counts.items()
        ],
    )


def test_bend(tmp_path):
    found = mass_ratios.straight_is_hardest(bends(tmp_path / "a", {0.01: 10, 0.2: 8, 0.5: 4}))
    assert found.kind == CONFIRMED
    assert "half of it is left at θ = 0.5" in found.findings[-1]
    found = mass_ratios.straight_is_hardest(bends(tmp_path / "b", {0.01: 10, 0.2: 8, 0.5: 12}))
    assert found.kind == REFUTED
    assert "no θ halves it" not in found.findings[0]


def test_tied_to_the_world(tmp_path):
    for name, anchored, kind in (("a", True, REFUTED), ("b", False, CONFIRMED)):
        runs = [
            (
                "gs",
                {"bodies": n, "anchored": True},
                per_ln(counts_per_ln(gauss_seidel_radius(chain(n, anchored=anchored)))),
            )
            for n in (10, 50)
        ]
        found = mass_ratios.tied_to_the_world(sweep(tmp_path / name, "rigid_length", runs))
        assert found.kind == kind


def test_heavy_ends(tmp_path, true_grid, slow_grid):
    found = mass_ratios.heavy_ends(true_grid)
    assert found.kind.startswith(PARTLY)
    assert any("(N − 2)/(2γ) is off by at most" in finding for finding in found.findings)
    assert mass_ratios.heavy_ends_relaxed(true_grid).kind.startswith(PARTLY)
    tips = (1.0, 100.0, 1e6)
    for name, one, two, kind in (
        ("a", 1.5, 400, CONFIRMED),
        ("b", 4, 400, f"{PARTLY} (2 of 4)"),
        ("c", 4, 20, REFUTED),
    ):
        runs = [
            ("gs", {"bodies": n, "anchored": rope, "tip": tip}, per_ln(10 * (1 if tip == 1 else one)))
            for n in (10, 30)
            for rope in (False, True)
            for tip in tips
        ]
        sweep(tmp_path / name, "rigid_tip", runs)
        both = [("gs", {"bodies": n, "R": 100.0}, per_ln(two)) for n in (10, 30)]
        assert mass_ratios.one_heavy_end(sweep(tmp_path / name, "rigid_ratio", both)).kind == kind


def three_bodies(folder, count) -> Results:
    masses = [(1, 1, 1)]
    for ratio in (10, 100, 10000):
        masses += [(1, ratio, 1), (ratio, 1, ratio)]
    runs = [("gs", {"masses": json.dumps(m)}, per_ln(count(Chain(tuple(map(float, m)))))) for m in masses]
    sweep(folder, "rigid_dominance", [run for run in runs if run], bodies=3)
    return sweep(folder, "rigid_three_bodies", runs, bodies=3)


def by_eigenvalues(of: Chain) -> float:
    return counts_per_ln(gauss_seidel_radius(of))


def test_heavy_shared_body_and_dominance(tmp_path):
    true = three_bodies(tmp_path / "a", by_eigenvalues)
    assert mass_ratios.heavy_shared_body(true).kind == REFUTED
    turned = three_bodies(tmp_path / "b", lambda of: 0.1 + 10 * max(of.masses) * (of.masses[1] > 1) + 0.1)
    assert mass_ratios.heavy_shared_body(turned).kind == CONFIRMED
    assert convergence.dominance_orders_rates(true).kind == CONFIRMED
    assert convergence.dominance_orders_rates(turned).kind == REFUTED


def convergences(folder, *, sor=0.5, jacobi=0.5, rows=0.5, twice=0.5, far=1e-9, beyond=1.3) -> Results:
    """Of claims R1, R2, R4 and R5: factors an iteration, and what is left where joints are far open."""
    grid(folder)
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
            falling(rows if form == "rows" and xi == 1 else 0.7),
        )
        for n in (2, 3, 10)
        for form in ("vector", "rows")
        for xi in (1, 0.7, 0.5)
    ]
    sweep(folder, "rigid_jacobi_rows", runs)
    runs = [
        (
            "jacobi",
            {"of_first": 0, "jacobi_xi": xi, "averaging": "none"},
            falling(twice if xi == 1 else 0.4),
        )
        for xi in (1, 0.5)
    ]
    sweep(folder, "rigid_joints_twice", runs)
    for name in ("rigid_relaxation_limits", "rigid_relaxation_bent"):
        inside = [("sor", {"xi": xi}, falling(0.8)) for xi in (0.05, 1.0, 1.99)]
        outside = [("sor", {"xi": xi}, falling(beyond)) for xi in (2, 2.1)]
        sweep(folder, name, inside + outside)
    return Results(folder)


def test_convergence(tmp_path):
    fine = convergences(tmp_path / "a")
    assert convergence.gauss_seidel_converges(fine).kind == CONFIRMED
    assert convergence.jacobi_converges(fine).kind == CONFIRMED
    assert convergence.where_relaxation_converges(fine).kind == CONFIRMED
    none = convergence.under_relaxation(fine)
    assert (none.kind, none.findings) == (REFUTED, ["Not so: no system was found that diverges at ξ = 1"])
    bad = convergences(tmp_path / "b", rows=1.2, twice=1.0, far=3.0, beyond=0.9)
    assert convergence.gauss_seidel_converges(bad).kind == f"{PARTLY} (3 of 5)"
    assert convergence.jacobi_converges(bad).kind == f"{PARTLY} (2 of 4)"
    assert convergence.where_relaxation_converges(bad).kind == f"{PARTLY} (2 of 4)"
    assert convergence.under_relaxation(bad).kind == CONFIRMED
    worse = convergences(tmp_path / "c", jacobi=1.1, far=3.0, sor=1.1)
    found = convergence.under_relaxation(worse)
    assert found.kind == f"{PARTLY} (2 of 4)", found.findings


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


def test_formulas_for_relaxation(tmp_path):
    results = scans(tmp_path)
    assert relaxation.formula_of_section_4(results).kind == REFUTED
    right = relaxation.formula_of_section_8(results)
    assert right.kind == CONFIRMED
    assert "that of runs at 1.5" in right.findings[0]


def rules(folder, adaptive, residual) -> Results:
    counts = {1: 50.0, "optimal": 10.0, "adaptive": adaptive, "residual": residual}
    straight = [
        ("sor", {"bodies": n, "R": r, "xi": rule}, per_ln(count))
        for n in (10, 30)
        for r in (1, 100)
        for rule, count in counts.items()
    ]
    bent = [("sor", {"R": r, "xi": rule}, per_ln(count)) for r in (1, 100) for rule, count in counts.items()]
    sweep(folder, "rigid_rules", straight)
    return sweep(folder, "rigid_rules_bent", bent)


def test_rules(tmp_path):
    quick = rules(tmp_path / "a", adaptive=12, residual=15)
    assert relaxation.residual_rule(quick).kind == CONFIRMED
    assert relaxation.knowledge_of_the_matrix(quick).kind == REFUTED
    slow = rules(tmp_path / "b", adaptive=31, residual=np.inf)
    assert relaxation.residual_rule(slow).kind == REFUTED
    assert relaxation.knowledge_of_the_matrix(slow).kind == CONFIRMED
    assert "never (residual)" in relaxation.residual_rule(slow).findings[0]


def test_when_relaxation_helps(true_grid, tmp_path):
    assert relaxation.when_relaxation_helps(true_grid).kind == REFUTED
    flat = grid(tmp_path, lambda solver, n, r: 1000 if solver == "gs" else 0.1 + 50 * n)
    assert relaxation.when_relaxation_helps(flat).kind == CONFIRMED


def test_a_run_that_leaves_the_numbers_does_not_converge(tmp_path):
    left = table(np.array([1, 0.5, np.inf]))
    results = sweep(tmp_path, "rigid_rates", [("gs", {"bodies": 10, "R": 1}, left, "diverged")])
    assert not convergence.converges(results.run("rigid_rates", "gs"))
