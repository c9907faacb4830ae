"""Newton's status `converged` means that a clamped beam under its weight is in equilibrium."""

import json

import numpy as np
import pytest

from simbench import load_run
from simbench.snapshots import load_snapshot, snapshot_files


@pytest.mark.parametrize("modulus", [1e9, 3e9])
def test_a_converged_newton_has_reached_the_minimum(run_simbench, workplace, modulus):
    """The rest energy of stable Neo-Hookean is much larger than the energy of a small sag.

    The gradient resolves the distance to the minimum even if the objective does not.
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
