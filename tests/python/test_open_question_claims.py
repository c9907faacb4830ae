"""Claims 37 and 47 are judged right, on made-up results that meet or contradict them."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from test_claims import ends, write_sweep
from test_optimiser_claims import reaching, to

from simbench.claims import early_stopping, materials
from simbench.claims.results import Results
from simbench.claims.verdicts import CONFIRMED, DEPENDS, REFUTED

pytestmark = pytest.mark.slow


def compared(folder, *, admm=100, vbd=0.2, pd=150) -> Results:
    """Strain and corotated material; what is given concerns the latter, which PD does not take."""
    runs = []
    for model in ("strain", "corotated_linear"):
        own = model != "strain"
        for h in (1e-2, 1e-1):
            where = {"h": h, "material": json.dumps({"model": model, "stiffness": 1e7})}
            runs += [
                ("qn", where, to(30, 60), "converged"),
                ("newton", where, to(5, 9), "converged"),
                ("admm", where, reaching({1e-3: admm if own else 100}), "max_iterations"),
                ("pd", where, to(pd, pd), "declined" if own else "max_iterations"),
                ("vbd", where, ends(1, 1).assign(relative_error=[1, vbd if own else 0.2]), "max_iterations"),
            ]
            runs += [
                (
                    "xpbd",
                    where | {"form": form},
                    ends(1, 1).assign(relative_error=[1, error]),
                    "max_iterations",
                )
                for form, error in (("split", math.nan), ("combined", 0.3))
            ]

    def scene(setting):
        return {"material": json.loads(setting["material"])}

    write_sweep(folder / "materials", ["h", "material", "form"], runs, scene=scene)
    return Results(folder)


def test_order_of_solvers_for_other_materials(tmp_path):
    judge = materials.order_of_solvers
    found = judge(compared(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert found.findings[0] == (
        "strain: h = 0.01 s: QN 30, ADMM 100, PD 150, XPBD never (error 0.3), VBD never (error 0.2), Newton 5"
    )
    assert found.findings[-1].startswith("corotated linear: h = 0.1 s: QN 30, ADMM 100, XPBD never")
    for name, change in {"b": {"admm": 20}, "c": {"vbd": 1e-4, "admm": 1500}}.items():
        contradicted = judge(compared(tmp_path / name, **change))
        assert (contradicted.kind, contradicted.depends_on) == (DEPENDS, "the material"), change
    assert judge(compared(tmp_path / "d", pd=90)).kind == DEPENDS
    assert judge(compared(tmp_path / "e", pd=90, admm=20)).kind == REFUTED


def swings(folder, below: dict) -> Results:
    """Converged steps lose 10 J; with n iterations a solver's mean energy is below[solver][mesh][n] J lower.

    The weight's energy falls by 2000 J meanwhile.
    """

    def steps(shortfall):
        energies = np.linspace(20, 10, 5) - shortfall
        table = {
            "step": range(1, 6),
            "iteration": 0,
            "objective": 1.0,
            "inertial": 0.0,
            "relative_error": 0.0,
        }
        of_weight = np.linspace(0, -2000, 5) * (1 - 0.01 * shortfall)
        return pd.DataFrame(
            {**table, "constraint": 5.0, "total_energy": energies, "kinetic_energy": energies - 5 - of_weight}
        )

    runs = []
    for place, cells in enumerate(early_stopping.CELLS):
        for h in (0.01, 0.02):
            for n in (1, 2, early_stopping.CONVERGED):
                where = {"h": h, "cells": json.dumps(cells), "iterations": n}
                runs.append(("newton", where, steps(0.0), "converged"))
                for solver in early_stopping.SOLVERS:
                    shortfall = below.get(solver, below["pd"])[place].get(n, 0.0)
                    runs.append((solver, where, steps(shortfall), "max_iterations"))
    scene = {"density": 1000, "body": {"beam": {"size": [1, 1, 1]}}}
    write_sweep(folder / early_stopping.SWEEP, ["h", "cells", "iterations"], runs, scene=scene)
    return Results(folder)


DAMPS = ({1: 1.0, 2: 0.5}, {1: 2.0, 2: 1.0})


def test_early_stopping(tmp_path):
    judge = early_stopping.stopping_early_damps
    found = judge(swings(tmp_path / "a", {"pd": DAMPS}))
    assert found.kind == CONFIRMED
    assert found.findings[0] == (
        "PD: h = 0.01 s: the mean energy is below that of converged steps by 0.100 (n = 1), 0.050 (n = 2), "
        "0.000 (n = 100), and on the finer mesh by 0.200 (n = 1), 0.100 (n = 2), 0.000 (n = 100) of what "
        "these lose"
    )
    assert "this one has fallen 98 % as far (h = 0.01 s), 98 % as far" in found.findings[-1]
    for name, xpbd in {
        "gains": ({1: -3.0}, {1: -5.0}),
        "less on the finer mesh": (DAMPS[1], DAMPS[0]),
        "more with more": ({1: 1.0, 2: 0.5}, {1: 2.0, 2: 3.0}),
        "nothing": ({1: 1e-3}, {1: 2e-3}),
    }.items():
        contradicted = judge(swings(tmp_path / name, {"pd": DAMPS, "xpbd": xpbd}))
        assert (contradicted.kind, contradicted.depends_on) == (DEPENDS, "the solver"), name
    assert judge(swings(tmp_path / "b", {"pd": ({}, {})})).kind == REFUTED


def test_scenes_that_a_solver_declines_are_no_runs(tmp_path):
    results = compared(tmp_path)
    assert len(results.by("materials", "pd", "material", "h")) == 2
    assert len(results.by("materials", "qn", "material", "h")) == 4
