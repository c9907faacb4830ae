"""Claim R20: axes that are aligned by their angle or by its cosine."""

from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import number
from simbench.claims.verdicts import Verdict, at_most, in_parts
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
    "the angle, a "
    "loop of a few lines for the cosine",
)
def angle_or_cosine(results: Results) -> Verdict:
    parts, notes = [], []
    for run in results.by("rigid_axis", "gs", "orientation").values():
        rows = run.first_step.set_index("iteration")["angular_error"].astype(float)
        by_angle = first_lasting_below(rows / rows.iloc[0], LEFT)
        loop, cosine = (of_loop(run, name) for name in ("angle", "cosine"))
        by_cosine = axes.iterations_until(cosine, LEFT)
        parts.append(
            at_most(
                by_angle / by_cosine if by_angle < by_cosine else 1.0 + (by_angle > by_cosine),
                0.99,
                f"{cosine[0]:.3g} rad: {number(by_angle)} iterations by the angle (the loop: "
                f"{number(axes.iterations_until(loop, LEFT))}), {number(by_cosine)} by the cosine",
            )
        )
        if len(steps := axes.factors(cosine)) > 5:
            notes.append(
                f"{cosine[0]:.3g} rad: by the cosine an iteration leaves {steps[5]:.3f} of the angle"
            )
    return in_parts(parts, *notes)


def of_loop(run: Run, formulation: str) -> list[float]:
    bodies = run.scene["bodies"]
    turns = [rotation(body["orientation"]) for body in bodies]
    inertias = [axes.box_inertia(body["mass"], body["box"]) for body in bodies]
    return axes.angles(turns, inertias, formulation, ITERATIONS)
