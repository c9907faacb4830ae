"""Claims 26, 29 and 32, on stable Neo-Hookean material, are judged right by made-up runs."""

import math

import pytest
from synthetic_sweeps import Case, MadeUp, check, ends, reaching
from test_xpbd_forms_claims import over_the_grid

from simbench.study.verdicts import CONFIRMED, DEPENDS, REFUTED

pytestmark = pytest.mark.slow


def convergence(folder, qn=(18, 20), admm=(45, 50)) -> MadeUp:
    """Iterations to an error of 1 % and to one of 0.05 %; if the second is infinite, 1 % are left."""

    def table(seen, reached):
        return reaching({1e-2: seen} | ({5e-4: reached} if reached < math.inf else {}))

    runs = [
        ("qn", {"E": 1e5}, table(*qn), "converged"),
        ("admm", {"E": 1e5, "w": 4}, table(*admm), "converged"),
    ]
    return MadeUp(folder).add("neo_hookean_weights", ["E", "w"], runs)


def stiff(folder, ends_of) -> MadeUp:
    """ends_of[E]: ends over the start for w = 10, 50 and 300 at h = 1e-1 s; at 1e-2 s they are 0.9."""
    runs = [
        ("admm", {"h": h, "E": stiffness, "w": w}, ends(1.0, end if h == 1e-1 else 0.9), "max_iterations")
        for h in (1e-1, 1e-2)
        for stiffness, values in ends_of.items()
        for w, end in zip((10, 50, 300), values, strict=True)
    ]
    return MadeUp(folder).add("neo_hookean_weights_stiff", ["h", "E", "w"], runs)


CASES = [
    Case(
        26,
        CONFIRMED,
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
        "partly (1 of 3)",
        convergence,
        ("Both end at Newton's minimum.", "QN 25, ADMM 70."),
        {"qn": (25, 35), "admm": (70, 80)},
    ),
    Case(
        26,
        REFUTED,
        convergence,
        ("QN never, ADMM never; to an error below 1 %: QN 25, ADMM 70.",),
        {"qn": (25, math.inf), "admm": (70, math.inf)},
        lacks="Both end",
    ),
    Case(
        29,
        CONFIRMED,
        stiff,
        ("Weights of 3", "start: 0 at E = 1e+07 Pa, 0 at E = 1e+08 Pa; of the thesis's 6: 0 at E = 1e+07"),
        {"ends_of": {1e7: (1.5, 1.2, 1.0), 1e8: (2, 2, 2)}},
        finds=("h = 0.01 s",),
    ),
    Case(
        29,
        REFUTED,
        stiff,
        (
            "start: 0 at E = 1e+07 Pa, 2 at E = 1e+08 Pa; of the thesis's 6: 0 at E = 1e+07 Pa, 1 at E = "
            "1e+08 Pa.",
        ),
        {"ends_of": {1e7: (1.5, 1.2, 1.0), 1e8: (2, 0.9, 0.6)}},
        finds=("w = 300 ends with a relative error",),
    ),
    Case(
        32, CONFIRMED, over_the_grid, ("In at most 1000 iterations, to a relative error of 1.0e-09 or less.",)
    ),
    Case(32, REFUTED, over_the_grid, change={"qn_left": [(1e-3, 1e12)]}, finds=("or above: (0.001, 1e+12)",)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_verdicts(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
