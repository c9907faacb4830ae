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
SMALL = 0.1  # rad: angles at which the source compares both
# rad: turning both boxes keeps their angle at the start and changes the rounding.
TURNED = np.array([[0, 0, 0], [0.3, 0.1, 0.2], [1, 0.4, 0.7], [0.2, 2, 1.1], [2.3, 0.5, 0.9]])


@claim(20)
def angle_or_cosine(results: Results) -> Verdict:
    counts: dict[float, dict[str, list[float]]] = {}
    halved = []
    for (_, form), run in results.by("rigid_axis", "gs", "orientation", "axis_form").items():
        loops = of_loop(run, form)
        of = counts.setdefault(round(loops[0][0], 6), {})
        of[form] = sorted({iterations_of(run), *(axes.iterations_until(loop, LEFT) for loop in loops)})
        if form == "cosine":
            halved += axes.factors(loops[0])[5:6]
    fewer = {first: of["angle"][-1] / of["cosine"][0] for first, of in counts.items()}
    small = {first: times for first, times in fewer.items() if first <= SMALL}
    # cos x = 1 − x²/2 is rounded to 1 if x²/2 is less than half the spacing of doubles below 1.
    one_to_rounding = math.sqrt(sys.float_info.epsilon / 2)
    return in_parts(
        [
            below(
                max(small.values()),
                1.0,
                f"up to {SMALL:g} rad: iterations by the angle over those by the cosine",
            )
        ],
        *(
            f"{first:.3g} rad: {listed(map(number, of['angle']))} iterations by the angle, "
            f"{listed(map(number, of['cosine']))} by the cosine, as rounding has it"
            for first, of in counts.items()
        ),
        left=rounded(LEFT),
        by_angle=when_reached([count for of in counts.values() for count in of["angle"]]),
        by_cosine=rounded(min(of["cosine"][0] for of in counts.values())),
        halving=span(halved),
        one_to_rounding=rounded(one_to_rounding),
        most=rounded(max(counts)),
    ).reaching({f"from angles of up to {rounded(max(counts))} rad": max(fewer.values()) < 1})


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
