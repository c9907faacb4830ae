"""The judges of claims 26, 29 and 32 (stable Neo-Hookean) give the right verdicts on synthetic runs."""

import math

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, reaching, two_rows
from test_xpbd_forms_claims import over_the_grid

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow


def convergence(folder, qn=(18, 20), admm=(45, 50)) -> SyntheticResults:
    """Iterations to errors of 1 % and 0.05 %. If the second number is infinite, the error stays near 1 %."""

    def table(seen, reached):
        return reaching({1e-2: seen} | ({5e-4: reached} if reached < math.inf else {}))

    runs = [
        ("qn", {"E": 1e5}, table(*qn), "converged"),
        ("admm", {"E": 1e5, "w": 4}, table(*admm), "converged"),
    ]
    return SyntheticResults(folder).add("neo_hookean_weights", ["E", "w"], runs)


def stiff(folder, ends_of) -> SyntheticResults:
    """ends_of[E]: last objectives over the start for w = 10, 50, 300 at h = 1e-1 s; 0.9 at 1e-2 s."""
    runs = [
        ("admm", {"h": h, "E": stiffness, "w": w}, two_rows(1.0, end if h == 1e-1 else 0.9), "max_iterations")
        for h in (1e-1, 1e-2)
        for stiffness, values in ends_of.items()
        for w, end in zip((10, 50, 300), values, strict=True)
    ]
    return SyntheticResults(folder).add("neo_hookean_weights_stiff", ["h", "E", "w"], runs)


CASES = [
    Case(
        26,
        HOLDS,
        convergence,
        (
            "below 0.05 %: QN 20, ADMM 50; to an error below 1 %: QN 18, ADMM 45.",
            "below 0.05 %: QN 40, ADMM 80.",
        ),
    ),
    Case(
        26,
        DEPENDS,
        convergence,
        ("Both end at Newton's minimum.", "0.05 %: QN 35, ADMM 77; to an error below 1 %: QN 22, ADMM 44."),
        {"qn": (22, 35), "admm": (44, 77)},
        ("Not so: an error below 0.05 %: QN after 35 iterations; in the thesis about 20",),
        "the error with which a run counts as converged",
    ),
    Case(
        26,
        IN_PART,
        convergence,
        ("Both end at Newton's minimum.", "QN 25, ADMM 70."),
        {"qn": (25, 35), "admm": (70, 80)},
    ),
    Case(
        26,
        FAILS,
        convergence,
        ("QN never, ADMM never; to an error below 1 %: QN 25, ADMM 70.",),
        {"qn": (25, math.inf), "admm": (70, math.inf)},
        not_in_answer="Both end",
    ),
    Case(
        29,
        HOLDS,
        stiff,
        ("Weights of 3", "start: 0 at E = 1e+07 Pa, 0 at E = 1e+08 Pa; of the thesis's 6: 0 at E = 1e+07"),
        {"ends_of": {1e7: (1.5, 1.2, 1.0), 1e8: (2, 2, 2)}},
        in_findings=("h = 0.01 s",),
    ),
    Case(
        29,
        FAILS,
        stiff,
        (
            "start: 0 at E = 1e+07 Pa, 2 at E = 1e+08 Pa; of the thesis's 6: 0 at E = 1e+07 Pa, 1 at E = "
            "1e+08 Pa.",
        ),
        {"ends_of": {1e7: (1.5, 1.2, 1.0), 1e8: (2, 0.9, 0.6)}},
        in_findings=("w = 300 ends with a relative error",),
    ),
    Case(32, HOLDS, over_the_grid, ("In at most 1000 iterations, to a relative error of 1.0e-09 or less.",)),
    Case(
        32,
        FAILS,
        over_the_grid,
        change={"qn_left": [(1e-3, 1e12)]},
        in_findings=("or above: (0.001, 1e+12)",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
