"""The judge of claim 92 (PD's inertial term) gives the right verdicts on synthetic runs."""

import itertools
import json

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check

from simbench.study.verdicts import HOLDS, IN_PART
from thesis.claims.momentum import AT_ORIGIN, BLOCKED, THESIS_WEIGHT
from thesis.claims.momentum_causes import FAR

pytestmark = pytest.mark.slow

BEAM = {
    "density": 1000,
    "body": {"beam": {"size": [3.2, 0.6, 0.6]}},
    "step": {"time_step": 1e-1},
}  # 1152 kg at 2.6 m/s: momenta below 0.3 kg m/s count as kept
MINIMUM, INERTIAL = 4331.0, 4000.0  # J
ORDER = {"qn": 1e-9, "admm": 1e-6, "pd": 2e-4, "xpbd": 1e-2}  # relative errors
NO_MOMENTUM, SOME_MOMENTUM = (1e-6, 1e-6), (10.0, 10.0)  # linear and angular momentum
AS_CLAIMED = {
    "plateau": 2.3,  # PD's last objective over the minimum
    "inertial": 2.5,  # PD's inertial term over the other solvers'
    "crossing": 660,  # XPBD is below PD from this iteration on
    "growth": 0.5,  # of PD's inertial term until iteration 400, as a share
    "late": 0.0,  # the same afterwards
    "order": ORDER,
    "early": 1.0,  # share of the last momentum until iteration 20
    **{"qn": NO_MOMENTUM, "xpbd": (1e-6, 10.0), "pd": (4000.0, 900.0), "admm": (300.0, 50.0)},
    "by_weight": {
        0.1: 0.1,
        0.3: 0.5,
        THESIS_WEIGHT: 1.0,
        1.0: 2.0,
    },  # factor of ADMM's momentum for each weight
}
NO_ROUNDING_EFFECTS = {
    "plateau": 1.0,
    "inertial": 1.0,
    "crossing": 2000,
    "pd": NO_MOMENTUM,
    "admm": NO_MOMENTUM,
}
CONVERGES = AS_CLAIMED | NO_ROUNDING_EFFECTS
ELSEWHERE = [-0.8, 0, 0]


def rows_of(solver: str, state: dict, momentum=None) -> pd.DataFrame:
    linear, angular = momentum or state[solver]
    table = pd.DataFrame({"step": 1, "iteration": range(0, 1001, 10), "inertial": INERTIAL})
    late = table["iteration"] >= state["crossing"]
    last = {"pd": state["plateau"], "xpbd": late.map({True: 0.9, False: 1.1}) * state["plateau"]}
    table["objective"] = MINIMUM * last.get(solver, 1.0)
    table["constraint"], table["relative_error"] = table["objective"], state["order"][solver]
    if solver == "pd":  # its inertial term grows until iteration 400, and by `late` afterwards
        early, late = (table["iteration"].clip(*ends) - ends[0] for ends in ((0, 400), (400, 1000)))
        grown = 1 + state["growth"] * early / 400 + state["late"] * late / 600
        table["inertial"] *= state["inertial"] * grown
    share = table["iteration"].map(lambda i: state["early"] if i <= 20 else 1.0)
    return table.assign(linear_momentum=linear * share, angular_momentum=angular * share)


def momenta(
    folder,
    double=CONVERGES,
    single=AS_CLAIMED,
    blocked=CONVERGES,
    stripped=NO_MOMENTUM,
    stripped_at=1.0,
    moved=None,
) -> SyntheticResults:
    """The arguments are states like AS_CLAIMED; `moved` is the state of a moved beam in single precision.

    QN without history and line search ends with the momenta `stripped` at `stripped_at` times the minimum.
    Far from the origin PD's momenta are 1000 times larger.
    """
    runs = []
    for precision, state in (("double", double), ("single", single)):

        def add(solver, setting, momentum=None, at=AT_ORIGIN, precision=precision, state=state):
            axes = {"precision": precision, "origin": json.dumps(at), **setting}
            runs.append((solver, axes, rows_of(solver, state, momentum), "max_iterations"))

        add("xpbd", {})
        add("pd", {"global_step": "positions"})
        add("pd", {"global_step": "positions"}, [1000 * m for m in state["pd"]], FAR)
        add("pd", {"global_step": "increment"}, NO_MOMENTUM)
        for c, share in state["by_weight"].items():
            add("admm", {"c": c}, [share * m for m in state["admm"]])
        for history, search in itertools.product((0, 5), ("backtracking", "none")):
            is_stripped = (history, search) == (0, "none")
            add("qn", {"history": history, "line_search": search}, stripped if is_stripped else None)
            if is_stripped:
                runs[-1][2]["objective"] *= stripped_at
    axes = ["precision", "origin", "global_step", "c", "history", "line_search"]
    results = SyntheticResults(folder).add("momentum", axes, runs, scene=BEAM)
    runs = []
    for at, state in ((AT_ORIGIN, single), (ELSEWHERE, moved or single)):
        where = {"origin": json.dumps(at)}
        runs += [(s, where, rows_of(s, state), "max_iterations") for s in ("qn", "pd", "xpbd")]
        for c, share in state["by_weight"].items():
            table = rows_of("admm", state, [share * m for m in state["admm"]])
            runs.append(("admm", where | {"c": c}, table, "max_iterations"))
    results.add("momentum_places", ["origin", "c"], runs, scene=BEAM)
    runs = [
        (
            "pd",
            {"precision": "single", "origin": json.dumps(origin), "linear_solver": BLOCKED},
            rows_of("pd", blocked),
            "max_iterations",
        )
        for origin in (AT_ORIGIN, FAR)
    ]
    return results.add("momentum_linear_solver", ["precision", "origin", "linear_solver"], runs, scene=BEAM)


CASES = [
    Case(92, HOLDS, momenta, ("until iteration 400, and changes by 0 %",), in_reach="after 400 iterations"),
    Case(92, IN_PART, momenta, ("by 8.65 %",), {"single": AS_CLAIMED | {"late": 0.09, "growth": 0.04}}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
