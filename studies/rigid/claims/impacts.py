"""Claim R56: warm starts where contacts come and go."""

import math

import numpy as np

from rigid.claims.measures import number, rounded
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_least, in_parts
from simbench.study.words import listed

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
    rises: dict[str, tuple[float, float]] = {}
    notes = []
    for solver, axis in WARM_STARTS.items():
        runs = results.by("rigid_impact", solver, "iterations", axis, "place")
        for sweeps in dict.fromkeys(key[0] for key in runs):
            warm, cold = (
                [energy_rise(run) for (k, w, _), run in runs.items() if (k, w) == (sweeps, share)]
                for share in (1, 0)
            )
            words = f"{solver}, {sweeps:g} sweeps"
            rises[words] = max(warm), max(cold)
            each = "; ".join(
                f"{name} {listed(number(rise) for rise in sorted(of))}"
                for name, of in (("warm", warm), ("cold", cold))
            )
            notes.append(f"{words}: rises over the energy of the fall: {each}")
    # Of the solvers that are stable without a warm start, the one with the largest rise.
    warm, worst = max(
        (warm, words) for words, (warm, cold) in [("none", (0, 0)), *rises.items()] if cold < UNSTABLE
    )
    return in_parts(
        [
            at_least(
                warm,
                UNSTABLE,
                f"{worst}: with a warm start the energy rises by {number(warm)} times the fall's",
            )
        ],
        *notes,
        rises=listed(
            f"{rounded(warm)} and {rounded(cold)} ({words})" for words, (warm, cold) in rises.items()
        ),
    )
