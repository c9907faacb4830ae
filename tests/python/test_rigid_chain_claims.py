"""Claims R3 and R26 to R38 are judged right, on made-up runs that meet or contradict them."""

import json

import numpy as np
import pandas as pd
import pytest
from rigid_runs import falling, grid, kind_of, per_ln, sweep, true_count
from studies import AXES

from rigid.claims import (
    chain_counts,
    chains,
    convergence,
    mass_ratios,
    shapes,
)
from rigid.theory.chain import Chain, chain, counts_per_ln, gauss_seidel_radius, spectral_radius
from rigid.theory.joints import block_gauss_seidel, shaped_chain
from rigid.theory.seed import eq_8_14, eq_8_24, eq_8_29
from simbench.study.results import Results
from simbench.study.verdicts import (
    CONFIRMED,
    DEPENDS,
    MISPRINTED,
    PARTLY,
    REFUTED,
    in_parts,
    misprinted,
    near,
)

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
    assert kind_of(chain_counts.iterations_of_gauss_seidel(slow_grid)) == DEPENDS
    assert kind_of(chain_counts.jacobi_needs_twice_as_many(true_grid)) == CONFIRMED
    assert kind_of(chain_counts.jacobi_needs_twice_as_many(slow_grid)) == f"{PARTLY} (1 of 2)"
    assert kind_of(chain_counts.iterations_of_sor(slow_grid)) == DEPENDS
    assert kind_of(chain_counts.iterations_of_sor(true_grid)) == CONFIRMED


def test_jacobi_that_is_slow_in_long_chains_alone(tmp_path):
    def count(solver, bodies, ratio):
        return true_count(solver, bodies, ratio) * (1.5 if solver == "jacobi" and bodies > 10 else 1)

    found = chain_counts.jacobi_needs_twice_as_many(grid(tmp_path, count))
    assert kind_of(found).startswith(PARTLY)
    assert "by late rates it needs 2 to 3 times as many" in found.sentence


def test_counts_that_rates_do_not_tell(tmp_path):
    """Errors that begin to fall late, as those of a double eigenvalue do."""
    results = grid(tmp_path)
    for run in (tmp_path / "rigid_rates_sor" / "runs").iterdir():
        rows = pd.read_csv(run / "iterations.csv")
        late = 1 + rows["iteration"] / rows["iteration"].iloc[-1] * 20
        for column, power in (("relative_error", 2), ("multiplier_error", 1), ("constraint_error", 1)):
            rows[column] *= late**power
        rows.to_csv(run / "iterations.csv", index=False)
    found = chain_counts.iterations_of_sor(results)
    assert kind_of(found) == DEPENDS
    assert found.depends_on == "what is counted"


@pytest.mark.parametrize(
    ("factors", "kind"),
    [((1, 1, 1), CONFIRMED), ((1, 1, 1.5), f"{PARTLY} (2 of 3)"), ((1.5, 1.5, 1.5), REFUTED)],
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
    assert len(found.parts) == len(chain_counts.FIGURE_2)


def bends(folder, slower: float = 1.0) -> Results:
    """Runs that take `slower` times the iterations of eigenvalues."""
    runs = []
    for ratio in (1.0, 100.0):
        for shape in ("zigzag", "arc"):
            for bend in (0.1, 0.5):
                matrix = shaped_chain(shape, bend, 10, ratio).matrix()
                count = counts_per_ln(spectral_radius(block_gauss_seidel(matrix)))
                runs.append(("gs", {"shape": shape, "bend": bend, "R": ratio}, per_ln(slower * count)))
    return sweep(folder, "rigid_bend", runs)


def test_bend(tmp_path):
    found = shapes.straight_is_hardest(bends(tmp_path / "a"))
    assert kind_of(found) == CONFIRMED
    assert "9.96 to 4.79 and 0.902 for zigzags of R = 1" in found.sentence
    assert found.notes[0] == "R = 1, zigzag: half of it is left at θ = 0.1"
    found = shapes.straight_is_hardest(bends(tmp_path / "b", slower=1.5))
    assert kind_of(found) == f"{PARTLY} (4 of 5)"


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


def test_heavy_ends(true_grid):
    found = mass_ratios.heavy_ends(true_grid)
    assert kind_of(found) == REFUTED
    assert "With N − 2 in place of N it is off by at most" in found.sentence
    assert kind_of(mass_ratios.heavy_ends_relaxed(true_grid)) == f"{PARTLY} (1 of 2)"


def test_one_heavy_end(tmp_path):
    """Eigenvalues decide; runs say what it costs."""
    runs = [
        ("gs", {"bodies": n, "anchored": rope, "tip": tip}, per_ln(10 * (1 if tip == 1 else 3)))
        for n in (10, 30)
        for rope in (False, True)
        for tip in (1.0, 100.0, 1e4, 1e6)
    ]
    sweep(tmp_path, "rigid_tip", runs)
    both = [("gs", {"bodies": n, "R": 100.0}, per_ln(400)) for n in (10, 30)]
    found = mass_ratios.one_heavy_end(sweep(tmp_path, "rigid_ratio", both))
    assert kind_of(found) == CONFIRMED
    assert [part.measured for part in found.parts] == pytest.approx([0, 1, 0, 1], abs=0.01)
    assert "one heavy end takes up to 3 and 3 times" in found.sentence
    assert "R = 100 takes 40 and 40 times as many" in found.sentence


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
    assert kind_of(convergence.dominance_orders_rates(Results(tmp_path / "b", AXES))) == f"{PARTLY} (1 of 2)"


def test_dominance_that_does_not_differ(tmp_path):
    """Four bodies and more have r = 1: there is no pair to order, and that is no part."""
    three_bodies(tmp_path, by_eigenvalues)
    masses = [(1, 1, 1, 1), (1, 10, 10, 1), (10, 1, 1, 10)]
    runs = [("gs", {"masses": json.dumps(m)}, per_ln(by_eigenvalues(Chain(m)))) for m in masses]
    found = convergence.dominance_orders_rates(
        sweep(tmp_path / "b", "rigid_dominance", runs, bodies=4) and two_folders(tmp_path)
    )
    assert len(found.parts) == 1
    assert "of seven bodies no two r differ" in found.sentence


def two_folders(folder) -> Results:
    """The sweep of long chains takes the place of the other one."""
    (folder / "rigid_dominance").rename(folder / "other")
    (folder / "b" / "rigid_dominance").rename(folder / "rigid_dominance")
    return Results(folder, AXES)
