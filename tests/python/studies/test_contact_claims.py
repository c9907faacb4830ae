"""The judge of claim 65 (sets of constraints that change) gives the right verdicts on synthetic runs."""

import numpy as np
import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check

from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow
FLOORS = (1e4, 1e6)  # N/m


def bounces(folder, factorised=(5, 0, 0)) -> SyntheticResults:
    """New factorisations in each of three steps of ten iterations; of 30 if S is constant."""
    runs = []
    for stiffness in FLOORS:
        for terms, count in (("refactorise", 10), ("constant", 30)):
            new = factorised if terms == "refactorise" else (0, 0, 0)
            rows = pd.DataFrame(
                {
                    "step": [1, 2, 3],
                    "iteration": count,
                    "objective": 1.0,
                    "relative_error": 1e-5,
                    "factorisations": 1 + np.cumsum(new),
                }
            )
            runs.append(("pd", {"potentials": stiffness, "solvers": terms}, rows, "max_iterations"))

    def scene(setting):
        own = {"pd": {"contact_terms": setting["solvers"]}}
        return {"potentials": [{"stiffness": setting["potentials"]}], "solvers": own, "step": {"steps": 3}}

    made = {"scene": scene, "factorisations": 1 + sum(factorised)}
    return SyntheticResults(folder).add("changing_contacts", ["potentials", "solvers"], runs, **made)


CASES = [
    # steps of 10 + 5·20, 10 and 10 iterations
    Case(
        65, HOLDS, bounces, ("up to 4.3 times as slow", "takes 11 times the median", "up to 5 of them in 3")
    ),
    Case(65, IN_PART, bounces, ("takes 1 times the median",), {"factorised": (5, 5, 5)}),
    Case(65, FAILS, bounces, ("up to 1 times as slow",), {"factorised": (0, 0, 0)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
