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

from field.claims import global_systems, newton_filters, newton_projections, sweeps  # noqa: E402  see above

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


@pytest.mark.parametrize(
    ("absolute", "switch", "kinds"),
    [(8, 6, (HOLDS, HOLDS)), (19, 30, (FAILS, FAILS))],
)
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
    ("progressive", "kind"),
    [((10, 2, 50), HOLDS), ((25, 2, 1280), FAILS), ((10, 2, 1280), IN_PART)],
)
def test_judge_of_progressive_projection(tmp_path, progressive, kind):
    free = dict.fromkeys(ALL, (20,)) | {"progressive": progressive}
    found = newton_projections.progressive_projects_little(
        filters(tmp_path, dict.fromkeys(ALL[:3], (20,)), free)
    )
    assert found.kind == kind
    assert found.values["best"] == f"{(progressive[0] + 2) / 22:.2g}"


def sweep(errors: dict[int, float], passes: int = 1, last: int = 1000) -> pd.DataFrame:
    """A run whose error and gradient have these values from these iterations on."""
    numbers = np.arange(last + 1)
    found = np.ones(last + 1)
    for iteration, error in errors.items():
        found[iteration:] = error
    table = {"step": 1, "iteration": numbers, "objective": found, "relative_error": found}
    counts = dict.fromkeys(sweeps.PASSES, 0) | {"local_passes": passes * numbers}
    return pd.DataFrame({**table, "gradient_norm": found, "constraint": 4.0, **counts})


@pytest.mark.parametrize(
    ("vbd", "xpbd", "kind"),
    [
        ({1: 0.05, 10: 0.005, 20: 1e-9}, {40: 0.05}, HOLDS),
        ({30: 0.05, 100: 0.005}, {40: 0.05, 90: 1e-9}, FAILS),
        ({30: 0.05, 100: 1e-9}, {40: 0.05}, IN_PART),
    ],
)
def test_judge_of_vertex_block_descent(tmp_path, vbd, xpbd, kind):
    runs = []
    for material in (STRAIN, RUBBER):
        runs += [("vbd", {"material": material, "vbd": "{}"}, sweep(vbd, 4), "max_iterations")]
        runs += [("xpbd", {"material": material, "xpbd": "{}"}, sweep(xpbd), "max_iterations")]
    results = SyntheticResults(tmp_path).add(sweeps.UNTWIST, ["material", "xpbd", "vbd"], runs)
    found = sweeps.vertices_beat_constraints(results)
    assert found.kind == kind
    assert found.values["passes"] == "4"
    ratio = f"{40 / min(vbd):.2g}"
    assert found.values["default_strain"] == f"XPBD needs {ratio} times the iterations of VBD"
    assert found.values["default_neo"] == found.values["default_strain"]


def test_where_xpbd_does_not_arrive_vbd_is_alone():
    assert sweeps.at_first([math.inf, math.inf]) == "only VBD arrives at an error of 0.1"
    assert sweeps.at_first([2, math.inf, 3]) == (
        "XPBD needs 2 to 3 times the iterations of VBD, or does not arrive (1 of 3 materials)"
    )


@pytest.mark.parametrize(
    ("stuck", "reached", "kind"),
    [(0.3, 1e-9, HOLDS), (1e-6, 1e-6, FAILS), (1e-6, 1e-9, IN_PART)],
)
def test_judge_of_the_gradient_that_sweeps_leave(tmp_path, stuck, reached, kind):
    runs = []
    for material in (STRAIN, RUBBER):
        runs += [("xpbd", {"material": material, "xpbd": "{}"}, sweep({9: stuck}), "max_iterations")]
        for setting, left in (({}, reached), ({"relaxation": 1.9}, 3.0)):
            made = {"material": material, "pbng": json.dumps(setting)}
            runs += [("pbng", made, sweep({70: left}), "max_iterations")]
    found = sweeps.vertices_go_on(
        SyntheticResults(tmp_path).add(sweeps.STATIC, ["material", "xpbd", "pbng"], runs)
    )
    assert found.kind == kind
    assert (
        found.values["others"] == "with one of 1.9 it gets there with 0 of 2 materials, and diverges with 2"
    )
    assert (found.values["reached"] == "70") == (reached < 1e-8)


@pytest.mark.parametrize(
    ("left", "scalar", "vector", "kind"),
    [(0.1, 1e-9, 1e-12, HOLDS), (0.1, 0.2, 1e-12, IN_PART), (1e-5, 0.2, 0.1, FAILS)],
)
def test_judge_of_one_system(tmp_path, left, scalar, vector, kind):
    results = SyntheticResults(tmp_path)
    for name in global_systems.SWEEPS.values():
        runs = []
        for cells in ([16, 4, 4], [32, 8, 8]):
            for k in (1e6, 1e10):
                at = {"cells": cells, "k": k}
                runs += [("xpbd", at, residual(left, 500), "max_iterations")]
                for setting, share in (({}, scalar), ({"constraint": "vector"}, vector)):
                    where = at | {"system": json.dumps(setting)}
                    runs += [("xpbd_global", where, residual(share, 30), "max_iterations")]
        results.add(name, ["cells", "k", "system"], runs)
    found = global_systems.one_system_converges(results)
    assert found.kind == kind
    assert found.values["fine"] == found.values["coarse"] == f"{left:.2g}"
    assert found.values["solved"] == (8 if scalar < 1e-6 else 0)


def residual(share: float, last: int) -> pd.DataFrame:
    """A run that has this share of its first residual, which is 2 √J, from iteration 4 on."""
    rows = sweep({4: share}, last=last)
    return rows.assign(
        multiplier_residual=np.where(rows["iteration"] == 0, math.nan, 2 * rows["relative_error"])
    )
