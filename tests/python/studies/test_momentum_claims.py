"""The judges of claims 14 to 18, 51, 92 and 93 (momenta) give the right verdicts on synthetic runs."""

import itertools
import json

import pandas as pd
import pytest
from synthetic_sweeps import GRID, Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART
from thesis.claims.momentum import AT_ORIGIN, BLOCKED, THESIS_WEIGHT
from thesis.claims.momentum_causes import FAR
from thesis.claims.untwist import SOLVERS

pytestmark = pytest.mark.slow

BEAM = {
    "density": 1000,
    "body": {"beam": {"size": [3.2, 0.6, 0.6]}},
    "step": {"time_step": 1e-1},
}  # 1152 kg at 2.6 m/s: momenta below 0.3 kg m/s count as kept
MINIMUM, INERTIAL = 4331.0, 4000.0  # J
ORDER = {"qn": 1e-9, "admm": 1e-6, "pd": 2e-4, "xpbd": 1e-2}  # relative errors
REVERSED_ORDER = dict(zip(ORDER, reversed(ORDER.values()), strict=True))
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
NOTHING_AS_CLAIMED = CONVERGES | {"qn": SOME_MOMENTUM, "xpbd": SOME_MOMENTUM, "order": REVERSED_ORDER}
FALLING = CONVERGES | {"by_weight": {0.1: 2.0, 0.3: 1.5, THESIS_WEIGHT: 1.0, 1.0: 0.5}}
UNEVEN_IN_WEIGHT = AS_CLAIMED | {"by_weight": {0.1: 0.1, 0.3: 1.5, THESIS_WEIGHT: 1.0, 1.0: 2.0}}
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


def over_the_grid(folder, **odd) -> SyntheticResults:
    """Momenta as claimed, except in the first odd[solver] of 32 settings at one of two places."""
    others = {"qn": SOME_MOMENTUM, "xpbd": (10.0, 1e-6), "pd": NO_MOMENTUM, "admm": NO_MOMENTUM}
    runs = []
    for solver in SOLVERS:
        for at, (place, (h, k)) in itertools.product((AT_ORIGIN, ELSEWHERE), enumerate(GRID)):
            is_odd = at == ELSEWHERE and place < odd.get(solver, 0)
            linear, angular = others[solver] if is_odd else AS_CLAIMED[solver]
            table = two_rows(MINIMUM, MINIMUM, inertial=INERTIAL)
            table = table.assign(linear_momentum=linear, angular_momentum=angular)
            runs.append((solver, {"origin": json.dumps(at), "h": h, "k": k}, table, "max_iterations"))
    return SyntheticResults(folder).add("momenta_grid", ["origin", "h", "k"], runs, scene=BEAM)


SCATTERED = {"single": AS_CLAIMED | {"crossing": 500}, "moved": AS_CLAIMED | {"crossing": 900}}
CASES = [
    Case(14, HOLDS, momenta, ("from iteration 660 on, over 2 places",), in_reach="never in double precision"),
    Case(14, HOLDS, momenta, ("from iteration 500 to 900 on",), SCATTERED),
    Case(14, IN_PART, momenta, ("from iteration 900 on",), {"single": AS_CLAIMED | {"crossing": 900}}),
    Case(14, FAILS, momenta, ("iteration never on",), {"single": NOTHING_AS_CLAIMED}),
    Case(
        15,
        HOLDS,
        momenta,
        ("2.1 to 3.15 times",),
        {"single": AS_CLAIMED | {"plateau": 3.15}, "moved": AS_CLAIMED | {"plateau": 2.1}},
        in_reach="in double precision PD ends no higher than the others",
    ),
    Case(15, IN_PART, momenta, ("at 3.15 times",), {"single": AS_CLAIMED | {"plateau": 3.15}}),
    Case(
        15,
        FAILS,
        momenta,
        ("at 1 times",),
        {"single": NOTHING_AS_CLAIMED | {"growth": -0.5}},
        in_reach="at 1 times QN's",
    ),
    Case(
        16,
        HOLDS,
        momenta,
        ("PD ends with 4000 to 5000 kg m/s and ADMM with 300",),
        {"moved": AS_CLAIMED | {"pd": (5000.0, 900.0)}},
        ("PD's linear momentum over the next one's: 13.3 to 16.7",),
        in_reach="In double precision XPBD's angular momentum is all",
    ),
    Case(16, IN_PART, momenta, ("PD ends with 4000",), {"single": AS_CLAIMED | {"early": 0.5}}),
    Case(16, FAILS, momenta, ("PD ends with 1e-6",), {"single": NOTHING_AS_CLAIMED}),
    Case(
        17,
        ANSWERED,
        momenta,
        ("is not the reason: QN without either of them ends with 1e-6", "PD gains 4000 to 5000 kg m/s"),
        {"moved": AS_CLAIMED | {"pd": (5000.0, 900.0)}},
        in_reach="1 km away PD gains 4e6 kg m/s",
    ),
    Case(
        17,
        ANSWERED,
        momenta,
        ("adds to it: QN without either of them",),
        {"stripped": (4000.0, 900.0), "stripped_at": 2.3},
    ),
    Case(
        18,
        HOLDS,
        momenta,
        ("gains 30 kg m/s with c = 0.1, and 600 with c = 1.",),
        in_reach="each weight keeps",
    ),
    Case(
        18, HOLDS, momenta, ("gains 30",), {"moved": UNEVEN_IN_WEIGHT}, in_reach="0.3 gains more than 0.506."
    ),
    Case(18, FAILS, momenta, ("gains 600 kg",), {"single": AS_CLAIMED | {"by_weight": FALLING["by_weight"]}}),
    Case(
        51,
        ANSWERED,
        over_the_grid,
        ("Each part of it",),
        {"qn": 3},
        in_reach="gains linear momentum for 0.001 to",
    ),
    Case(51, ANSWERED, over_the_grid, ("Not each part", "“QN keeps both momenta”: at"), {"qn": 20}),
    Case(92, HOLDS, momenta, ("until iteration 400, and changes by 0 %",), in_reach="after 400 iterations"),
    Case(92, IN_PART, momenta, ("by 8.65 %",), {"single": AS_CLAIMED | {"late": 0.09, "growth": 0.04}}),
    Case(93, HOLDS, momenta, ("moves by 0.35 m and ADMM's by 0.026 m",), in_reach="PD's moves by 9e-11 m"),
    Case(93, IN_PART, momenta, ("moves by 0.052 m",), {"single": AS_CLAIMED | {"pd": (600.0, 900.0)}}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
