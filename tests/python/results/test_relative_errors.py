"""The table of relative errors takes the right rows, and shows the thesis's values beside ours."""

import math

import numpy as np
import pandas as pd
import pytest

from simbench import load_run, load_runs
from simbench.relative_errors import ITERATIONS, SOLVERS, markdown, relative_errors


def row_of(table: str, solver: str) -> list[str]:
    (line,) = [line for line in table.splitlines() if line.startswith(f"| {solver} |")]
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_values_come_from_the_rows(results):
    table = relative_errors(load_runs(results)).set_index(["solver", "iteration"])
    rows = [(solver, iteration) for solver in (*SOLVERS, "pbd", "newton") for iteration in ITERATIONS]
    assert list(table.index) == rows
    for iteration in ITERATIONS:
        expected = 100 * math.exp(-iteration / 27.0)
        assert table.loc[("pd", iteration), "relative_error_percent"] == pytest.approx(expected, abs=1e-9)
    assert table.loc["xpbd", "published_percent"].tolist() == [67.8, 47.8, 4.0, 1.8]
    assert table.loc["newton", "published_percent"].isna().all()


def test_converged_solver_counts_with_its_last_iterate(results):
    runs = load_runs(results)
    table = markdown(relative_errors(runs))
    assert row_of(table, "QN") == ["0.0 (0.0)", "0.0† (0.0)", "0.0† (0.0)", "0.0† (0.0)"]
    assert row_of(table, "PD") == ["22.7 (22.7)", "10.8 (12.6)", "0.0 (0.0)", "0.0 (0.0)"]
    assert "† QN stopped after 49 iterations (converged)." in table


def test_an_interrupted_run_has_no_later_values(write_run, tmp_path):
    write_run(tmp_path / "qn", status="max_iterations")
    table = markdown(relative_errors([load_run(tmp_path / "qn")]))
    assert row_of(table, "QN") == ["0.0 (0.0)", "– (0.0)", "– (0.0)", "– (0.0)"]
    assert "†" not in table


def test_absent_and_negative_errors_are_marked(write_run, tmp_path):
    write_run(tmp_path / "absent" / "pd", relative_error=math.nan)
    assert row_of(markdown(relative_errors(load_runs(tmp_path / "absent"))), "PD")[0] == "– (22.7)"
    write_run(tmp_path / "negative" / "pd", relative_error=-1e-9)
    assert row_of(markdown(relative_errors(load_runs(tmp_path / "negative"))), "PD")[0] == "0.0 (22.7)"
    write_run(tmp_path / "lower" / "pd", relative_error=-0.02)
    assert row_of(markdown(relative_errors(load_runs(tmp_path / "lower"))), "PD")[0] == "-2.0 (22.7)"


def test_a_run_above_its_start_is_marked(write_run, tmp_path):
    falling = np.geomspace(350, 1e-3, 101)  # in every tenth iteration; above the start until iteration 450
    write_run(tmp_path / "xpbd_global", relative_error=falling, status="converged")
    table = markdown(relative_errors(load_runs(tmp_path)))
    marks = [cell.rstrip("†").endswith("‡") for cell in row_of(table, "XPBD global")]
    assert marks == [True, True, True, False]
    assert "‡ XPBD global has increased the objective above its start there." in table


def test_another_setting_has_no_thesis_values(write_run, tmp_path):
    write_run(tmp_path / "pd", stiffness=1e9)
    table = markdown(relative_errors(load_runs(tmp_path)))
    assert row_of(table, "PD") == ["22.7", "10.8", "0.0", "0.0"]
    assert "thesis's own" not in table


def test_script_prints_markdown_and_writes_csv(results, run_command, tmp_path):
    printed = run_command("simbench-errors", results, "--csv", tmp_path / "table.csv").stdout
    assert printed.strip() == markdown(relative_errors(load_runs(results)))
    expected = relative_errors(load_runs(results)).drop(columns=["source", "note"])
    written = pd.read_csv(tmp_path / "table.csv", float_precision="round_trip")
    pd.testing.assert_frame_equal(written, expected)


def test_a_folder_without_runs_is_an_error_of_one_line(run_command, tmp_path):
    result = run_command("simbench-errors", tmp_path, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("simbench: no complete run")


def test_every_run_of_a_folder_has_its_row(write_run, tmp_path):
    """This includes an unknown solver, and each variant of a solver."""
    for folder, solver in (("vbd", "vbd"), ("admm-weight=auto", "admm"), ("admm", "admm"), ("new", "new")):
        write_run(tmp_path / folder, solver=solver)
    table = markdown(relative_errors(load_runs(tmp_path)))
    labels = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")]
    assert labels == ["solver", "ADMM", "admm-weight=auto", "VBD", "new"]


def test_the_table_of_a_later_time_step(write_run, run_command, tmp_path):
    write_run(tmp_path / "pd", steps=3)
    printed = run_command("simbench-errors", tmp_path, "--step", "2").stdout
    assert printed.startswith("Time step 2 of 3.\n")
    assert row_of(printed, "PD") == ["22.7", "10.8", "0.0", "0.0"]  # the thesis has only one step
