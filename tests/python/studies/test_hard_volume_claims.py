"""The judges of claims 86 to 88 (hard volumes) give the right verdicts on synthetic runs."""

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import ANSWERED, FAILS, HOLDS

pytestmark = pytest.mark.slow
INDEPENDENT, REDUNDANT = (4, 1, 1), (8, 2, 2)  # cells
KAPPAS = (1e3, 1e12, 1e18, 1e21)  # Pa


def beam(setting) -> dict:
    size, split = [3.2, 0.6, 0.6], setting["split"]
    return {
        "body": {"beam": {"size": size, "cells": list(map(int, setting["cells"].split())), "split": split}},
        "density": 1000,
        "material": {"model": "neo_hookean", "youngs_modulus": 1e8, "poisson_ratio": 0.3},
        "potentials": [{"type": "volumes", "stiffness": setting["potentials"]}],
        "step": {"time_step": 1},
    }


def step(folder, sweeps=1e-7, independent=1e-15, systems_stop=True, singular=()) -> SyntheticResults:
    """The mean changes of volumes with α = 0, and whether (and at which κ) redundant systems stop."""
    runs = []
    for cells in (INDEPENDENT, REDUNDANT):
        for solver in ("kkt", "xpbd_global", "xpbd"):
            for kappa in (*KAPPAS, "infinite"):
                redundant_system = cells == REDUNDANT and solver != "xpbd"
                stops = redundant_system and (systems_stop if kappa == "infinite" else kappa in singular)
                change = sweeps if cells == REDUNDANT else independent
                change = change if kappa == "infinite" else 1 / kappa
                setting = {"cells": " ".join(map(str, cells)), "split": "five", "potentials": kappa}
                rows = two_rows(1.0, 1.0, mean_abs_volume_change=change)
                runs.append((solver, setting, rows, "not_spd" if stops else "max_iterations"))
    message = "the Jacobian of the 160 hard constraints has rank 128"
    axes = ["cells", "split", "potentials"]
    return SyntheticResults(folder).add("hard_volumes", axes, runs, scene=beam, message=message)


def sag(folder, five=0.015, six=0.005, status="converged") -> SyntheticResults:
    """Displacements [m] of the finer mesh with the harder volumes."""
    runs = []
    for split, moved in (("five", five), ("six", six)):
        for cells in (INDEPENDENT, REDUNDANT):
            for kappa in (1e6, 1e12):
                displacement = moved if (cells, kappa) == (REDUNDANT, 1e12) else 0.02
                energy = 1000 * 3.2 * 0.6 * 0.6 * displacement**2 / 2  # of a time step of 1 s
                setting = {"cells": " ".join(map(str, cells)), "split": split, "potentials": kappa}
                runs.append(
                    (
                        "newton",
                        setting,
                        two_rows(1.0, 1.0, kinetic_energy=energy),
                        status if kappa == 1e12 else "converged",
                    )
                )
    axes = ["cells", "split", "potentials"]
    return SyntheticResults(folder).add("hard_volumes_locking", axes, runs, scene=beam)


CASES = [
    Case(88, ANSWERED, sag, ("1e12 Pa the finest mesh keeps 86 %", "and 29 % with six")),
    Case(88, ANSWERED, sag, ("inf % with six",), {"status": "max_iterations"}),
    Case(86, HOLDS, step, ("keep the volumes to 1e-15 on average",)),
    Case(86, FAILS, step, ("to 0.1 on",), {"independent": 0.1}),
    Case(87, HOLDS, step, ("from 1000 to 1e18 Pa",), {"singular": (1e21,)}),
    Case(87, FAILS, step, ("from 1000 to 1e18 Pa",), {"singular": (1e12,)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
