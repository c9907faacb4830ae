"""The judges of claims R70 to R72 (stacks of boxes) give the right verdicts on synthetic runs."""

import pytest
from rigid_runs import kind_of, stacks
from studies import with_sentences

from rigid.claims import stacks as judges
from rigid.claims.units import PUBLISHED
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

STOOD, FELL = 0.1, 3.0  # edges


def constants(moved, **setting) -> list:
    """Runs of AVBD; `moved` is the distance by β, or 0 for the penalty that follows the masses."""
    runs = [("avbd", {"s": k / 3600, "ramp": growth, **setting}, moved(growth)) for k, growth in PUBLISHED]
    return [*runs, ("avbd", {"s": "heavier_mass", "ramp": 0, **setting}, moved(0))]


@pytest.mark.parametrize(
    ("impulses", "demonstration", "kind"), [(1.2, 0.05, HOLDS), (1.2, 0.8, IN_PART), (0.2, 0.8, FAILS)]
)
def test_judge_of_a_growing_stack(tmp_path, impulses, demonstration, kind):
    overlaps = constants(lambda growth: demonstration if growth == 1e5 else 0.9)
    runs = [("si", {"si_warm_start": w}, impulses + w) for w in (0, 1)] + overlaps
    found = with_sentences(judges.growing_stack)(stacks(tmp_path, "rigid_growing_stack", runs))
    assert kind_of(found) == kind, found.findings
    assert f"is {impulses:g} (cold), {impulses + 1:g} (warm) under sequential" in found.answer
    assert "0.9 (paper, k from 1 N/m)" in found.reach


@pytest.mark.parametrize(
    ("dual", "primal", "kind"), [(10, 300, HOLDS), (300, 300, IN_PART), (300, 10, FAILS)]
)
def test_judge_of_a_heavy_top(tmp_path, dual, primal, kind):
    """Stacks stand up to these ratios; AVBD holds boxes of up to 10 kg with the demonstration's constants."""
    runs = []
    for top in (1, 10, 300):
        runs += [(solver, {"top": top}, STOOD if top <= dual else FELL) for solver in judges.WARM]
        runs += constants(lambda _, top=top: STOOD if top <= primal else FELL, top=top)
    stacks(tmp_path, "rigid_heavy_top", runs)
    boxes = []
    for mass in (1, 10, 100):
        boxes += constants(lambda growth, mass=mass: FELL if growth == 1e5 and mass > 10 else STOOD, box=mass)
    found = with_sentences(judges.heavy_top)(stacks(tmp_path, "rigid_unit_of_stack", boxes))
    assert kind_of(found) == kind, found.findings
    assert f"up to {dual} (Gauss–Seidel, warm)" in found.answer
    assert "boxes of 1 to 10 kg stand" in found.reach
    assert "Boxes of 100 kg do not." in found.reach


def substeps(folder, moved):
    """The distance of the top by the solver's name in the claim, the mass of the top, and the substeps."""
    runs = []
    for words, (solver, setting) in judges.SUBSTEPPED.items():
        penalty = {"ramp": 1 / 3600, "s": "heavier_mass"} if solver == "avbd" else {}
        for top in (1, 10):
            for n in (1, 4, 20):
                runs.append((solver, {"top": top, "substeps": n, **penalty, **setting}, moved(words, top, n)))
    return stacks(folder, "rigid_stack_substeps", runs)


def test_judge_of_smaller_steps(tmp_path):
    judge = with_sentences(judges.smaller_steps)
    better = judge(substeps(tmp_path / "a", lambda words, top, n: 0.1 / n))
    assert kind_of(better) == HOLDS
    assert all(better.cases.values())
    worse = judge(substeps(tmp_path / "b", lambda words, top, n: 0.02 * n))
    assert kind_of(worse) == FAILS
    fallen = judge(
        substeps(
            tmp_path / "c", lambda words, top, n: FELL if words == judges.IMPULSES and n == 20 else 0.1 / n
        )
    )
    assert kind_of(fallen) == HOLDS
    assert fallen.reach.endswith("falls with small steps: sequential impulses.")
