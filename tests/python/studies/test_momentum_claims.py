"""The judges of claims 14 to 18 and 51 (momenta, precision) give the right verdicts on synthetic runs."""

import itertools
import json

import pandas as pd
import pytest
from synthetic_sweeps import GRID, Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART
from thesis.claims.momentum import ARITHMETIC, AT_ORIGIN, BLOCKED, THESIS_WEIGHT, WITH_CHOLESKY
from thesis.claims.momentum_causes import FAR
from thesis.claims.untwist import SOLVERS

pytestmark = pytest.mark.slow

BEAM = {
    "density": 1000,
    "body": {"beam": {"size": [3.2, 0.6, 0.6]}},
}  # 1152 kg at 2.6 m/s: momenta below 0.3 kg m/s count as kept
MINIMUM, INERTIAL = 4331.0, 4000.0  # J
ORDER = {"qn": 1e-9, "admm": 1e-6, "pd": 1e-3, "xpbd": 1e-2}  # relative errors
REVERSED_ORDER = dict(zip(ORDER, reversed(ORDER.values()), strict=True))
NO_MOMENTUM, SOME_MOMENTUM = (1e-6, 1e-6), (10.0, 10.0)  # linear and angular momentum
AS_CLAIMED = {
    "plateau": 2.3,  # PD's last objective over the minimum
    "inertial": 2.5,  # PD's inertial term over the other solvers'
    "crossing": 660,  # XPBD is below PD from this iteration on
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
FALLING_WITH_WEIGHT = CONVERGES | {"by_weight": {0.1: 2.0, 0.3: 1.5, THESIS_WEIGHT: 1.0, 1.0: 0.5}}
UNEVEN_IN_WEIGHT = AS_CLAIMED | {"by_weight": {0.1: 0.1, 0.3: 1.5, THESIS_WEIGHT: 1.0, 1.0: 2.0}}
ELSEWHERE = [-0.8, 0, 0]


def rows_of(solver: str, state: dict, momentum=None) -> pd.DataFrame:
    linear, angular = momentum or state[solver]
    table = pd.DataFrame({"step": 1, "iteration": range(0, 1001, 10), "inertial": INERTIAL})
    late = table["iteration"] >= state["crossing"]
    last = {"pd": state["plateau"], "xpbd": late.map({True: 0.9, False: 1.1}) * state["plateau"]}
    table["objective"] = MINIMUM * last.get(solver, 1.0)
    table["constraint"], table["relative_error"] = table["objective"], state["order"][solver]
    table["inertial"] *= state["inertial"] if solver == "pd" else 1
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


def in_each_arithmetic(state: dict) -> dict:
    return {"double": state, "single": state, "blocked": state}


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


CASES = [
    Case(
        14,
        HOLDS,
        momenta,
        change=in_each_arithmetic(AS_CLAIMED),
        in_findings=("double: XPBD stays below PD from iteration 660 on (one place)",),
    ),
    Case(
        14,
        DEPENDS,
        momenta,
        (
            "in all cases.",
            ": never (double), 660 (single, plain Cholesky), never (single, supernodal Cholesky).",
        ),
        depends_on=WITH_CHOLESKY,
    ),
    Case(
        14,
        DEPENDS,
        momenta,
        ("500 to 900 (single, plain",),
        {"single": AS_CLAIMED | {"crossing": 500}, "moved": AS_CLAIMED | {"crossing": 900}},
        ("single, plain Cholesky: XPBD stays below PD from iteration 500 to 900 on (2 places)",),
        WITH_CHOLESKY,
    ),
    Case(
        14,
        DEPENDS,
        momenta,
        ("660 (single, plain",),
        {"double": CONVERGES | {"order": REVERSED_ORDER}},
        depends_on=WITH_CHOLESKY,
        not_in_answer="The order",
    ),
    Case(
        14,
        IN_PART,
        momenta,
        change={"single": AS_CLAIMED | {"crossing": 900}},
        in_findings=("Not so: single, plain Cholesky: XPBD stays below PD from iteration 900 on",),
    ),
    Case(
        14,
        FAILS,
        momenta,
        change=in_each_arithmetic(NOTHING_AS_CLAIMED),
        in_findings=("Cholesky: XPBD stays below PD from iteration never on",),
    ),
    Case(
        15,
        HOLDS,
        momenta,
        ("beam: 2.3 (double), 2.3 (single, plain",),
        in_each_arithmetic(AS_CLAIMED),
        ("PD ends at 2.3 times QN's",),
        not_in_answer="Without rounding",
    ),
    Case(
        15,
        DEPENDS,
        momenta,
        ("1 (double), 2.3 (single, plain Cholesky), 1 (single, supernodal", "there is no excess."),
        depends_on=WITH_CHOLESKY,
    ),
    Case(
        15,
        DEPENDS,
        momenta,
        ("2.1 to 3.15 (single, plain Cholesky)",),
        {"single": AS_CLAIMED | {"plateau": 3.15}, "moved": AS_CLAIMED | {"plateau": 2.1}},
        ("single, plain Cholesky: PD ends at 2.1 to 3.15 times QN's objective",),
        WITH_CHOLESKY,
    ),
    Case(
        15,
        IN_PART,
        momenta,
        ("3.15 (double), 3.15 (single",),
        in_each_arithmetic(AS_CLAIMED | {"plateau": 3.15}),
    ),
    Case(
        15,
        FAILS,
        momenta,
        ("1 (double), 1 (single, plain",),
        in_each_arithmetic(CONVERGES),
        ("inertial term is 1 times QN's",),
    ),
    Case(
        16,
        HOLDS,
        momenta,
        change=in_each_arithmetic(AS_CLAIMED),
        in_findings=("PD's linear momentum is 13.3 times",),
    ),
    Case(
        16,
        DEPENDS,
        momenta,
        (
            "PD ends with 4000 kg m/s and ADMM with 300, over 2 places of the beam; in double with 1e-06 "
            "and 1e-06",
            "10 kg m²/s",
        ),
        depends_on=WITH_CHOLESKY,
    ),
    Case(
        16,
        DEPENDS,
        momenta,
        ("in double with 1e-06 and 1e-06.",),
        {"double": CONVERGES | {"qn": SOME_MOMENTUM}},
        depends_on=WITH_CHOLESKY,
    ),
    Case(
        16,
        DEPENDS,
        momenta,
        ("PD ends with 4000 to 5000 kg m/s",),
        {"moved": AS_CLAIMED | {"pd": (5000.0, 900.0)}},
        ("single, plain Cholesky: PD ends with 4000 to 5000 kg m/s and 900 kg m²/s (2 places)",),
        WITH_CHOLESKY,
    ),
    Case(
        16,
        IN_PART,
        momenta,
        change=in_each_arithmetic(AS_CLAIMED | {"early": 0.5}),
        in_findings=("Not so: single, plain Cholesky: PD has 50 % of its linear momentum after 20",),
    ),
    Case(16, FAILS, momenta, change=in_each_arithmetic(NOTHING_AS_CLAIMED)),
    Case(17, HOLDS, momenta, change={"stripped": (4000.0, 900.0), "stripped_at": 2.3}),
    Case(17, IN_PART, momenta, change={"stripped": (4000.0, 900.0)}),
    Case(
        17,
        FAILS,
        momenta,
        (
            "PD gains 4000 to 5000 kg m/s",
            "both ends with 1e-06 kg m/s",
            "1 km from the origin PD gains 4e+06",
        ),
        {"moved": AS_CLAIMED | {"pd": (5000.0, 900.0)}},
        in_findings=("PD, positions, single: 4000 kg m/s, ends at 9961.3 J",),
    ),
    Case(
        18,
        HOLDS,
        momenta,
        ("30 (c = 0.1), 150 (c = 0.3), 300 (c = 0.506), 600 (c = 1) kg m/s. In", "are left: "),
        in_findings=("pairs of 6 in which the smaller weight does not gain less: none",),
    ),
    Case(
        18,
        DEPENDS,
        momenta,
        ("kg m/s, but c = 0.3 gains more than 0.506. In double",),
        {"single": UNEVEN_IN_WEIGHT},
        depends_on=ARITHMETIC,
    ),
    Case(18, DEPENDS, momenta, ("150 to 450 (c = 0.3)",), {"moved": UNEVEN_IN_WEIGHT}, depends_on=ARITHMETIC),
    Case(18, FAILS, momenta, ("0.1 gains more than 0.3",), in_each_arithmetic(FALLING_WITH_WEIGHT)),
    Case(51, HOLDS, over_the_grid, ("of 32 settings", "QN keeps both momenta 29 to 32, XPBD"), {"qn": 3}),
    Case(
        51,
        DEPENDS,
        over_the_grid,
        ("PD gains linear momentum 28 to 32, ADMM gains linear momentum 32", "is the largest 28 to 32."),
        {"pd": 4},
        ("Not so: nine of ten: PD gains linear momentum, not so at none; (0.1, 1e+08), (0.1, 1e+07)",),
        "what almost all means",
    ),
    Case(51, IN_PART, over_the_grid, ("PD gains linear momentum 12 to 32",), {"pd": 20}),
    Case(51, FAILS, over_the_grid, ("QN keeps both momenta 0 to 32",), dict.fromkeys(SOLVERS, 32)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
