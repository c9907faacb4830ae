"""Claims R11 to R14: sweeps in later poses and later frames, and PBD's stiffness per iteration."""

import math
from io import BytesIO

import numpy as np
import pandas as pd

from rigid.claims.measures import (
    number,
    per_ln,
    percent,
    reduction,
    rounded,
    settled,
    span,
)
from rigid.theory.chain import chain_of, counts_per_ln, spectral_radius
from rigid.theory.joints import JointedBoxes, block_gauss_seidel
from rigid.theory.warm_start import bound, loads
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.run_files import read_run_file
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, at_most, by_case, in_parts, misprinted, near
from simbench.study.words import listed

FEWER = 0.9  # of the cold start's error after as many sweeps
REMAINS = 1e-6  # of the first |c|: an error that iterations do not remove
SAME = 1e-9
COUNTS = (1, 2, 5, 10, 20)  # n of R14
RAN_AWAY = 10.0  # m of stretch


def last_poses(run: Run) -> JointedBoxes:
    """The bodies in the poses of a run's last snapshot."""
    files = sorted(run.folder.glob("poses_*.csv"))
    if not files:
        raise ResultsError(f"{run.folder} has no snapshot of poses")
    rows = pd.read_csv(BytesIO(read_run_file(files[-1])))
    rows = rows[rows["body"].astype(str) != "world"]
    return JointedBoxes(
        np.array(chain_of(run.scene).masses),
        np.array(run.scene["chain"]["box"], float),
        rows[["x", "y", "z"]].to_numpy(float),
        rows[["qw", "qx", "qy", "qz"]].to_numpy(float),
    )


@claim(11)
def nonlinear_sweeps(results: Results) -> Verdict:
    rates, remains = [], {}
    for (bodies, ratio), run in results.by("rigid_solution_rate", "gs", "bodies", "R").items():
        exact = counts_per_ln(spectral_radius(block_gauss_seidel(last_poses(run).matrix())))
        found = per_ln(run, "constraints")
        rates.append(
            near(
                found,
                exact,
                0.02,
                f"N = {bodies:g}, R = {ratio:g}: k/ln is {found:.5g} in the run, by the eigenvalues of the "
                f"block matrix in its last pose {exact:.5g}",
            )
        )
    for shape in ("zigzag", "arc"):
        runs = results.by("rigid_linear_update", "gs", "opening", "update", shape=shape)
        for size in dict.fromkeys(size for size, _ in runs):
            linear, full = (reduction(runs[size, name]) for name in ("linear", "nonlinear"))
            remains[f"{shape} open by {size:g} m"] = at_least(
                linear,
                REMAINS,
                f"{shape} open by {size:g} m: |c| ends at {linear:.1e} of its start with the linear update, "
                f"at {full:.1e} with the other",
            )
    of_runs = max(part.measured for part in rates)
    least, most = (end(remains, key=lambda words: remains[words].measured) for end in (min, max))
    return in_parts(
        [*rates, *remains.values()],
        rates=percent(of_runs),
        least_error=rounded(remains[least].measured),
        least=least,
        most_error=rounded(remains[most].measured),
        most=most,
    )


def frame_error(run: Run) -> float:
    """The largest stretch of a rope at rest; for a soft rope its relative deviation from the exact one."""
    of, step = chain_of(run.scene), run.scene["step"]["time_step"]
    stretch = settled(run)
    if not of.compliance:
        return stretch
    exact = of.compliance * loads(of, step).max()
    return abs(stretch / exact - 1)


@claim(12)
def warm_start_as_printed(results: Results) -> Verdict:
    parts, notes, as_printed, with_pose = [], [], [], []
    for solver, compliance, warm, pose in (
        ("gs", 0, "warm_start", "warm_pose"),
        ("xpbd", 1e-4, "xpbd_warm_start", "xpbd_warm_pose"),
    ):
        runs = results.by("rigid_warm_start_printed", solver, "iterations", warm, pose, compliance=compliance)
        times = {"printed": [], "pose": []}
        for sweeps in (4, 16):
            cold, printed, both = (
                frame_error(runs[sweeps, w, p]) for w, p in ((0, True), (0.5, False), (0.5, True))
            )
            times["printed"].append(printed / cold)
            times["pose"].append(both / cold)
            what = "the largest stretch is off by" if compliance else "the largest stretch is"
            parts.append(
                at_most(
                    printed / cold,
                    FEWER,
                    f"{solver}, {sweeps} sweeps: {what} {number(cold)} cold, {number(printed)} as printed",
                )
            )
            notes.append(f"{solver}, {sweeps} sweeps: {number(both)} with the displacement that goes with it")
        joints = "soft joints" if compliance else "hard joints"
        as_printed.append(f"{span(times['printed'])} times ({joints})")
        with_pose.append(f"{span(times['pose'])} times ({joints})")
    return in_parts(parts, *notes, printed=" and ".join(as_printed), with_pose=" and ".join(with_pose))


@claim(13)
def warm_start_with_pose(results: Results) -> Verdict:
    runs = results.by("rigid_warm_start", "gs", "iterations", "warm_start")
    counts = list(dict.fromkeys(sweeps for sweeps, _ in runs))
    inside, beyond = "w ρ(G)^K < ½", "w ρ(G)^K ≥ ½"
    cases: dict[str, list[Part]] = {inside: [], beyond: []}
    needed, off = [], []
    for w in (1, 0.9, 0.5):
        needs = math.inf
        for sweeps in counts:
            cold, warm = settled(runs[sweeps, 0]), settled(runs[sweeps, w])
            limit = bound(chain_of(runs[sweeps, w].scene), int(sweeps))
            if warm >= RAN_AWAY:
                needs = math.inf
            else:
                needs = min(needs, sweeps)
                off.append(abs(warm / cold - (1 - w)))
            cases[inside if w < limit else beyond].append(
                at_most(
                    warm / cold if math.isfinite(cold) else math.inf,
                    1.0,
                    f"w = {w:g}, K = {sweeps:g}: {number(warm)} m, cold {number(cold)} m; stable below w = "
                    f"{limit:.3g}",
                )
            )
        needed.append(f"{number(needs)} (w = {w:g})")
    wrong = [
        f"w = {w:g}, K = {sweeps:g}"
        for (sweeps, w), run in runs.items()
        if (w < bound(chain_of(run.scene), int(sweeps))) != (settled(run) < RAN_AWAY)
    ]
    told = (
        f"the bound w ρ(G)^K < ½ tells {len(runs) - len(wrong)} of {len(runs)} ropes that hold from those "
        "that run away"
    )
    return by_case(
        "w and the number of sweeps",
        {words: parts for words, parts in cases.items() if parts},
        told + (f"; not {listed(wrong)}" if wrong else ""),
        needed=listed(needed),
        told=told,
        off=rounded(max(off, default=math.inf)),
    )


@claim(14)
def stiffness_of_iterations(results: Results) -> Verdict:
    printed, corrected, notes, ends = [], [], [], {}
    for bodies, words in ((2, "one joint"), (10, "nine joints")):
        runs = results.by("rigid_stiffness", "sor", "xi", bodies=bodies)
        of_case = ends[words] = []
        for left in (0.5, 0.1):
            found = {}
            for count in COUNTS:
                each = 1 - left ** (1 / count)
                run = next(run for xi, run in runs.items() if math.isclose(xi, each, rel_tol=1e-9))
                rows = run.first_step.set_index("iteration")["constraint_error"]
                found[count] = float(rows[count] / rows[0])
            of_case.append(f"{span(found.values(), 3)} ({left:g} is meant)")
            said = f"{words}: {left:g} is to be left, and is " + listed(
                f"{value:.6g} (n = {count})" for count, value in found.items()
            )
            if bodies > 2:
                notes.append(said)
                continue
            corrected.append(at_most(max(abs(value / left - 1) for value in found.values()), SAME, said))
            as_printed = {count: left ** (count * count) for count in COUNTS}  # (1 − k')ⁿ, 1 − k' = (1 − k)ⁿ
            printed.append(
                at_most(
                    max(abs(value / left - 1) for value in as_printed.values()),
                    SAME,
                    f"by k' as printed, {left:g} is to be left, and would be "
                    + listed(f"{value:.3g} (n = {count})" for count, value in as_printed.items()),
                )
            )
    one, chain = (" and ".join(of_case) for of_case in ends.values())
    return misprinted(
        printed,
        corrected,
        *notes,
        counts=span(COUNTS),
        one=one,
        chain=chain,
    )
