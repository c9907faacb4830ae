"""The judges of the study contact give the right verdicts on synthetic runs; its table counts iterations."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from studies import CONTACT
from synthetic_sweeps import SyntheticResults, run_in_memory

from contact.claims import impact, lags, linear_systems, measures, penetration
from contact.documents import solvers
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

GOOD = {"model": penetration.OWN, "youngs_modulus": 1e4}
SOFT = {"model": penetration.SOFTENING, "youngs_modulus": 1e4}
LAWS = ("log_barrier", "cubic_barrier", "penalty")


def steps_of(counts: list[int], pairs: list[int], **columns) -> pd.DataFrame:
    """Time steps that arrive at 1e-6 after these iterations, and have these pairs in contact at their ends.

    A list among `columns` has a value for each step.
    """
    tables = []
    for number, (count, at_end) in enumerate(zip(counts, pairs, strict=True)):
        own = {name: value[number] if isinstance(value, list) else value for name, value in columns.items()}
        iteration = np.arange(count + 1)
        table = {"step": number + 1, "iteration": iteration, "objective": 1.0, "contact_pairs": at_end}
        table["relative_error"] = np.where(iteration < count, 1e-2, 1e-7)
        tables.append(pd.DataFrame(table | own))
    return pd.concat(tables, ignore_index=True)


def judged(number: int, results: SyntheticResults):
    return CONTACT.claims[number].judge(results)


def hits(folder, crossing: str = "", inverted: bool = False, extrapolated: int = 0) -> SyntheticResults:
    """Cubes that hit each other: the law of contact under which surfaces cross, and whether tets invert."""
    runs = []
    for solver in ("newton", "vbd"):
        for material in (GOOD, SOFT):
            for law in LAWS if material is GOOD else LAWS[:1]:
                for pairs in (0, 9):  # runs that touch nothing do not count
                    rows = steps_of(
                        [3],
                        [pairs],
                        smallest_gap=2e-9 if pairs else math.nan,
                        intersections=int(law == crossing and pairs > 0),
                        inverted_tets=int(pairs > 0 and (material is SOFT or inverted)),
                    )
                    at = {"contact": measures.contact(law, distance=0.01), "material": json.dumps(material)}
                    runs.append((solver, at | {"h": 0.1, "impact": 30 + pairs}, rows, "converged"))

    def scene(at: dict) -> dict:
        start = [{"velocity": [0, 0, -at["impact"]]}] if "impact" in at else []
        return {
            "contact": json.loads(at["contact"]),
            "material": json.loads(at.get("material", "{}")),
            "start": start,
        }

    results = SyntheticResults(folder)
    results.add(penetration.SWEEP, ["contact", "material", "h", "impact"], runs, scene=scene)
    more = []
    for solver, axis, values in (("pbng", "relaxation", (1, 1.6)), ("vbd", "rho", (0, 0.9))):
        for value in values:
            rows = steps_of([3], [9], intersections=extrapolated if value == values[1] else 0)
            at = {"contact": measures.contact(distance=0.01), axis: value}
            more.append((solver, at, rows, "max_iterations"))
    results.add("barriers", ["contact", "relaxation", "rho"], more, scene=scene)
    filtered, axes = [], [f"{solver}_filter" for solver in solvers.FILTERED]
    for solver, axis in zip(solvers.FILTERED, axes, strict=True):
        for number, how in enumerate(solvers.FILTERS):
            at = {"contact": measures.contact(distance=1e-3, stiffness=1e11), "instance": 0, axis: how}
            filtered.append((solver, at, steps_of([3 + number], [9]), "target_reached"))
    return results.add("filters", ["contact", "instance", *axes], filtered, scene=scene)


@pytest.mark.parametrize(
    ("crossing", "inverted", "kinds"),
    [
        ("", False, (HOLDS, HOLDS)),
        ("penalty", False, (HOLDS, HOLDS)),
        ("log_barrier", False, (IN_PART, FAILS)),
        ("", True, (IN_PART, HOLDS)),
        ("log_barrier", True, (FAILS, FAILS)),
    ],
)
def test_judges_of_penetration(tmp_path, crossing, inverted, kinds):
    results = hits(tmp_path, crossing, inverted)
    found = judged(1, results), judged(5, results)
    assert tuple(one.kind for one in found) == kinds
    assert found[0].cases["the penalty"] == (crossing != "penalty")
    assert not found[0].cases["stable Neo-Hookean tets"]
    assert found[0].values["runs"] == 1 and found[1].values["runs"] == 2  # those with pairs
    assert ("1 of 1 run with the penalty" in found[0].reach) == (crossing == "penalty")


def test_what_extrapolates_is_in_the_reach(tmp_path):
    found = judged(5, hits(tmp_path, extrapolated=3))
    assert found.kind == HOLDS and found.cases["sweeps of PBNG"]
    assert not found.cases["over-relaxation"] and not found.cases["Chebyshev's weights"]
    assert found.reach.count("1 of 1") == 2


def impacts(folder, thin: int, cut: float) -> SyntheticResults:
    """Two steps in contact after a free one: `thin` iterations each with thin barriers, 4 with thick ones."""

    def rows(distance: float, many: int) -> pd.DataFrame:
        table = steps_of([1, *[4 if distance == impact.THICK else many] * 2], [0, 5, 5])
        share = cut if distance == impact.THIN else 0
        return table.assign(allowed_step=np.where(table["iteration"] % 10 < 10 * share, 0.5, 1.0))

    barriers = [
        (solver, {"contact": measures.contact(distance=d, stiffness=f / d**3)}, rows(d, thin), "converged")
        for solver in impact.SOLVERS
        for d in impact.DISTANCES
        for f in impact.FORCES
    ]
    bodies = [
        ("newton", {"contact": measures.contact(distance=d)} | at, rows(d, 4), "converged")
        for d in (impact.THICK, impact.THIN)
        for instance in impact.INSTANCES
        for density, young, cells in ((1000, 1e5, 3), (1000, 1e5, 6), (1000, 1e7, 3), (10000, 1e7, 3))
        for at in (
            {
                "instance": instance,
                "density": density,
                "material": json.dumps({"youngs_modulus": young}),
                "parts": json.dumps([{"cells": [cells] * 3}]),
            },
        )
    ]

    def scene(at: dict) -> dict:
        made = {"contact": json.loads(at["contact"]), "density": at.get("density")}
        if "parts" in at:
            made["body"] = {"beams": {"parts": json.loads(at["parts"])}}
            made["material"] = json.loads(at["material"])
        return made

    results = SyntheticResults(folder).add("barriers", ["contact"], barriers, scene=scene)
    axes = ["contact", "instance", "density", "material", "parts"]
    return results.add("other_impacts", axes, bodies, scene=scene)


@pytest.mark.parametrize(
    ("thin", "cut", "kind"), [(10, 0.7, HOLDS), (10, 0.2, IN_PART), (6, 0.7, IN_PART), (6, 0.2, FAILS)]
)
def test_judge_of_cut_steps(tmp_path, thin, cut, kind):
    found = judged(2, impacts(tmp_path, thin, cut))
    assert found.kind == kind
    assert f"it needs {2 * thin} iterations in place of 8" in found.answer
    for case in ("a finer mesh", "turned and in other orders"):
        assert not found.cases[case]  # where it needs as many iterations
    assert found.cases["a stiffer barrier"] == found.cases["QN"] == (kind == HOLDS)


def laws(folder, contact: dict[str, int], outer: dict[str, int] | None = None) -> SyntheticResults:
    """Two free steps of 10 inner iterations, an impact, and two steps at rest, by the value of `contact`."""
    named = linear_systems
    values = [named.log(k) for k in (1e8, 1e9, 1e10)] + [named.log(1e12, 1e-3)]
    values += [named.cubic(k) for k in (1e5, 1e6, 1e7)] + [named.penalty(k) for k in (2e5, 2e6, 2e7)]
    runs = []
    for value in values:
        many = contact.get(value, 20)
        for inner in (named.BLOCKS, named.MATRIX_S):
            rows = steps_of(
                [2] * 5, [0, 0, 7, 7, 7], linear_iterations=[10, 10, 99, many, many], smallest_gap=0.005
            )
            runs.append(("newton_cg", {"contact": value, "inner": json.dumps(inner)}, rows, "converged"))
        rows = steps_of([2, 2, *[(outer or {}).get(value, 9)] * 3], [0, 0, 7, 7, 7])
        runs.append(("qn", {"contact": value}, rows, "converged"))
    scene = {"scene": lambda at: {"contact": json.loads(at["contact"])}}
    return SyntheticResults(folder).add(named.SWEEP, ["contact", "inner"], runs, **scene)


@pytest.mark.parametrize(("many", "kind"), [(30, HOLDS), (15, FAILS)])
def test_judge_of_linear_systems(tmp_path, many, kind):
    found = judged(3, laws(tmp_path, {linear_systems.log(1e9): many}))
    assert found.kind == kind
    assert found.values["ratio"] == many / 10
    assert found.cases["a cubic barrier of the same gap"]  # 20 in place of 10


@pytest.mark.parametrize(("many", "kind"), [(40, HOLDS), (22, FAILS)])
def test_judge_of_quadratic_barriers(tmp_path, many, kind):
    own = linear_systems.penalty(2e6)
    found = judged(4, laws(tmp_path, {own: many}, {own: 27}))
    assert found.kind == kind
    assert found.cases["for the iterations of L-BFGS"] and not found.cases["with the same gap"]


def slides(folder, third: float) -> SyntheticResults:
    """Two steps of six lags; the third one leaves this part of the error where friction is largest."""
    runs = []
    for friction in (0.3, 1.5):
        left = [1, 0.1, third if friction > 1 else 0.01, 0.01, 1e-3, 1e-4]
        rows = steps_of([1] * 12, [4] * 12, lag_error=[10 * e for e in left] + left)
        at = {"contact": measures.contact(stiffness=1e9, friction=friction, friction_lags=6)}
        runs.append(("newton", at | {"h": 0.01, "impact": "[]"}, rows, "converged"))

    def scene(at: dict) -> dict:
        return {"contact": json.loads(at["contact"]), "step": {"time_step": at["h"]}, "start": []}

    return SyntheticResults(folder).add(lags.SWEEP, ["contact", "h", "impact"], runs, scene=scene)


@pytest.mark.parametrize(("third", "kind"), [(0.04, HOLDS), (0.06, FAILS)])
def test_judge_of_lags(tmp_path, third, kind):
    found = judged(6, slides(tmp_path, third))
    assert found.kind == kind
    assert found.values["three"] == f"{100 * third:.2g} %"
    assert not found.cases["two lags in place of three"]
    assert found.cases["μ = 0.3"] and found.cases["μ = 1.5"] == (kind == HOLDS)
    assert "Two lags leave up to 10 %, and the last one 0.01 %" in found.reach


def test_a_table_of_solvers_counts_steps_in_contact():
    seconds = {"iteration_seconds": 0.002, "allowed_step": 1.0}
    quick = run_in_memory("newton", **steps_of([9, 3, 5], [0, 4, 4], **seconds).to_dict("list"))
    rows = steps_of([9, 30, 50], [0, 4, 4], **(seconds | {"allowed_step": 0.5}))
    rows.loc[rows["step"] == 3, "relative_error"] = 1e-2
    slow = run_in_memory("qn", **rows.to_dict("list"))
    table = solvers.table({"QN": slow, "Newton": quick})
    assert list(table["solver"]) == ["Newton", "QN"]  # the fastest first
    assert list(table["to 1e-6"]) == ["4", "no"]
    assert list(table["ms to 1e-6"]) == ["8", "no"]
    assert list(table["solved"]) == ["2 of 2", "1 of 2"]
    assert list(table["cut"]) == ["0 %", "100 %"]
    assert "Not every step is solved to 1e-6 by QN" in solvers.summary({"Newton": quick, "QN": slow})
