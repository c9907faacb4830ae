"""The judges of claims R11 to R21 give the right verdicts on made-up runs."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from rigid_runs import ending, falling, kind_of, per_ln, resting, sweep, table
from studies import with_sentences

from rigid.claims import alignment, joints, spinning, warm_starts
from rigid.theory.chain import chain, counts_per_ln, spectral_radius
from rigid.theory.joints import bent_chain, block_gauss_seidel
from rigid.theory.warm_start import bound, loads
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS, IN_PART, MISPRINTED

pytestmark = pytest.mark.slow

HANGING = {"anchored": True, "bodies": 10}


@pytest.mark.parametrize(("slower", "kind"), [(1.0, HOLDS), (1.2, FAILS)])
def test_judge_of_nonlinear_sweeps(tmp_path, slower, kind):
    boxes = bent_chain(3)
    count = slower * counts_per_ln(spectral_radius(block_gauss_seidel(boxes.matrix())))
    results = sweep(tmp_path, "rigid_solution_rate", [("gs", {"bodies": 3, "R": 1}, per_ln(count))], bodies=3)
    poses = pd.DataFrame(
        np.hstack([boxes.positions, boxes.orientations]), columns=["x", "y", "z", "qw", "qx", "qy", "qz"]
    )
    poses.insert(0, "body", ["body0", "body1", "body2"])
    (run,) = (tmp_path / "rigid_solution_rate/runs").glob("*/*")
    poses.to_csv(run / "poses_0001_000100.csv", index=False)
    assert kind_of(with_sentences(warm_starts.nonlinear_sweeps)(results)) == kind


@pytest.mark.parametrize(
    ("printed", "meant", "kind"), [(1.0, 0.5, MISPRINTED), (0.5, 0.5, HOLDS), (2.0, 2.0, FAILS)]
)
def test_judge_of_warm_start_as_printed(tmp_path, printed, meant, kind):
    exact = 1e-4 * loads(chain(10, anchored=True), 1).max()
    runs = []
    for w, pose, size in ((0, True, 1.0), (0.5, False, printed), (0.5, True, meant)):
        hard = {"iterations": 4, "compliance": 0, "warm_start": w, "warm_pose": pose}
        soft = {"iterations": 4, "compliance": 1e-4, "xpbd_warm_start": w, "xpbd_warm_pose": pose}
        runs += [("gs", hard, resting(size)), ("xpbd", soft, resting(exact * (1 + 0.1 * size)))]
    results = sweep(tmp_path, "rigid_warm_start_printed", runs, **HANGING)
    assert kind_of(with_sentences(warm_starts.warm_start_as_printed)(results)) == kind


@pytest.mark.parametrize(("gained", "kind"), [(-0.5, HOLDS), (0.5, FAILS)])
def test_judge_of_warm_start_with_pose(tmp_path, gained, kind):
    def rope(k, w):
        stable = w < bound(chain(10, anchored=True), k)
        return resting((1 + gained * w) * 0.03 if stable else 1e9)

    runs = [
        ("gs", {"iterations": k, "warm_start": w}, rope(k, w)) for k in (1, 4, 32) for w in (0, 0.5, 0.9, 1)
    ]
    found = with_sentences(warm_starts.warm_start_with_pose)(
        sweep(tmp_path, "rigid_warm_start", runs, **HANGING)
    )
    assert (kind_of(found), list(found.cases.values())) == (kind, [True, False])
    assert found.notes[0].endswith("except for none")


@pytest.mark.parametrize(("one", "chained", "kind"), [(0, 0.1, MISPRINTED), (0.1, 0.1, FAILS)])
def test_judge_of_stiffness_of_iterations(tmp_path, one, chained, kind):
    runs = []
    for bodies, off in ((2, one), (10, chained)):
        for each in [1 - left ** (1 / n) for left in (0.5, 0.1) for n in warm_starts.COUNTS]:
            error = (1 - each + off / 20) ** np.arange(21)
            runs.append(("sor", {"bodies": bodies, "xi": float(f"{each:.15g}")}, table(error)))
    results = sweep(tmp_path, "rigid_stiffness", runs)
    found = with_sentences(warm_starts.stiffness_of_iterations)(results)
    assert (kind_of(found), list(found.cases.values())) == (kind, [False])


@pytest.mark.parametrize(
    ("one", "ten", "kind"), [(12, 30, HOLDS), (80, math.inf, HOLDS), (math.inf, 12, FAILS)]
)
def test_judge_of_scalar_joint(tmp_path, one, ten, kind):
    runs = [
        ("gs", {"bodies": n, "R": 1.0, "gs_form": form}, per_ln(count))
        for n, of_scalar in ((2, one), (10, ten))
        for form, count in (("scalar", of_scalar), ("vector", 10))
    ]
    found = with_sentences(joints.scalar_joint)(sweep(tmp_path, "rigid_three_dimensions", runs))
    assert (kind_of(found), list(found.cases.values())) == (kind, [math.isfinite(ten)])


def momenta(folder, kept=0.0) -> Results:
    """Linear momenta are 0.1 under AVBD and Jacobi that averages by count, and `kept` under the others."""
    runs = [
        ("gs", {"h": 1, "gs_form": form}, falling(0.9, 100, linear_momentum=kept))
        for form in ("scalar", "vector")
    ]
    runs += [
        (
            "jacobi",
            {"h": 1, "averaging": name},
            falling(0.9, 100, linear_momentum=0.1 if name == "count" else kept),
        )
        for name in ("none", "count", "split")
    ]
    runs += [(solver, {"h": 1}, falling(0.9, 100, linear_momentum=kept)) for solver in ("sor", "xpbd")]
    runs += [
        ("avbd", {"h": 1, "s": 2}, falling(0.8, 100, linear_momentum=0.1)),
        ("direct", {"h": 1}, falling(1e-3, 10)),
    ]
    sweep(folder, "rigid_momentum", runs)
    runs = [
        ("gs", {"opening": b, "gs_form": f}, table(np.array([b**2, 1e-9]), angular_momentum=[b**4, 1e-9]))
        for b in (0.1, 0.4)
        for f in ("scalar", "vector")
    ]
    return sweep(folder, "rigid_momentum_opening", runs)


def test_judges_of_momenta(tmp_path):
    """A loop computes Σ δp × Δ. test_rigid_theory.py compares its |c| with an independent program."""
    kept = with_sentences(joints.momentum_of_the_solution)(momenta(tmp_path / "a"))
    assert (kind_of(kept), list(kept.cases.values())) == (HOLDS, [True, False, False])
    lost = with_sentences(joints.momentum_of_the_solution)(momenta(tmp_path / "b", 0.1))
    assert kind_of(lost) == IN_PART
    angular = with_sentences(joints.angular_momentum)(momenta(tmp_path / "c"))
    assert kind_of(angular) == IN_PART
    assert [part.holds for part in angular.parts] == [True, False]
    assert angular.notes == ["the state's momentum goes like |c₀|^2.00 (scalar), |c₀|^2.00 (vector)"]


@pytest.mark.parametrize(("without", "kind"), [(1e-9, HOLDS), (0.3, FAILS)])
def test_judge_of_fixed_offset(tmp_path, without, kind):
    runs = [
        (solver, {"offset": json.dumps(offset)}, ending(1e-9, angular_momentum=[0, momentum]))
        for solver in ("gs", "direct")
        for offset, momentum in (([0, 0, 0], without), ([0, 0.5, 0.2], 1.0))
    ]
    assert kind_of(with_sentences(joints.fixed_offset)(sweep(tmp_path, "rigid_offset_joint", runs))) == kind


@pytest.mark.parametrize(("power", "kind"), [(1, HOLDS), (0, FAILS)])
def test_judge_of_restitution(tmp_path, power, kind):
    for name, factor in (("velocity", 0.0), ("position", 0.1)):
        runs = []
        for h in (0.1, 0.025):
            rows = pd.concat([ending(0.1), ending(0.1).assign(step=2)])
            rows["kinetic_energy"] = np.where(rows["step"] == 2, 1 + factor * h**power, 7.0)
            runs.append(("gs", {"h": h}, rows))
        results = sweep(tmp_path, f"rigid_restitution_{name}", runs)
    assert kind_of(with_sentences(joints.restitution_as_position)(results)) == kind


@pytest.mark.parametrize(("rate", "kind"), [(0.1, HOLDS), (0.99, FAILS)])
def test_judge_of_angle_or_cosine(tmp_path, rate, kind):
    runs = []
    for angle in (0.01, 1.0):
        turned = json.dumps([math.cos(angle / 2), math.sin(angle / 2), 0, 0])
        for form, factor in (("angle", rate), ("cosine", 0.5)):
            rows = falling(factor, angular_error=angle * factor ** np.arange(301))
            runs.append(("gs", {"orientation": turned, "axis_form": form}, rows))
    results = sweep(tmp_path, "rigid_axis", runs)
    assert kind_of(with_sentences(alignment.angle_or_cosine)(results)) == kind


def tilted_tops(folder, change) -> Results:
    """Tops whose tilt grows by the factor 1 + change(ωh)."""
    names = ("none", *spinning.PRECESSING)
    runs = [("gs", {"h": h, "gyroscopic": name}, ending(1e-9)) for h in (0.005, 0.02, 0.08) for name in names]
    results = sweep(folder, "rigid_top", runs)
    for (h, name), run in results.by("rigid_top", "gs", "h", "gyroscopic").items():
        angle = 0.01 * (1 if name == "none" else 1 + change(10 * h))
        pose = {"body": ["top"], "x": 0, "y": 0, "z": 0, "qw": math.cos(angle / 2), "qx": math.sin(angle / 2)}
        pd.DataFrame(pose | {"qy": 0, "qz": 0}).to_csv(run.folder / "poses_0004_000001.csv", index=False)
    return results


def test_judge_of_tops(tmp_path):
    judge = with_sentences(spinning.resistance_to_tipping)
    resisting = judge(tilted_tops(tmp_path / "a", lambda turn: -0.3 * turn**2))
    assert (kind_of(resisting), list(resisting.cases.values())) == (HOLDS, [True, True])
    eased = judge(tilted_tops(tmp_path / "b", lambda turn: 0.9 * turn))
    assert (kind_of(eased), list(eased.cases.values())) == (IN_PART, [True, False])
