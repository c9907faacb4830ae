"""The judges of claims F13 and F21 give the right verdicts on synthetic runs."""

import json

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from synthetic_sweeps import AXES, SyntheticResults

from simbench.study.modules import import_judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART, NOT_JUDGED

import_judges(REPOSITORY / "studies" / "field")

from field.claims import conjugate_gradients, timed  # noqa: E402  see above

pytestmark = pytest.mark.slow

RUBBER = json.dumps({"model": "stable_neo_hookean", "youngs_modulus": 1.5e5, "poisson_ratio": 0.45})
CASES_OF_SECONDS = "; ".join(
    f"E = 1.5e5 Pa, 1280 tets, h = {h} s, {settings} settings"
    for h in (0.017, 0.1)
    for settings in ("published", "best")
)
STRAIN = json.dumps({"model": "strain", "stiffness": 1e7})


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    more = {"material": "material", "cells": "body.beam.cells", "h": "step.time_step"}
    solvers = ("vbd", "newton_cg", "qn", "ncg")
    for name, path in (more | {solver: f"solvers.{solver}" for solver in solvers}).items():
        monkeypatch.setitem(AXES, name, path)


def reaching(iterations: dict[float, int], passes: int = 1, last: int = 50) -> pd.DataFrame:
    """A run that has these errors after these iterations; an iteration has `passes` passes over the tets."""
    numbers = np.arange(last + 1)
    errors = np.ones(last + 1)
    for error, reached in iterations.items():
        errors[reached:] = error
    counts = dict.fromkeys(conjugate_gradients.COUNTED, 0) | {"hessian_passes": passes * numbers}
    table = {
        "step": 1,
        "iteration": numbers,
        "objective": errors,
        "constraint": 1.0,
        "relative_error": errors,
    }
    return pd.DataFrame({**table, "multiplier_residual": errors, "factorisations": numbers, **counts})


def timings(folder, vbd: int, accelerated: int, newton: int, inner: int, qn: int) -> SyntheticResults:
    """Iterations to 0.1; all take twice as many to 1e-3. An iteration takes a millisecond."""

    def rows(first: int) -> pd.DataFrame:
        return reaching({0.1: first, 1e-3: 2 * first}, last=60)

    runs = []
    for h in (timed.FRAME, 0.1):
        at = {"material": RUBBER, "cells": "[16,4,4]", "h": h}
        for rho in (0, 0.5, 0.93):
            setting = json.dumps({"order": "coloured"} | ({"rho": rho} if rho else {}))
            first = accelerated if rho else vbd
            runs.append(("vbd", at | {"vbd": setting}, rows(first), "max_iterations"))
        runs.append(("newton", at, rows(newton), "converged"))
        runs.append(("newton_cg", at | {"newton_cg": "{}"}, rows(inner), "converged"))
        runs.append(("qn", at | {"qn": "{}"}, rows(qn), "converged"))
    names = ["material", "cells", "h", "vbd", "newton_cg", "qn"]
    return SyntheticResults(folder).add(timed.TIMED, names, runs)


@pytest.mark.parametrize(
    ("counts", "kind"),
    [
        ((4, 4, 8, 9, 8), HOLDS),
        ((4, 5, 7, 9, 7), FAILS),  # less than twice as fast
        ((4, 4, 9, 7, 8), IN_PART),  # faster than one of Newton's methods only
        ((4, 100, 8, 8, 1), IN_PART),  # accelerated VBD does not arrive
    ],
)
def test_judge_of_seconds(tmp_path, counts, kind):
    found = timed.descent_is_faster(timings(tmp_path, *counts))
    assert found.kind == kind
    assert found.values["missed"] is None
    assert found.values["passes_of_vbd"] == f"{min(counts[:2])}"
    assert found.values["passes_of_newton"] == found.values["passes_of_factorisations"] == f"{counts[2]}"


def test_ratios_near_a_threshold_are_counted(tmp_path):
    found = timed.descent_is_faster(timings(tmp_path, 10, 10, 21, 21, 40))
    assert found.values["thin"] == 4
    assert timed.descent_is_faster(timings(tmp_path, 10, 10, 40, 40, 40)).values["thin"] is None


def test_ratios_are_told_by_the_length_of_the_step(tmp_path):
    found = timed.descent_is_faster(timings(tmp_path, 4, 4, 8, 8, 1)).values
    assert (found["frame"], found["shorter"], found["all_late"]) == ("2", "2", "0.25")


@pytest.mark.parametrize(
    ("accelerated", "qn", "kind", "missed"),
    [
        (100, 14, IN_PART, None),  # more than 60 ms against 28 ms: clearly slower
        (100, 16, None, CASES_OF_SECONDS),  # more than 60 ms against 32 ms: alike or slower
        (14, 100, HOLDS, None),  # 28 ms against more than 60 ms
        (16, 100, None, CASES_OF_SECONDS),
        (100, 100, None, CASES_OF_SECONDS),
    ],
)
def test_a_run_that_does_not_arrive_needs_more_than_all_its_iterations(
    tmp_path, accelerated, qn, kind, missed
):
    results = timings(tmp_path, 4, accelerated, 8, 8, qn)
    found = timed.descent_is_faster(results)
    assert found.values["missed"] == missed
    if missed:
        assert found.kind == NOT_JUDGED
    else:
        assert found.kind == kind
        words = "ratio is below 0.467" if accelerated == 100 else "ratio is above 2.14"
        assert any(finding.endswith(words) for finding in found.findings)


@pytest.mark.parametrize(
    ("published", "best", "kind"),
    [
        ((3, 10), (2, 10), HOLDS),
        ((5, 10), (5, 10), FAILS),  # two passes an iteration: as much work
        ((6, 10), (4, 10), FAILS),
        ((4, 10), (4, 7), HOLDS),
    ],
)
def test_judge_of_conjugate_gradients(tmp_path, published, best, kind):
    results = SyntheticResults(tmp_path)
    for sweep in conjugate_gradients.SCENES:
        runs = []
        for setting, counts in ((conjugate_gradients.PUBLISHED, published), ({}, best)):
            for (solver, passes), count in zip((("ncg", 2), ("newton_cg", 1)), counts, strict=True):
                at = {"material": STRAIN, solver: json.dumps(setting)}
                rows = reaching({1e-3: count, 1e-6: 2 * count}, passes)
                runs.append((solver, at, rows, "target_reached"))
        results.add(sweep, ["material", "ncg", "newton_cg"], runs)
    found = conjugate_gradients.nonlinear_beats_inner(results)
    assert found.kind == kind
    for name, (own, other) in (("published", published), ("best", map(min, published, best))):
        more = found.values[f"{name}_not_less"]
        assert more is None if 2 * own < other else "untwist (strain, k = 1e7 Pa) to 1e-06" in more
    assert found.values["published"] == f"{2 * published[0] / published[1]:.2g}"
