"""The judges of claims R69 to R72 (stacks of boxes) give the right verdicts on synthetic runs."""

import json

import pytest
from rigid_runs import boxes, kind_of, stacks
from studies import with_sentences

from rigid.claims import stacks as judges
from rigid.claims.units import PUBLISHED
from simbench.study.verdicts import CONFIRMED, DEPENDS, PARTLY, REFUTED

pytestmark = pytest.mark.slow

STOOD, FELL = 0.1, 3.0  # edges


@pytest.mark.parametrize(
    ("falls", "kind", "said"),
    [
        (lambda n, k, update: n == 20 and k == 5, f"{PARTLY} (1 of 2)", "stand with the second: none."),
        (
            lambda n, k, update: n == 20 and update == "nonlinear",
            CONFIRMED,
            "the second: 20 boxes, 5 sweeps, cold;",
        ),
        (lambda n, k, update: False, REFUTED, "5 and 5 (20 boxes, cold)"),
        (lambda n, k, update: update == "linear", REFUTED, "5 and more than 40 (20 boxes, cold)"),
    ],
)
def test_judge_of_updated_directions(tmp_path, falls, kind, said):
    runs = []
    for n in (5, 20):
        for k in (5, 40):
            for warm in (0, 1):
                for update in ("nonlinear", "linear"):
                    setting = {"iterations": k, "warm_start": warm, "update": update}
                    moved = FELL if falls(n, k, update) else STOOD
                    runs.append(("gs", {"system": json.dumps(boxes(n)), **setting}, moved))
    stacks(tmp_path, "rigid_tall_stacks", runs)
    exact = [("direct", {"system": json.dumps(boxes(n))}, STOOD if n == 5 else FELL) for n in (5, 20)]
    results = stacks(tmp_path, "rigid_tall_stacks_exact", exact)
    found = with_sentences(judges.updated_directions)(results)
    assert kind_of(found) == kind, found.findings
    assert said in found.sentence
    assert found.sentence.endswith("stacks of these heights stand: 5.")
    if kind == f"{PARTLY} (1 of 2)":
        assert "40 and 40 (20 boxes, cold), 40 and 40 (20 boxes, warm)" in found.sentence
    if kind == CONFIRMED:
        assert "5 and 5 (5 boxes, warm), more than 40 and 5 (20 boxes, cold)" in found.sentence


def constants(moved, **setting) -> list:
    """Runs of AVBD; `moved` is the distance by β, or 0 for the penalty that follows the masses."""
    runs = [("avbd", {"s": k / 3600, "ramp": growth, **setting}, moved(growth)) for k, growth in PUBLISHED]
    return [*runs, ("avbd", {"s": "heavier_mass", "ramp": 0, **setting}, moved(0))]


@pytest.mark.parametrize(
    ("impulses", "moved", "kind"),
    [
        (FELL, lambda growth: STOOD, CONFIRMED),
        (FELL, lambda growth: STOOD if growth == 1e5 else FELL, DEPENDS),
        (FELL, lambda growth: FELL, f"{PARTLY} (1 of 2)"),
        (STOOD, lambda growth: FELL, REFUTED),
    ],
)
def test_judge_of_a_growing_stack(tmp_path, impulses, moved, kind):
    runs = [("si", {"si_warm_start": w}, impulses + w) for w in (0, 1)] + constants(moved)
    found = with_sentences(judges.growing_stack)(stacks(tmp_path, "rigid_growing_stack", runs))
    assert kind_of(found) == kind, found.findings
    assert f"the top moves by {impulses:g} edges of the bottom block or more" in found.sentence
    if kind == DEPENDS:
        assert "overlap at the end by: 0.25 m (demonstration)." in found.sentence
    if moved(0) == moved(1e5) == FELL:
        assert found.sentence.endswith("none stands.")


@pytest.mark.parametrize(
    ("dual", "primal", "kind", "said"),
    [
        (10, {}, CONFIRMED, "10 (gs, warm), 10 (si, warm), 10 (soft_step); and under AVBD: 300 (p"),
        (10, {10: 0.1}, DEPENDS, "under AVBD: at none (paper, k from 1 N/m), at none (paper, k from 1000"),
        (300, {}, f"{PARTLY} (1 of 2)", "300 (soft_step)"),
        (300, dict.fromkeys([0, 10, 1e5], 10), REFUTED, "10 (s = heavier mass)."),
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
    assert said in found.sentence


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
    assert kind_of(better) == CONFIRMED
    assert "as the best, for: gs with 1 kg; gs with 10 kg; gs, warm with 1 kg; " in better.sentence
    worse = judge(substeps(tmp_path / "b", lambda words, top, n: 0.01 * n))
    assert kind_of(worse) == REFUTED
    assert "for: none. The stack stands, but fewer substeps move its top less (20 times)" in worse.sentence
    fallen = judge(substeps(tmp_path / "c", lambda words, top, n: FELL))
    assert kind_of(fallen) == REFUTED
    assert "It falls with 20 substeps for: gs with 1 kg; " in fallen.sentence
    assert fallen.sentence.endswith("With fewer it stands for: none.")
    mixed = judge(
        substeps(tmp_path / "d", lambda words, top, n: FELL if words == "si" and n == 20 else 0.1 / n)
    )
    assert kind_of(mixed) == DEPENDS
    assert mixed.sentence.endswith("With fewer it stands for: si with 1 kg; si with 10 kg.")
