"""The judges of claims 43 to 45, 57 and 90 (foundations) give the right verdicts on synthetic runs."""

import json

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow


def contradictions(folder, *, pbd=(2.0, 2.0), moved=(0.0, 1.0)) -> SyntheticResults:
    """Constraint terms over the least one, and distances [m], of PBD with both orders of its sweep."""
    runs = [("newton", {}, two_rows(0, 0).assign(constraint=100.0), "converged")]
    for place, order in enumerate(("mesh", "reversed")):
        for solver, stiffness in (("pbd", 1), ("pbd", 0.5), ("xpbd", None)):
            term, distance = (pbd[place], moved[place]) if solver == "pbd" else (1.0, 0.5)
            table = two_rows(0, 0).assign(constraint=100 * term, inertial=0.5 * (distance / 0.1) ** 2)
            setting = {"solvers": json.dumps({solver: {"order": order, "stiffness": stiffness}})}
            runs.append((solver, setting, table, "max_iterations"))

    def scene(setting):
        own = json.loads(setting.get("solvers", "{}"))
        of_pbd = {name: value for name, value in own.items() if value["stiffness"]}
        return {"step": {"time_step": 0.1}, "solvers": of_pbd or {"xpbd": {}}}

    return SyntheticResults(folder).add("contradicting_springs", ["solvers"], runs, scene=scene)


CASES = [
    Case(57, HOLDS, contradictions, ("at 2 times", "1 m elsewhere")),
    Case(57, IN_PART, contradictions, ("0 m elsewhere",), {"moved": (0.5, 0.5)}),
    Case(57, FAILS, contradictions, ("at 1 times",), {"pbd": (1.0, 1.0), "moved": (0.5, 0.5)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
