"""The judge of claim 65 (sets of constraints that change) gives the right verdicts on synthetic runs."""

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check

from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow
FLOORS = (1e4, 1e6)  # N/m


def bounces(folder, factorised=(5, 1)) -> SyntheticResults:
    """New factorisations in each of two steps of ten iterations, if contacts change; 30 iterations if not."""
    runs = []
    for stiffness in FLOORS:
        for terms, count in (("refactorise", 10), ("constant", 30)):
            first, second = factorised if terms == "refactorise" else (0, 0)
            rows = pd.DataFrame(
                {
                    "step": [1, 1, 2, 2],
                    "iteration": [0, count, 0, count],
                    "objective": 1.0,
                    "relative_error": [1.0, 1e-5, 1.0, 1e-5],
                    "factorisations": [1, 1 + first, 1 + first, 1 + first + second],
                }
            )
            runs.append(("pd", {"potentials": stiffness, "solvers": terms}, rows, "max_iterations"))

    def scene(setting):
        own = {"contact_terms": setting["solvers"]}
        return {
            "potentials": [{"stiffness": setting["potentials"]}],
            "solvers": {"pd": own},
            "step": {"steps": 2},
        }

    made = {"scene": scene, "factorisations": 1 + sum(factorised)}
    return SyntheticResults(folder).add("changing_contacts", ["potentials", "solvers"], runs, **made)


CASES = [
    # steps of 10 + 5·20 and 10 + 20 iterations; their median is 70
    Case(
        65,
        IN_PART,
        bounces,
        ("up to 7 times as slow", "takes 1.6 times the median", "up to 6 of them in 2 steps"),
    ),
    Case(65, HOLDS, bounces, ("takes 2 times",), {"factorised": (100, 0)}),
    Case(65, FAILS, bounces, ("up to 1 times as slow",), {"factorised": (0, 0)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
