"""Timoshenko's theory of a cantilever under its weight, with the E and ν of its law near rest."""

import numpy as np

from simbench.results import Run
from thesis.claims.measures import GRAVITY, final_displacement, lame_parameters

SHEAR_FACTOR = 5 / 6  # of a rectangle


def near_rest(material: dict, volumes: float = 0) -> tuple[float, float]:
    """E [Pa] and ν of small strains, with springs of the stiffness `volumes` [Pa] on all volumes.

    Stable Neo-Hookean's Lamé parameters there are μ and λ − μ. The springs add their stiffness to the latter.
    """
    mu, lam = lame_parameters(material)
    lam += volumes
    if material["model"] == "stable_neo_hookean":
        lam -= mu
    ratio = lam / (2 * (lam + mu))
    return 2 * mu * (1 + ratio), ratio


def deflection(run: Run) -> float:
    """The root mean square of the deflection along the beam [m]."""
    length, width, height = run.scene["body"]["beam"]["size"]
    volumes = sum(p["stiffness"] for p in run.scene.get("potentials", ()) if p["type"] == "volumes")
    modulus, ratio = near_rest(run.scene["material"], volumes)
    load = run.scene["density"] * GRAVITY * width * height  # N/m
    bending = load * length**4 / (24 * modulus * width * height**3 / 12)
    shear = load * length**2 * (1 + ratio) / (SHEAR_FACTOR * modulus * width * height)
    s = (np.arange(1000) + 0.5) / 1000
    along = bending * s**2 * (s**2 - 4 * s + 6) + shear * (2 * s - s**2)
    return float(np.sqrt((along**2).mean()))


def share_of_deflection(run: Run) -> float:
    """The displacement at the end of a run over the deflection; infinite if the run diverged."""
    return final_displacement(run) / deflection(run)
