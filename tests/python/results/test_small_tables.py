"""The rows of a short run are those that pandas' reader finds, and odd tables are left to it."""

import random

import pandas as pd
import pytest

from simbench import ResultsError, result_files, small_tables

NUMBERS = [
    *("0", "1", "12", "-3", "1e5", "-2.5e-308", "5e-324", "1e400", "-1E+400", "0.1", ".5", "7.", "+2"),
    *("0.30000000000000004", "123456789.12345679", "9007199254740993", "99999999999999999999", "-0.0"),
]
TIMES = ["iteration", "iteration_seconds", "elapsed_seconds"]
COLUMNS = ["objective", "inertial", "constraint", "relative_error", "empty", "whole"]


def write_tables(folder, rows: int, seed: int, cell=lambda generator: generator.choice([*NUMBERS, ""])):
    """A run's two tables, with random texts of numbers, and some cells empty."""
    generator = random.Random(seed)
    folder.mkdir(exist_ok=True)
    iterations, timings = [["iteration", *COLUMNS[:3], "step", *COLUMNS[3:]]], [[*TIMES, "step"]]
    for row in range(rows):
        key = [str(row // 3 + 1), str(row % 3)]
        cells = {name: cell(generator) for name in COLUMNS} | {"empty": "", "whole": str(row)}
        own = [cells[name] for name in COLUMNS]
        iterations.append([key[1], *own[:3], key[0], *own[3:]])
        timings.append([key[1], f"{1e-3 * row:.17g}", f"{0.1 * row:.17g}", key[0]])
    for name, table in (("iterations.csv", iterations), ("timings.csv", timings)):
        (folder / name).write_text("".join(",".join(line) + "\n" for line in table))


def with_pandas(folder, monkeypatch) -> pd.DataFrame:
    with monkeypatch.context() as patch:
        patch.setattr(small_tables, "SMALL", 0)
        return result_files.load_iterations(folder)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rows", [1, 2, 25])
def test_small_tables_have_the_values_that_pandas_reads(tmp_path, monkeypatch, rows, seed):
    write_tables(tmp_path, rows, seed)
    contents = [(tmp_path / name).read_bytes() for name in ("iterations.csv", "timings.csv")]
    found = small_tables.small_run(*contents)
    pd.testing.assert_frame_equal(found, with_pandas(tmp_path, monkeypatch), check_exact=True)
    pd.testing.assert_frame_equal(found, result_files.load_iterations(tmp_path), check_exact=True)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("iterations.csv", "\n0,", "\n-,"),  # no number
        ("iterations.csv", "\n0,", "\n0.0,"),  # a key that is no integer
        ("iterations.csv", "\n0,", "\n,"),
        ("iterations.csv", "\n0,", "\n99999999999999999999,"),
        ("iterations.csv", "\n0,", '\n"0",'),
        ("iterations.csv", "\n0,", "\n 0,"),
        ("iterations.csv", "\n0,", "\n\n0,"),  # a blank line
        ("iterations.csv", "\n0,", "\n0,0,"),  # a cell too many
        ("iterations.csv", "\n0,", "\n1,"),  # a row twice
        ("iterations.csv", "\n1,", "\n3,"),  # not in order
        ("iterations.csv", "inertial", "objective"),
        ("iterations.csv", "inertial", "a number"),
        ("iterations.csv", "inertial", "none"),  # a column that is needed
        ("iterations.csv", "step", "steps"),
        ("iterations.csv", "empty", "elapsed_seconds"),  # a column of both tables
        ("iterations.csv", "\n0,", "\r\n0,"),
        ("iterations.csv", "\n0,", "\n1_0,"),
        ("iterations.csv", "\n0,", "\n٣,"),
        ("timings.csv", "\n1,", "\n7,"),  # other rows
        ("timings.csv", "0.1", "inf"),
        ("timings.csv", "0.1", "fast"),
    ],
)
@pytest.mark.filterwarnings("ignore:You are merging")  # keys that are no integers
def test_tables_that_simbench_does_not_write_are_left_to_pandas(tmp_path, monkeypatch, file, old, new):
    write_tables(tmp_path, 6, 0, cell=lambda generator: f"{generator.random():.17g}")
    path = tmp_path / file
    changed = path.read_text().replace(old, new, 1)
    path.write_bytes(changed.encode())

    def read() -> pd.DataFrame | str:
        try:
            return result_files.load_iterations(tmp_path)
        except ResultsError as error:
            return str(error)

    found = read()
    with monkeypatch.context() as patch:
        patch.setattr(small_tables, "SMALL", 0)
        expected = read()
    if isinstance(expected, str):
        assert found == expected
    else:
        pd.testing.assert_frame_equal(found, expected, check_exact=True)


@pytest.mark.parametrize("end", ["", "1,2", "1,2,3,4,1,5,,0"])
def test_a_last_line_that_is_cut_off_is_left_to_pandas(tmp_path, monkeypatch, end):
    write_tables(tmp_path, 6, 0, cell=lambda generator: "1.5")
    path = tmp_path / "iterations.csv"
    path.write_text(path.read_text() + end)
    small = small_tables.small_run(path.read_bytes(), (tmp_path / "timings.csv").read_bytes())
    assert (small is None) == bool(end)


def test_runs_of_the_program_are_small_tables(run_simbench, tmp_path, monkeypatch):
    output = tmp_path / "runs"
    run_simbench("--scene smoke.json --solver qn,admm --iterations 5 --output", output)
    for solver in ("qn", "admm"):
        folder = output / solver
        contents = [(folder / name).read_bytes() for name in ("iterations.csv", "timings.csv")]
        found = small_tables.small_run(*contents)
        pd.testing.assert_frame_equal(found, with_pandas(folder, monkeypatch), check_exact=True)
        assert found["iteration"].tolist() == [*range(6)]
