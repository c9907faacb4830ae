"""Claims R1 to R5: when sweeps over constraints converge."""

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import grid, per_ln, reduction
from simbench.claims.verdicts import Part, Verdict, at_least, in_parts
from simbench.results import Run
from simbench.rigid.chain import Chain, chain_of, gauss_seidel_map, spectral_radius
from simbench.rigid.rates import rate

CLEARLY = 1.05  # rates this far apart, by k/ln, are ordered
CONVERGED = 1e-6  # of the first |c|
SHAPES = ("zigzag", "arc")


def _far_open(results: Results, shape: str) -> dict[float, Run]:
    """Gauss–Seidel on chains whose joints are far open, by how far [m]."""
    return results.by(
        "rigid_large_errors", "gs", "opening", shape=shape, gs_form="vector", update="nonlinear"
    )


def converges(run: Run) -> bool:
    """|c| has become small, or at least is still falling at the end."""
    return reduction(run) < 1 and (reduction(run) < CONVERGED or rate(run, "constraints") < 1)


def factor(run: Run) -> float:
    """An iteration's, of |c|: the late rate, or the mean one where that is rounding; else at least 1."""
    late = rate(run, "constraints")
    if not converges(run):
        return max(late, 1.0)
    return late if late < 1 else reduction(run) ** (1 / int(run.first_step["iteration"].iloc[-1]))


def all_below_one(factors: Iterable[float], finding: str) -> Part:
    worst = max(factors)
    return Part(worst < 1, finding, worst, 1.0, 1 / worst if worst else math.inf)


def none_below_one(factors: Iterable[float], finding: str) -> Part:
    return at_least(min(factors), 1.0, finding)


@rigid_claim(
    1,
    "Gauss–Seidel converges for every chain, and for any independent constraints.",
    source="(4.7), Sec. 4.7",
    setting="straight chains N = 10 … 1000, R = 1 … 10⁴; boxes with ball joints, bent; random matrices",
    figure="chain_length",
)
def gauss_seidel_converges(results: Results) -> Verdict:
    parts = []
    runs = grid(results, "gs")
    worst = max(rate(run) for run in runs.values())
    parts.append(
        all_below_one([worst], f"straight chains: the largest late rate of {len(runs)} runs is {worst:.9g}")
    )
    random = np.random.default_rng(1)
    radii = []
    for _ in range(200):
        rows = random.integers(2, 12)
        jacobian = random.normal(size=(rows, rows + random.integers(0, 6)))
        masses = 10 ** random.uniform(-2, 2, jacobian.shape[1])
        radii.append(spectral_radius(gauss_seidel_map(jacobian / masses @ jacobian.T)))
    parts.append(all_below_one(radii, f"200 random sets of independent rows: ρ is at most {max(radii):.9g}"))
    bent = results.by("rigid_three_dimensions", "gs", "bodies", "R", gs_form="vector")
    slow = [key for key, run in bent.items() if not converges(run)]
    parts.append(
        all_below_one(
            map(factor, bent.values()),
            f"bent chains of boxes: {len(bent) - len(slow)} of {len(bent)} runs converge",
        )
    )
    for shape in SHAPES:
        far = _far_open(results, shape)
        ends = {size: reduction(run) for size, run in far.items()}
        parts.append(
            all_below_one(
                map(factor, far.values()),
                f"joints that are far open, {shape}: |c| ends at "
                + listed(f"{value:.1e} (by {size:g} m)" for size, value in ends.items())
                + " of its start",
            )
        )
    return in_parts(parts)


@rigid_claim(
    2,
    "Jacobi converges, too, only slower.",
    source="(4.6), Sec. 8.2.2",
    setting="straight chains; boxes with ball joints, their rows at once or one by one; joints that are "
    "there twice",
    figure="chain_convergence",
)
def jacobi_converges(results: Results) -> Verdict:
    runs = grid(results, "jacobi")
    worst = max(rate(run) for run in runs.values())
    words = f"straight chains: the largest late rate of {len(runs)} runs is {worst:.9g}"
    parts = [all_below_one([worst], words)]
    for form, words in (("vector", "three rows of a joint at once"), ("rows", "row by row")):
        bent = results.by(
            "rigid_jacobi_rows", "jacobi", "bodies", jacobi_form=form, jacobi_xi=1, averaging="none"
        )
        parts.append(
            all_below_one(
                map(factor, bent.values()),
                f"bent chains of boxes, {words}: the late rate is "
                + listed(f"{rate(run, 'constraints'):.4g} (N = {n:g})" for n, run in bent.items()),
            )
        )
    twice = results.run("rigid_joints_twice", "jacobi", of_first=0, jacobi_xi=1, averaging="none")
    parts.append(
        all_below_one(
            [factor(twice)],
            f"joints that are there twice: |c| ends at {reduction(twice):.3g} of its start ("
            f"{twice.manifest['status']})",
        )
    )
    relaxed = results.run("rigid_joints_twice", "jacobi", of_first=0, jacobi_xi=0.5, averaging="none")
    return in_parts(parts, f"with ξ = ½ joints that are there twice end at {reduction(relaxed):.1e}")


@rigid_claim(
    3,
    "The smaller r = max Σ_j |A_ij|/A_ii, the faster Gauss–Seidel converges.",
    source="(4.71)",
    setting="12 chains of three bodies and 10 of seven, in pairs whose r differ by 1 % or more",
    figure="chain_mass_ratio",
)
def dominance_orders_rates(results: Results) -> Verdict:
    parts, notes = [], []
    for sweep, words in (("rigid_three_bodies", "three bodies"), ("rigid_dominance", "seven bodies")):
        chains = [(chain_of(run.scene), per_ln(run)) for run in results.by(sweep, "gs", "masses").values()]
        ordered, wrong = 0, []
        for (one, count), (other, other_count) in combinations(chains, 2):
            r, s = one.dominance(), other.dominance()
            if abs(r - s) < 0.01 or max(count, other_count) < CLEARLY * min(count, other_count):
                continue
            ordered += 1
            if (r < s) != (count < other_count):
                wrong.append((one, r, count, other, s, other_count))
        right = ordered - len(wrong)
        parts.append(
            at_least(
                right / ordered if ordered else 0.0,
                1.0,
                f"{words}: r differs in {ordered} pairs, {right} are in its order",
            )
        )
        if wrong:
            one, r, count, other, s, other_count = max(
                wrong, key=lambda case: max(case[2] / case[5], case[5] / case[2])
            )
            notes.append(
                f"{words}: masses {_masses(one)} have r = {r:.3g}, k/ln = {count:.3g}, masses "
                f"{_masses(other)} r "
                f"= {s:.3g}, k/ln = {other_count:.3g}"
            )
        same = [count for of, count in chains if abs(of.dominance() - 1) < 0.01]
        if same:
            notes.append(f"{words}: with r = 1 k/ln is anything from {min(same):.3g} to {max(same):.3g}")
    return in_parts(parts, *notes)


def _masses(of: Chain) -> str:
    return "–".join(f"{mass:g}" for mass in of.masses)


@rigid_claim(
    4,
    "Over-relaxation converges for 0 < ξ < 2 and for no other ξ.",
    source="(4.75)",
    setting="straight chain of ten, and bent chain of ten boxes with ball joints; ξ = 0.01 … 2.5",
    figure="chain_relaxation",
)
def where_relaxation_converges(results: Results) -> Verdict:
    parts = []
    for sweep, words in (("rigid_relaxation_limits", "straight"), ("rigid_relaxation_bent", "bent")):
        runs = results.by(sweep, "sor", "xi")
        for inside in (True, False):
            chosen = {xi: runs[xi] for xi in runs if (0 < xi < 2) == inside}
            ends = listed(f"{reduction(run):.1e} (ξ = {xi:g})" for xi, run in chosen.items())
            judged = all_below_one if inside else none_below_one
            parts.append(judged(map(factor, chosen.values()), f"{words}: |c| ends at {ends} of its start"))
    return in_parts(parts)


@rigid_claim(
    5,
    "Under-relaxation makes a system converge that diverges without.",
    source="(4.9), Sec. 4.9.1",
    setting="Jacobi with joints twice and row by row on bent boxes; Gauss–Seidel where joints are far open",
    figure="chain_relaxation",
)
def under_relaxation(results: Results) -> Verdict:
    parts = []
    # Row by row: what diverges at ξ = 1, and whether a smaller ξ helps it.
    for bodies in (2, 3, 10):
        rows = results.by(
            "rigid_jacobi_rows", "jacobi", "jacobi_xi", bodies=bodies, jacobi_form="rows", averaging="none"
        )
        parts += _mended(f"Jacobi row by row, {bodies} boxes", rows[1.0], rows)
    twice = results.by("rigid_joints_twice", "jacobi", "jacobi_xi", of_first=0, averaging="none")
    parts += _mended("Jacobi, joints that are there twice", twice[1.0], twice)
    for shape in SHAPES:
        full = _far_open(results, shape)
        jacobi = results.by("rigid_large_errors", "jacobi", "opening", "jacobi_xi", shape=shape)
        relaxed = results.by("rigid_large_errors", "sor", "opening", "xi", shape=shape)
        for size, run in full.items():
            less = {xi: other for (its, xi), other in relaxed.items() if its == size}
            parts += _mended(f"Gauss–Seidel, {shape} open by {size:g} m", run, less)
            less = {xi: other for (its, xi), other in jacobi.items() if its == size}
            parts += _mended(f"Jacobi, {shape} open by {size:g} m", less[1.0], less)
    if not parts:
        return in_parts([Part(False, "no system was found that diverges at ξ = 1")])
    mended = listed(part.finding.split(":")[0] for part in parts)
    return in_parts(parts, f"all that diverges at ξ = 1 of what was tried, Gauss–Seidel or Jacobi: {mended}")


def _mended(words: str, full: Run, by_relaxation: dict[float, Run]) -> list[Part]:
    """A part, if the run with ξ = 1 does not converge."""
    if converges(full):
        return []
    less = {xi: run for xi, run in by_relaxation.items() if xi < 1}
    found = listed(f"{reduction(run):.1e} (ξ = {xi:g})" for xi, run in less.items())
    return [
        all_below_one(
            [min(map(factor, less.values()))],
            f"{words}: |c| ends at {reduction(full):.1e} of its start with ξ = 1, {found}",
        )
    ]
