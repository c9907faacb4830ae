"""The judges of claims R39 to R48, R52 and R53 (AVBD) give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pytest
from rigid_runs import ending, falling, kind_of, per_ln, resting, sweep, table
from studies import AXES, with_sentences

from rigid.claims import avbd, avbd_iterations, avbd_masses, peers
from rigid.claims.measures import RATIOS
from rigid.theory import seed
from rigid.theory.chain import counts_per_ln
from simbench.study.results import Results
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

COMPLIANCES = (100, 1, 0.01)


def inner_runs(folder, count=avbd.exact_inner, compliances=COMPLIANCES) -> Results:
    runs = [
        ("vbd", {"bodies": n, "R": r, "compliance": a}, per_ln(count(n, r, 1 / a)))
        for n in avbd.SHORT
        for r in RATIOS
        for a in compliances
    ]
    return sweep(folder, "rigid_inner", runs)


def test_judges_of_a_sweep_over_bodies(tmp_path):
    """The verdict depends on how formulas compare with eigenvalues at the penalties of the sweep."""
    for name, compliances, uniform in (
        ("a", COMPLIANCES, DEPENDS),
        ("b", (1,), HOLDS),
        ("c", (1e-5,), FAILS),
    ):
        results = inner_runs(tmp_path / name, compliances=compliances)
        found = with_sentences(avbd.inner_radius)(results)
        assert kind_of(found) == uniform
        assert (found.depends_on == "the penalty") == (uniform == DEPENDS)
        heavy = with_sentences(avbd.inner_with_heavy_ends)(results)
        assert kind_of(heavy) == FAILS
        assert "at s = M the iterations grow like N^" in heavy.answer


@pytest.mark.parametrize(
    ("free", "rope", "kind"),
    [
        (1.0, 1.0, HOLDS),
        (50.0, 1.0, DEPENDS),
        (50.0, 3.0, FAILS),
    ],
)
def test_judge_of_the_limit_of_stiff_springs(tmp_path, free, rope, kind):
    inner_runs(tmp_path, lambda n, r, s: free * seed.eq_8_14(n))
    tied = counts_per_ln(math.cos(math.pi / 20) ** 2)
    runs = [("vbd", {"compliance": a}, per_ln(rope * tied)) for a in COMPLIANCES]
    assert kind_of(with_sentences(avbd.inner_limit)(sweep(tmp_path, "rigid_inner_rope", runs))) == kind


@pytest.mark.parametrize(("power", "of_rope", "kind"), [(2, 2, HOLDS), (1, 2, DEPENDS), (1, 1, DEPENDS)])
def test_judge_of_growth_with_the_length(tmp_path, power, of_rope, kind):
    for name, lengths in (("rigid_length", (5, 10, 30)), ("rigid_length_long", (100, 300))):
        runs = [
            (
                "avbd",
                {"bodies": n, "anchored": tied, "s": s},
                per_ln(s * n ** (of_rope if tied else power) / 30),
            )
            for n in lengths
            for tied in (False, True)
            for s in (1, 8)
        ]
        sweep(tmp_path, name, runs)
    found = with_sentences(avbd.needs_square)(Results(tmp_path, AXES))
    assert kind_of(found) == kind
    at_fixed, *at_best = (part.measured for part in found.parts)
    assert at_fixed == pytest.approx(2, abs=0.1)  # by eigenvalues
    assert at_best == pytest.approx([power, of_rope], abs=0.1)
    assert "(s = 1)" in found.findings[1]


@pytest.mark.parametrize(("growing", "held"), [(5, True), (None, False)])
def test_judge_of_mass_ratios(tmp_path, growing, held):
    """Runs decide only where s grows. Elsewhere eigenvalues decide, and late rates do not matter."""
    ratios = (1.0, 100.0, 1e4)
    runs = [("vbd", {"bodies": 10, "R": r, "compliance": 1.0}, per_ln(5 * r)) for r in ratios]
    sweep(tmp_path, "rigid_inner", runs)
    runs = [
        ("avbd", {"bodies": 10, "R": r, "s": s}, per_ln(5))
        for r in ratios
        for s in (1.0, 2.0, 100.0, 1e4, "effective_mass")
    ]
    sweep(tmp_path, "rigid_penalty", runs)
    runs = [
        ("avbd", {"R": r, "s": 1, "ramp": b, "factor": 1}, per_ln(growing or 5 * r))
        for r in ratios
        for b in (0, 1, 1000, 1e5)
    ]
    found = with_sentences(avbd_masses.insensitive_to_masses)(sweep(tmp_path, "rigid_penalty_rules", runs))
    assert kind_of(found) == DEPENDS
    assert found.depends_on == "the penalty"
    assert [part.holds for part in found.parts] == [True, False, True, False, held, held, held]
    assert "a sweep over bodies alone, s = 1; s = M" in found.answer


@pytest.mark.parametrize(
    ("left", "of_pairs", "kind"),
    [
        (1e-9, 1e-9, HOLDS),
        (0.5, 1e-9, IN_PART),
        (0.5, 0.5, FAILS),
        (math.inf, math.inf, FAILS),
    ],
)
def test_judge_of_one_multiplier_per_joint(tmp_path, left, of_pairs, kind):
    runs = [
        (
            "avbd",
            {"bodies": n, "R": r, "s": s, "avbd_form": form},
            ending(1e-12 if form == "vector" else of_pairs if n == 2 else left),
        )
        for n in (2, 10)
        for r in (1.0, 100.0, 1e4)
        for s in (2, 100)
        for form in ("vector", "scalar")
    ]
    assert (
        kind_of(
            with_sentences(avbd_iterations.scalar_multiplier)(sweep(tmp_path, "rigid_three_dimensions", runs))
        )
        == kind
    )


@pytest.mark.parametrize(
    ("rate", "momentum", "kind"),
    [
        (0.8, 1.0, HOLDS),
        ((0.8, 0.95), 1.0, DEPENDS),
        (0.95, 0.0, FAILS),
    ],
)
def test_judge_of_momentum(tmp_path, rate, momentum, kind):
    rates = rate if isinstance(rate, tuple) else (rate, rate)

    def rows(rate):
        moving = momentum * rate ** np.arange(301)
        return falling(rate, linear_momentum=moving, angular_momentum=moving)

    runs = [("gs", {"h": 1, "gs_form": "vector"}, falling(0.9))]
    runs += [("avbd", {"h": 1, "s": s}, rows(rate)) for s, rate in zip((1, 100), rates, strict=True)]
    found = with_sentences(avbd_iterations.momentum_converges)(sweep(tmp_path, "rigid_momentum", runs))
    assert kind_of(found) == kind, found.findings


@pytest.mark.parametrize("masses", [(1, 1), (1, 100), (100, 1)])
@pytest.mark.parametrize(("penalties", "kind"), [((1e-3, 1e5), DEPENDS), ((1e-3,), HOLDS), ((1e5,), FAILS)])
def test_judge_of_one_iteration(tmp_path, masses, penalties, kind):
    """The runs follow the definition of the iteration."""
    runs, (first, second) = [], masses
    for s in penalties:
        a = s / (first + s)
        b = s / (second + s) * (1 - a)
        momentum = second * b - first * a
        rows = table(np.array([1.0, 1 - a - b]), linear_momentum=[0.0, abs(momentum)])
        runs.append(("avbd", {"masses": json.dumps(masses), "s": s}, rows))
    results = sweep(tmp_path, "rigid_one_iteration", runs, bodies=2)
    found = with_sentences(avbd_iterations.one_iteration)(results)
    for s, run in results.by("rigid_one_iteration", "avbd", "s").items():
        exact_gap = first / (first + s) * s / (second + s)
        assert avbd_iterations.second_body_moved(run, first, second) == pytest.approx(exact_gap, rel=1e-9)
    assert kind_of(found) == kind
    assert ("ratio 1" in found.findings[0]) == (1e-3 in penalties)


def geometric_runs(folder, with_it: float, of_arcs: float | None = None, status="max_iterations") -> Results:
    runs = [
        (
            "avbd",
            {"shape": shape, "bend": 0.5, "s": 2, "geometric": name},
            falling(0.9 if name == "none" else of_arcs or with_it if shape == "arc" else with_it),
            status if name == "diagonal" else "max_iterations",
        )
        for shape in ("zigzag", "arc")
        for name in ("none", "diagonal")
    ]
    return sweep(folder, "rigid_geometric_stiffness", runs)


def test_judge_of_geometric_stiffness(tmp_path):
    judge = with_sentences(avbd_iterations.geometric_stiffness)
    assert kind_of(judge(geometric_runs(tmp_path / "a", 0.8))) == HOLDS
    assert kind_of(judge(geometric_runs(tmp_path / "b", 0.95))) == FAILS
    some = judge(geometric_runs(tmp_path / "d", 0.8, of_arcs=0.95))
    assert kind_of(some) == FAILS
    assert len(some.parts) == 1  # the matrix is definite without it, so there is no part about definiteness
    assert "become fewer in 1 of 2 runs, stay the same in 0 and become more in 1" in some.answer
    assert kind_of(judge(geometric_runs(tmp_path / "c", 0.8, status="not_spd"))) == IN_PART


@pytest.mark.parametrize(("error", "kind"), [(1e-9, HOLDS), (1e-2, IN_PART), (None, FAILS)])
def test_judge_of_fixed_points(tmp_path, error, kind):
    end = 1e-13 if error else 1.0
    sweep(tmp_path, "rigid_same_answer", [("avbd", {"s": 2}, ending(end, multiplier_error=[1, 1e-9]))])
    runs = [
        (
            "avbd",
            {"bodies": 10, "R": 1, "s": s, "avbd_form": "vector"},
            ending(end if s == 2 else 1.0, multiplier_error=[1, error or 1]),
        )
        for s in (2, 100)
    ]
    found = with_sentences(avbd_iterations.fixed_point)(sweep(tmp_path, "rigid_three_dimensions", runs))
    assert kind_of(found) == kind
    if error:
        assert found.findings[-1] == "not converged after all iterations: boxes, N = 10, R = 1, s = 100"


@pytest.mark.parametrize(
    ("published", "ours", "kind"),
    [
        (1e-3, 1.0, HOLDS),
        (0.3, 1e-4, FAILS),
        (math.inf, math.inf, FAILS),
    ],
)
def test_judge_of_fifty_links(tmp_path, published, ours, kind):
    """The published penalties decide, not the best ones."""
    setting = {"avbd_warm_start": 0.99, "avbd_keep": 0.99, "ramp": 1e5, "start": "adaptive"}
    runs = [("avbd", {"tip": tip, "s": s, **setting}, resting(ours)) for tip in (1, 5e4) for s in (1, 100)]
    runs += [(solver, {"tip": 5e4}, resting(3.0)) for solver in ("gs", "sor", "direct")]
    sweep(tmp_path, "rigid_heavy_tip", runs, bodies=50)
    runs = [("avbd", {"s": 1 / 3600, "ramp": b}, resting(published * b)) for b in (1, 1000)]
    found = with_sentences(peers.fifty_links)(sweep(tmp_path, "rigid_published_penalties", runs, bodies=50))
    assert kind_of(found) == kind
    assert "k from 1 N/m, β = 1" in found.findings[0]


def test_judge_of_effective_mass(tmp_path):
    """Eigenvalues decide. Late rates of runs do not matter; here they are those of a good penalty."""
    runs = [
        ("avbd", {"bodies": n, "R": r, "s": s}, per_ln(5))
        for n in (10, 30)
        for r in (1.0, 100.0, 1e4)
        for s in (1, 30, "effective_mass")
    ]
    sweep(tmp_path, "rigid_penalty", runs)
    runs = [("avbd", {"R": 1, "factor": 2, "s": "effective_mass", "ramp": 0}, per_ln(3))]
    found = with_sentences(avbd_masses.effective_mass)(sweep(tmp_path, "rigid_penalty_rules", runs))
    assert kind_of(found) == FAILS
    # s = ½ kg between bodies of 1 kg; k/ln is from an independent program.
    assert "N = 10, R = 1: k/ln 20.54 (run 5), the best s = 1.82 kg has 3.3" in found.findings[0]
