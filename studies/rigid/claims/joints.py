"""Claims R15 to R19: forms of joints, and how much momentum they conserve."""

import json
import math

from rigid.claims.convergence import all_below_one, factor
from rigid.claims.measures import (
    exponent,
    largest,
    last,
    number,
    per_ln,
    percent,
    reduction,
    rounded,
    span,
    split,
)
from rigid.theory.joints import bent_chain, moments_of_sweeps
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_least, at_most, by_case, in_parts
from simbench.study.words import listed

ROUNDING = 1e-11
CLEARLY = 10.0
SWEEPS = 100  # of R17


def momentum_share(run: Run, column: str, value: float) -> float:
    """A momentum, divided by that of the whole mass at the speed |c₀|/h (angular: at an arm of 1 m)."""
    masses = run.scene["chain"].get("mass", 1)
    total = sum(masses) if isinstance(masses, list) else masses * run.scene["chain"]["bodies"]
    unit = total * float(run.first_step["constraint_error"].iloc[0]) / run.scene["step"]["time_step"]
    return value / unit


@claim(15)
def scalar_joint(results: Results) -> Verdict:
    notes, gained, factors = [], {"vector": [], "scalar": []}, []
    times: dict[int, list[float]] = {2: [], 10: []}
    for bodies, of_length in times.items():
        for ratio in (1.0, 100.0, 1e4):
            runs = results.by("rigid_three_dimensions", "gs", "gs_form", bodies=bodies, R=ratio)
            relaxed = results.by("rigid_three_dimensions", "sor", "sor_form", bodies=bodies, R=ratio)
            counts = {form: per_ln(run, "constraints") for form, run in runs.items()}
            ends = {form: per_ln(run, "constraints") for form, run in relaxed.items()}
            factors.append(factor(runs["scalar"]))
            of_length.append(counts["scalar"] / counts["vector"])
            notes.append(
                f"N = {bodies}, R = {ratio:g}: k/ln of |c| is {number(counts['scalar'])} (scalar), "
                f"{number(counts['vector'])} (vector), {number(counts['rows'])} (row by row), with the best "
                f"ξ {number(ends['scalar'])} (scalar), {number(ends['vector'])} (vector); |c| ends at "
                f"{reduction(runs['scalar']):.1e}, {reduction(runs['vector']):.1e} of its start"
            )
            if bodies > 2:
                for form, gains in gained.items():
                    if math.isfinite(counts[form]):
                        gains.append(counts[form] / ends[form])
    converging = all_below_one(factors, f"the scalar form on {len(factors)} chains")
    return in_parts(
        [converging],
        *notes,
        falling=sum(value < 1 for value in factors),
        chains=len(factors),
        one_joint=span(times[2]),
        ten_bodies=listed(map(rounded, times[10])),
        vector=span(gained["vector"]),
        scalar=span(gained["scalar"]),
    )


@claim(16)
def linear_momentum(results: Results) -> Verdict:
    def by(solver: str, *axes: str) -> dict:
        return results.by("rigid_momentum", solver, *axes, h=1)

    runs = {f"{SOLVER_LABELS['gs']} ({form})": [run] for form, run in by("gs", "gs_form").items()}
    averagings = by("jacobi", "averaging")
    runs |= {f"{SOLVER_LABELS['jacobi']} (averaging {name})": [run] for name, run in averagings.items()}
    runs |= {SOLVER_LABELS[solver]: [next(iter(by(solver).values()))] for solver in ("sor", "xpbd")}
    penalties = by("avbd", "s")
    runs[f"{SOLVER_LABELS['avbd']} (s = {span(penalties)})"] = list(penalties.values())
    cases = {}
    for words, of_solver in runs.items():
        shares = [
            momentum_share(run, "linear_momentum", largest(run, "linear_momentum")) for run in of_solver
        ]
        cases[words] = at_most(max(shares), ROUNDING, f"off by {listed(f'{share:.1e}' for share in shares)}")
    held, others = split(cases)
    off = [part.measured for part in cases.values() if not part.holds]
    return by_case(
        "the solver",
        {words: [part] for words, part in cases.items()},
        held=held,
        off=span(off),
        others=others,
    )


@claim(17)
def angular_momentum(results: Results) -> Verdict:
    runs = results.by("rigid_momentum", "gs", "gs_form", h=1)
    boxes = bent_chain(10)
    sums = {}
    for form in ("scalar", "vector"):
        sizes, moments = moments_of_sweeps(boxes, form, SWEEPS)
        sums[form] = moments / (boxes.masses.sum() * sizes[0])
    largest_sum, last_sum = sums["vector"].max(), sums["vector"][-1]
    most = sums["scalar"].max()
    # The digits of rounding depend on the processor.
    size = f"below {ROUNDING:g}" if most < ROUNDING else f"at most {most:.1e}"
    parts = [
        at_most(most, ROUNDING, f"scalar form: Σ δp × Δ is {size} in {SWEEPS} sweeps"),
        at_most(
            last_sum / largest_sum,
            1e-3,
            f"vector form: Σ δp × Δ is at most {largest_sum:.2e}, and {last_sum:.2e} when the joints are "
            f"closed to {sizes[-1] / sizes[0]:.0e}",
        ),
    ]
    notes, ends = [], {}
    for form in ("scalar", "vector"):
        peak, end = (
            momentum_share(runs[form], "angular_momentum", measure(runs[form], "angular_momentum"))
            for measure in (largest, last)
        )
        ends[form] = end
        notes.append(f"{form} form: the state's momentum is off by up to {peak:.2e}, in the end {end:.2e}")
    direct = results.run("rigid_momentum", "direct", h=1)
    exact = momentum_share(direct, "angular_momentum", last(direct, "angular_momentum"))
    notes.append(f"the exact solution of the step is off by {exact:.2e}")
    powers = {}
    for form in ("scalar", "vector"):
        arcs = results.by("rigid_momentum_opening", "gs", "opening", gs_form=form)
        opened = {size: float(run.first_step["constraint_error"].iloc[0]) for size, run in arcs.items()}
        momenta = {size: largest(run, "angular_momentum") for size, run in arcs.items()}
        powers[form] = exponent(opened.values(), momenta.values())
        notes.append(f"arcs, {form} form: the largest angular momentum goes like |c₀|^{powers[form]:.2f}")
    return in_parts(
        parts,
        *notes,
        largest_sum=rounded(largest_sum),
        last_sum=rounded(last_sum),
        scalar=rounded(ends["scalar"]),
        vector=rounded(ends["vector"]),
        exact=rounded(exact),
    )


@claim(18)
def fixed_offset(results: Results) -> Verdict:
    parts = []
    for solver in ("gs", "direct"):
        runs = results.by("rigid_offset_joint", solver, "offset")
        momenta = {offset: last(run, "angular_momentum") for offset, run in runs.items()}
        plain = next(value for text, value in momenta.items() if not any(json.loads(text)))
        offset = next(value for text, value in momenta.items() if any(json.loads(text)))
        parts.append(
            at_least(
                offset / max(plain, 1e-12),
                CLEARLY,
                f"{solver}: angular momentum after the step {offset:.3g} kg m²/s with L, {plain:.1e} without",
            )
        )
    by_sweeps, exactly = (rounded(part.measured) for part in parts)
    return in_parts(parts, exactly=exactly, by_sweeps=by_sweeps)


@claim(19)
def restitution_as_position(results: Results) -> Verdict:
    runs = [results.by(f"rigid_restitution_{kind}", "gs", "h") for kind in ("velocity", "position")]
    differences = {}
    for h in runs[0]:
        velocity, position = (energy_after_step(of[h]) for of in runs)
        differences[h] = abs(position / velocity - 1)
    power = exponent(differences, [max(value, 1e-300) for value in differences.values()])
    largest_step, smallest_step = max(differences), min(differences)
    return in_parts(
        [
            at_least(
                power,
                0.9,
                "the energies differ by "
                + listed(f"{value:.2e} (h = {h:g} s)" for h, value in differences.items())
                + f" of them, like h^{power:.2f}",
            ),
            at_most(
                differences[smallest_step],
                0.05,
                f"at the smallest step by {percent(differences[smallest_step])}",
            ),
        ],
        large=percent(differences[largest_step]),
        largest_step=largest_step,
        small=percent(differences[smallest_step]),
        smallest_step=smallest_step,
        power=power,
    )


def energy_after_step(run: Run) -> float:
    """Kinetic energy [J] at the start of the second step, after the velocity pass of the first step."""
    return float(run.at_step(2).curve["kinetic_energy"].iloc[0])
