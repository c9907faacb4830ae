"""Claim R20: axes that are aligned by their angle or by its cosine."""

import math
import sys

from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import number, rounded, span, when_reached
from simbench.claims.verdicts import Verdict, below, in_parts
from simbench.results import Run
from simbench.rigid import axes
from simbench.rigid.joints import rotation
from simbench.rigid.rates import first_lasting_below

LEFT = 1e-6  # of the first angle
ITERATIONS = 60


@rigid_claim(
    20,
    "The angle between two axes is more reliable near alignment than the cosine, c = n_i·n_j − 1.",
    source="Sec. 5.7",
    setting="two boxes, from 0.01 … 1.5 rad: iterations until 10⁻⁶ of the angle is left; the program for "
    "the angle, a loop of a few lines for the cosine",
)
def angle_or_cosine(results: Results) -> Verdict:
    parts, notes, counts, halving = [], [], [], []
    for run in results.by("rigid_axis", "gs", "orientation").values():
        rows = run.first_step.set_index("iteration")["angular_error"].astype(float)
        by_angle = first_lasting_below(rows / rows.iloc[0], LEFT)
        loop, cosine = (of_loop(run, name) for name in ("angle", "cosine"))
        by_cosine = axes.iterations_until(cosine, LEFT)
        counts.append((by_angle, by_cosine))
        parts.append(
            below(
                by_angle / by_cosine,
                1.0,
                f"{cosine[0]:.3g} rad: {number(by_angle)} iterations by the angle (the loop: "
                f"{number(axes.iterations_until(loop, LEFT))}), {number(by_cosine)} by the cosine",
            )
        )
        if len(steps := axes.factors(cosine)) > 5:
            halving.append(steps[5])
            notes.append(
                f"{cosine[0]:.3g} rad: by the cosine an iteration leaves {steps[5]:.3f} of the angle"
            )
    by_angle, by_cosine = map(when_reached, zip(*counts, strict=True))
    # cos x = 1 − x²/2 is rounded to 1 where x²/2 is less than half of what a double resolves below 1.
    one_to_rounding = math.sqrt(sys.float_info.epsilon / 2)
    said = (
        f"{rounded(LEFT)} of the angle is left {by_angle} by the angle, and {by_cosine} by the cosine. By "
        f"the cosine an iteration leaves {span(halving)} of the angle, and below {rounded(one_to_rounding)} "
        "rad the cosine is 1 to rounding, and nothing changes any more."
    )
    return in_parts(parts, *notes, whatever_the_verdict=said)


def of_loop(run: Run, formulation: str) -> list[float]:
    bodies = run.scene["bodies"]
    turns = [rotation(body["orientation"]) for body in bodies]
    inertias = [axes.box_inertia(body["mass"], body["box"]) for body in bodies]
    return axes.angles(turns, inertias, formulation, ITERATIONS)
