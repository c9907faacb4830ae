"""Measures of the judges of the study engine agree with numbers that are known."""

import math

import numpy as np
import pytest
from synthetic_sweeps import SyntheticResults, steps_with_energies

from engine.claims.elements import exponent
from engine.claims.measures import sag
from engine.claims.parity import longest_zigzag


def scene(setting: dict) -> dict:
    """A bar of 1 m, or of 1000 mm if its density is one in tonnes per cubic millimetre."""
    unit = 1000 if setting.get("density", 1) < 1e-6 else 1
    beam = {"size": [unit, 0.2 * unit, 0.2 * unit], "cells": setting.get("cells", [15, 3, 3])}
    return {"body": {"beam": beam}, "density": setting.get("density", 7850), "gravity": [0, 0, -9.81 * unit]}


def test_the_sag_is_a_mean_over_the_second_half(tmp_path):
    heights = 0.1 - np.array([0.9, 0.9, 0.3, 0.5])  # of the centre of mass, in metres
    weight = 7850 * 0.04 * 9.81
    rows = steps_with_energies(weight * heights + 5 + 1, kinetic_energy=5.0)
    runs = [("pd", {"h": 0.1}, rows, "max_iterations"), ("qn", {"h": 0.1}, rows, "diverged")]
    results = SyntheticResults(tmp_path).add("any", ["h"], runs, scene=scene)
    assert sag(results.run("any", "pd", h=0.1)) == pytest.approx(0.4)
    assert sag(results.run("any", "qn", h=0.1)) == math.inf


def test_the_exponent_is_that_of_a_power():
    assert exponent({n: 3 * n**0.7 for n in (200, 675, 5400)}) == pytest.approx(0.7)
    assert exponent({200: 3, 5400: math.inf}) == math.inf


def test_a_zigzag_alternates_visibly_and_evenly():
    odd = np.arange(30) % 2
    falling = longest_zigzag(np.linspace(1, 0.5, 30) + 0.1 * odd)
    assert falling.length == 27 and 0.1 < falling.size < 0.2
    assert longest_zigzag(np.where(np.arange(30) < 15, 1 + 0.1 * odd, 1.0)).length == 12
    assert longest_zigzag(1 + 1e-4 * odd).length == 0
    assert longest_zigzag(np.linspace(1, 0.1, 30)).length == 0
    assert longest_zigzag(1 + (np.arange(30) % 4 == 0)).length <= 2  # every fourth value is large
