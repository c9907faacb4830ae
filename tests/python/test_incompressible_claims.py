"""Claims 35, 40 and 41, on Neo-Hookean materials and ν → 1/2, are judged right by made-up runs."""

import json
import math

import pytest
from synthetic_sweeps import Case, MadeUp, check, ends

from simbench.claims.incompressible import CELLS, FORMS, MODELS, SPLITS
from simbench.claims.verdicts import CONFIRMED, REFUTED

pytestmark = pytest.mark.slow

VOLUMES = {("stable", "split"): -0.73, ("stable", "combined"): 0.016}  # changes of volume; else none
OTHER_VOLUMES = {("stable", "combined"): -0.5, ("classical", "split"): -0.5, ("classical", "combined"): -0.5}


def beam_scene(setting: dict) -> dict:
    return {"density": 1000, "body": {"beam": {"size": [1, 1, 1]}}, "step": {"time_step": 0.1}}


def displaced(metres: float) -> dict:
    """The column of a beam that has moved by so much, of the scene above."""
    return {"kinetic_energy": 0.5 * 1000 * (metres / 0.1) ** 2}


def neo_hookean(folder, *, stable=0.01, classical=0.0, volumes=VOLUMES, errors=(20.0, 0.05), own=(0.05,) * 2):
    """How far beams at rest move, changes of volume, XPBD's errors over ν of the stable and classical one.

    `own`: the errors of split and combined XPBD of classical Neo-Hookean at the thesis's ν.
    """
    runs = {"rest": [], "collapse_causes": [], "incompressible": []}
    for (model, name), moved, error in zip(MODELS.items(), (stable, classical), errors, strict=True):
        for form, of_classical in zip(FORMS, own, strict=True):
            setting = {"model": model, "form": form}
            runs["rest"].append(("xpbd", setting, ends(0, 0, **displaced(moved)), "max_iterations"))
            table = ends(1, 1, volume_error=volumes.get((name, form), 0.0), min_det_f=0.9)
            table["relative_error"] = 10.0 if name == "stable" else of_classical
            runs["collapse_causes"].append(("xpbd", setting, table, "max_iterations"))
            for nu in (0.3, 0.49):
                table = ends(1, 1, relative_error=error)
                runs["incompressible"].append(("xpbd", setting | {"nu": nu}, table, "max_iterations"))
        for solver in ("newton", "qn", "admm"):
            table = ends(1, 1, relative_error=[1, 1e-6])
            for nu in (0.3, 0.49):
                runs["incompressible"].append((solver, {"model": model, "nu": nu}, table, "converged"))
    results = MadeUp(folder)
    for sweep, its in runs.items():
        results.add(sweep, ["model", "nu", "form"], its, scene=beam_scene)
    return results


def cantilevers(folder, left=(0.8, 0.1), finer=1.5) -> MadeUp:
    """Of the sag at ν = 0.3, 1 m on the coarsest mesh, this is left at 0.499 with five and with six tets.

    From a mesh to the next finer one the sag grows by a factor.
    """
    runs = [
        (
            "newton",
            {"split": split, "cells": json.dumps(cells), "nu": nu},
            ends(0, 0, **displaced(finer**place * (1 if nu < 0.4 else share))),
            "converged",
        )
        for split, share in zip(SPLITS, left, strict=True)
        for place, cells in enumerate(CELLS)
        for nu in (0.3, 0.499)
    ]
    return MadeUp(folder).add("locking", ["split", "cells", "nu"], runs, scene=beam_scene)


CASES = [
    Case(
        35,
        CONFIRMED,
        neo_hookean,
        (
            "by 0.01 m, those of classical Neo-Hookean by 0 m",
            "loses 73 %",
            "(0.01 m), and keeps the volume to 1.6 %",
        ),
        finds=("iterations of Newton to 1e-3, classical: 1000 (ν = 0.3), 1000 (ν = 0.49)",),
    ),
    Case(35, "partly (8 of 10)", neo_hookean, change={"stable": 0.0}, finds=("Not so: at rest",)),
    Case(
        35,
        "partly (9 of 10)",
        neo_hookean,
        change={"volumes": {}},
        finds=("split: the volume changes by 0.0 %",),
    ),
    Case(35, "partly (9 of 10)", neo_hookean, change={"errors": (20.0, 5.0)}, finds=("error: 5 (ν = 0.3)",)),
    Case(
        35,
        REFUTED,
        neo_hookean,
        change={"stable": 0.0, "classical": 0.01, "volumes": OTHER_VOLUMES, "errors": (0.05, 20.0)},
    ),
    Case(
        40, REFUTED, neo_hookean, ("it is never below zero", "relative errors of split 0.05, combined 0.05.")
    ),
    Case(40, "partly (1 of 2)", neo_hookean, change={"own": (7.0, 0.05)}, finds=("det F at 0.9",)),
    Case(40, CONFIRMED, neo_hookean, change={"own": (7.0, math.nan)}),
    Case(
        41,
        CONFIRMED,
        cantilevers,
        ("leaves at most 10 % with six", "at least 80 % with five"),
        finds=("80 % (five, 8×2×2)", "10 % (six, 32×6×6)", "the mean sag is 800 mm (8×2×2), 1.2e+03 mm"),
    ),
    Case(41, "partly (2 of 3)", cantilevers, change={"left": (0.5, 0.5)}),
    Case(41, "partly (1 of 3)", cantilevers, change={"finer": 0.9}, finds=("Not so: five tets a cell",)),
    Case(41, REFUTED, cantilevers, change={"left": (0.4, 0.5), "finer": 0.9}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_verdicts(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
