"""How far a beam sags: the depth of its centre of mass, which its energies tell at the end of each frame."""

import math

import pandas as pd

from simbench import Run


def weight_of(run: Run) -> float:
    """The weight of the beam [N]."""
    return run.scene["density"] * math.prod(run.scene["body"]["beam"]["size"]) * -run.scene["gravity"][2]


def depths(run: Run) -> pd.Series:
    """How far the centre of mass is below its start, at the end of each time step of the scene [m].

    The energy of gravity is the total energy without those of motion and of the material.
    """
    of_gravity = potential(run) - run.ends_of_frames["constraint"]
    return run.scene["body"]["beam"]["size"][2] / 2 - of_gravity / weight_of(run)


def sag(run: Run) -> float:
    """The mean depth in the second half of the run, because the beam swings [m]; infinite if it diverges."""
    if run.manifest["status"] == "diverged":
        return math.inf
    found = depths(run)
    return float(found.iloc[len(found) // 2 :].mean())


def potential(run: Run) -> pd.Series:
    """The energy of the material and of gravity at the end of each time step of the scene [J]."""
    rows = run.ends_of_frames
    return rows["total_energy"] - rows["kinetic_energy"]
