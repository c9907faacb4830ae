"""The judges of claims R39 to R48, R53, R63, R64 and R66 (AVBD) give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pytest
from rigid_runs import ending, falling, kind_of, per_ln, stacks, sweep, table
from studies import AXES, with_sentences

from rigid.claims import avbd, avbd_iterations, avbd_masses, joints
from rigid.claims.measures import RATIOS
from rigid.theory import seed
from rigid.theory.chain import counts_per_ln
from simbench.study.results import Results
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

COMPLIANCES = (100, 1, 0.1, 0.01, 1e-4)


def inner_runs(folder, slower: float = 1.0, left: float = 1e-30) -> Results:
    """Runs that take `slower` times the iterations of eigenvalues; the stiffest leaves `left` of |c|."""
    runs = []
    for n in (10, 100):
        for r in RATIOS:
            for a in COMPLIANCES:
                rows = per_ln(slower * avbd.exact_inner(n, r, 1 / a))
                rows["largest_stretch"] += left if a == 1e-4 else 0.1
                runs.append(("vbd", {"bodies": n, "R": r, "compliance": a}, rows))
    return sweep(folder, "rigid_inner", runs)


def test_judges_of_a_sweep_over_bodies(tmp_path):
    """Eigenvalues decide, and runs beside them; the source's regime is right for a moderate ratio alone."""
    right, wrong = inner_runs(tmp_path / "a"), inner_runs(tmp_path / "b", slower=1.5, left=1.0)
    assert kind_of(with_sentences(avbd.inner_radius)(right)) == HOLDS
    assert kind_of(with_sentences(avbd.inner_radius)(wrong)) == IN_PART
    assert kind_of(with_sentences(avbd.softer_is_faster)(right)) == HOLDS
    assert kind_of(with_sentences(avbd.softer_is_faster)(wrong)) == IN_PART
    heavy = with_sentences(avbd.inner_with_heavy_ends)(right)
    assert [part.holds for part in heavy.parts] == [True, True, False, True]
    assert kind_of(heavy) == IN_PART
    assert "like N^0.93 for R = 100 and like N^1.89 for R = 10,000" in heavy.answer


@pytest.mark.parametrize(("free", "rope", "kind"), [(1.0, 3.0, HOLDS), (50.0, 1.0, IN_PART)])
def test_judge_of_the_limit_of_stiff_springs(tmp_path, free, rope, kind):
    springs = [("vbd", {"bodies": 10, "R": 1.0, "compliance": 1e-4}, per_ln(free * seed.eq_8_14(10)))]
    sweep(tmp_path, "rigid_inner", springs)
    tied = counts_per_ln(math.cos(math.pi / 20) ** 2)
    results = sweep(tmp_path, "rigid_inner_rope", [("vbd", {"compliance": 1e-4}, per_ln(rope * tied))])
    found = with_sentences(avbd.inner_limit)(results)
    assert kind_of(found) == kind
    assert list(found.cases.values()) == [rope == 1]


def test_judge_of_growth_with_the_length(tmp_path):
    for name, lengths in (("rigid_length", (5, 10, 30)), ("rigid_length_long", (100, 300))):
        runs = [
            ("avbd", {"bodies": n, "anchored": tied, "s": s}, per_ln(s * n ** (1 + tied) / 30))
            for n in lengths
            for tied in (False, True)
            for s in (1, 8)
        ]
        sweep(tmp_path, name, runs)
    found = with_sentences(avbd.needs_square)(Results(tmp_path, AXES))
    assert kind_of(found) == HOLDS
    assert found.parts[0].measured == pytest.approx(2, abs=0.1)  # by eigenvalues
    assert "they grow like N^0.94 (free, s = 1 to 1 kg)" in found.reach
    assert "(s = 1)" in found.notes[0]


@pytest.mark.parametrize(("growing", "held"), [(5, True), (None, False)])
def test_judge_of_mass_ratios(tmp_path, growing, held):
    """By eigenvalues a sweep alone does not mind, and multipliers do. Runs decide where s grows."""
    ratios = avbd_masses.RATIOS
    runs = [("vbd", {"bodies": 10, "R": r, "compliance": 1.0}, per_ln(5 * r)) for r in ratios]
    sweep(tmp_path, "rigid_inner", runs)
    runs = [
        ("avbd", {"R": r, "s": 1, "ramp": b, "factor": 1}, per_ln(growing or 5 * r))
        for r in ratios
        for b in avbd_masses.RAMPS
    ]
    found = with_sentences(avbd_masses.insensitive_to_masses)(sweep(tmp_path, "rigid_penalty_rules", runs))
    assert kind_of(found) == IN_PART
    assert [part.holds for part in found.parts] == [True, False]
    assert list(found.cases.values()) == [True, False, held, held, held]


@pytest.mark.parametrize(("left", "of_pairs", "kind"), [(0.5, 1e-9, HOLDS), (math.inf, math.inf, IN_PART)])
def test_judge_of_one_multiplier_per_joint(tmp_path, left, of_pairs, kind):
    runs = [
        (
            "avbd",
            {"bodies": n, "R": 1.0, "s": 2, "avbd_form": form},
            ending(1e-12 if form == "vector" else of_pairs if n == 2 else left),
        )
        for n in (2, 10)
        for form in ("vector", "scalar")
    ]
    results = sweep(tmp_path, "rigid_three_dimensions", runs)
    found = with_sentences(joints.scalar_multiplier)(results)
    assert (kind_of(found), list(found.cases.values())) == (kind, [False, True])


@pytest.mark.parametrize(("more", "kind"), [(0.0, HOLDS), (0.3, FAILS)])
def test_judge_of_one_iteration(tmp_path, more, kind):
    """The runs follow the definition of the iteration; `more` is another error of its denominator."""
    runs = []
    for first, second in ((1, 1), (1, 100), (100, 1)):
        for s in (1e-3, 0.1, 1e5):
            a = s / (first + s)
            b = s / (second + s) * (1 - a) / (1 + more)
            momentum = abs(second * b - first * a)
            rows = table(np.array([1.0, 1 - a - b]), linear_momentum=[0.0, momentum])
            runs.append(("avbd", {"masses": json.dumps([first, second]), "s": s}, rows))
    found = with_sentences(avbd_iterations.one_iteration)(
        sweep(tmp_path, "rigid_one_iteration", runs, bodies=2)
    )
    assert kind_of(found) == kind, found.findings
    assert list(found.cases.values()) == [not more, False]


@pytest.mark.parametrize(
    ("with_it", "status", "helps", "converges"),
    [(0.8, "max_iterations", HOLDS, HOLDS), (0.999, "not_spd", FAILS, FAILS)],
)
def test_judges_of_geometric_stiffness(tmp_path, with_it, status, helps, converges):
    runs = []
    for shape in ("zigzag", "arc"):
        for name, rate in (("none", 0.9), ("diagonal", with_it)):
            setting = {"shape": shape, "bend": 0.5, "s": 2, "geometric": name}
            runs.append(("avbd", setting, falling(rate), status if name == "diagonal" else "max_iterations"))
    sweep(tmp_path, "rigid_geometric_stiffness", runs)
    tops = [
        ("avbd", {"box": mass, "s": 1 / 3600, "ramp": 1e5}, moved) for mass, moved in ((1, 0.1), (1000, 3.0))
    ]
    results = stacks(tmp_path, "rigid_unit_of_stack", tops)
    assert kind_of(with_sentences(avbd_iterations.geometric_stiffness)(results)) == helps
    found = with_sentences(avbd_iterations.diagonal_converges)(results)
    assert kind_of(found) == converges
    assert "1000 kg fall" in found.reach


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


def test_judge_of_soft_and_hard_joints(tmp_path):
    judge = with_sentences(avbd_iterations.soft_and_hard)
    for left, kind in ((1e-9, HOLDS), (1e-2, IN_PART)):
        runs = [("avbd", {"compliance": a}, ending(left if a else 1e-9)) for a in (0, 0.01)]
        assert kind_of(judge(sweep(tmp_path / kind, "rigid_soft_and_hard", runs))) == kind


def test_judge_of_effective_mass(tmp_path):
    """Eigenvalues decide. Late rates of runs do not matter; here they are those of a good penalty."""
    runs = [
        ("avbd", {"bodies": n, "R": r, "s": s}, per_ln(5))
        for n in (10, 30)
        for r in avbd_masses.RATIOS
        for s in (1, 30, "effective_mass")
    ]
    found = with_sentences(avbd_masses.effective_mass)(sweep(tmp_path, "rigid_penalty", runs))
    assert kind_of(found) == ANSWERED
    # s = ½ kg between bodies of 1 kg; k/ln is from an independent program.
    assert "N = 10, R = 1: k/ln 20.54 (run 5), the best s = 1.82 kg has 3.3" in found.findings[0]
