"""Figures of the study engine draw the numbers of sweeps."""

import numpy as np
import pandas as pd
import pytest
from synthetic_sweeps import SyntheticResults, reaching, steps_with_energies

from engine.claims.measures import SOLVERS
from engine.figures import elements, floor, iterations

BEAM = {"size": [1, 0.2, 0.2], "cells": [15, 3, 3]}
LENGTH = {"body": {"beam": BEAM}, "density": 7850, "gravity": [0, 0, -9.81]}
WEIGHT = 7850 * 0.04 * 9.81
ENERGIES = {"objective": 1.0, "inertial": 0.0, "constraint": 1.0}


def sagging(metres: float) -> pd.DataFrame:
    return steps_with_energies(np.full(4, WEIGHT * (0.1 - metres) + 1), kinetic_energy=0.0)


def lines(axes) -> dict[str, tuple[list, list]]:
    return {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines}


def test_the_sag_over_iterations_is_in_millimetres(tmp_path):
    runs = [
        (solver, {"k": 2e11, "iterations": n}, sagging(1 / n), "max_iterations")
        for solver in SOLVERS
        for n in (10, 100)
    ]
    axes_of_sweep = ["k", "iterations"]
    folder = SyntheticResults(tmp_path).add("bar_iterations", axes_of_sweep, runs, scene=LENGTH).write()
    (axes,) = iterations.draw(folder / "bar_iterations").axes
    drawn = lines(axes)
    assert drawn["PBD"] == ([10, 100], pytest.approx([100, 10]))
    assert drawn["_visible"][1] == [10, 10] and drawn["_exact"][1] == pytest.approx([10, 10])


def test_a_line_of_iterations_ends_where_a_solver_does_not_arrive(tmp_path):
    def scene(setting):
        return LENGTH | {"body": {"beam": BEAM | {"cells": setting["cells"]}}}

    meshes = ([10, 2, 2], [20, 4, 4])
    bars = [(s, {"cells": c}, sagging(0.2), "max_iterations") for s in SOLVERS[:-1] for c in meshes]
    steps = [
        (s, {"cells": c}, reaching({0.5: 9} if (s, c) == ("xpbd", [20, 4, 4]) else {0.01: c[0]}), "converged")
        for s in SOLVERS
        for c in meshes
    ]
    results = SyntheticResults(tmp_path).add("bar_elements", ["cells"], bars, scene=scene)
    folder = results.add("twist_elements", ["cells"], steps, scene=scene).write()
    left, right = elements.draw(folder / "bar_elements", folder / "twist_elements").axes
    assert lines(left)["VBD"] == ([200, 1600], pytest.approx([200, 200])) and "Newton" not in lines(left)
    assert lines(right)["VBD"] == ([200, 1600], [10, 20]) and lines(right)["XPBD"] == ([200], [10])


def test_the_floor_is_drawn_over_the_stiffness_of_the_step(tmp_path):
    runs = [
        (solver, {"k": k, "h": h}, reaching({2 / (k * h**2): 9}), "max_iterations")
        for solver in ("pbd", "xpbd", "pd", "vbd")
        for k in (1e7, 1e5)
        for h in (0.1, 0.01)
    ]
    folder = SyntheticResults(tmp_path).add("twist_floor", ["k", "h"], runs).write()
    (axes,) = floor.draw(folder / "twist_floor").axes
    assert lines(axes)["XPBD"] == (pytest.approx([1e1, 1e3, 1e5]), pytest.approx([10, 0.1, 1e-3]))
