"""With extreme stiffnesses, time steps, sizes and start states each solver reports how it ended.

A run ends soon, with a documented status and its exit code. Every cell of its table is a finite number or
empty. Otherwise the run is refused with a sentence.
"""

import json
import math
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from conftest import material

pytestmark = pytest.mark.slow

FAILURES = {"diverged", "not_spd", "not_finite", "not_representable", "no_minimum"}
STATUSES = {"converged", "max_iterations", "stalled", *FAILURES}
CELLS = (4, 2, 2)
SPACING = 0.1  # m


def beam(spacing: float = SPACING) -> dict:
    return {"body": {"beam": {"size": [n * spacing for n in CELLS], "cells": list(CELLS)}}}


def carried_to(scales: tuple[float, float, float]) -> dict:
    """A preparation that scales the body: an anchor moves each vertex, and the material is much softer."""
    groups = []
    for i, j, k in np.ndindex(*(n + 1 for n in CELLS)):
        rest = SPACING * np.array([i, j, k])
        group = {"vertices": {"select": "indices", "indices": [len(groups)]}}
        groups.append({**group, "translation": list((np.array(scales) - 1) * rest)})
    anchors = {"stiffness": 1e6, "groups": groups}
    material = {"model": "strain", "stiffness": 1e-6}
    return {"preparation": {"material": material, "anchors": anchors, "duration": 1, "increments": 1}}


# Name: changed members of a scene; stiffness and time_step are short names of their members.
ORDINARY = {
    "stiffness 1e-300": {"stiffness": 1e-300},
    "stiffness 1e20": {"stiffness": 1e20},
    "time step 1e-12": {"time_step": 1e-12},
    "time step 1e6": {"time_step": 1e6},
    "flat": carried_to((1, 1, 0)),
    "line": carried_to((1, 0, 0)),
    "point": carried_to((0, 0, 0)),
    "inside out": carried_to((-1, 1, 1)),
    "velocity 1e308": {"initial_velocity": [1e308, 0, 0]},
}
EXTREME = {
    "stiffness 5e-324": {"stiffness": 5e-324},
    "stiffness 1e-30": {"stiffness": 1e-30},
    "stiffness 1e300": {"stiffness": 1e300},
    "stiffness 1.7e308": {"stiffness": 1.7e308},
    "time step 5e-324": {"time_step": 5e-324},
    "time step 1e-200": {"time_step": 1e-200},
    "time step 1e200": {"time_step": 1e200},
    "density 1e-300": {"density": 1e-300},
    "density 1e300": {"density": 1e300},
    "gravity 1e300": {"gravity": [0, 0, -1e300]},
    "size 1e-90": beam(1e-90),
    "size 1e90": beam(1e90),
    "a thread": {"body": {"beam": {"size": [1e5, 1e-5, 1e-5], "cells": list(CELLS)}}},
}


def write_scene(workplace, law: str, stiffness=1e6, time_step=1e-2, **changes) -> None:
    scene = {
        **beam(),
        "material": material(law, stiffness),
        "gravity": [0, 0, -10],
        "step": {"time_step": time_step, "iterations": 15, "steps": 2},
        **changes,
    }
    (workplace / "scene.json").write_text(json.dumps(scene))


def check_run(folder) -> str:
    """Checks the run of a solver, and returns its status."""
    manifest = json.loads((folder / "manifest.json").read_text(), parse_constant=pytest.fail)
    status = manifest["status"]
    assert status in STATUSES
    cells = pd.read_csv(folder / "iterations.csv", dtype=str, keep_default_na=False)
    assert len(cells) > 0
    for column in cells:
        assert all(cell == "" or math.isfinite(float(cell)) for cell in cells[column]), column
    ends_infinite = cells["objective"].iloc[-1] == ""
    assert (status in FAILURES or ends_infinite) == bool(manifest["message"])
    assert manifest["infinite_objectives"] == (cells["objective"] == "").sum()
    timings = pd.read_csv(folder / "timings.csv")
    assert (timings >= 0).all(axis=None)
    for snapshot in folder.glob("*.vtu"):
        text = snapshot.read_text()
        assert "nan" not in text.split("<CellData>")[0] and "inf" not in text.split("<CellData>")[0]
    return status


def check_case(run_simbench, workplace, law: str, precision: str, case: dict) -> Counter:
    write_scene(workplace, law, **case)
    finished = run_simbench(
        f"--scene scene.json --solver every --precision {precision} --vtu 10 --output OUT", exit_code=None
    )
    assert "terminate" not in finished.stderr
    folders = list((workplace / "OUT").iterdir()) if (workplace / "OUT").exists() else []
    if not folders:
        assert finished.returncode in (2, 3, 5) and finished.stderr.startswith("simbench: ")
        return Counter(["refused"])
    statuses = Counter(check_run(folder) for folder in folders)
    assert finished.returncode == (5 if FAILURES & statuses.keys() else 0)
    return statuses


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("case", ORDINARY)
def test_runs_end_with_a_status_and_finite_numbers(
    run_simbench, workplace, record_property, case, any_law, precision
):
    record_property("statuses", dict(check_case(run_simbench, workplace, any_law, precision, ORDINARY[case])))


@pytest.mark.long
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("case", EXTREME)
def test_extreme_numbers_end_with_a_status(
    run_simbench, workplace, record_property, case, any_law, precision
):
    record_property("statuses", dict(check_case(run_simbench, workplace, any_law, precision, EXTREME[case])))


@pytest.mark.parametrize("case", ["flat", "line", "point"])
def test_the_collapsed_states_are_collapsed(run_simbench, workplace, case):
    """Iteration 0 has the state at the start of the step."""
    write_scene(workplace, "strain", **ORDINARY[case], gravity=[0, 0, 0])
    run_simbench("--scene scene.json --solver qn --iterations 0 --vtu 1 --output OUT")
    table = pd.read_csv(workplace / "OUT/qn/iterations.csv")
    assert abs(table["min_det_f"][0]) < 1e-11
    thirds = {"flat": 1, "line": 2, "point": 3}[case]  # of the stretches are zero; k/2 V a stretch
    volume = SPACING**3 * math.prod(CELLS)
    assert table["objective"][0] == pytest.approx(thirds * 1e6 / 2 * volume, rel=1e-9)


def test_stiffness_zero_is_refused_and_any_positive_one_is_accepted(run_simbench, workplace):
    """Without forces ADMM's weights c √(k V) and XPBD's compliances 1/(k V) are none, and f(q~) is f*."""
    write_scene(workplace, "strain", stiffness=0)
    message = run_simbench("check scene.json", exit_code=2).stderr
    assert "/material/stiffness: 0 is out of range; allowed: a number greater than 0 [Pa]" in message
    write_scene(workplace, "strain", stiffness=1e-100)
    run_simbench("--scene scene.json --solver every --output OUT")
    free_fall = -10 * 1e-2**2 * (1 + 2)  # of implicit Euler, two steps: h² g (1 + 2)
    run_simbench("--scene scene.json --solver every --vtu --output OUT --replace")
    for snapshot in (workplace / "OUT").glob("*/positions_0002_*.vtu"):
        lines = snapshot.read_text().split("<Points>")[1].splitlines()[2:]
        z = np.array([float(line.split()[2]) for line in lines[: math.prod(n + 1 for n in CELLS)]])
        rest = SPACING * np.tile(np.arange(CELLS[2] + 1), (CELLS[0] + 1) * (CELLS[1] + 1))
        if snapshot.parent.name != "pbd":  # whose stiffness is infinite
            np.testing.assert_allclose(z, rest + free_fall, atol=1e-14)
