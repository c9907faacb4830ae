"""The judges of claims 82 and 83 (solvers within solvers) give the right verdicts on synthetic runs."""

import json
from dataclasses import replace

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, curve

from simbench.study.verdicts import ANSWERED
from thesis.claims import inner_solvers

pytestmark = pytest.mark.slow


DIRECT = {"linear_solver": "supernodal"}
ITERATIVE = {"linear_solver": "conjugate_gradients", "preconditioner": "diagonal", "linear_tolerance": 0.1}


def linear_solvers(folder, small=2, large=3) -> SyntheticResults:
    """The iterations of QN with conjugate gradients, each as long as one of the ten with the factor."""
    results = SyntheticResults(folder)
    runs = []
    for cells, iterations in (("[8, 2, 2]", small), ("[16, 4, 4]", large)):
        for settings, last in ((DIRECT, 10), (ITERATIVE, 10 * iterations)):
            table = curve(lambda i: 0.5**i, last=int(last), linear_iterations=7.0)
            runs.append(("qn", {"cells": cells, "qn": json.dumps(settings)}, table, "target_reached"))
    results.add(
        "linear_solvers",
        ["cells", "qn"],
        runs,
        scene=lambda setting: {"solvers": {"qn": json.loads(setting["qn"])}},
        tets=lambda setting: 160 if setting["cells"] == "[8, 2, 2]" else 1280,
    )
    for key, run in results._runs.items():
        results._runs[key] = replace(run, environment={"setup_seconds": 0.0})
    return results


CASES = [
    Case(83, ANSWERED, linear_solvers, ("2.0 to 3.0 times the time", "at most 3.00"), in_reach="160 to 1280"),
    Case(83, ANSWERED, linear_solvers, ("0.5 to 3.0",), {"small": 0.5}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    assert inner_solvers.STIFF == 1e7
    check(case, tmp_path, monkeypatch)
