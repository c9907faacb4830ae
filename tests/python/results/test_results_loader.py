"""The loader keeps every number and absent values, orders the solvers and reports missing files."""

import numpy as np
import pytest
from test_sweep import write_plan

from simbench import ResultsError, load_run, load_runs
from simbench.results import RUN_FILES
from thesis.plots import load_reference
from thesis.published import is_thesis_setting


def test_a_run_knows_the_ends_of_its_steps_and_its_minimum(write_run, tmp_path):
    write_run(tmp_path / "qn", steps=2)
    run = load_run(tmp_path / "qn")
    ends = run.ends_of_steps
    assert ends["step"].tolist() == [1, 2] and ends["iteration"].tolist() == [49, 49]
    run.iterations.loc[run.iterations["iteration"] == 49, "objective"] = np.nan
    assert run.ends_of_steps["objective"].isna().all()  # the last row, and not the last number
    run.manifest["reference_minimum"] = [5.0, 7.0]
    assert (run.minimum, run.at_step(2).minimum) == (5, 7)


def test_rows_and_times_are_read_as_they_were_written(write_run, tmp_path):
    written = write_run(tmp_path / "qn")
    run = load_run(tmp_path / "qn")
    assert run.solver == "qn"
    assert run.iterations["iteration"].tolist() == [0, 10, 20, 30, 40, 49]
    np.testing.assert_array_equal(run.iterations["objective"], written["objective"])
    np.testing.assert_allclose(run.iterations["elapsed_seconds"], 1e-3 * written["iteration"])
    assert run.iterations["gradient_norm"].isna().all()
    assert run.manifest["run_id"] == "synthetic"
    assert run.environment["setup_seconds"] == 0.25


def test_whole_numbers_of_more_than_64_bits_are_numbers(write_run, tmp_path):
    """A diverging energy of 2e16 to 1e24 J can be written without a point and without an exponent."""
    write_run(tmp_path / "qn")
    path = tmp_path / "qn/iterations.csv"
    header, *rows, last = path.read_text().splitlines()
    cells = last.split(",")
    for name in ("objective", "gradient_norm"):
        cells[header.split(",").index(name)] = "4671354470974966726656"
    path.write_text("\n".join([header, *rows, ",".join(cells)]) + "\n")
    end = load_run(tmp_path / "qn").iterations.iloc[-1]
    assert end["objective"] == end["gradient_norm"] == 4671354470974966726656


def test_order_of_columns_and_rows_does_not_matter(write_run, tmp_path):
    write_run(tmp_path / "pd")
    expected = load_run(tmp_path / "pd").iterations
    for name in ("iterations.csv", "timings.csv"):
        header, *rows = (tmp_path / "pd" / name).read_text().splitlines()
        lines = [",".join(reversed(line.split(","))) for line in (header, *reversed(rows))]
        (tmp_path / "pd" / name).write_text("\n".join(lines) + "\n")
    actual = load_run(tmp_path / "pd").iterations
    assert actual[expected.columns].equals(expected)


def test_steps_are_kept_apart(write_run, tmp_path):
    write_run(tmp_path / "qn")
    for name in ("iterations.csv", "timings.csv"):
        path = tmp_path / "qn" / name
        header, *rows = path.read_text().splitlines()
        step = header.split(",").index("step")
        second = [",".join([*(cells := row.split(","))[:step], "2", *cells[step + 1 :]]) for row in rows]
        path.write_text("\n".join([header, *rows, *second]) + "\n")
    run = load_run(tmp_path / "qn")
    assert len(run.iterations) == 12
    assert run.first_step["iteration"].tolist() == [0, 10, 20, 30, 40, 49]


def test_solvers_come_in_the_fixed_order_and_unfinished_folders_are_left_out(results, tmp_path):
    (results / ".tmp-1234").mkdir()
    (results / ".tmp-1234" / "manifest.json").write_text("{")
    (results / "not_a_run").mkdir()
    assert [run.solver for run in load_runs(results)] == ["pbd", "xpbd", "pd", "admm", "qn", "newton"]


def test_a_sweep_with_all_runs_in_one_folder_is_read(run_simbench, workplace):
    """The first builds wrote runs/ID."""
    write_plan(workplace)
    run_simbench("sweep plan.json --output SWEEP")
    runs = load_runs(workplace / "SWEEP")
    for run in runs:
        run.folder.rename(workplace / "SWEEP/runs" / run.run_id)
    for group in (workplace / "SWEEP/runs").glob("??"):
        group.rmdir()
    old = load_runs(workplace / "SWEEP")
    assert [run.run_id for run in old] == [run.run_id for run in runs]
    (workplace / "SWEEP/summary.csv").unlink()
    assert {run.run_id for run in load_runs(workplace / "SWEEP")} == {run.run_id for run in runs}


@pytest.mark.parametrize("name", RUN_FILES)
def test_a_missing_file_is_named(write_run, tmp_path, name):
    write_run(tmp_path / "qn")
    (tmp_path / "qn" / name).unlink()
    with pytest.raises(ResultsError, match=rf"no complete run in .*qn: it has no {name}"):
        load_run(tmp_path / "qn")


def test_a_folder_without_runs_is_explained(tmp_path):
    with pytest.raises(ResultsError, match="no complete run in"):
        load_runs(tmp_path)
    with pytest.raises(ResultsError, match="there is no folder"):
        load_runs(tmp_path / "absent")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("step,iteration,iteration_seconds,elapsed_seconds\n", "has no rows"),
        ("step,iteration\n1,0\n", "has no column elapsed_seconds, iteration_seconds"),
        ("step,iteration,iteration_seconds,elapsed_seconds\n1,0,0,0\n", "do not have the same rows"),
        ("step,iteration,iteration_seconds,elapsed_seconds\n1,0,0,0\n1,0,0,0\n", "has an iteration twice"),
        ("a,b\n1,2,3\n1,2,3,4\n", "is not a CSV table"),
    ],
)
def test_damaged_tables_are_explained(write_run, tmp_path, content, message):
    write_run(tmp_path / "qn")
    (tmp_path / "qn" / "timings.csv").write_text(content)
    with pytest.raises(ResultsError, match=message):
        load_run(tmp_path / "qn")


def test_the_reference_is_the_thesis_curve():
    reference = load_reference("strain_beam_untwist_objectives")
    assert list(reference.columns) == ["series", "iteration", "value"]
    assert set(reference["series"]) == {"QN", "ADMM", "PD", "XPBD"}
    assert (reference.query("iteration == 0")["value"] == 2918910).all()
    with pytest.raises(ResultsError, match=r"no figure 'typo'.*strain_admm_weights_1e-2"):
        load_reference("typo")


def test_only_the_thesis_setting_is_recognised_as_such(write_run, tmp_path):
    write_run(tmp_path / "thesis" / "qn")
    write_run(tmp_path / "time_step" / "qn", time_step=1e-1)
    write_run(tmp_path / "stiffness" / "qn", stiffness=1e9)
    write_run(tmp_path / "beam" / "qn", objective=1.0)
    recognised = {folder.name: is_thesis_setting(load_run(folder / "qn")) for folder in tmp_path.iterdir()}
    assert recognised == {"thesis": True, "time_step": False, "stiffness": False, "beam": False}


def test_the_program_writes_what_the_loader_reads(run_simbench, tmp_path):
    run_simbench("--scene beam_untwist --solver pd --iterations 3 --record-every 2 --output", tmp_path)
    (run,) = load_runs(tmp_path)
    assert run.solver == "pd"
    assert run.iterations["iteration"].tolist() == [0, 2, 3]
    assert is_thesis_setting(run)
