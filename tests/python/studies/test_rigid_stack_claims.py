"""The judges of claims R70 to R72 (stacks of boxes) give the right verdicts on synthetic runs."""

import pytest
from rigid_runs import kind_of, stacks
from studies import with_sentences

from rigid.claims import stacks as judges
from rigid.claims.units import PUBLISHED
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

STOOD, FELL = 0.1, 3.0  # edges


def constants(moved, **setting) -> list:
    """Runs of AVBD; `moved` is the distance by β, or 0 for the penalty that follows the masses."""
    runs = [("avbd", {"s": k / 3600, "ramp": growth, **setting}, moved(growth)) for k, growth in PUBLISHED]
    return [*runs, ("avbd", {"s": "heavier_mass", "ramp": 0, **setting}, moved(0))]


@pytest.mark.parametrize(
    ("impulses", "overlap", "kind"),
    [
        (1.2, lambda growth: 0.05, HOLDS),
        (1.2, lambda growth: 0.05 if growth == 1e5 else 0.8, DEPENDS),
        (1.2, lambda growth: 0.8, IN_PART),
        (0.2, lambda growth: 0.8, FAILS),
    ],
)
def test_judge_of_a_growing_stack(tmp_path, impulses, overlap, kind):
    runs = [("si", {"si_warm_start": w}, impulses + w) for w in (0, 1)] + constants(overlap)
    found = with_sentences(judges.growing_stack)(stacks(tmp_path, "rigid_growing_stack", runs))
    assert kind_of(found) == kind, found.findings
    assert f"is {impulses:g} (cold), {impulses + 1:g} (warm) under sequential" in found.answer
    assert f"{overlap(1e5):g} (demonstration)" in found.answer


@pytest.mark.parametrize(
    ("dual", "primal", "kind", "said"),
    [
        (10, {}, HOLDS, "10 (gs, warm), 10 (si, warm), 10 (soft_step); and under AVBD: 300 (p"),
        (10, {10: 10}, DEPENDS, "under AVBD: 10 (paper, k from 1 N/m), 10 (paper, k from 1000"),
        (10, {10: 0.1}, HOLDS, "under AVBD: at none (paper, k from 1 N/m)"),  # which is not judged then
        (300, {}, IN_PART, "300 (soft_step)"),
        (0.1, {}, IN_PART, "under dual methods: at none (gs, warm), at none (si, warm)"),
        (300, dict.fromkeys([0, 10, 1e5], 10), FAILS, "10 (s = heavier mass)."),
    ],
)
def test_judge_of_a_heavy_top(tmp_path, dual, primal, kind, said):
    """Stacks stand up to the ratio `dual`, with AVBD up to primal[β] or at all ratios."""
    runs = []
    for top in (1, 10, 300):
        runs += [(solver, {"top": top}, STOOD if top <= dual else FELL) for solver in judges.WARM]
        runs.append(("xpbd", {"top": top}, FELL))
        runs += constants(lambda g, top=top: STOOD if top <= primal.get(g, 300) else FELL, top=top)
    found = with_sentences(judges.heavy_top)(stacks(tmp_path, "rigid_heavy_top", runs))
    assert kind_of(found) == kind, found.findings
    assert said in found.answer


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
    assert "as the best, for: gs with 1 kg; gs with 10 kg; gs, warm with 1 kg; " in better.answer
    alike = judge(substeps(tmp_path / "b", lambda words, top, n: 0.1 + 0.0004 * n))
    assert kind_of(alike) == HOLDS
    worse = judge(substeps(tmp_path / "c", lambda words, top, n: 0.01 * n))
    assert kind_of(worse) == FAILS
    assert "for: none. The stack stands, but fewer substeps move its top less, for: gs" in worse.answer
    fallen = judge(substeps(tmp_path / "d", lambda words, top, n: FELL))
    assert kind_of(fallen) == FAILS
    assert "The stack falls with 20 substeps for: gs with 1 kg; " in fallen.answer
    mixed = judge(
        substeps(tmp_path / "e", lambda words, top, n: FELL if words == "si" and n == 20 else 0.1 / n)
    )
    assert kind_of(mixed) == DEPENDS
    assert mixed.answer.endswith("it stands with fewer substeps for: si with 1 kg; si with 10 kg.")
