"""The judges of claims 26, 29 and 32 (stable Neo-Hookean) give the right verdicts on synthetic runs."""

import pytest
from synthetic_sweeps import GRID, Case, SyntheticResults, check, reaching, two_rows

from simbench.study.verdicts import FAILS, HOLDS, IN_PART
from thesis.claims.neo_hookean import OF_THESIS, SWEEP

pytestmark = pytest.mark.slow


def convergence(folder, qn=22, admm=44, error=1e-6) -> SyntheticResults:
    """The curves are level from these iterations on, and end with this error."""
    runs = [
        ("qn", {"E": 1e5}, reaching({1e-2: qn, 2 * error: qn + 20}), "converged"),
        ("admm", {"E": 1e5, "w": 4}, reaching({1e-2: admm, 2 * error: admm + 40}), "converged"),
    ]
    return SyntheticResults(folder).add("neo_hookean_weights", ["E", "w"], runs)


def stiff(folder, soft=0.6, lbfgs=0.7, helps_from=150) -> SyntheticResults:
    """The thesis's weights and 1000 end at `soft` at E = 1e7 Pa, with L-BFGS at `lbfgs`.

    At E = 1e9 Pa weights lower the objective from helps_from on.
    """
    runs, cut = [], []
    for w in (*OF_THESIS, 1000):
        for h in (1e-1, 1e-2):
            for modulus, end in ((1e7, soft), (1e9, 0.9 if w >= helps_from else 40)):
                where = {"h": h, "E": modulus, "w": w}
                runs.append(("admm", where, two_rows(1.0, end), "max_iterations"))
        for count in (1, 10) if w in OF_THESIS else ():
            where = {"E": 1e7, "w": w, "prox_iterations": count}
            cut.append(("admm", where, two_rows(1.0, lbfgs if count > 1 else 40), "max_iterations"))
    results = SyntheticResults(folder).add("neo_hookean_weights_stiff", ["h", "E", "w"], runs)
    return results.add("admm_prox_thesis", ["E", "w", "prox_iterations"], cut)


def over_the_grid(folder, qn_left=()) -> SyntheticResults:
    """QN's last error is 1 % in the settings `qn_left`, else 1e-9."""
    runs = [
        ("qn", {"h": h, "E": modulus}, two_rows(1.0, 0.5, relative_error=[1, error]), "max_iterations")
        for h, modulus in GRID
        for error in (0.01 if (h, modulus) in qn_left else 1e-9,)
    ]
    return SyntheticResults(folder).add(SWEEP, ["h", "E", "form"], runs)


CASES = [
    Case(
        26,
        HOLDS,
        convergence,
        ("level from iteration 22 on and ADMM's from 44",),
        in_reach="QN needs 42 and ADMM 84 iterations",
    ),
    Case(26, IN_PART, convergence, ("level from iteration 40 on",), {"qn": 40}),
    Case(
        29,
        FAILS,
        stiff,
        ("6 of the thesis's 6 weights lower the objective with an exact z-update, and 6 with", "The best"),
        in_reach="each one lowers it from 0.0047 on and none does below 0.0032",
    ),
    Case(29, HOLDS, stiff, ("At E = 1e7 Pa none of the thesis's 6 weights",), {"soft": 1.0, "lbfgs": 1.0}),
    Case(29, FAILS, stiff, ("6 of",), {"helps_from": 1000}, in_reach="At E of 1e9 Pa none"),
    Case(32, HOLDS, over_the_grid, ("error at the end is 1.0e-9",), in_reach="for E h² of 0.001 to 1e10"),
    Case(
        32,
        FAILS,
        over_the_grid,
        ("0.010",),
        {"qn_left": [(1e-3, 1e12)]},
        in_reach="0.001 to 1e5 and 1e7 to 1e10 Pa s²",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
