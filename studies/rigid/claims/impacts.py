"""Claim R56: warm starts where contacts come and go."""

import math

import numpy as np

from rigid.claims.measures import rounded, span
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_least, in_parts

# The energy of the fall, by which a stack could throw the box back to where it came from.
UNSTABLE = 1.0
WARM_STARTS = {"gs": "warm_start", "si": "si_warm_start", "avbd": "avbd_warm_start"}


def energy_rise(run: Run) -> float:
    """The largest rise of the total energy above an earlier frame's, over the energy of the last body's fall.

    Contacts without restitution can only lower the energy, so a rise is an error of the solver.
    """
    rows = run.ends_of_steps
    energy = (rows["kinetic_energy"] + rows["potential_energy"]).to_numpy(float)
    if run.manifest["status"] == "diverged" or not np.isfinite(energy).all():
        return math.inf
    *others, body = run.scene["bodies"]
    stack = max(other["position"][1] + other["box"][1] / 2 for other in others if "mass" in other)
    height = body["position"][1] - body["box"][1] / 2 - stack
    fall = -body["mass"] * run.scene["gravity"][1] * height
    return float((energy - np.minimum.accumulate(energy)).max()) / fall


@claim(56)
def warm_start_of_impacts(results: Results) -> Verdict:
    rises: dict[str, dict[float, list[float]]] = {}
    for solver, axis in WARM_STARTS.items():
        for (sweeps, w, _), run in results.by("rigid_impact", solver, "iterations", axis, "place").items():
            of = rises.setdefault(f"{SOLVER_LABELS[solver]} with {sweeps:g} sweeps", {1: [], 0: []})
            of[w].append(energy_rise(run))
    # What is stable without a warm start.
    stable = {words: max(of[1]) for words, of in rises.items() if max(of[0]) < UNSTABLE}
    worst = max(stable, key=stable.get, default=None)
    unstable = [words for words, rise in stable.items() if rise >= UNSTABLE]
    return in_parts(
        [
            at_least(
                stable.get(worst, 0.0),
                UNSTABLE,
                "the largest rise of the energy, over the energy of the fall",
            )
        ],
        *(
            f"{words}: the energy rises by {span(of[1])} times the fall's (warm), {span(of[0])} (cold)"
            for words, of in rises.items()
        ),
        worst=worst,
        rise=rounded(stable.get(worst, 0.0)),
        cold=rounded(max(rises[worst][0])) if worst else None,
    ).reaching({f"for {words}": words in unstable for words in stable if words != worst})
