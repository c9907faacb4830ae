"""Claims 14 to 18 and 51, on momenta and single precision, are judged right by made-up runs."""

import itertools
import json

import pandas as pd
import pytest
from synthetic_sweeps import GRID, Case, MadeUp, check, ends

from simbench.claims.momentum import ARITHMETIC, AT_ORIGIN, BLOCKED, FAR, THESIS_WEIGHT
from simbench.claims.untwist import SOLVERS
from simbench.claims.verdicts import CONFIRMED, DEPENDS, REFUTED

pytestmark = pytest.mark.slow

BEAM = {
    "density": 1000,
    "body": {"beam": {"size": [3.2, 0.6, 0.6]}},
}  # 1152 kg at 2.6 m/s: 0.3 kg m/s is kept
MINIMUM, INERTIAL = 4331.0, 4000.0  # J
ORDER = {"qn": 1e-9, "admm": 1e-6, "pd": 1e-3, "xpbd": 1e-2}  # relative errors
BACKWARDS = dict(zip(ORDER, reversed(ORDER.values()), strict=True))
NOTHING, SOME = (1e-6, 1e-6), (10.0, 10.0)  # linear and angular momentum
AS_CLAIMED = {
    "plateau": 2.3,  # of PD, times the minimum
    "inertial": 2.5,  # of PD, times that of the others
    "crossing": 660,  # iteration from which on XPBD is below PD
    "order": ORDER,
    "early": 1.0,  # share of momentum after 20 iterations
    **{"qn": NOTHING, "xpbd": (1e-6, 10.0), "pd": (4000.0, 900.0), "admm": (300.0, 50.0)},
    "by_weight": {0.1: 0.1, 0.3: 0.5, THESIS_WEIGHT: 1.0, 1.0: 2.0},  # ADMM's momentum, relative
}
ROUNDING_ALONE = {"plateau": 1.0, "inertial": 1.0, "crossing": 2000, "pd": NOTHING, "admm": NOTHING}
CONVERGES = AS_CLAIMED | ROUNDING_ALONE
NOT_AT_ALL = CONVERGES | {"qn": SOME, "xpbd": SOME, "order": BACKWARDS}
FALLING = CONVERGES | {"by_weight": {0.1: 2.0, 0.3: 1.5, THESIS_WEIGHT: 1.0, 1.0: 0.5}}
TWO_ARITHMETICS = f"{ARITHMETIC} and on its sparse Cholesky"


def iterates(solver: str, state: dict, momentum=None) -> pd.DataFrame:
    linear, angular = momentum or state[solver]
    table = pd.DataFrame({"step": 1, "iteration": range(0, 1001, 10), "inertial": INERTIAL})
    late = table["iteration"] >= state["crossing"]
    last = {"pd": state["plateau"], "xpbd": late.map({True: 0.9, False: 1.1}) * state["plateau"]}
    table["objective"] = MINIMUM * last.get(solver, 1.0)
    table["constraint"], table["relative_error"] = table["objective"], state["order"][solver]
    table["inertial"] *= state["inertial"] if solver == "pd" else 1
    share = table["iteration"].map(lambda i: state["early"] if i <= 20 else 1.0)
    return table.assign(linear_momentum=linear * share, angular_momentum=angular * share)


def momenta(folder, double=CONVERGES, single=AS_CLAIMED, blocked=CONVERGES, stripped=NOTHING) -> MadeUp:
    """QN without history and line search ends with momenta `stripped`; far away PD has 1000 times more."""
    runs = []
    for precision, state in (("double", double), ("single", single)):

        def add(solver, setting, momentum=None, at=AT_ORIGIN, precision=precision, state=state):
            axes = {"precision": precision, "origin": json.dumps(at), **setting}
            runs.append((solver, axes, iterates(solver, state, momentum), "max_iterations"))

        add("xpbd", {})
        add("pd", {"global_step": "positions"})
        add("pd", {"global_step": "positions"}, [1000 * m for m in state["pd"]], FAR)
        add("pd", {"global_step": "increment"}, NOTHING)
        for c, share in state["by_weight"].items():
            add("admm", {"c": c}, [share * m for m in state["admm"]])
        for history, search in itertools.product((0, 5), ("backtracking", "none")):
            is_stripped = (history, search) == (0, "none")
            add("qn", {"history": history, "line_search": search}, stripped if is_stripped else None)
    axes = ["precision", "origin", "global_step", "c", "history", "line_search"]
    results = MadeUp(folder).add("momentum", axes, runs, scene=BEAM)
    runs = [
        (
            "pd",
            {"precision": "single", "origin": json.dumps(origin), "linear_solver": BLOCKED},
            iterates("pd", blocked),
            "max_iterations",
        )
        for origin in (AT_ORIGIN, FAR)
    ]
    return results.add("momentum_linear_solver", ["precision", "origin", "linear_solver"], runs, scene=BEAM)


def everywhere(state: dict) -> dict:
    return {"double": state, "single": state, "blocked": state}


def over_the_grid(folder, **odd) -> MadeUp:
    """Momenta as in the plot, but for the other ones in the first odd[solver] of 32 settings."""
    others = {"qn": SOME, "xpbd": (10.0, 1e-6), "pd": NOTHING, "admm": NOTHING}
    runs = []
    for solver in SOLVERS:
        for place, (h, k) in enumerate(GRID):
            linear, angular = others[solver] if place < odd.get(solver, 0) else AS_CLAIMED[solver]
            table = ends(MINIMUM, MINIMUM, inertial=INERTIAL)
            table = table.assign(linear_momentum=linear, angular_momentum=angular)
            runs.append((solver, {"h": h, "k": k}, table, "max_iterations"))
    return MadeUp(folder).add("momenta_grid", ["h", "k"], runs, scene=BEAM)


CASES = [
    Case(
        14,
        CONFIRMED,
        momenta,
        change=everywhere(AS_CLAIMED),
        finds=("double: XPBD stays from iteration 660 on below PD",),
    ),
    Case(14, DEPENDS, momenta, ("overtakes PD at iteration 660;",), depends_on=TWO_ARITHMETICS),
    Case(
        14,
        DEPENDS,
        momenta,
        ("iteration 660; PD in double converges",),
        {"double": CONVERGES | {"order": BACKWARDS}},
        depends_on=TWO_ARITHMETICS,
        lacks="order",
    ),
    Case(14, "partly (3 of 6)", momenta, change={"single": AS_CLAIMED | {"crossing": 900}}),
    Case(14, REFUTED, momenta, change=everywhere(NOT_AT_ALL), finds=("Cholesky: XPBD never stays below PD",)),
    Case(
        15,
        CONFIRMED,
        momenta,
        ("objective: 2.30 (double), 2.30 (single, plain",),
        everywhere(AS_CLAIMED),
        ("PD ends at 2.3 times QN's",),
        lacks="Without rounding",
    ),
    Case(
        15,
        DEPENDS,
        momenta,
        ("1.00 (double), 2.30 (single, plain Cholesky), 1.00 (single, supernodal", "there is no excess."),
        depends_on=TWO_ARITHMETICS,
    ),
    Case(
        15,
        "partly (2 of 9)",
        momenta,
        ("3.15 (single, plain Cholesky)",),
        {"single": AS_CLAIMED | {"plateau": 3.15}},
    ),
    Case(
        15,
        REFUTED,
        momenta,
        ("1.00 (double), 1.00 (single, plain",),
        everywhere(CONVERGES),
        ("inertial term is 1 times QN's",),
    ),
    Case(
        16, CONFIRMED, momenta, change=everywhere(AS_CLAIMED), finds=("PD's linear momentum is 13.3 times",)
    ),
    Case(
        16,
        DEPENDS,
        momenta,
        ("PD ends with 4000 kg m/s and ADMM with 300; in double with 1e-06 and 1e-06", "of 10 kg m²/s"),
        depends_on=TWO_ARITHMETICS,
    ),
    Case(
        16,
        DEPENDS,
        momenta,
        ("in double with 1e-06 and 1e-06.",),
        {"double": CONVERGES | {"qn": SOME}},
        depends_on=TWO_ARITHMETICS,
    ),
    Case(
        16,
        "partly (10 of 21)",
        momenta,
        change={"single": AS_CLAIMED | {"early": 0.5}},
        finds=("Not so: single, plain Cholesky: PD has 50 % of its linear momentum after 20",),
    ),
    Case(16, REFUTED, momenta, change=everywhere(NOT_AT_ALL)),
    Case(17, CONFIRMED, momenta, change={"stripped": (4000.0, 900.0)}),
    Case(
        17,
        "partly (2 of 3)",
        momenta,
        ("PD gains 4000 kg m/s", "both ends with 1e-06 kg m/s", "1 km from the origin PD gains 4e+06"),
        finds=("PD, positions, single: 4000 kg m/s, ends at 9961.3 J",),
    ),
    Case(17, "partly (1 of 3)", momenta, change={"single": CONVERGES, "stripped": (4000.0, 900.0)}),
    Case(17, REFUTED, momenta, change={"single": CONVERGES}),
    Case(
        18,
        CONFIRMED,
        momenta,
        change={"double": AS_CLAIMED},
        finds=("rank correlation of momentum and c 1.00",),
    ),
    Case(
        18,
        DEPENDS,
        momenta,
        ("30 (c = 0.1), 150 (c = 0.3), 300 (c = 0.506), 600 (c = 1) kg m/s", "are left: "),
        depends_on=ARITHMETIC,
    ),
    Case(18, "partly (2 of 4)", momenta, change=everywhere(CONVERGES)),
    Case(18, REFUTED, momenta, change=everywhere(FALLING)),
    Case(51, CONFIRMED, over_the_grid, ("of 32 settings", "QN keeps both momenta 29, XPBD keeps"), {"qn": 3}),
    Case(
        51,
        "partly (4 of 6)",
        over_the_grid,
        ("PD gains linear momentum 28, ADMM gains linear momentum 32", "is the largest 28."),
        {"pd": 4},
    ),
    Case(51, REFUTED, over_the_grid, ("QN keeps both momenta 0",), dict.fromkeys(SOLVERS, 32)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_verdicts(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
