"""Rows of the leaderboard count what a run reaches; files with other rows are refused with their line."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import synthetic_manifest

from simbench import ResultsError
from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS, TARGETS, first, for_good, place_of
from simbench.results import Run

# The error falls below 0.1 at once, rises again, and is below 0.001 from iteration 4 on.
ERRORS = [1.0, 0.05, 0.2, 0.01, 1e-3, 1e-4]


def run(**columns) -> Run:
    """A run with two passes and a solve an iteration, and two factorisations after iteration 2."""
    count = np.arange(len(ERRORS))
    table = {"step": 1, "iteration": count, "relative_error": ERRORS, "gradient_norm": 8.0 / 2.0**count}
    table |= {"value_passes": count, "gradient_passes": count, "hessian_passes": 0, "local_passes": 0}
    table |= {"solves": count, "matrix_products": 0, "factorisations": np.where(count > 2, 2, 1)}
    manifest = synthetic_manifest("qn", scene={}, status="max_iterations")
    return Run("qn", pd.DataFrame(table | columns), manifest, {}, Path("qn"))


def test_targets_are_six_a_decade_and_hold_those_of_tables():
    assert len(CURVE_TARGETS) == 49 and (CURVE_TARGETS[0], CURVE_TARGETS[-1]) == (1, 1e-8)
    np.testing.assert_allclose(np.divide(CURVE_TARGETS[:-1], CURVE_TARGETS[1:]), 10 ** (1 / 6), rtol=2e-5)
    assert [place_of(target) for target in TARGETS] == [6, 18, 36]


def test_targets_are_reached_first_and_for_good():
    errors = [1, 0.05, 0.2, 0.01, 0.02]
    assert first(range(5), errors, 0.1) == 1
    assert for_good(range(5), errors, 0.1) == 3
    assert for_good(range(5), errors, 0.01) == np.inf


def test_a_row_has_the_iterations_and_the_work_to_each_target():
    row = board.row_of_run("sag", "qn", {"history": 2}, run())
    assert [row[name] for name in board.KEY] == ["sag", 0, "qn", {"history": 2}]
    assert (row["status"], row["iterations"], row["final_relative_error"]) == ("max_iterations", 5, 1e-4)
    assert [row["first"][place_of(target)] for target in TARGETS] == [1, 4, None]
    assert [row["for_good"][place_of(target)] for target in TARGETS] == [3, 4, None]
    assert [row["work"][place_of(target)] for target in TARGETS] == [9, 12, None]  # 3 an iteration
    assert row["counts"]["0.001"] == {"passes": 8, "solves": 4, "products": 0, "factorisations": 2}
    assert row["counts"]["1e-06"] is None
    # Six a decade: 1, then 0.68 to 0.21, then 0.147 to 0.01, each from another iteration on.
    assert row["for_good"][:13] == [0, *[1] * 4, *[3] * 8]
    assert row["step_factorisations"][:6] == [0, 0, 0, 0, 0, 1]  # without that of the set-up


def test_a_matrix_that_depends_on_the_state_is_factorised_in_each_step():
    row = board.row_of_run("sag", "qn", {}, run(hessian_passes=[1] * 6))
    assert row["step_factorisations"][:6] == [1, 1, 1, 1, 1, 2]


def test_norms_are_relative_to_their_start_or_to_one_step():
    row = board.row_of_run("sag", "qn", {}, run(distance_to_minimum=[9, 1, 1, 1, 1, 1e-3]), one_step=0.05)
    # 0.1 of the error 0.05 after one step is 0.005; 0.001 of it is below the last error.
    assert row["norms"]["after_one_step"] == {"0.1": 4, "0.001": None, "1e-06": None}
    assert row["norms"]["gradient"] == {"0.1": 4, "0.001": None, "1e-06": None}  # halves
    assert row["norms"]["distance"] == {"0.1": 5, "0.001": 5, "1e-06": None}
    assert set(board.row_of_run("sag", "qn", {}, run())["norms"]) == {"gradient"}


def test_rows_survive_a_file(tmp_path):
    rows = [board.row_of_run("sag", "qn", {"b": 1, "a": 2}, run()), board.declined("sag", 1, "pd")]
    board.write(rows, tmp_path / "board.jsonl")
    assert [json.loads(line) for line in (tmp_path / "board.jsonl").read_text().splitlines()] == rows
    found = board.load(tmp_path / "board.jsonl")
    assert found["setting"].tolist() == ['{"a":2,"b":1}', "{}"]
    assert board.at(found, "work", 1e-3).tolist() == [12, math.inf]


def test_an_entry_without_its_work_has_none():
    work = {name: [math.nan] * 6 for name in board.WORK} | {"solves": [0, 1, math.nan, 3, 4, 5]}
    row = board.row_of_entry("sag", "mine", {}, list(range(6)), ERRORS, work)
    assert (row["status"], row["norms"]) == ("entry", {})
    assert row["counts"]["0.1"] == {"passes": None, "solves": 3, "products": None, "factorisations": None}
    assert row["work"][place_of(0.1)] == 3
    work["solves"] = [math.nan] * 6
    assert board.row_of_entry("sag", "mine", {}, list(range(6)), ERRORS, work)["work"] == [None] * 49


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "board.jsonl:2: this line is not JSON"),
        ("[]", "board.jsonl:2: a line is an object"),
        ({"solver": 3}, "'solver' is missing or of another kind"),
        ({"work": None}, "'work' is missing or of another kind"),
        ({"work": [1, 2]}, "'work' is not 49 numbers of at least 0 or null"),
        ({"first": [-1] * 49}, "'first' is not 49 numbers"),
        ({"for_good": ["3"] * 49}, "'for_good' is not 49 numbers"),
        ({"norms": []}, "'norms' is missing or of another kind"),
    ],
)
def test_a_line_that_is_no_row_is_refused(tmp_path, line, message):
    right = board.row_of_run("sag", "qn", {}, run())
    text = line if isinstance(line, str) else json.dumps(right | line)
    (tmp_path / "board.jsonl").write_text(f"{json.dumps(right)}\n{text}\n")
    with pytest.raises(ResultsError, match=message):
        board.load(tmp_path / "board.jsonl")


@pytest.mark.parametrize("write", [lambda path: None, lambda path: path.write_text("")])
def test_a_file_without_rows_is_refused(tmp_path, write):
    write(tmp_path / "board.jsonl")
    with pytest.raises(ResultsError, match=r"board\.jsonl (cannot be read|has no rows)"):
        board.load(tmp_path / "board.jsonl")
