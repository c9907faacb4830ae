"""Claims R11 to R14: sweeps in later poses and later frames, and PBD's stiffness per iteration."""

import math

import numpy as np

from rigid.claims.measures import last_poses, number, per_ln, percent, rounded, settled, span
from rigid.theory.chain import chain_of, counts_per_ln, spectral_radius
from rigid.theory.joints import JointedBoxes, block_gauss_seidel
from rigid.theory.warm_start import bound, loads
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, below, in_parts, misprinted, near
from simbench.study.words import listed

SAME_RATE = 0.02  # of k/ln
FEWER = 0.9  # of the cold start's error after as many sweeps
SAME = 1e-9
COUNTS = (1, 2, 5, 10, 20)  # n of R14
RAN_AWAY = 10.0  # m of stretch


def last_boxes(run: Run) -> JointedBoxes:
    """The bodies in the poses of a run's last snapshot."""
    rows = last_poses(run).drop("world", errors="ignore")
    return JointedBoxes(
        np.array(chain_of(run.scene).masses),
        np.array(run.scene["chain"]["box"], float),
        rows[["x", "y", "z"]].to_numpy(float),
        rows[["qw", "qx", "qy", "qz"]].to_numpy(float),
    )


@claim(11)
def nonlinear_sweeps(results: Results) -> Verdict:
    parts = []
    for (bodies, ratio), run in results.by("rigid_solution_rate", "gs", "bodies", "R").items():
        exact = counts_per_ln(spectral_radius(block_gauss_seidel(last_boxes(run).matrix())))
        words = f"k/ln for N = {bodies:g}, R = {ratio:g}, by the block matrix {exact:.5g}"
        parts.append(near(per_ln(run, "constraints"), exact, SAME_RATE, words))
    return in_parts(parts, rates=percent(max(part.measured for part in parts)))


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
    printed, meant = [], []
    for solver, compliance, warm, pose in (
        ("gs", 0, "warm_start", "warm_pose"),
        ("xpbd", 1e-4, "xpbd_warm_start", "xpbd_warm_pose"),
    ):
        runs = results.by("rigid_warm_start_printed", solver, "iterations", warm, pose, compliance=compliance)
        for sweeps in dict.fromkeys(key[0] for key in runs):
            cold = frame_error(runs[sweeps, 0, True])
            for parts, with_pose in ((printed, False), (meant, True)):
                words = (
                    f"{SOLVER_LABELS[solver]}, {sweeps:g} sweeps: the stretch at rest, by the exact one, "
                    "over a cold start's"
                )
                parts.append(at_most(frame_error(runs[sweeps, 0.5, with_pose]) / cold, FEWER, words))
    found = {"printed": printed, "meant": meant}
    return misprinted(
        printed, meant, **{name: span([part.measured for part in parts]) for name, parts in found.items()}
    )


@claim(13)
def warm_start_with_pose(results: Results) -> Verdict:
    runs = results.by("rigid_warm_start", "gs", "iterations", "warm_start")
    stretch = {key: settled(run) for key, run in runs.items()}
    most = max(sweeps for sweeps, _ in runs)
    warm = {key: size for key, size in stretch.items() if key[1] > 0}
    as_good = [sweeps for (sweeps, _), size in warm.items() if size <= stretch[most, 0]]
    least = min(size / stretch[sweeps, 0] for (sweeps, w), size in warm.items() if sweeps < most)
    stable = {key: warm[key] < RAN_AWAY for key in warm}
    wrong = [key for key in warm if stable[key] != (key[1] < bound(chain_of(runs[key].scene), int(key[0])))]
    return in_parts(
        [
            below(least, 1.0, "the stretch of a hanging rope over that of a cold start after as many sweeps"),
            below(
                min(as_good, default=math.inf), most, f"sweeps for the stretch of a cold start after {most:g}"
            ),
        ],
        "stable if w ρ(G)^K < ½, except for " + (listed(f"w = {w:g}, K = {k:g}" for k, w in wrong) or "none"),
        most=f"{most:g}",
        stable=None if len(wrong) > 1 else "The rope is stable as long as w ρ(G)^K is below ½ for K sweeps.",
        fewer=number(min(as_good, default=math.inf)),
        least=rounded(least),
    ).reaching(
        {
            "with one sweep a frame and half of the last multipliers": stable.get((1, 0.5), False),
            f"with fewer than {most:g} sweeps and all of the last multipliers": all(
                holds for (sweeps, w), holds in stable.items() if w == 1
            ),
        }
    )


@claim(14)
def stiffness_of_iterations(results: Results) -> Verdict:
    left = {bodies: _left(results, bodies) for bodies in (2, 10)}
    printed, meant = [], []
    for share, found in left[2].items():
        as_printed = [share ** (count * count) for count in COUNTS]  # (1 − k')ⁿ, 1 − k' = (1 − k)ⁿ
        for parts, values in ((printed, as_printed), (meant, found)):
            off = max(abs(value / share - 1) for value in values)
            words = f"of {share:g}, which is to be left, {span(values, 3)} is left; the largest deviation"
            parts.append(at_most(off, SAME, words))
    return misprinted(
        printed,
        meant,
        counts=span(COUNTS),
        one=_spans(left[2]),
        chain=_spans(left[10]),
    ).reaching(
        {
            "in a chain of ten, where a joint opens its neighbours as it closes": all(
                abs(value / share - 1) <= SAME for share, found in left[10].items() for value in found
            )
        }
    )


def _left(results: Results, bodies: int) -> dict[float, list[float]]:
    """The part of |c| that is left after each of COUNTS iterations, by the part that is to be left."""
    runs = results.by("rigid_stiffness", "sor", "xi", bodies=bodies)
    found: dict[float, list[float]] = {}
    for share in (0.5, 0.1):
        for count in COUNTS:
            each = 1 - share ** (1 / count)
            run = next(run for xi, run in runs.items() if math.isclose(xi, each, rel_tol=1e-9))
            rows = run.first_step.set_index("iteration")["constraint_error"]
            found.setdefault(share, []).append(float(rows[count] / rows[0]))
    return found


def _spans(left: dict[float, list[float]]) -> str:
    return " and ".join(f"{span(found, 3)} where {share:g} is meant" for share, found in left.items())
