"""The judges of claims R11, R14 to R20, R22, R24 and R25 give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from rigid_runs import ending, falling, kind_of, per_ln, sweep, table
from studies import with_sentences

from rigid.claims import alignment, joints, softness, spinning, warm_starts
from rigid.theory.chain import counts_per_ln, spectral_radius
from rigid.theory.joints import bent_chain, block_gauss_seidel
from simbench.study.results import Results
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART, MISPRINTED

pytestmark = pytest.mark.slow


def solution_rates(folder, factor: float, left: float) -> Results:
    boxes = bent_chain(3)
    count = counts_per_ln(spectral_radius(block_gauss_seidel(boxes.matrix())))
    results = sweep(
        folder, "rigid_solution_rate", [("gs", {"bodies": 3, "R": 1}, per_ln(factor * count))], bodies=3
    )
    poses = pd.DataFrame(
        np.hstack([boxes.positions, boxes.orientations]), columns=["x", "y", "z", "qw", "qx", "qy", "qz"]
    )
    poses.insert(0, "body", ["body0", "body1", "body2"])
    for run in (folder / "rigid_solution_rate" / "runs").iterdir():
        poses.to_csv(run / "poses_0001_000100.csv", index=False)
    runs = [
        (
            "gs",
            {"shape": shape, "opening": 0.2, "update": update},
            ending(left if update == "linear" else 1e-14),
        )
        for shape in ("zigzag", "arc")
        for update in ("linear", "nonlinear")
    ]
    sweep(folder, "rigid_linear_update", runs)
    return results


def test_judge_of_nonlinear_sweeps(tmp_path):
    judge = with_sentences(warm_starts.nonlinear_sweeps)
    assert kind_of(judge(solution_rates(tmp_path / "a", 1.0, 1e-3))) == HOLDS
    assert kind_of(judge(solution_rates(tmp_path / "b", 1.2, 1e-3))) == IN_PART
    assert kind_of(judge(solution_rates(tmp_path / "c", 1.2, 1e-12))) == FAILS


@pytest.mark.parametrize(
    ("chained", "one", "kind"), [(0, 0, MISPRINTED), (0.1, 0, MISPRINTED), (0.1, 0.1, FAILS)]
)
def test_judge_of_stiffness_of_iterations(tmp_path, chained, one, kind):
    runs = []
    for bodies, off in ((2, one), (10, chained)):
        for left in (0.5, 0.1):
            for n in (1, 2, 5, 10, 20):
                each = 1 - left ** (1 / n)
                error = (1 - each + off / 20) ** np.arange(21)
                runs.append(("sor", {"bodies": bodies, "xi": float(f"{each:.15g}")}, table(error)))
    assert (
        kind_of(with_sentences(warm_starts.stiffness_of_iterations)(sweep(tmp_path, "rigid_stiffness", runs)))
        == kind
    )


@pytest.mark.parametrize(
    ("scalar", "of_one", "kind"),
    [
        (12, 12, HOLDS),
        (30, 80, HOLDS),
        (30, math.inf, FAILS),
        (math.inf, 12, FAILS),
    ],
)
def test_judge_of_scalar_joint(tmp_path, scalar, of_one, kind):
    runs = []
    for n in (2, 10):
        counts = {"scalar": of_one if n == 2 else scalar, "vector": 10, "rows": 20}
        for r in (1.0, 100.0, 1e4):
            runs += [("gs", {"bodies": n, "R": r, "gs_form": f}, per_ln(c)) for f, c in counts.items()]
            runs += [("sor", {"bodies": n, "R": r, "sor_form": f}, per_ln(4)) for f in ("scalar", "vector")]
    found = with_sentences(joints.scalar_joint)(sweep(tmp_path, "rigid_three_dimensions", runs))
    assert kind_of(found) == kind
    if kind == HOLDS:
        assert f"it takes {of_one / 10:g} times the iterations of the vector form" in found.answer


def momenta(folder, linear: float, scalar: float, vector: float, others: float = 0.0) -> Results:
    """Linear momenta are `linear` (AVBD) or `others`; angular ones `scalar`, or fall to `vector`."""
    runs = []
    for h in (1, 0.1):
        for form, end in (("scalar", 1.0), ("vector", vector)):
            size = scalar if form == "scalar" else 1.0
            rows = falling(
                0.9, 100, linear_momentum=others, angular_momentum=size * end ** np.linspace(0, 1, 101)
            )
            runs.append(("gs", {"h": h, "gs_form": form}, rows))
        runs += [
            ("jacobi", {"h": h, "averaging": a}, falling(0.9, 100, linear_momentum=others))
            for a in ("none", "count")
        ]
        runs += [(solver, {"h": h}, falling(0.9, 100, linear_momentum=others)) for solver in ("sor", "xpbd")]
        runs.append(("avbd", {"h": h, "s": 2}, falling(0.9, 100, linear_momentum=linear)))
        runs.append(("direct", {"h": h}, falling(1e-3, 10)))
    sweep(folder, "rigid_momentum", runs)
    runs = [
        ("gs", {"opening": b, "gs_form": f}, table(np.array([b**2, 1e-9]), angular_momentum=[b**4, 1e-9]))
        for b in (0.1, 0.4)
        for f in ("scalar", "vector")
    ]
    return sweep(folder, "rigid_momentum_opening", runs)


def test_judge_of_linear_momentum(tmp_path):
    kept = momenta(tmp_path / "a", 0.0, 1e-14, 1e-9)
    assert kind_of(with_sentences(joints.linear_momentum)(kept)) == HOLDS
    lost = with_sentences(joints.linear_momentum)(momenta(tmp_path / "b", 0.1, 1e-3, 0.5))
    assert kind_of(lost) == DEPENDS
    assert lost.depends_on == "the solver"
    assert lost.answer.endswith("AVBD (s = 2).")
    all_lost = momenta(tmp_path / "d", 0.1, 1e-3, 0.5, others=0.1)
    assert kind_of(with_sentences(joints.linear_momentum)(all_lost)) == FAILS


def test_judge_of_the_sum_of_angular_momentum_that_the_source_defines(tmp_path):
    """A loop computes Σ δp × Δ. test_rigid_theory.py compares its |c| with an independent program."""
    found = with_sentences(joints.angular_momentum)(momenta(tmp_path, 0.0, 1e-3, 0.5))
    assert kind_of(found) == IN_PART
    assert [part.holds for part in found.parts] == [True, False]
    assert found.notes[-1] == "arcs, vector form: the largest angular momentum goes like |c₀|^2.00"
    assert "state's own momentum ends off by 0.0001 (scalar) and 0.05 (vector)" in found.answer


@pytest.mark.parametrize(
    ("without", "exactly", "kind"),
    [(1e-9, 1e-9, HOLDS), (0.3, 1e-9, IN_PART), (0.3, 0.3, FAILS)],
)
def test_judge_of_fixed_offset(tmp_path, without, exactly, kind):
    runs = [
        (solver, {"offset": json.dumps(offset)}, ending(1e-9, angular_momentum=[0, momentum]))
        for solver in ("gs", "direct")
        for offset, momentum in (
            ([0, 0, 0], without if solver == "gs" else exactly),
            ([0, 0.5, 0.2], 1.0),
        )
    ]
    assert kind_of(with_sentences(joints.fixed_offset)(sweep(tmp_path, "rigid_offset_joint", runs))) == kind


@pytest.mark.parametrize(("power", "size", "kind"), [(1, 0.1, HOLDS), (0, 0.01, IN_PART), (0, 0.5, FAILS)])
def test_judge_of_restitution(tmp_path, power, size, kind):
    for name, factor in (("velocity", 0.0), ("position", size)):
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
        rows = falling(rate, angular_error=angle * rate ** np.arange(301))
        runs.append(("gs", {"orientation": turned, "axis_form": "angle"}, rows))
        rows = falling(0.5, angular_error=angle * 0.5 ** np.arange(301))
        runs.append(("gs", {"orientation": turned, "axis_form": "cosine"}, rows))
    found = with_sentences(alignment.angle_or_cosine)(sweep(tmp_path, "rigid_axis", runs))
    assert kind_of(found) == kind
    by_angle = {0.1: "7", 0.99: "never"}[rate]
    assert f"0.01 rad: 1, {by_angle} iterations by the angle" in found.findings[0]
    # The last error is 10⁻⁸ rad. Its cosine rounds to 1, so rounding decides.
    assert found.findings[0].endswith(", never by the cosine, as rounding has it")
    assert "rad rounding decides how many it takes: " in found.answer
    assert found.findings[-1].startswith("1 rad: by the cosine an iteration leaves 0.500")


def stopping(rows: pd.DataFrame, end: float) -> pd.DataFrame:
    """The same errors, but at least `end`."""
    return rows.assign(relative_error=rows["relative_error"].clip(lower=end))


def compliances(folder, *, direct: str, soft_count: float, end: float, bent: float | None = None) -> Results:
    """`end`: the last relative error. `bent`: the last one of bent chains, if it is another one."""
    runs = []
    for alpha in (0, 1e-3):
        runs.append(("direct", {"of_first": alpha}, ending(1e-9), direct if alpha == 0 else "converged"))
        runs += [(s, {"of_first": alpha}, ending(1e-9), direct) for s in ("gs", "xpbd")]
    sweep(folder, "rigid_joints_twice", runs)
    runs = [(s, {"of_first": 1e-3}, ending(1e-9)) for s in ("direct", "xpbd")]
    sweep(folder, "rigid_joints_twice_soft", runs)
    runs = [
        (solver, {"R": r, "compliance": a}, stopping(per_ln(soft_count), end))
        for solver in ("xpbd", "vbd")
        for r in (1, 100)
        for a in ((0, 0.1, 1) if solver == "xpbd" else (0.1, 1))
    ]
    sweep(folder, "rigid_compliance", runs)
    runs = [(s, {"compliance": 0.1}, ending(1e-9, relative_error=[1, bent or end])) for s in ("xpbd", "vbd")]
    return sweep(folder, "rigid_compliance_bent", runs)


def test_judges_of_compliance(tmp_path):
    helped = compliances(tmp_path / "a", direct="not_spd", soft_count=3, end=1e-30)
    assert kind_of(with_sentences(softness.compliance_helps)(helped)) == HOLDS
    assert kind_of(with_sentences(softness.both_ways_one_answer)(helped)) == HOLDS
    slow = compliances(tmp_path / "c", direct="not_spd", soft_count=30, end=1e-30, bent=1e-3)
    found = with_sentences(softness.both_ways_one_answer)(slow)
    assert kind_of(found) == DEPENDS
    assert found.depends_on == "whether bodies turn"
    assert "On chains 8 of 8 runs end at the minimum. On boxes 0 of 1 runs of XPBD do" in found.answer
    assert kind_of(with_sentences(softness.compliance_helps)(slow)) == IN_PART
    not_helped = compliances(tmp_path / "b", direct="converged", soft_count=30, end=1e-2)
    assert kind_of(with_sentences(softness.compliance_helps)(not_helped)) == FAILS
    assert kind_of(with_sentences(softness.both_ways_one_answer)(not_helped)) == FAILS


@pytest.mark.parametrize(("bent", "kind"), [(1e-12, HOLDS), (1e-3, DEPENDS), (None, FAILS)])
def test_judge_of_least_squares_minimum(tmp_path, bent, kind):
    """If `bent` is None, no run ends at the minimum. Runs that still converge do not count."""
    straight, bent = (1e-15, bent) if bent else (1e-3, 1e-3)

    def end(error):
        return ending(1e-9, relative_error=[1, error])

    sweep(
        tmp_path,
        "rigid_same_answer",
        [
            *((solver, {"s": None}, end(straight)) for solver in ("gs", "jacobi", "sor")),
            ("avbd", {"s": 2}, end(straight)),
        ],
    )
    own = {
        "gs": {"gs_form": "vector"},
        "jacobi": {"averaging": "none"},
        "sor": {"sor_form": "vector"},
        "avbd": {"s": 2, "avbd_form": "vector"},
    }
    runs = [(solver, {"bodies": 10, "R": 1, **setting}, end(bent)) for solver, setting in own.items()]
    moving = ("avbd", {"bodies": 10, "R": 1, "s": 1e4, "avbd_form": "vector"}, falling(0.999))
    found = with_sentences(softness.least_squares_minimum)(
        sweep(tmp_path, "rigid_three_dimensions", [*runs, moving])
    )
    assert kind_of(found) == kind
    assert len(found.parts) == 8
    assert "Not converged after all iterations: boxes, sweeps over bodies, avbd, s = 10000." in found.answer


def tilted_tops(folder, change) -> Results:
    """Tops whose tilt grows by the factor 1 + change(ωh)."""
    steps = (0.005, 0.02, 0.08)
    names = ("none", *spinning.PRECESSING)
    runs = [("gs", {"h": h, "gyroscopic": name}, ending(1e-9)) for h in steps for name in names]
    results = sweep(folder, "rigid_top", runs)
    for run in results.by("rigid_top", "gs", "h", "gyroscopic").items():
        (h, name), found = run
        angle = 0.01 * (1 if name == "none" else 1 + change(10 * h))
        pose = {"body": ["top"], "x": 0, "y": 0, "z": 0, "qw": math.cos(angle / 2), "qx": math.sin(angle / 2)}
        pd.DataFrame(pose | {"qy": 0, "qz": 0}).to_csv(found.folder / "poses_0004_000001.csv", index=False)
    return results


def test_judge_of_tops(tmp_path):
    judge = with_sentences(spinning.resistance_to_tipping)
    assert kind_of(judge(tilted_tops(tmp_path / "a", lambda turn: -0.3 * turn**2))) == HOLDS
    assert kind_of(judge(tilted_tops(tmp_path / "b", lambda turn: 0.3 * turn**2))) == IN_PART
    assert kind_of(judge(tilted_tops(tmp_path / "c", lambda turn: 0.9 * turn))) == IN_PART
