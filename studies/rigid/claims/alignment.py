"""Claim R20: axes that are aligned by their angle or by its cosine."""

import math
import sys

import numpy as np

from rigid.claims.measures import number, rounded, span, when_reached
from rigid.theory import axes
from rigid.theory.joints import quaternions, rotation
from rigid.theory.rates import first_lasting_below
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, below, in_parts
from simbench.study.words import listed

LEFT = 1e-6  # of the first angle
ITERATIONS = 60
# rad: turning both boxes keeps their angle at the start and changes the rounding.
TURNED = np.array([[0, 0, 0], [0.3, 0.1, 0.2], [1, 0.4, 0.7], [0.2, 2, 1.1], [2.3, 0.5, 0.9]])


@claim(20)
def angle_or_cosine(results: Results) -> Verdict:
    parts, notes, of_angle, of_cosine, halving, of_rounding = [], [], [], [], [], []
    by_form = results.by("rigid_axis", "gs", "orientation", "axis_form")
    for orientation in dict.fromkeys(orientation for orientation, _ in by_form):
        runs = {form: by_form[orientation, form] for form in ("angle", "cosine")}
        counts = {form: iterations_of(run) for form, run in runs.items()}
        loops = {form: of_loop(run, form) for form, run in runs.items()}
        spread = {
            form: sorted({counts[form], *(axes.iterations_until(of, LEFT) for of in loop)})
            for form, loop in loops.items()
        }
        first = loops["cosine"][0][0]
        of_angle.append(counts["angle"])
        of_cosine += spread["cosine"]
        if decides := len(spread["cosine"]) > 1:
            of_rounding.append(first)
        parts.append(
            below(
                spread["angle"][-1] / spread["cosine"][0],
                1.0,
                f"{first:.3g} rad: {listed(map(number, spread['angle']))} iterations by the angle, "
                f"{listed(map(number, spread['cosine']))} by the cosine"
                + (", as rounding has it" if decides else ""),
            )
        )
        if len(steps := axes.factors(loops["cosine"][0])) > 5:
            halving.append(steps[5])
            notes.append(f"{first:.3g} rad: by the cosine an iteration leaves {steps[5]:.3f} of the angle")
    # cos x = 1 − x²/2 is rounded to 1 if x²/2 is less than half the spacing of doubles below 1.
    one_to_rounding = math.sqrt(sys.float_info.epsilon / 2)
    return in_parts(
        parts,
        *notes,
        left=rounded(LEFT),
        by_angle=when_reached(of_angle),
        by_cosine=rounded(min(of_cosine)),
        halving=span(halving),
        one_to_rounding=rounded(one_to_rounding),
        of_rounding=listed(f"{angle:.2g}" for angle in of_rounding) or None,
        counts=listed(map(number, sorted(set(of_cosine)))),
    )


def iterations_of(run: Run) -> float:
    rows = run.first_step.set_index("iteration")["angular_error"].astype(float)
    return first_lasting_below(rows / rows.iloc[0], LEFT)


def of_loop(run: Run, formulation: str) -> list[list[float]]:
    """A history for each way in which both boxes are TURNED at the start."""
    bodies = run.scene["bodies"]
    turns = [rotation(body["orientation"]) for body in bodies]
    inertias = [axes.box_inertia(body["mass"], body["box"]) for body in bodies]
    worlds = [rotation(turn) for turn in quaternions(TURNED)]
    return [
        axes.angles([axes.product(world, turn) for turn in turns], inertias, formulation, ITERATIONS)
        for world in worlds
    ]
