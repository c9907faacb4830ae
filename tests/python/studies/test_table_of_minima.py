"""The table of ADMM's other minima marks the lower ones and oscillations."""

import pytest
from synthetic_sweeps import GRID, SyntheticResults, curve, two_rows

from thesis.claims.other_minima import SWINGS, WEIGHTS
from thesis.documents import tables

pytestmark = pytest.mark.slow

LISTED = {(1e-1, 1e6), (1e-1, 1e8), (1e-1, 1e11), (1e-2, 1e10), (1e-3, 1e10), (1e-3, 1e12), (1e-4, 1e12)}
FASTEST = 0.4  # the fastest weight on the untwisting beam


def over_the_grid(folder, table_of, status="max_iterations") -> SyntheticResults:
    """table_of(c, (h, k)) gives ADMM's rows. QN ends at 0.9 of the start. c = 0.4 untwists fastest."""
    runs = [("qn", {"h": h, "k": k}, two_rows(1.0, 0.9), "converged") for h, k in GRID]
    where = [{"h": h, "k": k, "c": c} for c in WEIGHTS for h, k in GRID]
    runs += [("admm", at, table_of(at["c"], (at["h"], at["k"])), status) for at in where]
    results = SyntheticResults(folder).add("thesis_twist", ["h", "k", "c"], runs)
    errors = {c: two_rows(1.0, 0.5, relative_error=[1, 1e-6 if c == FASTEST else 0.1]) for c in WEIGHTS}
    runs = [("admm", at, errors[at["c"]], "max_iterations") for at in where]
    return results.add("thesis_untwist_weights", ["h", "k", "c"], runs)


LOW, HIGH = two_rows(1.0, 0.2), two_rows(1.0, 0.9)
SWINGING, ABOVE = (  # oscillations around the start and QN's minimum, and above both
    curve(lambda i, a=a, b=b: 1 if i == 0 else (a if i % 20 else b), start=1.0, minimum=0.0, every=10)
    for a, b in ((2.5, 0.5), (3.0, 1.5))
)


def minima(folder, by_weight, status="max_iterations") -> SyntheticResults:
    """ADMM ends far below QN in the settings by_weight[c], and oscillates in by_weight[c, "swings"]."""

    def table(c, key):
        if key in by_weight.get((c, "swings"), ()):
            return SWINGING
        return LOW if key in by_weight.get(c, ()) else HIGH

    return over_the_grid(folder, table, status)


def oscillations(folder, single=(0.3, 0.2), double=(0.3, 0.2), in_grid=((1e-2, 1e8),)) -> SyntheticResults:
    """ADMM swings up to these c: at (1e-2, 1e8), and in the other settings that the thesis names."""
    results = over_the_grid(folder, lambda c, key: SWINGING if key in in_grid and c == 0.3 else HIGH)
    qn = [("qn", {"h": h, "k": k}, two_rows(1.0, 0.9), "converged") for h, k in GRID]
    runs = []
    for h, k in ((1e-1, 1e10), (1e-2, 1e8), (1e-2, 1e10)):
        for precision, limits in (("single", single), ("double", double)):
            for c in (0.1, 0.2, 0.3):
                table = SWINGING if c <= limits[(h, k) != (1e-2, 1e8)] else ABOVE if c == 0.1 else HIGH
                where = {"h": h, "k": k, "c": c, "precision": precision}
                runs.append(("admm", where, table, "max_iterations"))
    results.add("thesis_twist_single", ["h", "k"], qn)
    return results.add(SWINGS, ["h", "k", "c", "precision"], runs)


def test_the_table_of_minima_marks_the_lower_ones_and_oscillations(tmp_path):
    text = tables.markdown(*tables.measured(minima(tmp_path / "a", {FASTEST: LISTED})))
    text = text.split("## Where ADMM reaches a lower minimum")[1].split("##")[0]
    assert "The weight decides in 7 settings, which are bold in some of these tables only." in text
    assert text.count("**0.222**") == 7
    text = tables.markdown(*tables.measured(oscillations(tmp_path / "b")))
    assert "| **0.556**~ |" in text
