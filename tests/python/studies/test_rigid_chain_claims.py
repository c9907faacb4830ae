"""The judges of claims R26 to R29 and R31 to R38 (chains) give the right verdicts on synthetic runs."""

import json

import numpy as np
import pytest
from rigid_runs import count_by_eigenvalues, falling, grid, kind_of, per_ln, sweep
from studies import with_sentences

from rigid.claims import chain_counts, chains, mass_ratios, shapes
from rigid.theory.chain import Chain, chain, counts_per_ln, gauss_seidel_radius, spectral_radius
from rigid.theory.joints import block_gauss_seidel, shaped_chain
from rigid.theory.seed import eq_8_14, eq_8_24, eq_8_29
from simbench.study.results import Results
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART, MISPRINTED

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


@pytest.mark.parametrize(
    ("judge", "of_exact", "of_slow"),
    [
        (chains.gauss_seidel_on_chains, HOLDS, IN_PART),
        (chains.jacobi_eigenvalues_of_chains, MISPRINTED, FAILS),
        (chain_counts.iterations_of_gauss_seidel, HOLDS, IN_PART),
        (chain_counts.jacobi_needs_twice_as_many, HOLDS, IN_PART),
        (chain_counts.iterations_of_sor, HOLDS, IN_PART),
        (mass_ratios.heavy_ends, HOLDS, IN_PART),
        (mass_ratios.heavy_ends_relaxed, HOLDS, IN_PART),
    ],
)
def test_judges_of_formulas(exact_grid, slow_grid, judge, of_exact, of_slow):
    assert kind_of(with_sentences(judge)(exact_grid)) == of_exact
    assert kind_of(with_sentences(judge)(slow_grid)) == of_slow


def test_reach_of_formulas(exact_grid, slow_grid):
    """Other chains by eigenvalues, and counts of iterations by runs."""
    judge = with_sentences(chain_counts.iterations_of_gauss_seidel)
    found, slow = judge(exact_grid), judge(slow_grid)
    assert list(found.cases.values()) == [False, False, True]
    assert list(slow.cases.values()) == [False, False, False]
    assert "It is right to 5 % from N = 7 on" in found.reach
    assert "tied to the world takes 4 times the iterations" in found.reach


@pytest.mark.parametrize(
    ("relaxation", "slower", "kind", "curves"),
    [(1.53, 1, HOLDS, [True, True, True]), (1.2, 1.5, FAILS, [True, True, False])],
)
def test_judge_of_figure_2(tmp_path, relaxation, slower, kind, curves):
    counts = {"gs": eq_8_14(10), "jacobi": eq_8_29(10), "sor": slower * eq_8_24(10)}
    runs = [(s, {}, falling(np.exp(-1 / k), 400, relaxation=relaxation)) for s, k in counts.items()]
    # A sweep without axes has no columns for them.
    found = with_sentences(chain_counts.figure_2)(sweep(tmp_path, "rigid_figure_2", runs))
    assert kind_of(found) == kind
    assert list(found.cases.values()) == curves


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
    found = with_sentences(shapes.straight_is_hardest)(bent_runs(tmp_path))
    assert kind_of(found) == HOLDS
    assert "from 9.96 to 0.902 (zigzag, R = 1)" in found.reach
    assert all(found.cases.values())


def test_judge_of_tied_to_the_world(tmp_path):
    runs = [
        ("gs", {"bodies": n, "anchored": True}, per_ln(by_eigenvalues(chain(n, anchored=True))))
        for n in (10, 50)
    ]
    found = with_sentences(shapes.tied_to_the_world)(sweep(tmp_path, "rigid_length", runs))
    assert kind_of(found) == ANSWERED
    assert "It takes 4 to 4.05 times the iterations of the free chain" in found.answer


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
    return sweep(folder, "rigid_three_bodies", runs, bodies=3)


def by_eigenvalues(system: Chain) -> float:
    return counts_per_ln(gauss_seidel_radius(system))


def test_judges_of_a_heavy_shared_body(tmp_path):
    true = three_bodies(tmp_path / "a", by_eigenvalues)
    assert kind_of(with_sentences(mass_ratios.heavy_shared_body)(true)) == MISPRINTED
    turned = three_bodies(
        tmp_path / "b", lambda system: 0.1 + 10 * max(system.masses) * (system.masses[1] > 1) + 0.1
    )
    assert kind_of(with_sentences(mass_ratios.heavy_shared_body)(turned)) == HOLDS
