"""The theory of beams that figures of locking and of hard volumes compare with."""

import math

import numpy as np
import pytest
from synthetic_sweeps import run_in_memory

from simbench.results import Run
from thesis import beam_theory


def beam(nu: float, kappa: float = 0) -> Run:
    scene = {"body": {"beam": {"size": [2, 1, 1]}}, "potentials": [{"type": "volumes", "stiffness": kappa}]}
    scene["material"] = {"model": "neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": nu}
    return run_in_memory(scene=scene, kinetic_energy=[0.0])


def test_the_deflection_is_that_of_beam_theory():
    def theory(nu: float) -> float:
        """The root mean square of w, EI φ' = moment, w' = φ + force/(κGA), by sums along 2 m × 1 m × 1 m."""
        modulus, load = 1e5, 1000 * 9.81
        x = np.linspace(0, 2, 20001)
        moment = load * (2 - x) ** 2 / 2  # N m; I = 1/12 m⁴
        turned = np.concatenate([[0], np.cumsum((moment[1:] + moment[:-1]) / 2 * np.diff(x))]) / (
            modulus / 12
        )
        slope = turned + load * (2 - x) / (5 / 6 * modulus / (2 * (1 + nu)))
        deflection = np.concatenate([[0], np.cumsum((slope[1:] + slope[:-1]) / 2 * np.diff(x))])
        return math.sqrt((deflection**2).mean())

    for nu in (0.3, 0.49):
        assert beam_theory.deflection(beam(nu)) == pytest.approx(theory(nu), rel=1e-3)


def test_moduli_near_rest_match_those_that_check_prints(run_simbench):
    """The program computes them from second derivatives of the energy."""
    for nu in (0.3, 0.45):
        said = run_simbench("check cantilever.json --set", f"material.poisson_ratio={nu}").stdout
        modulus, ratio = beam_theory.near_rest(
            {"model": "stable_neo_hookean", "youngs_modulus": 1e8, "poisson_ratio": nu}
        )
        assert ratio == pytest.approx(1 - 1 / (4 * nu))
        assert f"E = {modulus:.6g} Pa and nu = {ratio:.4g}" in said


def test_springs_on_volumes_make_a_law_incompressible_and_keep_its_shear_modulus():
    material = {"model": "neo_hookean", "youngs_modulus": 2.6e5, "poisson_ratio": 0.3}
    assert beam_theory.near_rest(material) == pytest.approx((2.6e5, 0.3))
    modulus, ratio = beam_theory.near_rest(material, 1e12)
    assert (modulus, ratio) == pytest.approx((3e5, 0.5), rel=1e-6)  # E = 3 mu
    soft, hard = (beam_theory.deflection(beam(0.3, kappa)) for kappa in (1e-3, 1e12))
    assert 1.1 < soft / hard < 3 / 2.6
