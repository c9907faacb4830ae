"""Files of an entry that are no regular files, no strict JSON or no real arrays are refused in a sentence."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import simbench as sb
from simbench import ResultsError
from simbench.entry import problems, rows
from simbench.input_files import LARGEST_TEXT, json_lines, load_array, load_json

pytestmark = pytest.mark.usefixtures("module")
HERE = Path(__file__).parent
ROW = '"scene": "smoke", "solver": "mine", "iteration": 0'


def fifo(path: Path) -> None:
    os.mkfifo(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)


def text(words: str, encoding: str = "utf-8"):
    return lambda path: path.write_bytes(words.encode(encoding, "surrogatepass"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (fifo, "is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "is not a regular file"),
        (lambda path: path.mkdir(), "is not a regular file"),
        (lambda path: path.symlink_to(path.name), "cannot be read"),
        (huge, "has more than 64 MiB"),
        (text('{"scene": "ä"}', "latin-1"), "not a text in UTF-8"),
        (text("{" + ROW + ', "positions": [], "scene": "other"}'), "the member 'scene' is there twice"),
        (text("{" + ROW + ', "positions": [[NaN, 0, 0]]}'), "NaN is not a number of JSON"),
        (text("{" + ROW + ', "positions": [[1e999, 0, 0]]}'), "the number 1e999 is too large"),
        (text("{" + ROW + ', "passes": 1' + 5000 * "0" + "}"), "the number 1000.* is too large"),
        (text('{"scene": "\\ud800"}'), "surrogates not allowed"),
        (text("[" * 100_000), "nested deeper than 64 levels|end is missing"),
    ],
)
def test_an_entry_that_is_no_strict_json_is_refused(make, message, tmp_path):
    make(tmp_path / "mine.jsonl")
    with pytest.raises(ResultsError, match=message):
        rows.read(tmp_path / "mine.jsonl", tmp_path)


@pytest.mark.parametrize("name", ["a\\nb", "a|b", "a\\u202eb", " "])
def test_a_solver_has_a_name_that_fits_into_a_table(tmp_path, name):
    text("{" + ROW.replace('"mine"', f'"{name}"') + ', "positions": []}')(tmp_path / "mine.jsonl")
    with pytest.raises(ResultsError, match="which becomes a cell of a table"):
        rows.read(tmp_path / "mine.jsonl", tmp_path)


def npy(array: np.ndarray):
    return lambda path: np.save(path, array, allow_pickle=True)


def with_false_head(path: Path) -> None:
    np.save(path, np.zeros((3, 3)))
    path.write_bytes(path.read_bytes().replace(b"(3, 3), }       ", b"(3, 99999999999), }"))


@pytest.mark.parametrize(
    ("name", "make", "message"),
    [
        ("q.npy", fifo, "is not a regular file"),
        ("q.csv", fifo, "is not a regular file"),
        ("q.npy", npy(np.ones((2, 3)) * 1j), "expected real numbers; found values of type complex128"),
        ("q.npy", npy(np.array([[1, {}]], dtype=object)), "Object arrays cannot be loaded"),
        ("q.npy", npy(np.array([["1", "2"]])), "expected real numbers; found values of type <U1"),
        ("q.npy", npy(np.array([[True]])), "expected real numbers; found values of type bool"),
        ("q.npy", with_false_head, "is not a .csv or .npy file of numbers"),
        ("q.npy", lambda path: path.write_bytes(b""), "is not a .csv or .npy file of numbers"),
        ("q.csv", lambda path: path.write_text("1+2j,0,0\n"), "is not a .csv or .npy file of numbers"),
        ("q.csv", lambda path: path.write_bytes(b"\xff"), "is not a .csv or .npy file of numbers"),
        ("q\0.csv", lambda path: None, "positions cannot be read"),
        ([["1", 2, 3]], None, "expected real numbers"),
        ([[True, 2, 3]], None, "expected real numbers"),
        ([[1, 2], [3]], None, "the rows are not an array"),
        ([[None, 2, 3]], None, "expected real numbers"),
    ],
)
def test_positions_are_real_numbers(name, make, message, tmp_path):
    if make and "\0" not in name:
        make(tmp_path / name)
    with pytest.raises(ResultsError, match=message):
        rows.positions_of("mine.jsonl:1", name, tmp_path)


def test_numbers_of_64_bits_are_taken_and_keep_their_bits(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"a": 2**64 - 1, "b": -(2**63), "c": 0.1, "ä": "\U0001f600"}))
    assert load_json(tmp_path / "a.json") == {"a": 2**64 - 1, "b": -(2**63), "c": 0.1, "ä": "\U0001f600"}
    assert next(json_lines(tmp_path / "a.json"))[0].endswith("a.json:1")
    (tmp_path / "b.json").write_text('{"a": 864062333300000037653516566659}')  # as the program reads it
    assert repr(load_json(tmp_path / "b.json")["a"]) == "8.640623333e+29"
    np.save(tmp_path / "q.npy", np.arange(6, dtype=np.float32).reshape(2, 3))
    assert load_array(tmp_path / "q.npy").dtype == np.float64


def test_a_problem_that_is_no_regular_file_is_refused(tmp_path):
    (tmp_path / "smoke").mkdir()
    os.mkfifo(tmp_path / "smoke/problem.json")
    with pytest.raises(ResultsError, match="not a regular file"):
        problems.load_referees(tmp_path, ["smoke"])


def test_a_scene_without_a_minimum_is_not_exported(run_command, tmp_path):
    """Newton's method finds none for this one tet, which was reported as a TypeError."""
    scene = HERE / "no_minimum/s.json"
    finished = run_command("simbench-entry", "export", scene, "--output", tmp_path / "P", check=False)
    assert finished.returncode == 5
    assert finished.stderr.startswith("simbench: s: Newton's method finds no minimum of the first step")
    assert finished.stderr.count("\n") == 1
    assert not (tmp_path / "P").exists()


def test_a_quiet_run_says_that_there_is_no_minimum(run_simbench):
    said = run_simbench(f"--scene {HERE / 'no_minimum/s.json'} --solver qn --quiet").stderr
    assert said == "simbench: warning: qn: newton found no minimum of this step; relative errors stay empty\n"


def test_an_export_replaces_only_exported_problems(tmp_path):
    place = problems.export(sb.Scene.load("smoke"), "smoke", tmp_path)
    assert problems.export(sb.Scene.load("smoke"), "smoke", tmp_path) == place  # our own
    for name in ("mine.txt", "masses.csv", "index/mine.txt"):  # a new file, an edited one, one in a folder
        before = {path.name: path.read_bytes() for path in place.iterdir()}
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text("mine")
        with pytest.raises(ResultsError, match="was not written by this command, or was changed since"):
            problems.export(sb.Scene.load("smoke"), "smoke", tmp_path)
        assert (place / name).read_text() == "mine"
        assert [path.name for path in tmp_path.iterdir()] == ["smoke"]
        shutil.rmtree(place)
        problems.export(sb.Scene.load("smoke"), "smoke", tmp_path)
        assert {path.name: path.read_bytes() for path in place.iterdir()} == before
