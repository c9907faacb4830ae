"""The judges of claims R3 and R26 to R38 (chains) give the right verdicts on synthetic runs."""

import json

import numpy as np
import pandas as pd
import pytest
from rigid_runs import count_by_eigenvalues, falling, grid, kind_of, per_ln, sweep
from studies import AXES, with_sentences

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
    DEPENDS,
    FAILS,
    HOLDS,
    IN_PART,
    MISPRINTED,
    in_parts,
    misprinted,
    near,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def exact_grid(tmp_path_factory) -> Results:
    return grid(tmp_path_factory.mktemp("true"))


@pytest.fixture(scope="module")
def slow_grid(tmp_path_factory) -> Results:
    """Like exact_grid, but Gauss–Seidel and SOR need 1.5 times as many iterations, Jacobi 3 times."""

    def count(solver, bodies, ratio):
        return (3 if solver == "jacobi" else 1.5) * count_by_eigenvalues(solver, bodies, ratio)

    return grid(tmp_path_factory.mktemp("slow"), count, xi=0.9)


def test_verdicts_of_parts_and_misprints():
    right, wrong = near(1.0, 1.01, 0.1, "right"), near(1.0, 2.0, 0.1, "wrong")
    assert in_parts([right, right]).kind == HOLDS
    assert in_parts([wrong]).kind == FAILS
    partly = in_parts([right, wrong, right], "a note")
    assert partly.kind == IN_PART
    assert partly.findings == ["right", "Not so: wrong", "right", "a note"]
    assert (partly.decided_by.measured, partly.decided_by.margin) == (0.5, 0.2)
    assert misprinted([wrong], [right]).kind == MISPRINTED
    assert misprinted([right], [right]).kind == HOLDS
    assert misprinted([wrong], [wrong]).kind == FAILS


def test_judges_of_eigenvalues(exact_grid, slow_grid):
    assert kind_of(with_sentences(chains.gauss_seidel_on_chains)(exact_grid)) == HOLDS
    assert kind_of(with_sentences(chains.gauss_seidel_on_chains)(slow_grid)) == IN_PART
    assert kind_of(with_sentences(chains.jacobi_eigenvalues_of_chains)(exact_grid)) == MISPRINTED
    assert kind_of(with_sentences(chains.jacobi_eigenvalues_of_chains)(slow_grid)) == FAILS
    assert kind_of(with_sentences(chains.best_relaxation)(exact_grid)) == HOLDS
    assert kind_of(with_sentences(chains.best_relaxation)(slow_grid)).startswith(IN_PART)


def test_judges_of_numbers_of_iterations(exact_grid, slow_grid):
    found = with_sentences(chain_counts.iterations_of_gauss_seidel)(exact_grid)
    assert kind_of(found) == HOLDS
    assert "k/ln is the formula's to 5 % of it from N = 7 on" in found.findings[-1]
    assert kind_of(with_sentences(chain_counts.iterations_of_gauss_seidel)(slow_grid)) == DEPENDS
    assert kind_of(with_sentences(chain_counts.jacobi_needs_twice_as_many)(exact_grid)) == HOLDS
    assert kind_of(with_sentences(chain_counts.jacobi_needs_twice_as_many)(slow_grid)) == IN_PART
    assert kind_of(with_sentences(chain_counts.iterations_of_sor)(slow_grid)) == DEPENDS
    assert kind_of(with_sentences(chain_counts.iterations_of_sor)(exact_grid)) == HOLDS


def test_judge_of_jacobi_if_it_is_slow_only_in_long_chains(tmp_path):
    def count(solver, bodies, ratio):
        return count_by_eigenvalues(solver, bodies, ratio) * (
            1.5 if solver == "jacobi" and bodies > 10 else 1
        )

    found = with_sentences(chain_counts.jacobi_needs_twice_as_many)(grid(tmp_path, count))
    assert kind_of(found).startswith(IN_PART)
    assert "by late rates it needs 2 to 3 times as many" in found.answer


def test_judge_of_sor_if_counts_do_not_follow_from_rates(tmp_path):
    """The errors begin to fall late, as with a double eigenvalue."""
    results = grid(tmp_path)
    for run in (tmp_path / "rigid_rates_sor" / "runs").iterdir():
        rows = pd.read_csv(run / "iterations.csv")
        late = 1 + rows["iteration"] / rows["iteration"].iloc[-1] * 20
        for column, power in (("relative_error", 2), ("multiplier_error", 1), ("constraint_error", 1)):
            rows[column] *= late**power
        rows.to_csv(run / "iterations.csv", index=False)
    found = with_sentences(chain_counts.iterations_of_sor)(results)
    assert kind_of(found) == DEPENDS
    assert found.depends_on == "what is counted"


@pytest.mark.parametrize(
    ("factors", "kind"),
    [((1, 1, 1), HOLDS), ((1, 1, 1.5), IN_PART), ((1.5, 1.5, 1.5), FAILS)],
)
def test_judge_of_figure_2(tmp_path, factors, kind):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": eq_8_24(10)}
    runs = [
        (solver, {}, falling(np.exp(-1 / (factor * count)), 400))
        for (solver, count), factor in zip(counts.items(), factors, strict=True)
    ]
    # A sweep without axes has no columns for them.
    found = with_sentences(chain_counts.figure_2)(sweep(tmp_path, "rigid_figure_2", runs))
    assert ("These are not: over-relaxation" in found.answer) == (kind[:6] == IN_PART)
    assert kind_of(found) == kind
    assert len(found.parts) == len(chain_counts.FIGURE_2)


def bent_runs(folder, slower: float = 1.0) -> Results:
    """Runs that need `slower` times the iterations that eigenvalues give."""
    runs = []
    for ratio in (1.0, 100.0):
        for shape in ("zigzag", "arc"):
            for bend in (0.1, 0.5):
                matrix = shaped_chain(shape, bend, 10, ratio).matrix()
                count = counts_per_ln(spectral_radius(block_gauss_seidel(matrix)))
                runs.append(("gs", {"shape": shape, "bend": bend, "R": ratio}, per_ln(slower * count)))
    return sweep(folder, "rigid_bend", runs)


def test_judge_of_bend(tmp_path):
    found = with_sentences(shapes.straight_is_hardest)(bent_runs(tmp_path / "a"))
    assert kind_of(found) == HOLDS
    assert "9.96 to 4.79 and 0.902 for zigzags of R = 1" in found.answer
    assert found.notes[0] == "R = 1, zigzag: half of it is left at θ = 0.1"
    found = with_sentences(shapes.straight_is_hardest)(bent_runs(tmp_path / "b", slower=1.5))
    assert kind_of(found) == IN_PART


def test_judge_of_tied_to_the_world(tmp_path):
    cases = {"a": ({10, 50}, FAILS), "b": (set(), HOLDS), "c": ({10}, IN_PART)}
    for name, (tied, kind) in cases.items():
        runs = [
            (
                "gs",
                {"bodies": n, "anchored": True},
                per_ln(counts_per_ln(gauss_seidel_radius(chain(n, anchored=n in tied)))),
            )
            for n in (10, 50)
        ]
        found = with_sentences(shapes.tied_to_the_world)(sweep(tmp_path / name, "rigid_length", runs))
        assert kind_of(found) == kind


def test_judges_of_heavy_ends(exact_grid):
    found = with_sentences(mass_ratios.heavy_ends)(exact_grid)
    assert kind_of(found) == FAILS
    assert "With N − 2 in place of N it is off by at most" in found.answer
    assert kind_of(with_sentences(mass_ratios.heavy_ends_relaxed)(exact_grid)) == IN_PART


def test_judge_of_one_heavy_end(tmp_path):
    """Eigenvalues decide. Runs only show the cost."""
    runs = [
        ("gs", {"bodies": n, "anchored": rope, "tip": tip}, per_ln(10 * (1 if tip == 1 else 3)))
        for n in (10, 30)
        for rope in (False, True)
        for tip in (1.0, 100.0, 1e4, 1e6)
    ]
    sweep(tmp_path, "rigid_tip", runs)
    both = [("gs", {"bodies": n, "R": 100.0}, per_ln(400)) for n in (10, 30)]
    found = with_sentences(mass_ratios.one_heavy_end)(sweep(tmp_path, "rigid_ratio", both))
    assert kind_of(found) == HOLDS
    assert [part.measured for part in found.parts] == pytest.approx([0, 1, 0, 1], abs=0.01)
    assert "one heavy end takes up to 3 and 3 times" in found.answer
    assert "R = 100 takes 40 and 40 times as many" in found.answer


def three_bodies(folder, count) -> Results:
    masses = [(1, 1, 1)]
    for ratio in (10, 100, 10000):
        masses += [(1, ratio, 1), (ratio, 1, ratio)]
    runs = [("gs", {"masses": json.dumps(m)}, per_ln(count(Chain(tuple(map(float, m)))))) for m in masses]
    sweep(folder, "rigid_dominance", [run for run in runs if run], bodies=3)
    return sweep(folder, "rigid_three_bodies", runs, bodies=3)


def by_eigenvalues(system: Chain) -> float:
    return counts_per_ln(gauss_seidel_radius(system))


def test_judges_of_a_heavy_shared_body_and_of_dominance(tmp_path):
    true = three_bodies(tmp_path / "a", by_eigenvalues)
    assert kind_of(with_sentences(mass_ratios.heavy_shared_body)(true)) == FAILS
    turned = three_bodies(
        tmp_path / "b", lambda system: 0.1 + 10 * max(system.masses) * (system.masses[1] > 1) + 0.1
    )
    assert kind_of(with_sentences(mass_ratios.heavy_shared_body)(turned)) == HOLDS
    some = three_bodies(tmp_path / "c", lambda system: 0.1 + max(system.masses[1] / 20, 1))
    assert kind_of(with_sentences(mass_ratios.heavy_shared_body)(some)) == IN_PART
    assert kind_of(with_sentences(convergence.dominance_orders_rates)(true)) == HOLDS
    assert kind_of(with_sentences(convergence.dominance_orders_rates)(turned)) == FAILS
    (tmp_path / "b/rigid_dominance").rename(tmp_path / "a/other")
    (tmp_path / "a/rigid_dominance").rename(tmp_path / "b/rigid_dominance")
    assert (
        kind_of(with_sentences(convergence.dominance_orders_rates)(Results(tmp_path / "b", AXES))) == IN_PART
    )


def test_chains_of_equal_dominance_have_no_part(tmp_path):
    """Chains of four and more bodies all have r = 1, so there is no pair to order."""
    three_bodies(tmp_path, by_eigenvalues)
    masses = [(1, 1, 1, 1), (1, 10, 10, 1), (10, 1, 1, 10)]
    runs = [("gs", {"masses": json.dumps(m)}, per_ln(by_eigenvalues(Chain(m)))) for m in masses]
    found = with_sentences(convergence.dominance_orders_rates)(
        sweep(tmp_path / "b", "rigid_dominance", runs, bodies=4) and with_sweep_of_four_bodies(tmp_path)
    )
    assert len(found.parts) == 1
    assert "of seven bodies no two r differ" in found.answer


def with_sweep_of_four_bodies(folder) -> Results:
    """Replaces the sweep of three bodies by the one of four bodies."""
    (folder / "rigid_dominance").rename(folder / "other")
    (folder / "b" / "rigid_dominance").rename(folder / "rigid_dominance")
    return Results(folder, AXES)
