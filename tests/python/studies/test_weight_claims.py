"""The judges of claims 4 to 7 and 38 (ADMM's weights) give the right verdicts on synthetic runs."""

import json

import numpy as np
import pytest
from synthetic_sweeps import GRID, Case, SyntheticResults, check, curve

from simbench.study.verdicts import ANSWERED, DEPENDS, FAILS, HOLDS, IN_PART
from thesis.claims.weight_rule import AUTOMATIC

pytestmark = pytest.mark.slow

NEEDED = {0.2: 80, 0.3: 35, 0.4: 30, 0.5: 40, 0.6: 60, 0.8: 90, 1.0: 120, 1.2: 150}  # at h = 1e-2 s
SHORT_STEP = {0.4: 2000, 0.5: 500, 0.6: 400, 0.8: 200, 1.0: 250, 1.2: 350}  # at h = 1e-3 s
REVERSED = {c: 300 - n for c, n in NEEDED.items()}


def weights(
    folder,
    *,
    needed=NEEDED,
    chaotic=2.5,
    floor=0.0,
    dips=(),
    short_step=SHORT_STEP,
    small=1.2,
    pd=(0.001,) * 2,
) -> SyntheticResults:
    """ADMM's error falls linearly to 0 in needed[c] iterations, but not below `floor`.

    With c = 0.1 the error is `chaotic`. With c ≤ 0.2 the first 20 iterations, except `dips`, are above the
    start. At h = 1e-3 s the errors of c = 0.2 and 0.3 are `small`. PD's differ from those of c = 1 by `pd`.
    """

    def falling(count, floor=0.0):
        return lambda i: max(floor, 1 - i / count)

    tables = {(1e-2, c): curve(falling(n, floor)) for c, n in needed.items()}
    tables[1e-2, 0.1] = curve(lambda i: chaotic if i else 1.0)
    for c in (0.1, 0.2):
        early = np.setdiff1d(np.arange(1, 21), dips)
        tables[1e-2, c].loc[early, "objective"] = 1.1 * tables[1e-2, c]["objective"][0]
        tables[1e-2, c].loc[list(dips), "objective"] = 0.9 * tables[1e-2, c]["objective"][0]
    tables |= {(1e-3, c): curve(falling(n)) for c, n in short_step.items()}
    tables |= {(1e-3, c): curve(lambda i: small if i else 1.0) for c in (0.2, 0.3)}
    runs = [("admm", {"h": h, "c": c}, table, "max_iterations") for (h, c), table in tables.items()]
    for h, apart in zip((1e-2, 1e-3), pd, strict=True):
        table = tables[h, 1.0].copy()
        table.loc[1:, "relative_error"] += apart
        runs.append(("pd", {"h": h}, table, "max_iterations"))
    return SyntheticResults(folder).add("admm_weights", ["h", "c"], runs)


def rules(folder, untwist=(40, 60), twist=(30, 30), lost=()) -> SyntheticResults:
    """Iterations with the automatic weight for two stiffnesses (0: never). The best fixed weight needs 40.

    `lost`: settings in which the automatic weight misses the minimum of the beam that is twisted further.
    """
    results = SyntheticResults(folder)
    runs = [
        ("admm", {"h": h, "k": k}, curve(lambda i, n=(h, k) in lost: 1.0 * (n or i < 20)), "max_iterations")
        for h, k in GRID
    ]
    results.add("admm_auto_twist", ["h", "k"], runs)
    for sweep, needed in (("admm_phase_untwist", untwist), ("admm_phase_twist", twist)):
        runs = []
        for k, count in zip((1e6, 1e8), needed, strict=True):
            counts = {json.dumps(AUTOMATIC): count, '{"weight_factor":0.3}': 40 if k == 1e6 else 0}
            counts['{"weight_factor":0.5}'] = 40 if k == 1e8 else 50
            runs += [
                ("admm", {"k": k, "admm": c}, curve(lambda i, n=n: 1.0 * (not 0 < n <= i)), "max_iterations")
                for c, n in counts.items()
            ]
        results.add(sweep, ["k", "admm"], runs)
    return results


CASES = [
    Case(4, HOLDS, weights, ("with c = 0.1 ADMM ends at 2.3 times the start",)),
    Case(4, IN_PART, weights, change={"chaotic": 0.9}, in_findings=("Not so: c = 0.1 ends at 0.913",)),
    Case(4, FAILS, weights, change={"chaotic": 0.9, "floor": 0.1}),
    Case(5, HOLDS, weights, ("c = 0.4 needs 30 and c = 0.3 35 iterations, the next one 40",)),
    Case(
        5,
        DEPENDS,
        weights,
        ("some are not: 2 with c = 0.1, 2 with c = 0.2.",),
        {"dips": (1, 12)},
        depends_on="the sampling",
    ),
    Case(5, DEPENDS, weights, ("1 with c = 0.1",), {"dips": (1,)}, depends_on="the sampling"),
    Case(5, IN_PART, weights, change={"needed": REVERSED}, in_findings=("c = 0.2: at least 1.1 of",)),
    Case(
        5,
        IN_PART,
        weights,
        change={"dips": (20,)},
        in_findings=("Not so: iterations 10 and 20: c = 0.1",),
    ),
    Case(5, FAILS, weights, change={"needed": REVERSED, "dips": (10, 12)}),
    Case(
        6,
        HOLDS,
        weights,
        ("ends at 0.5641 of the start or lower", "0.8698 or higher", "0.8 there and 0.4 at"),
    ),
    Case(
        6,
        IN_PART,
        weights,
        ("c = 0.2 and 0.3 at 0.9132 or higher",),
        {"small": 0.9},
        ("Not so: the least of c = 0.2 and 0.3",),
    ),
    Case(
        6,
        FAILS,
        weights,
        ("every other at 0.1317 or higher", "the fastest c is 0.4 there and 0.4"),
        {"small": 0.1, "short_step": SHORT_STEP | {0.4: 20}},
    ),
    Case(7, HOLDS, weights, ("differ by at most 0.1 %",), in_findings=("h = 0.01 s: relative errors",)),
    Case(7, IN_PART, weights, change={"pd": (0.001, 0.02)}, in_findings=("Not so: h = 0.001 s",)),
    Case(7, FAILS, weights, change={"pd": (0.011, 0.02)}),
    Case(38, ANSWERED, rules, ("rule reaches", "1.5 times the", "and 0.8 times"), in_reach="0.001 to 1e+10"),
    Case(
        38,
        ANSWERED,
        rules,
        ("does not reach QN's", "within 1.5 times for k h² of 100 Pa s²"),
        {"untwist": (40, 0), "lost": [(1e-1, 1e9)]},
        in_reach="0.001 to 1e+06 and 1e+08 to 1e+10 Pa s²",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
