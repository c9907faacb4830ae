"""A clamped beam under its weight, in equilibrium: what `converged` of Newton is worth."""

import json

import numpy as np
import pytest

from simbench import load_run
from simbench.snapshots import load_snapshot, snapshot_files


@pytest.mark.parametrize("modulus", [1e9, 3e9])
def test_a_converged_newton_is_in_the_minimum(run_simbench, workplace, modulus):
    """Stable Neo-Hookean has an energy at rest, beside which that of a small sag is nothing.

    Where the objective no longer resolves the way to the minimum, the gradient does.
    """
    scene = {
        "body": {"beam": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}},
        "material": {"model": "stable_neo_hookean", "youngs_modulus": modulus},
        "anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]},
        "gravity": [0, 0, -9.81],
        "step": {"integrator": "quasi_static", "time_step": 1, "iterations": 40},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))
    run_simbench("--scene scene.json --solver newton --vtu --output OUT")
    run = load_run(workplace / "OUT/newton")
    last = load_snapshot(snapshot_files(workplace / "OUT/newton")[-1].path)
    sag = np.abs(last.points - last.point_data["rest_positions"]).max()
    off = np.abs(last.point_data["displacement_to_minimiser"]).max()
    assert run.manifest["status"] == "converged"
    assert off < 1e-8 * sag
