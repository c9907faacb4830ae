"""No solver has a hidden unit of mass: 2⁴⁰ times the masses and moduli give the same bits.

A factor that is a power of two changes no rounding. What differs then is a product of moduli that does not
fit into single precision, or a constant that means joules.
"""

import json

import numpy as np
import pytest

from simbench import load_runs

LAWS = ["strain", "stable_neo_hookean", "neo_hookean", "st_venant_kirchhoff", "corotated_linear"]
UNITS = {"iteration": 0, "step": 0, "relative_error": 0, "min_det_f": 0, "inverted_tets": 0, "objective": 1}


def scene(law: str, factor: float) -> dict:
    return {
        "body": {"beam": {"size": [0.8, 0.3, 0.3], "cells": [8, 3, 3]}},
        "material": {
            "model": law,
            "stiffness" if law == "strain" else "youngs_modulus": 1e6 * factor,
        },
        "density": 1000 * factor,
        "anchors": {
            "groups": [
                {"vertices": {"select": "x_min"}},
                {"vertices": {"select": "x_max"}, "translation": [0.1, 0.05, 0]},
            ]
        },
        "gravity": [0, 0, -9.81],
        "step": {"time_step": 1e-2, "iterations": 8},
    }


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("law", LAWS)
def test_the_unit_of_mass_changes_no_iterate(run_simbench, workplace, law, precision):
    runs = {}
    for exponent in (0, 40, -40):
        name = f"scene{exponent}"
        (workplace / f"{name}.json").write_text(json.dumps(scene(law, 2.0**exponent)))
        run_simbench(
            f"--scene {name}.json --solver every --precision {precision} --output {name} --quiet",
            exit_code=None,
        )
        runs[exponent] = load_runs(workplace / name)
    assert len(runs[0]) > 6
    for exponent in (40, -40):
        for plain, scaled in zip(runs[0], runs[exponent], strict=True):
            assert plain.manifest["status"] == scaled.manifest["status"], plain.manifest["solver"]
            for column, power in UNITS.items():
                expected = plain.iterations[column] * 2.0 ** (exponent * power)
                np.testing.assert_array_equal(
                    scaled.iterations[column], expected, err_msg=f"{plain.manifest['solver']} {column}"
                )
