"""Claim R56: warm starts where contacts come and go."""

import math

import numpy as np

from rigid.claims.measures import number, rounded
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, by_case
from simbench.study.words import listed

WARM_STARTS = {"gs": "warm_start", "si": "si_warm_start", "avbd": "avbd_warm_start"}


def energy_rise(run: Run) -> float:
    """The largest rise of the total energy above an earlier frame's, over the energy of the last body's fall.

    Contacts without restitution can only lower the energy, so a rise is an error of the solver.
    """
    rows = run.ends_of_steps
    energy = (rows["kinetic_energy"] + rows["potential_energy"]).to_numpy(float)
    if run.manifest["status"] == "diverged" or not np.isfinite(energy).all():
        return math.inf
    body = run.scene["bodies"][-1]
    height = body["position"][1] - body["box"][1] / 2
    fall = -body["mass"] * run.scene["gravity"][1] * height
    return float((energy - np.minimum.accumulate(energy)).max()) / fall


@claim(56)
def warm_start_of_impacts(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    rises = []
    for solver, axis in WARM_STARTS.items():
        runs = results.by("rigid_impact", solver, "iterations", axis, "place")
        for sweeps in dict.fromkeys(key[0] for key in runs):
            warm, cold = (
                [energy_rise(run) for (k, w, _), run in runs.items() if (k, w) == (sweeps, share)]
                for share in (1, 0)
            )
            words = f"{solver}, {sweeps:g} sweeps"
            each = "; ".join(
                f"{name} {listed(number(rise) for rise in sorted(of))}"
                for name, of in (("warm", warm), ("cold", cold))
            )
            cases[words] = [above(min(warm), max(cold), f"rises over the energy of the fall: {each}")]
            rises.append(f"{rounded(max(warm))} and {rounded(max(cold))} ({words})")
    not_more = [words for words, parts in cases.items() if not all(part.holds for part in parts)]
    return by_case(
        "the solver and the number of sweeps",
        cases,
        rises=listed(rises),
        more=f"except with {'; '.join(not_more)}" if not_more else "in all cases",
    )
