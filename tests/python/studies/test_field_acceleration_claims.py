"""The judges of accelerations in the study field give the right verdicts on synthetic runs."""

import functools
import json

import numpy as np
import pandas as pd
import pytest
import synthetic_sweeps
from conftest import REPOSITORY
from studies import AXES
from synthetic_sweeps import SyntheticResults, reaching

from field.claims import accelerated_runs as runs_of
from field.claims import accelerations as judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

# Iterations to 1e-3 of each method; twice as many lead to 1e-6.
FAST = {
    "pd": 1000,
    "jacobi": 1000,
    "measured": 100,
    "tuned": 100,
    "anderson": 10,
    "ncg": 200,
    "five": 20,
    "none": 100,
    "two": 20,
    "identity": 200,
}


def method(solver: str, settings: dict) -> str:
    """The name of a run in FAST."""
    if solver == "chebyshev":
        if settings.get("rho") == 0:
            return "jacobi"
        return "tuned" if settings.keys() - {"metric"} else "measured"
    if solver == "qn":
        by_history = {0: "none", 2: "two"}
        return "identity" if "initial_matrix" in settings else by_history.get(settings.get("history"), "five")
    return solver


@functools.cache
def rows(solver: str, has_factor: bool, count: int) -> pd.DataFrame:
    """Each iteration has a pass, and with S a solve; conjugate gradients have a second pass."""
    table = reaching({1e-3: count, 1e-6: 2 * count})
    per_iteration = {
        "value_passes": 0,
        "gradient_passes": solver != "pd",
        "hessian_passes": solver == "ncg",
        "local_passes": solver == "pd",
        "solves": has_factor,
    }
    iterations = np.asarray(table["iteration"])
    return table.assign(**{name: iterations * int(each) for name, each in per_iteration.items()})


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Makes the sweeps of the plans, with these iterations of the methods."""

    def make(**counts) -> SyntheticResults:
        made = SyntheticResults(tmp_path)
        for sweep in sorted({place.sweep for place in (*runs_of.PLACES, *runs_of.OF_STRAIN)}):
            plan = json.loads((REPOSITORY / f"studies/field/plans/{sweep}.json").read_text())
            values = {axis["path"]: axis["values"] for axis in plan["axes"]}
            for path in values:
                monkeypatch.setitem(synthetic_sweeps.AXES, path, AXES.get(path, path))
            runs = []
            for material in values["material"]:
                for solver in plan["solvers"]:
                    axis = f"solvers.{solver}"
                    for settings in values.get(axis, [{}]):
                        cells = {"material": json.dumps(material)}
                        cells |= {axis: json.dumps(settings)} if axis in values else {}
                        declined = solver == "pd" and material["model"] != "strain"
                        count = (FAST | counts)[method(solver, settings)]
                        status = "declined" if declined else "target_reached"
                        has_factor = not {"metric", "initial_matrix"} & settings.keys()
                        runs.append((solver, cells, rows(solver, has_factor, count), status))
            made.add(sweep, list(values), runs)
        return made

    return make


@pytest.mark.parametrize(
    ("judge", "counts", "kind"),
    [
        (judges.chebyshev_is_ten_times_faster, {}, HOLDS),
        (judges.chebyshev_is_ten_times_faster, {"measured": 200, "tuned": 101}, FAILS),
        (judges.chebyshev_is_ten_times_faster, {"pd": 500}, IN_PART),
        (judges.conjugate_gradients_do_not_win, {}, HOLDS),
        (judges.conjugate_gradients_do_not_win, {"ncg": 49}, FAILS),
        (judges.anderson_wins, {}, HOLDS),
        (judges.anderson_wins, {"anderson": 100}, FAILS),
        (judges.anderson_wins, {"anderson": 30}, IN_PART),
        (judges.pairs_and_the_first_matrix_matter, {}, HOLDS),
        (judges.pairs_and_the_first_matrix_matter, {"five": 300, "two": 300}, FAILS),
        (judges.pairs_and_the_first_matrix_matter, {"two": 150}, IN_PART),
        (judges.ten_iterations_suffice, {"pd": 10}, HOLDS),
        (judges.ten_iterations_suffice, {"pd": 11}, FAILS),
    ],
)
def test_verdicts(results, judge, counts, kind):
    assert judge(results(**counts)).kind == kind


def test_values_of_sentences(results):
    made = results(measured=200)
    verdict = judges.chebyshev_is_ten_times_faster(made)
    found = verdict.values
    stops = {case for case, holds in verdict.cases.items() if not holds}
    assert stops == {case for case in verdict.cases if "measured" in case}
    assert (found["direct_best"], found["direct_measured"], found["jacobi_best"]) == ("10", "5", "10")
    assert (found["direct_stiff"], found["jacobi_stiff"]) == ("10", "10")
    found = judges.anderson_wins(made).values
    assert (found["chebyshev_default"], found["qn_default"]) == ("0.05", "0.5")
    found = judges.conjugate_gradients_do_not_win(made).values
    assert (found["direct_best"], found["jacobi_best"]) == ("3", "4")


def test_a_run_that_does_not_arrive_gives_a_bound(results):
    """Plain sweeps that end too early tell of a factor of ten only if the budget does."""
    plain = results().run("accelerations_slab", "pd")
    plain.iterations["relative_error"] = 1.0
    assert runs_of.speedup(plain, 100, 1e-3) == 20
    assert runs_of.speedup(plain, 1000, 1e-3) is None
    assert runs_of.speedup(plain, np.inf, 1e-3) is None
