"""The judges of claims R12, R13, R23, R49 to R51 and R73 give the right verdicts on synthetic runs."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from conftest import synthetic_manifest
from rigid_runs import kind_of, resting, scene_of, sweep
from studies import AXES, with_sentences

from rigid.claims import peers, softness, warm_starts
from rigid.theory.chain import chain
from rigid.theory.warm_start import bound, loads
from simbench.results import Run
from simbench.study.results import Results
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

HANGING = {"anchored": True, "bodies": 10}


def warm_starts_as_printed(folder, hard: float, soft: float) -> Results:
    """Errors with the printed warm start over errors with a cold start, for hard and soft joints."""
    exact = 1e-4 * loads(chain(10, anchored=True), 1).max()
    runs = []
    for k in (4, 16):
        for w in (0, 0.5):
            for pose in (True, False):
                warm = w > 0 and not pose
                runs += [
                    (
                        "gs",
                        {"iterations": k, "compliance": 0, "warm_start": w, "warm_pose": pose},
                        resting(hard if warm else 1.0),
                    ),
                    (
                        "xpbd",
                        {"iterations": k, "compliance": 1e-4, "xpbd_warm_start": w, "xpbd_warm_pose": pose},
                        resting(exact * (1 + 0.1 * (soft if warm else 1))),
                    ),
                ]
    return sweep(folder, "rigid_warm_start_printed", runs, **HANGING)


@pytest.mark.parametrize(
    ("hard", "soft", "kind"), [(0.5, 0.5, HOLDS), (1.0, 0.5, IN_PART), (1.0, 2.0, FAILS)]
)
def test_judge_of_warm_start_as_printed(tmp_path, hard, soft, kind):
    found = with_sentences(warm_starts.warm_start_as_printed)(warm_starts_as_printed(tmp_path, hard, soft))
    assert kind_of(found) == kind, found.findings


def test_judge_of_warm_start_with_pose(tmp_path):
    def rope(k, w, theory, per_w):
        stable = not theory or w < bound(chain(10, anchored=True), k)
        return resting((1 + per_w * w) * 0.03 if stable else 1e9)

    for name, theory, per_w, kind in (
        ("a", False, -0.5, HOLDS),
        ("b", True, -0.5, DEPENDS),
        ("c", False, 0.5, FAILS),
    ):
        runs = [
            ("gs", {"iterations": k, "warm_start": w}, rope(k, w, theory, per_w))
            for k in (1, 4, 32)
            for w in (0, 0.5, 0.9, 1)
        ]
        found = with_sentences(warm_starts.warm_start_with_pose)(
            sweep(tmp_path / name, "rigid_warm_start", runs, **HANGING)
        )
        assert kind_of(found) == kind
        told = "tells 12 of 12" if theory else "tells 8 of 12"
        assert told in found.findings[-1]


def soft_ropes(folder, few: float, one: float = 1.0, many: float = 1.0) -> Results:
    """Stretches of soft joints over exact ones: `one` with one body, else `few` (one sweep) or `many`."""
    runs = []
    for bodies in (1, 10):
        for alpha in (1e-4, 1e-3):
            for n in (1, 5):
                for k in (1, 2, 20):
                    exact = alpha * 9.81 * bodies
                    setting = {"bodies": bodies, "compliance": alpha, "iterations": k, "substeps": n}
                    runs.append(
                        ("xpbd", setting, resting(exact * (one if bodies == 1 else few if k == 1 else many)))
                    )
                    runs.append(("gs", setting, resting(0.3 / k)))
    return sweep(folder, "rigid_softness", runs, anchored=True)


def test_judge_of_softness(tmp_path):
    judge = with_sentences(softness.softness_over_iterations)
    assert kind_of(judge(soft_ropes(tmp_path / "a", 1.0))) == HOLDS
    wrong = judge(soft_ropes(tmp_path / "b", 1.5))
    assert kind_of(wrong) == DEPENDS
    assert wrong.depends_on == "the number of joints"
    assert kind_of(judge(soft_ropes(tmp_path / "c", 2.0, one=3.0, many=1.5))) == FAILS


@pytest.mark.parametrize(
    ("stretch", "force", "kind"),
    [(1.0, 1.0, HOLDS), (1.5, 1.0, IN_PART), (1.5, 0.5, FAILS)],
)
def test_judge_of_hanging_boxes(tmp_path, stretch, force, kind):
    """1.125 kg in steps of 1/n s. The change of momentum in a step gives the top joint's force."""
    weight, runs = 9.81 * 1.125, []
    for k in (1, 20):
        for n in (1, 5):
            off = 1 if k > 1 else stretch
            rows = resting(0.01 * weight * off, linear_momentum=weight * force / n)
            runs.append(("xpbd", {"iterations": k, "substeps": n}, rows))
    boxes = {"bodies": 2, "mass": [0.125, 1], "anchored": True, "compliance": 0.01}
    found = with_sentences(peers.hanging_soft_boxes)(sweep(tmp_path, "rigid_hanging_boxes", runs, **boxes))
    assert kind_of(found) == kind
    assert f"the top joint opens by {0.01 * weight * stretch:.4g} m in place of 0.1104 m" in found.answer


def test_weights_of_the_judges_follow_from_the_gravity_of_the_scene():
    boxes = {"bodies": 2, "mass": [0.125, 1], "anchored": True, "compliance": 0.01}
    scene = scene_of({}, **boxes) | {"gravity": [0, 0, -10]}
    rows = resting(0.1125, linear_momentum=11.25).assign(elapsed_seconds=0.0)
    run = Run("xpbd", rows, synthetic_manifest("xpbd", scene=scene, status="max_iterations"), {}, Path("run"))
    assert softness.static_deviation(run) == pytest.approx(0, abs=1e-12)
    assert peers.force_deviation(run) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("stretch", "kind"), [(0.007, HOLDS), (0.02, FAILS), (math.inf, FAILS)])
def test_judge_of_a_gram_above_a_kilogram(tmp_path, stretch, kind):
    runs = [(s, {"substeps": n}, resting(stretch)) for s in ("gs", "avbd") for n in (1, 20)]
    hanging = {"bodies": 2, "mass": [0.001, 1], "anchored": True}
    assert (
        kind_of(
            with_sentences(peers.gram_above_kilogram)(
                sweep(tmp_path, "rigid_light_above_heavy", runs, **hanging)
            )
        )
        == kind
    )


def write_substeps(folder, power: dict[str, float]) -> None:
    """Sizes are powers of the number of substeps."""
    starts = [{"gravity": json.dumps([0, 0, g])} for g in (-9.81001, -9.80999)]
    for name in ("rigid_substeps", "rigid_substeps_swing", "rigid_substeps_starts"):
        runs = []
        for solver in ("gs", "sor", "jacobi", "avbd"):
            settings = [{"s": 1}, {"s": "effective_mass"}] if solver == "avbd" else [{}]
            for tip, n in itertools.product((1, 100), (1, 4, 32)):
                size = float(n) ** power.get(solver, -1)
                rows = resting(size, kinetic_energy=np.linspace(0, size, 30))
                for start in starts if name == "rigid_substeps_starts" else [{}]:
                    runs += [(solver, {"tip": tip, "substeps": n, **s, **start}, rows) for s in settings]
        sweep(folder, name, runs, **HANGING)


@pytest.mark.parametrize(("power", "kind"), [({"sor": 1}, HOLDS), ({"gs": 1, "sor": 1}, FAILS)])
def test_judge_of_substeps(tmp_path, power, kind):
    """XPBD decides, and other methods are the reach."""
    write_substeps(tmp_path, power)
    found = with_sentences(peers.substeps_are_best)(Results(tmp_path, AXES))
    assert kind_of(found) == kind
    assert list(found.cases.values()) == [False, True, True, True]


@pytest.mark.parametrize(("soft", "kind"), [(2, HOLDS), (8, FAILS)])
def test_judge_of_the_stability_of_compliance(tmp_path, soft, kind):
    """Hard joints hold from 8 sweeps a frame on, and soft ones from `soft`."""
    runs = [
        ("xpbd", {"iterations": k, "compliance": a}, resting(0.01 if k >= (soft if a else 8) else 1e9))
        for k in (1, 2, 4, 8)
        for a in (0, 1e-3)
    ]
    sweep(tmp_path, "rigid_more_stable", runs)
    cold = sweep(tmp_path, "rigid_warm_start", [("gs", {"iterations": 1, "warm_start": 0}, resting(0.1))])
    found = with_sentences(peers.compliance_is_more_stable)(cold)
    assert kind_of(found) == kind
    assert f"from 8 sweeps a frame on, and XPBD from {soft} (α = 0.001 m/N)" in found.answer
