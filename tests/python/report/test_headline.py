"""A report begins with a sentence on which runs arrive at the minimum, made from their rows."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simbench.report.headline import headline
from simbench.results import Run

NAN, INF = np.nan, np.inf
RUNS_OF_ONE_STEP = {
    "QN": {0: 1, 27: 2e-6, 28: 9e-7, 40: 1e-9},
    "PD": {0: 1, 100: 1e-3, 480: 1e-6, 481: 1e-7},
    "XPBD": {0: 1, 500: 0.019, 1000: 0.01792},
    "PBD": {0: 1, 10: NAN},
    "VBD": {0: 1, 10: 2500},
    "Jacobi": {0: 1, 50: 1.9, 100: 3.26},
}


def run_of(*steps: dict, file="beam.json", status="max_iterations", total=None, options=None, **scene) -> Run:
    """A run with relative errors by iteration, of each time step."""
    rows = [
        (step, iteration, error)
        for step, errors in enumerate(steps, 1)
        for iteration, error in errors.items()
    ]
    table = pd.DataFrame(rows, columns=["step", "iteration", "relative_error"])
    step = {"time_step": 0.01, "steps": total or len(steps), "iterations": len(rows)}
    manifest = {
        "status": status,
        "scene_file": file,
        "scene": {"solvers": {}, "step": step, **scene},
        "options": {"reference": "newton"} if options is None else options,
    }
    return Run("qn", table, manifest, {}, Path())


def found(*labels: str, **changes) -> str:
    return headline([run_of(RUNS_OF_ONE_STEP[label], **changes) for label in labels], list(labels))[0]


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["QN"], "QN arrives after 28 iterations."),
        (["XPBD"], "XPBD does not arrive: it stays at 1.8 %."),
        (["PD", "QN"], "QN arrives after 28 iterations, PD after 480."),
        (["XPBD", "PD", "QN"], "QN arrives after 28 iterations, PD after 480; XPBD stays at 1.8 %."),
        (["VBD", "XPBD"], "No run arrives: XPBD stays at 1.8 %, VBD ends 2e3 times as far away as it began."),
        (["Jacobi"], "Jacobi does not arrive: it ends 3.3 times as far away as it began."),
        (["PBD", "QN"], "QN arrives after 28 iterations; PBD ends without a number (max iterations)."),
    ],
)
def test_runs_of_one_step(labels, words):
    assert found(*labels) == words


def test_it_rests_on_a_threshold_and_a_minimum():
    runs = [run_of(RUNS_OF_ONE_STEP["QN"])]
    assert headline(runs, ["QN"])[1] == (
        "To arrive means: a relative error of at most 1e-6, at the first recorded iterate that has it. "
        "The error is measured from the minimum that Newton's method found beforehand."
    )
    for options, words in (
        (
            {"reference": "best"},
            "measured from the lowest objective that a solver of the same command recorded.",
        ),
        ({"reference": 3.5}, "measured from a minimum that was given as a number."),
        ({}, "that has it."),
        (
            {"record_every": 10},
            "Only every 10th iterate was recorded: a run can have arrived up to 9 earlier.",
        ),
    ):
        assert headline([run_of({0: 1, 9: 0}, options=options)], ["QN"])[1].endswith(words)


@pytest.mark.parametrize(
    ("halfway", "verb"), [(0.2, "ends"), (0.15, "stays"), (0.07, "stays"), (0.05, "ends")]
)
def test_a_run_that_still_moves_does_not_stay(halfway, verb):
    words = headline([run_of({0: 1, 30: halfway, 60: 0.09})], ["PD"])[0]
    assert words == f"PD does not arrive: it {verb} at 9 %."


def test_a_run_that_goes_away_again_says_so():
    assert headline([run_of({0: 1, 1: 1e-7, 9: 0.02})], ["QN"])[0] == (
        "QN arrives after 1 iteration but ends at 2 %."
    )


def test_runs_without_a_minimum_do_not_arrive():
    nothing = run_of({0: NAN, 9: NAN}, options={})
    assert headline([nothing], ["PD"]) == [
        "No minimum is known here, so no run can be said to arrive at it.",
        "",
    ]
    known = run_of({0: 1, 9: 1e-8})
    assert headline([nothing, known], ["PD", "QN"])[0] == (
        "QN arrives after 9 iterations; 1 run without a relative error."
    )


@pytest.mark.parametrize(
    ("objectives", "words"),
    [
        ([[9, 2]], "the lowest objective of QN is 2 J."),
        ([[9, 2, 2.5], [9, 2.000001]], "QN and PD reach the lowest objective, 2 J."),
        (
            [[9, 4], [9, 2], [9, 3]],
            "PD reaches the lowest objective, 2 J; VBD comes within 1 J of it, QN within 2 J.",
        ),
        ([[9, INF, 2], [NAN, NAN]], "QN reaches the lowest objective, 2 J; PD has no objective."),
    ],
)
def test_runs_without_a_minimum_are_ranked_by_the_lowest_objective(objectives, words):
    runs = [run_of(dict.fromkeys(range(len(values)), NAN), options={}) for values in objectives]
    for run, values in zip(runs, objectives, strict=True):
        run.iterations["objective"] = values
    labels = ["QN", "PD", "VBD"][: len(runs)]
    sentence, basis = headline(runs, labels)
    assert sentence == f"No minimum is known: {words}" and basis.startswith("Runs are ranked by")
    for run in runs:  # under conditions a lower objective is no better one
        run.iterations["hard_violation"] = 0.1
    assert headline(runs, labels)[0].startswith("No minimum is known here")


def test_later_steps_do_not_rank_runs_because_each_begins_elsewhere():
    run = run_of({0: NAN, 1: NAN}, {0: NAN, 1: NAN}, options={})
    run.iterations["objective"] = [9, 5, 9, 1]
    assert headline([run], ["QN"])[0] == (
        "No minimum is known: in the first of 2 time steps the lowest objective of QN is 5 J."
    )


def test_rows_without_the_column_and_a_damaged_manifest():
    run = run_of({0: 1})
    bare = Run("qn", run.iterations.drop(columns="relative_error"), run.manifest, {}, Path())
    assert headline([bare], ["QN"])[0].startswith("No minimum is known here")
    unknown = {"status": "unknown", "options": {}, "scene": {"solvers": {}, "step": {}}}
    assert headline([Run("qn", run.iterations, unknown, {}, Path())], ["QN"])[0] == (
        "QN does not arrive: it stays at 100 %."
    )


def test_many_runs_are_counted():
    runs = [run_of({0: 1, 10 * (i + 1): 1e-9 if i < 6 else 0.1 * i}) for i in range(12)]
    assert headline(runs, [f"s{i}" for i in range(12)])[0] == (
        "s0 arrives after 10 iterations, s1 after 20, s2 after 30, s3 after 40, 2 more later; "
        "s6 stays at 60 %, s7 stays at 70 %, s8 stays at 80 %, s9 stays at 90 %, 2 more farther away."
    )


def test_several_scenes_have_a_sentence_each():
    runs = [run_of({0: 1, 5: 1e-9}, file="a.json"), run_of({0: 1, 5: 0.2}, file="b.json")]
    assert headline(runs, ["QN", "PD"])[0] == (
        "a: QN arrives after 5 iterations. b: PD does not arrive: it ends at 20 %."
    )
    laws = [{"model": "strain", "stiffness": stiffness} for stiffness in (1e6, 1e7)]
    runs = [run_of({0: 1, 5: 1e-9}, material=law) for law in laws]
    assert headline(runs, ["QN", "QN 2"])[0] == (
        "strain, k = 1e6 Pa: QN arrives after 5 iterations. "
        "strain, k = 1e7 Pa: QN 2 arrives after 5 iterations."
    )
    runs = [run_of({0: 1, 5: 1e-9}, file=f"{i}.json") for i in range(6)]
    assert headline(runs, list("abcdef"))[0].endswith("The table has the runs of 2 more problems.")


def test_other_iterations_and_settings_of_solvers_are_no_other_problem():
    runs = [run_of({0: 1, 5: 1e-9}), run_of({0: 1, 5: 1e-9, 6: 1e-10}, solvers={"qn": {"window": 3}})]
    assert headline(runs, ["QN", "QN 2"])[0] == "QN arrives after 5 iterations, QN 2 after 5."


def test_of_many_steps_the_last_iterates_count():
    arrived, near, far = {0: 1, 9: 1e-8}, {0: 1, 12: 1e-7}, {0: 1, 20: 0.3}
    runs = [run_of(arrived, near, arrived), run_of(far, arrived, far), run_of(far, far, far)]
    sentence, basis = headline(runs, ["QN", "PD", "XPBD"])
    assert sentence == (
        "QN arrives in each of 3 time steps, within 12 iterations; "
        "PD arrives in 1 of 3 time steps, its worst ends at 30 %; "
        "XPBD arrives in none of 3 time steps, its worst ends at 30 %."
    )
    assert basis.startswith("To arrive means: a relative error of at most 1e-6. The error")


def test_steps_that_were_not_done_are_not_arrivals():
    run = run_of({0: 1, 9: 1e-8}, {0: 1, 3: INF}, total=5, status="diverged")
    assert headline([run], ["QN"])[0] == (
        "QN arrives in 1 of 5 time steps, its worst ends without a number (diverged), "
        "and it stopped in step 2."
    )


def test_steps_without_a_minimum_are_not_counted():
    run = run_of({0: 1, 9: 1e-8}, {0: NAN, 9: NAN}, {0: 1, 4: 1e-8})
    assert headline([run], ["QN"])[0] == "QN arrives in each of 2 time steps, within 9 iterations."
