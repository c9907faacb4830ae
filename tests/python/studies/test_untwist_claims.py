"""The judges of claims 71 and 72 (shapes of the beam) give the right verdicts on synthetic runs."""

import numpy as np
import pytest
from synthetic_sweeps import Case, SyntheticResults, check, fake_shape, two_rows

from simbench.study.verdicts import HOLDS, IN_PART

pytestmark = pytest.mark.slow

REST = np.array([[0.0, 0, 0], [1.0, 0, 0]])  # of a beam of 1 m


def shapes(folder, moved=0.001, smooth=(6.0, 84.0)) -> SyntheticResults:
    """`moved` is how far a vertex of PD is off QN's [m]; `smooth` is the roughness [°] that global solves
    leave with a line search and with full steps, of 9° at the start."""

    def run(solver, setting, off=0.0, roughness=9.0):
        found = fake_shape(rest=REST, positions=REST + off, roughness=roughness)
        return solver, setting | {"shape": found}, two_rows(1, 1), "max_iterations"

    runs = [run("qn", {"h": 1e-2, "iterations": n}) for n in (0, 1000)]
    for solver, off in (("admm", 0.0), ("pd", moved), ("xpbd", 0.1)):
        runs.append(run(solver, {"h": 1e-2, "iterations": 1000}, off))
    solves = [run("xpbd", {}, roughness=18.0)]
    for constraint, rule, left in (
        ("scalar", "line_search_on_objective", smooth[0]),
        ("scalar", "full", smooth[1]),
        ("vector", "full", 3.0),
    ):
        solves.append(run("xpbd_global", {"constraint": constraint, "rule": rule}, roughness=left))
    results = SyntheticResults(folder)
    for sweep, axes, made in (
        ("shapes_untwist", ["h", "iterations"], runs),
        ("shapes_global", ["constraint", "rule"], solves),
    ):
        results.add(sweep, axes, made, shape=lambda setting: setting["shape"])
    return results


CASES = [
    Case(71, HOLDS, shapes, ("than 0.9 pixels",), {"moved": 0.0005}, in_reach="which is 173 pixels off"),
    Case(71, IN_PART, shapes, ("than 2 pixels",)),
    Case(72, HOLDS, shapes, ("with a line search on f",), {"smooth": (6.0, 7.0)}, in_reach="leave 3.0°"),
    Case(72, IN_PART, shapes, ("leave 84°",)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
