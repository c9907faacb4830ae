"""The judges of Newton's filters and of sweeps give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from synthetic_sweeps import AXES, SyntheticResults

from simbench.study.modules import import_judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

STUDY = REPOSITORY / "studies" / "field"
import_judges(STUDY)

from field.claims import newton_filters, newton_projections  # noqa: E402  see above

pytestmark = pytest.mark.slow

TIMES = (1e-3, 1e-2, 1e-1, 1, 10)
STRAIN = json.dumps({"model": "strain", "stiffness": 1e7})
RUBBER = json.dumps({"model": "stable_neo_hookean", "youngs_modulus": 1e7, "poisson_ratio": 0.49})


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    more = {
        "h": "step.time_step",
        "material": "material",
        "cells": "body.beam.cells",
        "k": "material.stiffness",
        "end": "anchors.groups.1.translation",
        "nu": "material.poisson_ratio",
        "hessian": "solvers.newton.hessian",
        "xpbd": "solvers.xpbd",
        "vbd": "solvers.vbd",
        "pbng": "solvers.pbng",
        "system": "solvers.xpbd_global",
    }
    for name, path in more.items():
        monkeypatch.setitem(AXES, name, path)


def newton(arrives: int, end: int = 2, projected: float = 1280, last: float = 1.0) -> pd.DataFrame:
    """A run with a small error and a small gradient at `arrives`; `end` iterations later it is solved."""
    numbers = np.arange(arrives + end + 1)
    small = np.where(numbers < arrives, 1.0, 1e-7)
    small[arrives + end :] = 1e-13
    return pd.DataFrame(
        {
            "step": 1,
            "iteration": numbers,
            "objective": np.where(numbers == numbers[-1], last, 2.0),
            "relative_error": small,
            "gradient_norm": small,
            "projected_elements": np.where(numbers == 0, math.nan, projected),
            "factorisations": numbers,
        }
    )


def filters(folder, stretch: dict, free: dict, quadratic: dict | None = None) -> SyntheticResults:
    """Runs of the filters; the values are the arguments of `newton`, and of quadratic tets if they differ."""
    results = SyntheticResults(folder)
    for elements, sweep in newton_filters.STRETCH.items():
        runs = [
            (
                "newton",
                {"end": [0.8 * lengths, 0, 0], "nu": nu, "hessian": hessian},
                newton(*how),
                "max_iterations",
            )
            for lengths in (1, 10)
            for nu in (0.3, 0.49)
            for hessian, how in ((elements and quadratic) or stretch).items()
        ]
        results.add(sweep, ["end", "nu", "hessian"], runs)
    for sweep in (newton_filters.UNTWIST, newton_projections.DRAWN):
        made = [
            ("newton", {"material": material, "h": h, "hessian": hessian}, newton(*how), "converged")
            for material in (STRAIN, RUBBER)
            for h in TIMES
            for hessian, how in free.items()
        ]
        results.add(sweep, ["material", "h", "hessian"], made)
    return results


ALL = ("clamped", "absolute", "trust_region", "on_demand", "exact", "progressive")


@pytest.mark.parametrize(("absolute", "switch", "kinds"), [(8, 6, (HOLDS, HOLDS)), (19, 30, (FAILS, FAILS))])
def test_judges_of_absolute_eigenvalues(tmp_path, absolute, switch, kinds):
    how = {"clamped": (20,), "absolute": (absolute,), "trust_region": (switch,)}
    results = filters(tmp_path, how, dict.fromkeys(ALL, (20,)) | how)
    found = newton_filters.absolute_needs_fewer(results), newton_filters.trust_region_is_better(results)
    assert tuple(one.kind for one in found) == kinds
    assert "10 lengths" in found[0].values["loose_yes" if kinds[0] == HOLDS else "loose_no"]


def test_the_control_is_in_the_reach(tmp_path):
    how = {"clamped": (20,), "absolute": (19,), "trust_region": (30,)}
    control = {"clamped": (20,), "absolute": (8,), "trust_region": (6,)}
    results = filters(tmp_path, how, dict.fromkeys(ALL, (20,)) | how, control)
    found = newton_filters.absolute_needs_fewer(results)
    assert found.kind == FAILS
    holding = [case for case, holds in found.cases.items() if holds]
    assert holding and all("quadratic tets" in case for case in holding)


def test_a_saddle_point_is_no_minimum(tmp_path):
    rows = newton(5)
    rows.loc[rows.index[-1], "gradient_norm"] = 1.0
    sweep = newton_filters.STRETCH[""]
    results = SyntheticResults(tmp_path).add(sweep, ["nu"], [("newton", {"nu": 1}, rows, "stalled")])
    run = results.run(sweep, "newton", **{"material.poisson_ratio": 1})
    assert newton_filters.until(run, "tight") == math.inf
    assert newton_filters.ratio(math.inf, math.inf) is None
    assert newton_filters.ratio(math.inf, 20) == newton_filters.LIMIT / 20
    assert newton_filters.ratio(20, math.inf) == 0


@pytest.mark.parametrize(
    ("clamped", "on_demand", "kind"),
    [((20, 6), (20, 2), HOLDS), ((20, 2), (20, 2), IN_PART), ((20, 6), (20, 9), IN_PART)],
)
def test_judge_of_projection_on_demand(tmp_path, clamped, on_demand, kind):
    free = dict.fromkeys(ALL, (20,)) | {"clamped": clamped, "on_demand": on_demand}
    found = newton_projections.on_demand_keeps_newtons_rate(
        filters(tmp_path, dict.fromkeys(ALL[:3], (20,)), free)
    )
    assert found.kind == kind
    assert found.values["longest"] == f"{on_demand[1]}"
    assert found.values["on_demand"] == found.values["number"] == 20


@pytest.mark.parametrize(
    ("progressive", "kind"), [((10, 2, 50), HOLDS), ((25, 2, 1280), FAILS), ((10, 2, 1280), IN_PART)]
)
def test_judge_of_progressive_projection(tmp_path, progressive, kind):
    free = dict.fromkeys(ALL, (20,)) | {"progressive": progressive}
    found = newton_projections.progressive_projects_little(
        filters(tmp_path, dict.fromkeys(ALL[:3], (20,)), free)
    )
    assert found.kind == kind
    assert found.values["best"] == f"{(progressive[0] + 2) / 22:.2g}"
