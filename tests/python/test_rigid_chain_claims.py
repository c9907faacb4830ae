"""Claims R3 and R26 to R38 are judged right, on made-up runs that meet or contradict them."""

import json

import numpy as np
import pytest
from rigid_runs import falling, grid, kind_of, per_ln, sweep, true_count

from simbench.claims.results import Results
from simbench.claims.rigid import (
    chain_counts,
    chains,
    convergence,
    mass_ratios,
    shapes,
)
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
    assert kind_of(chains.gauss_seidel_on_chains(true_grid)) == CONFIRMED
    assert kind_of(chains.gauss_seidel_on_chains(slow_grid)) == f"{PARTLY} (4 of 7)"
    assert kind_of(chains.jacobi_eigenvalues_of_chains(true_grid)) == MISPRINTED
    assert kind_of(chains.jacobi_eigenvalues_of_chains(slow_grid)) == REFUTED
    assert kind_of(chains.best_relaxation(true_grid)) == CONFIRMED
    assert kind_of(chains.best_relaxation(slow_grid)).startswith(PARTLY)


def test_numbers_of_iterations(true_grid, slow_grid):
    found = chain_counts.iterations_of_gauss_seidel(true_grid)
    assert kind_of(found) == CONFIRMED
    assert "k/ln is the formula's to 5 % of it from N = 7 on" in found.findings[-1]
    assert kind_of(chain_counts.iterations_of_gauss_seidel(slow_grid)).startswith(PARTLY)
    assert kind_of(chain_counts.jacobi_needs_twice_as_many(true_grid)) == CONFIRMED
    assert kind_of(chain_counts.jacobi_needs_twice_as_many(slow_grid)) == REFUTED
    assert kind_of(chain_counts.iterations_of_sor(slow_grid)).startswith(PARTLY)
    assert kind_of(chain_counts.iterations_of_sor(true_grid)) == CONFIRMED


def test_jacobi_that_is_slow_in_long_chains_alone(tmp_path):
    def count(solver, bodies, ratio):
        return true_count(solver, bodies, ratio) * (1.5 if solver == "jacobi" and bodies > 10 else 1)

    found = chain_counts.jacobi_needs_twice_as_many(grid(tmp_path, count))
    assert kind_of(found).startswith(PARTLY)
    assert "By late rates Jacobi needs 2 to 3 times as many" in found.sentence


@pytest.mark.parametrize(
    ("factors", "kind"),
    [((1, 1, 1), CONFIRMED), ((1, 1, 1.5), f"{PARTLY} (6 of 9)"), ((1.5, 1.5, 1.5), REFUTED)],
)
def test_figure_2(tmp_path, factors, kind):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": eq_8_24(10)}
    runs = [
        (solver, {}, falling(np.exp(-1 / (factor * count)), 400))
        for (solver, count), factor in zip(counts.items(), factors, strict=True)
    ]
    # A sweep without axes has no columns for them.
    found = chain_counts.figure_2(sweep(tmp_path, "rigid_figure_2", runs))
    assert ("These are not: over-relaxation" in found.sentence) == (kind[:6] == PARTLY)
    assert kind_of(found) == kind
    assert len(found.findings) == 10


def bends(folder, counts: dict, heavy: float = 1.0) -> Results:
    """`heavy`: the power of the counts where R = 100."""
    return sweep(
        folder,
        "rigid_bend",
        [
            ("gs", {"shape": shape, "bend": bend, "R": ratio}, per_ln(count if ratio == 1 else count**heavy))
            for ratio in (1.0, 100.0)
            for shape in ("zigzag", "arc")
            for bend, count in counts.items()
        ],
    )


def test_bend(tmp_path):
    found = shapes.straight_is_hardest(bends(tmp_path / "a", {0.01: 10, 0.2: 8, 0.5: 4}))
    assert kind_of(found) == CONFIRMED
    assert "half of it is left at θ = 0.5" in found.findings[-1]
    found = shapes.straight_is_hardest(bends(tmp_path / "b", {0.01: 10, 0.2: 8, 0.5: 12}))
    assert kind_of(found) == REFUTED
    assert "no θ halves it" not in found.findings[0]
    found = shapes.straight_is_hardest(bends(tmp_path / "c", {0.01: 10, 0.2: 8, 0.5: 4}, heavy=-1.0))
    assert kind_of(found) == f"{PARTLY} (2 of 4)"


def test_tied_to_the_world(tmp_path):
    cases = {"a": ({10, 50}, REFUTED), "b": (set(), CONFIRMED), "c": ({10}, f"{PARTLY} (1 of 2)")}
    for name, (tied, kind) in cases.items():
        runs = [
            (
                "gs",
                {"bodies": n, "anchored": True},
                per_ln(counts_per_ln(gauss_seidel_radius(chain(n, anchored=n in tied)))),
            )
            for n in (10, 50)
        ]
        found = shapes.tied_to_the_world(sweep(tmp_path / name, "rigid_length", runs))
        assert kind_of(found) == kind


def test_heavy_ends(tmp_path, true_grid, slow_grid):
    found = mass_ratios.heavy_ends(true_grid)
    assert kind_of(found).startswith(PARTLY)
    assert any("(N − 2)/(2γ) is off by at most" in finding for finding in found.findings)
    assert kind_of(mass_ratios.heavy_ends_relaxed(true_grid)).startswith(PARTLY)
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
        assert kind_of(mass_ratios.one_heavy_end(sweep(tmp_path / name, "rigid_ratio", both))) == kind


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
    assert kind_of(mass_ratios.heavy_shared_body(true)) == REFUTED
    turned = three_bodies(tmp_path / "b", lambda of: 0.1 + 10 * max(of.masses) * (of.masses[1] > 1) + 0.1)
    assert kind_of(mass_ratios.heavy_shared_body(turned)) == CONFIRMED
    some = three_bodies(tmp_path / "c", lambda of: 0.1 + max(of.masses[1] / 20, 1))
    assert kind_of(mass_ratios.heavy_shared_body(some)) == f"{PARTLY} (2 of 3)"
    assert kind_of(convergence.dominance_orders_rates(true)) == CONFIRMED
    assert kind_of(convergence.dominance_orders_rates(turned)) == REFUTED
    (tmp_path / "b/rigid_dominance").rename(tmp_path / "a/other")
    (tmp_path / "a/rigid_dominance").rename(tmp_path / "b/rigid_dominance")
    assert kind_of(convergence.dominance_orders_rates(Results(tmp_path / "b"))) == f"{PARTLY} (1 of 2)"
