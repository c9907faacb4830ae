"""Claims R15 to R19 and R44: forms of joints, and how much momentum they conserve."""

import json
import math

from rigid.claims.convergence import all_below_one, factor
from rigid.claims.measures import exponent, largest, last, per_ln, percent, power, reduction, rounded, span
from rigid.theory import avbd
from rigid.theory.joints import bent_chain, moments_of_sweeps
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_least, at_most, in_parts

ROUNDING = 1e-11  # of all mass moving by |c₀| in the step
GIVEN_BACK = 1e-3  # of the largest sum
CLEARLY = 10.0
SWEEPS = 100  # of R16 and R17
RELAXED = 0.5  # ξ: an update that leaves δp ≠ 0
FIRST_ORDER = 0.9  # an exponent of h from this on
CLOSED = 1e-6  # of the first |c|
ITERATIONS = 2000  # of R44


def momentum_share(run: Run, column: str, value: float) -> float:
    """A momentum, divided by that of the whole mass at the speed |c₀|/h (angular: at an arm of 1 m)."""
    masses = run.scene["chain"].get("mass", 1)
    total = sum(masses) if isinstance(masses, list) else masses * run.scene["chain"]["bodies"]
    unit = total * float(run.first_step["constraint_error"].iloc[0]) / run.scene["step"]["time_step"]
    return value / unit


def angular_sums(bodies: int, form: str, relaxation: float = 1.0) -> list[float]:
    """The source's change of angular momentum |Σ δp × Δ| after each sweep, in the unit of momentum_share."""
    boxes = bent_chain(bodies)
    sizes, moments = moments_of_sweeps(boxes, form, SWEEPS, relaxation)
    return (moments / (boxes.masses.sum() * sizes[0])).tolist()


@claim(15)
def scalar_joint(results: Results) -> Verdict:
    factors, times, slow = {2: [], 10: []}, {2: [], 10: []}, []
    for (bodies, ratio, form), run in results.by(
        "rigid_three_dimensions", "gs", "bodies", "R", "gs_form"
    ).items():
        if form != "scalar":
            continue
        vector = results.run("rigid_three_dimensions", "gs", bodies=bodies, R=ratio, gs_form="vector")
        factors[bodies].append(factor(run))
        times[bodies].append(per_ln(run, "constraints") / per_ln(vector, "constraints"))
        slow.append(per_ln(run, "constraints"))
    return in_parts(
        [all_below_one(factors[2], "one joint between two boxes")],
        one=span(times[2]),
        ten=span(times[10]),
        slowest=rounded(max(slow)),
    ).reaching({"in bent chains of ten boxes with equal masses and with heavy ends": max(factors[10]) < 1})


@claim(16)
def momentum_of_the_solution(results: Results) -> Verdict:
    def share(run: Run) -> float:
        return momentum_share(run, "linear_momentum", largest(run, "linear_momentum"))

    def shares(solver: str, **setting) -> list[float]:
        return [share(run) for run in results.by("rigid_momentum", solver, h=1, **setting).values()]

    linear, angular = shares("gs", gs_form="scalar"), angular_sums(2, "scalar")
    kept = shares("gs", gs_form="vector") + shares("sor") + shares("xpbd")
    kept += shares("jacobi", averaging="none") + shares("jacobi", averaging="split")
    counted, avbd = shares("jacobi", averaging="count"), shares("avbd")
    return in_parts(
        [
            at_most(max(linear), ROUNDING, "linear momentum of ten boxes after any iteration"),
            at_most(max(angular), ROUNDING, f"|Σ δp × Δ| of two boxes in {SWEEPS} sweeps"),
        ],
        lost=span([*counted, *avbd]),
    ).reaching(
        {
            "for linear momentum under over-relaxation, XPBD and Jacobi with whole or divided masses": max(
                kept
            )
            <= ROUNDING,
            "under Jacobi that averages by the number of a body's joints": max(counted) <= ROUNDING,
            "under AVBD (which the source exempts)": max(avbd) <= ROUNDING,
        }
    )


@claim(17)
def angular_momentum(results: Results) -> Verdict:
    sums = {bodies: angular_sums(bodies, "vector", RELAXED) for bodies in (2, 10)}
    first, end = sums[2][1], sums[2][-1] / max(sums[2])
    ends = {}
    for solver, axes in (("scalar", {"gs_form": "scalar"}), ("vector", {"gs_form": "vector"})):
        run = results.run("rigid_momentum", "gs", h=1, **axes)
        ends[solver] = momentum_share(run, "angular_momentum", last(run, "angular_momentum"))
    direct = results.run("rigid_momentum", "direct", h=1)
    powers = []
    for form in ends:
        arcs = results.by("rigid_momentum_opening", "gs", "opening", gs_form=form).values()
        opened = [float(run.first_step["constraint_error"].iloc[0]) for run in arcs]
        powers.append(exponent(opened, [largest(run, "angular_momentum") for run in arcs]))
    return in_parts(
        [
            above(first, ROUNDING, f"two boxes, ξ = {RELAXED:g}: |Σ δp × Δ| after one iteration"),
            at_most(end, GIVEN_BACK, "the sum where the joint is closed, over its largest value"),
        ],
        f"the state's momentum goes like |c₀|^{power(powers[0])} (scalar), |c₀|^{power(powers[1])} (vector)",
        first=rounded(first),
        last=rounded(sums[2][-1]),
        scalar=rounded(ends["scalar"]),
        vector=rounded(ends["vector"]),
        exact=rounded(momentum_share(direct, "angular_momentum", last(direct, "angular_momentum"))),
    ).reaching(
        {"in a chain of ten boxes": sums[10][1] > ROUNDING and sums[10][-1] <= GIVEN_BACK * max(sums[10])}
    )


@claim(18)
def fixed_offset(results: Results) -> Verdict:
    times = {}
    for solver in ("gs", "direct"):
        runs = results.by("rigid_offset_joint", solver, "offset")
        momenta = {any(json.loads(text)): last(run, "angular_momentum") for text, run in runs.items()}
        times[solver] = momenta[True] / max(momenta[False], 1e-12)
    return in_parts(
        [at_least(times["direct"], CLEARLY, "the exact step: angular momentum with L over that without")],
        exactly=rounded(times["direct"]),
        by_sweeps=rounded(times["gs"]),
    ).reaching({"for the sweeps of Gauss–Seidel": times["gs"] >= CLEARLY})


@claim(19)
def restitution_as_position(results: Results) -> Verdict:
    runs = [results.by(f"rigid_restitution_{kind}", "gs", "h") for kind in ("velocity", "position")]
    off = {}
    for h in runs[0]:
        velocity, position = (energy_after_step(of[h]) for of in runs)
        off[h] = max(abs(position / velocity - 1), 1e-300)
    order = exponent(off, off.values())
    return in_parts(
        [at_least(order, FIRST_ORDER, "the power of h in the difference of the energies after the bounce")],
        large=percent(off[max(off)]),
        largest_step=max(off),
        small=percent(off[min(off)]),
        smallest_step=min(off),
        power=power(order),
    )


def energy_after_step(run: Run) -> float:
    """Kinetic energy [J] at the start of the second step, after the velocity pass of the first step."""
    return float(run.at_step(2).curve["kinetic_energy"].iloc[0])


@claim(44)
def scalar_multiplier(results: Results) -> Verdict:
    left: dict[tuple[str, float], dict[float, float]] = {}  # by form and N: the best s of each R
    particles: dict[float, float] = {}  # the same for two particles
    for (bodies, ratio, s, form), run in results.by(
        "rigid_three_dimensions", "avbd", "bodies", "R", "s", "avbd_form"
    ).items():
        of = left.setdefault((form, bodies), {})
        of[ratio] = min(of.get(ratio, math.inf), reduction(run))
        gap = avbd.least_gap_of_particles((ratio, ratio), s, ITERATIONS)
        particles[ratio] = min(particles.get(ratio, math.inf), gap)
    boxes = left["scalar", 2]
    return in_parts(
        [
            at_most(of, CLOSED, f"two {words} with any s, R = {ratio:g}")
            for words, found in (
                ("particles: the least |c|", particles),
                ("boxes: the |c| that is left at the end", boxes),
            )
            for ratio, of in found.items()
        ],
        least=rounded(min(boxes.values())),
        rows=rounded(max(left["vector", 2].values())),
    ).reaching(
        {
            "in a chain of ten boxes": max(left["scalar", 10].values()) <= CLOSED,
            "with one multiplier for each row of the joint": max(left["vector", 2].values()) <= CLOSED,
        }
    )
