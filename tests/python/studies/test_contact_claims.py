"""The judge of claim 65 (sets of constraints that change) gives the right verdicts on synthetic runs."""

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS

pytestmark = pytest.mark.slow
FLOORS = (1e4, 1e6)  # N/m


def bounces(folder, constant=(30, 40), left_out=(25, 50), missed=(0, 0), again=(10, 10)) -> SyntheticResults:
    """Iterations of PD in both of two steps, by the stiffness of the floor; QN takes half of them."""
    runs = []
    for place, stiffness in enumerate(FLOORS):
        counts = {"constant": constant[place], "refactorise": again[place], "left_out": left_out[place]}
        for terms, count in counts.items():
            for solver, share in (("pd", 1), ("qn", 2)):
                late = solver == "pd" and terms == "left_out" and missed[place]
                rows = pd.DataFrame(
                    {
                        "step": [1, 1, 2, 2],
                        "iteration": [0, count // share, 0, count // share],
                        "objective": 1.0,
                        "relative_error": [1.0, 1e-5, 1.0, 1.0 if late else 1e-5],
                    }
                )
                setting = {"potentials": stiffness, "solvers": terms}
                runs.append((solver, setting, rows, "max_iterations"))

    def scene(setting):
        own = {"contact_terms": setting["solvers"]}
        return {"potentials": [{"stiffness": setting["potentials"]}], "solvers": {"pd": own, "qn": own}}

    return SyntheticResults(folder).add(
        "changing_contacts",
        ["potentials", "solvers"],
        runs,
        scene=scene,
        factorisations=lambda setting: 7 if setting["solvers"] == "refactorise" else 1,
    )


CASES = [
    Case(65, HOLDS, bounces, ("2.5 times (k = 1e+04 N/m)", "4 times", "6 (k = 1e+04 N/m)")),
    Case(
        65,
        DEPENDS,
        bounces,
        ("1.2 times (k = 1e+04 N/m)", "misses the error in 1 step (k = 1e+06 N/m)"),
        {"constant": (12, 40), "missed": (0, 1)},
        depends_on="the stiffness of the floor",
    ),
    Case(65, FAILS, bounces, ("each step ends at the error",), {"constant": (12, 12)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
