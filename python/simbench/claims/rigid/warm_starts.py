"""Claims R11 to R14: sweeps in later poses and later frames, and PBD's stiffness an iteration."""

import math

import numpy as np
import pandas as pd

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import number, per_ln, reduction, settled
from simbench.claims.verdicts import Verdict, at_least, at_most, in_parts, near
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.rigid.chain import chain_of, counts_per_ln, spectral_radius
from simbench.rigid.joints import JointedBoxes, block_gauss_seidel
from simbench.rigid.warm_start import bound, loads

FEWER = 0.9  # of the cold start's error after as many sweeps
REMAINS = 1e-6  # of the first |c|: an error that iterations do not remove
SAME = 1e-9


def last_poses(run: Run) -> JointedBoxes:
    """Where a run's bodies are in its last snapshot."""
    files = sorted(run.folder.glob("poses_*.csv"))
    if not files:
        raise ResultsError(f"{run.folder} has no snapshot of poses")
    rows = pd.read_csv(files[-1])
    rows = rows[rows["body"].astype(str) != "world"]
    return JointedBoxes(
        np.array(chain_of(run.scene).masses),
        np.array(run.scene["chain"]["box"], float),
        rows[["x", "y", "z"]].to_numpy(float),
        rows[["qw", "qx", "qy", "qz"]].to_numpy(float),
    )


@rigid_claim(
    11,
    "Nonlinear Gauss–Seidel converges in the end at the linear rate of the solution's pose; with large "
    "steps the "
    "linear update leaves an error that iterations do not remove.",
    source="Sec. 4.8",
    setting="3, 5 and 10 bent boxes with ball joints, R = 1, 10; zigzags and arcs of 0.3 rad that are open "
    "by 0.01 … 0.5 m",
    figure="chain_bend",
)
def nonlinear_sweeps(results: Results) -> Verdict:
    parts = []
    for (bodies, ratio), run in results.by("rigid_solution_rate", "gs", "bodies", "R").items():
        exact = counts_per_ln(spectral_radius(block_gauss_seidel(last_poses(run).matrix())))
        found = per_ln(run, "constraints")
        parts.append(
            near(
                found,
                exact,
                0.02,
                f"N = {bodies:g}, R = {ratio:g}: k/ln is {found:.5g} in the run, by the eigenvalues of the "
                "block "
                f"matrix in its last pose {exact:.5g}",
            )
        )
    for shape in ("zigzag", "arc"):
        runs = results.by("rigid_linear_update", "gs", "opening", "update", shape=shape)
        for size in dict.fromkeys(size for size, _ in runs):
            linear, full = (reduction(runs[size, name]) for name in ("linear", "nonlinear"))
            parts.append(
                at_least(
                    linear,
                    REMAINS,
                    f"{shape} open by {size:g} m: |c| ends at {linear:.1e} of its start with the linear "
                    "update, at "
                    f"{full:.1e} with the other",
                )
            )
    return in_parts(parts)


def frame_error(run: Run) -> float:
    """How far a rope at rest is from where it should be: its largest stretch, of a soft one as a share."""
    of, step = chain_of(run.scene), run.scene["step"]["time_step"]
    stretch = settled(run)
    if not of.compliance:
        return stretch
    exact = of.compliance * loads(of, step).max()
    return abs(stretch / exact - 1)


@rigid_claim(
    12,
    "Warm starting as printed (multipliers of the last frame, but no displacement) needs fewer iterations "
    "a frame.",
    source="Sec. 4.10, Algorithm 1",
    setting="hanging rope of ten, 4 and 16 sweeps a frame, half of the last multipliers; hard, and α = "
    "10⁻⁴ m/N",
    figure="chain_warm_start",
)
def warm_start_as_printed(results: Results) -> Verdict:
    parts, notes = [], []
    for solver, compliance, warm, pose in (
        ("gs", 0, "warm_start", "warm_pose"),
        ("xpbd", 1e-4, "xpbd_warm_start", "xpbd_warm_pose"),
    ):
        runs = results.by("rigid_warm_start_printed", solver, "iterations", warm, pose, compliance=compliance)
        for sweeps in (4, 16):
            cold, printed, both = (
                frame_error(runs[sweeps, w, p]) for w, p in ((0, True), (0.5, False), (0.5, True))
            )
            what = "the largest stretch is off by" if compliance else "the largest stretch is"
            parts.append(
                at_most(
                    printed / cold,
                    FEWER,
                    f"{solver}, {sweeps} sweeps: {what} {number(cold)} cold, {number(printed)} as printed",
                )
            )
            notes.append(f"{solver}, {sweeps} sweeps: {number(both)} with the displacement that goes with it")
    return in_parts(parts, *notes)


@rigid_claim(
    13,
    "Applied to the displacements as well, a warm start makes stable systems more stable.",
    source="Sec. 4.10",
    setting="hanging rope of ten, w = 1, 0.9, 0.5, 1 … 32 sweeps a frame, 2000 frames: the stretch over a "
    "cold start's",
    figure="chain_warm_start",
)
def warm_start_with_pose(results: Results) -> Verdict:
    runs = results.by("rigid_warm_start", "gs", "iterations", "warm_start")
    counts = list(dict.fromkeys(sweeps for sweeps, _ in runs))
    parts = []
    for w in (1, 0.9, 0.5):
        for sweeps in counts:
            cold, warm = settled(runs[sweeps, 0]), settled(runs[sweeps, w])
            limit = bound(chain_of(runs[sweeps, w].scene), int(sweeps))
            parts.append(
                at_most(
                    warm / cold if math.isfinite(cold) else math.inf,
                    1.0,
                    f"w = {w:g}, K = {sweeps:g}: {number(warm)} m, cold {number(cold)} m; stable below w = "
                    f"{limit:.3g}",
                )
            )
    wrong = [
        f"w = {w:g}, K = {sweeps:g}"
        for (sweeps, w), run in runs.items()
        if (w < bound(chain_of(run.scene), int(sweeps))) != (settled(run) < 10)
    ]
    return in_parts(
        parts,
        f"the bound w ρ(G)^K < ½ tells {len(runs) - len(wrong)} of {len(runs)} ropes that hold from those "
        "that "
        f"run away" + (f"; not {listed(wrong)}" if wrong else ""),
    )


@rigid_claim(
    14,
    "PBD's stiffness k leaves (1 − k)ⁿ of an error after n iterations, and k' = 1 − (1 − k)^(1/n) makes "
    "the result "
    "independent of n.",
    source="Sec. 4.13",
    setting="one joint, and a chain of ten; k' so that n = 1, 2, 5, 10, 20 iterations are to leave ½ and 0.1",
    figure="chain_relaxation",
)
def stiffness_of_iterations(results: Results) -> Verdict:
    parts = []
    for bodies, words in ((2, "one joint"), (10, "nine joints")):
        runs = results.by("rigid_stiffness", "sor", "xi", bodies=bodies)
        for left in (0.5, 0.1):
            found = {}
            for count in (1, 2, 5, 10, 20):
                each = 1 - left ** (1 / count)
                run = next(run for xi, run in runs.items() if math.isclose(xi, each, rel_tol=1e-9))
                rows = run.first_step.set_index("iteration")["constraint_error"]
                found[count] = float(rows[count] / rows[0])
            worst = max(abs(value / left - 1) for value in found.values())
            parts.append(
                at_most(
                    worst,
                    SAME,
                    f"{words}: {left:g} is to be left, and is "
                    + listed(f"{value:.6g} (n = {count})" for count, value in found.items()),
                )
            )
    return in_parts(parts)
