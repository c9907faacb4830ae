"""The judges of claims R49 to R51 and R73 give the right verdicts on synthetic runs."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from conftest import synthetic_manifest
from rigid_runs import kind_of, resting, scene_of, sweep
from studies import AXES, with_sentences

from rigid.claims import peers, softness
from simbench.results import Run
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

HANGING = {"anchored": True, "bodies": 10}


@pytest.mark.parametrize(
    ("stretch", "force", "kind"), [(1.0, 1.0, HOLDS), (1.5, 1.0, IN_PART), (1.5, 0.5, FAILS)]
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
