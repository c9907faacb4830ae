"""Claims R15 to R19: forms of joints, and what of momentum they keep."""

import json
import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import (
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
from simbench.claims.verdicts import Verdict, at_least, at_most, in_parts
from simbench.results import Run
from simbench.rigid import SOLVER_LABELS

CONVERGED = 1e-6  # of the first |c|
ROUNDING = 1e-11
CLEARLY = 10.0
AS_GOOD = 1.5  # times the iterations
QUICK = 1.0  # k/ln that is as good as any smaller one


def momentum_share(run: Run, column: str, value: float) -> float:
    """A momentum over that of all mass moving by |c₀| in the step, at an arm of 1 m if it is angular."""
    masses = run.scene["chain"].get("mass", 1)
    total = sum(masses) if isinstance(masses, list) else masses * run.scene["chain"]["bodies"]
    unit = total * float(run.first_step["constraint_error"].iloc[0]) / run.scene["step"]["time_step"]
    return value / unit


@rigid_claim(
    15,
    "c = |δp| works as the joint.",
    source="(5.1)",
    setting="2 and 10 bent boxes, R = 1, 100, 10⁴; works: no more than 1.5 times the iterations (k/ln) of "
    "the vector form",
    figure="chain_three_dimensions",
)
def scalar_joint(results: Results) -> Verdict:
    parts, notes, of_one_joint, of_chains, gained = [], [], [], [], {"vector": [], "scalar": []}
    for bodies in (2, 10):
        for ratio in (1.0, 100.0, 1e4):
            runs = results.by("rigid_three_dimensions", "gs", "gs_form", bodies=bodies, R=ratio)
            relaxed = results.by("rigid_three_dimensions", "sor", "sor_form", bodies=bodies, R=ratio)
            counts = {form: per_ln(run, "constraints") for form, run in runs.items()}
            scalar, vector = counts["scalar"], counts["vector"]
            parts.append(
                at_most(
                    scalar / max(vector, QUICK),
                    AS_GOOD,
                    f"N = {bodies}, R = {ratio:g}: k/ln of |c| is {number(scalar)} (scalar), "
                    f"{number(vector)} (vector), {number(counts['rows'])} (row by row); |c| ends at "
                    f"{reduction(runs['scalar']):.1e}, {reduction(runs['vector']):.1e} of its start",
                )
            )
            ends = {form: per_ln(run, "constraints") for form, run in relaxed.items()}
            notes.append(
                f"N = {bodies}, R = {ratio:g}: with the best ξ {number(ends['scalar'])} (scalar), "
                f"{number(ends['vector'])} (vector)"
            )
            if bodies == 2:
                of_one_joint.append(scalar)
            else:
                of_chains.append(f"{rounded(scalar / vector)} (R = {rounded(ratio)})")
                for form, gains in gained.items():
                    if math.isfinite(counts[form]):
                        gains.append(counts[form] / ends[form])
    said = (
        f"With one joint k/ln is {span(of_one_joint)}. In a chain of ten it takes {listed(of_chains)} times "
        "the iterations of the vector form. Over-relaxation divides those of the vector form by "
        f"{span(gained['vector'])}, those of the scalar form by {span(gained['scalar'])}."
    )
    return in_parts(parts, *notes, whatever_the_verdict=said)


@rigid_claim(
    16,
    "Each iteration conserves linear momentum.",
    source="(5.15)",
    setting="ten bent boxes with ball joints; the largest momentum of all iterates, as a share of all mass "
    "moving by |c₀| in the step",
    figure="chain_momentum",
)
def linear_momentum(results: Results) -> Verdict:
    def by(solver: str, *axes: str) -> dict:
        return results.by("rigid_momentum", solver, *axes, h=1)

    runs = {f"{SOLVER_LABELS['gs']} ({form})": run for form, run in by("gs", "gs_form").items()}
    averagings = by("jacobi", "averaging")
    runs |= {f"{SOLVER_LABELS['jacobi']} (averaging {name})": run for name, run in averagings.items()}
    runs |= {SOLVER_LABELS[solver]: next(iter(by(solver).values())) for solver in ("sor", "xpbd")}
    runs |= {f"{SOLVER_LABELS['avbd']} (s = {rounded(s)})": run for s, run in by("avbd", "s").items()}
    cases = {}
    for words, run in runs.items():
        share = momentum_share(run, "linear_momentum", largest(run, "linear_momentum"))
        cases[words] = at_most(share, ROUNDING, f"{words}: {share:.1e}")
    held, others = split(cases)
    off = [part.measured for part in cases.values() if not part.holds]
    return in_parts(
        cases.values(),
        confirmed=f"These conserve it to rounding: {held}.",
        partly=f"These conserve it to rounding: {held}. These are off by {span(off)} of all mass moving by "
        f"|c₀| in the step: {others}.",
        refuted=f"These are off by {span(off)} of all mass moving by |c₀| in the step: {others}.",
    )


@rigid_claim(
    17,
    "The scalar form conserves angular momentum, the vector form only once it has converged.",
    source="(5.16)",
    setting="boxes with ball joints: the bent chain at h = 1 and 0.1 s, arcs that are open by 3 … 100 mm; "
    "as in R16",
    figure="chain_momentum",
)
def angular_momentum(results: Results) -> Verdict:
    parts, worst = [], {}
    for h in (1, 0.1):
        runs = results.by("rigid_momentum", "gs", "gs_form", h=h)
        shares = {
            form: momentum_share(run, "angular_momentum", largest(run, "angular_momentum"))
            for form, run in runs.items()
        }
        ends = {
            form: momentum_share(run, "angular_momentum", last(run, "angular_momentum"))
            for form, run in runs.items()
        }
        for words, share in (*shares.items(), ("vector in the end", ends["vector"])):
            worst.setdefault(words, []).append(share)
        parts += [
            at_most(
                shares["scalar"],
                ROUNDING,
                f"h = {h:g} s: the scalar form is off by up to {shares['scalar']:.2e}, in the end "
                f"{ends['scalar']:.2e}",
            ),
            at_most(
                ends["vector"] / shares["vector"],
                1e-3,
                f"h = {h:g} s: the vector form is off by up to {shares['vector']:.2e}, in the end "
                f"{ends['vector']:.2e}",
            ),
        ]
    direct = results.run("rigid_momentum", "direct", h=1)
    exact = momentum_share(direct, "angular_momentum", last(direct, "angular_momentum"))
    notes, powers = [f"the exact solution of the step is off by {exact:.2e}"], {}
    for form in ("scalar", "vector"):
        runs = results.by("rigid_momentum_opening", "gs", "opening", gs_form=form)
        opened = {size: float(run.first_step["constraint_error"].iloc[0]) for size, run in runs.items()}
        momenta = {size: largest(run, "angular_momentum") for size, run in runs.items()}
        powers[form] = exponent(opened.values(), momenta.values())
        notes.append(f"arcs, {form} form: the largest angular momentum goes like |c₀|^{powers[form]:.2f}")
    said = (
        "Of all mass moving by |c₀| in the step the scalar form is off by up to "
        f"{rounded(max(worst['scalar']))}, the vector form by up to {rounded(max(worst['vector']))} on the "
        f"way and {rounded(max(worst['vector in the end']))} in the end, and the exact solution by "
        f"{rounded(exact)}. On arcs the largest momenta go like |c₀|^{powers['scalar']:.2f} (scalar) and "
        f"|c₀|^{powers['vector']:.2f} (vector)."
    )
    return in_parts(
        parts, *notes, confirmed=said, partly=said, refuted=f"Neither form does what is claimed. {said}"
    )


@rigid_claim(
    18,
    "c = δp − L with a vector L that is fixed in the world does not conserve angular momentum.",
    source="(5.24)",
    setting="two boxes and one joint, with L and without",
    figure="chain_momentum",
)
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
    said = (
        f"With L the exact solution ends with {exactly} times the angular momentum that it has without, and "
        f"Gauss–Seidel with {by_sweeps} times."
    )
    return in_parts(parts, whatever_the_verdict=said)


@rigid_claim(
    19,
    "To first order a restitution constraint is a position constraint with another target.",
    source="(5.4), (5.5)",
    setting="a box that hits the ground with the middle of an edge, e = ½, h = 0.02 … 0.0025 s: kinetic "
    "energy after it",
)
def restitution_as_position(results: Results) -> Verdict:
    runs = [results.by(f"rigid_restitution_{kind}", "gs", "h") for kind in ("velocity", "position")]
    differences = {}
    for h in runs[0]:
        velocity, position = (energy_after_step(of[h]) for of in runs)
        differences[h] = abs(position / velocity - 1)
    power = exponent(differences, [max(value, 1e-300) for value in differences.values()])
    largest_step, smallest_step = max(differences), min(differences)
    said = (
        f"The kinetic energies after the bounce differ by {percent(differences[largest_step])} at h = "
        f"{largest_step:g} s and by {percent(differences[smallest_step])} at h = {smallest_step:g} s, like "
        f"h^{power:.2f}."
    )
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
        whatever_the_verdict=said,
    )


def energy_after_step(run: Run) -> float:
    """Kinetic energy [J] with which the second step begins: after the first one's pass over velocities."""
    return float(run.at_step(2).curve["kinetic_energy"].iloc[0])
