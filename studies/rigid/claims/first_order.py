"""Claims R55, R57, R58, R61, R62 and R67: what position-based methods are to first order."""

import numpy as np

from rigid.claims.measures import ends_of_frames, exponent, last, per_ln, percent, power, rounded, span
from rigid.claims.softness import ARRIVED
from rigid.theory.chain import chain_of, counts_per_ln, gauss_seidel_map, spectral_radius
from rigid.theory.joints import ends_of_updates, shaped_chain
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_least, at_most, below, in_parts, near

SAME = 1e-9  # of two computations that differ by rounding
SAME_RATE = 0.02  # of k/ln
MEASURABLE = 1  # k/ln: faster runs end before their late rate shows
FIRST_ORDER = 0.15  # largest deviation of a power from 1
CLOSED = 1e-6  # of the first |c|
SECOND = 1.8  # a power from this on counts as quadratic
OPENING, SWEEPS = 0.5, 200  # m, of R55
SHORT = 0.01  # s: steps of R67, which are short beside a turn
SPIN = 10  # rad/s, of rigid_spinning_pair


@claim(55)
def accurate_error(results: Results) -> Verdict:
    frozen, linear = (
        {
            shape: ends_of_updates(shaped_chain(shape, 0.3, 10), OPENING, SWEEPS, *kept)
            for shape in ("zigzag", "arc")
        }
        for kept in ((True, False), (False, True))
    )
    return in_parts(
        [
            at_most(
                max(frozen.values()), CLOSED, "|c| with the derivatives of the start, over the first one"
            ),
            at_least(
                min(linear.values()),
                CLOSED,
                "|c| with the linear error and new derivatives, over the first one",
            ),
        ],
        opening=rounded(OPENING),
        closed=rounded(CLOSED),
        linear=span(linear.values()),
    )


@claim(57)
def sequential_impulses(results: Results) -> Verdict:
    off = {}
    for ratio, run in results.by("rigid_impulses", "si", "R").items():
        sweeps = results.run("rigid_impulses", "gs", R=ratio).first_step["constraint_error"]
        off[ratio] = float((run.first_step["constraint_error"] / sweeps - 1).abs().max())
    turning = max(ends_of_frames(run, "constraint_error").max() for run in _spinning(results, "si").values())
    return in_parts(
        [at_most(max(off.values()), SAME, "how far |c| differs from that of Gauss–Seidel in any iteration")],
        off=rounded(max(off.values())),
    ).reaching({"where bodies turn and impulses see the linear error alone": turning <= CLOSED})


def _spinning(results: Results, solver: str) -> dict[float, Run]:
    return results.by("rigid_spinning_pair", solver, "h")


@claim(58)
def linearised_error(results: Results) -> Verdict:
    ends = {
        solver: {
            SPIN * h: float(ends_of_frames(run, "constraint_error").max())
            for h, run in _spinning(results, solver).items()
        }
        for solver in ("gs", "si")
    }
    impulses, sweeps = ends["si"], ends["gs"]
    order = exponent(impulses, impulses.values())
    return in_parts(
        [
            at_least(order, SECOND, "the power of ωh in the opening of the joint under sequential impulses"),
            below(max(sweeps.values()), min(impulses.values()), "the opening under Gauss–Seidel [m]"),
        ],
        power=power(order),
        least=rounded(impulses[min(impulses)]),
        slow=min(impulses),
        most=rounded(impulses[max(impulses)]),
        fast=max(impulses),
        sweeps=rounded(max(sweeps.values())),
    )


@claim(61)
def sweeps_over_bodies(results: Results) -> Verdict:
    parts = []
    for (ratio, alpha), run in results.by("rigid_compliance", "vbd", "R", "compliance").items():
        of = chain_of(run.scene)
        forces = np.diag(of.masses) + of.jacobian.T @ of.jacobian / of.compliance
        exact = counts_per_ln(spectral_radius(gauss_seidel_map(forces)))
        if exact >= MEASURABLE:
            parts.append(near(per_ln(run), exact, SAME_RATE, f"k/ln for R = {ratio:g}, α = {alpha:g} m/N"))
    return in_parts(parts, off=percent(max(part.measured for part in parts)))


@claim(62)
def regularised_least_squares(results: Results) -> Verdict:
    errors = {
        key: max(last(run, "relative_error"), 0.0)
        for key, run in results.by("rigid_compliance", "xpbd", "R", "compliance").items()
    }
    bent = max(
        last(run, "relative_error")
        for run in results.by("rigid_compliance_bent", "xpbd", "compliance").values()
    )
    worst = max(errors, key=errors.get)
    return in_parts(
        [
            at_most(
                errors[worst],
                ARRIVED,
                f"the relative error at the end, with R = {worst[0]:g}, α = {worst[1]:g} m/N",
            )
        ],
        error=rounded(errors[worst]),
        bent=rounded(bent),
    ).reaching({"for bent chains of boxes": bent <= ARRIVED})


@claim(67)
def order_of_the_step(results: Results) -> Verdict:
    lost = {
        h: 1 - float(ends_of_frames(run, "kinetic_energy").iloc[-1]) / SPINNING
        for h, run in _spinning(results, "gs").items()
        if h <= SHORT
    }
    order = exponent(lost, lost.values())
    return in_parts(
        [near(order, 1.0, FIRST_ORDER, "the power of h in the energy that is lost, from 1")],
        power=power(order),
        least=percent(lost[min(lost)]),
        shortest=min(lost),
        most=percent(lost[max(lost)]),
        longest=max(lost),
    )


# J: two boxes of 1 kg whose centres go round in circles of 0.5 m, and which turn as fast.
SPINNING = 2 * SPIN**2 / 2 * (0.5**2 + (1 + 0.2**2) / 12)
