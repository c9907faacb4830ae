"""The figure of hard volumes draws changes of volume, singular systems, and shares of beam theory's sag."""

import math
from pathlib import Path

import numpy as np
import pytest
from conftest import lines_of
from synthetic_sweeps import run_in_memory

from simbench.results import Run
from thesis import beam_theory
from thesis.figures import hard_volumes

pytestmark = pytest.mark.slow


def run(solver, kappa, status="max_iterations", cells=(8, 2, 2), split="five", **columns) -> Run:
    scene = {
        "body": {"beam": {"size": [2, 1, 1], "cells": list(cells), "split": split}},
        "material": {"model": "neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
        "potentials": [{"type": "volumes", "stiffness": kappa}],
    }
    rows = {name: [0.0, value] for name, value in ({"objective": 1.0} | columns).items()}
    return run_in_memory(solver, scene=scene, status=status, **rows)


def test_each_mesh_has_a_panel_and_singular_systems_are_marked(monkeypatch):
    changes = {1e3: 1e-3, 1e6: 1e-6}
    runs = [run("kkt", kappa, mean_abs_volume_change=change) for kappa, change in changes.items()]
    runs.append(run("kkt", "infinite", status="not_spd", mean_abs_volume_change=0.0))
    for kappa in (1e3, 1e6):
        runs.append(run("kkt", kappa, cells=(4, 1, 1), mean_abs_volume_change=0.5))
    moved = {1e6: 10.0, 1e12: 4.0}  # kinetic energies [J]
    sags = [run("newton", kappa, kinetic_energy=energy) for kappa, energy in moved.items()]
    monkeypatch.setattr(hard_volumes, "load_runs", lambda folder: sags)
    coarse, kept, sag = hard_volumes.draw(runs, Path("locking")).axes
    assert coarse.get_title() == "volumes, 4×1×1 cells"
    np.testing.assert_array_equal(lines_of(coarse)["_kkt five"].get_ydata(), [0.5, 0.5])
    lines = lines_of(kept)
    np.testing.assert_array_equal(lines["_kkt five"].get_xdata(), [1e3, 1e6])
    np.testing.assert_array_equal(lines["_kkt five"].get_ydata(), [1e-3, 1e-6])
    np.testing.assert_allclose(lines["_kkt five stopped"].get_xdata(), [1e9])
    assert [text.get_text() for text in kept.get_xticklabels()][-1] == "∞"
    displacements = [math.sqrt(2 * energy / 2000) * 0.1 for energy in moved.values()]
    expected = [d / beam_theory.deflection(r) for d, r in zip(displacements, sags, strict=True)]
    np.testing.assert_allclose(lines_of(sag)["8×2×2 cells"].get_ydata(), expected)


def test_springs_on_volumes_make_a_law_incompressible_and_keep_its_shear_modulus():
    material = {"model": "neo_hookean", "youngs_modulus": 2.6e5, "poisson_ratio": 0.3}
    assert beam_theory.near_rest(material) == pytest.approx((2.6e5, 0.3))
    modulus, ratio = beam_theory.near_rest(material, 1e12)
    assert (modulus, ratio) == pytest.approx((3e5, 0.5), rel=1e-6)  # E = 3 mu
    soft, hard = (beam_theory.deflection(run("newton", kappa)) for kappa in (1e-3, 1e12))
    assert 1.1 < soft / hard < 3 / 2.6
