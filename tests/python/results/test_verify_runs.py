"""`simbench verify` checks runs without a plan: a folder of runs, or the folder of one run."""

import json
import os

import pytest
from conftest import temporary_name

RUNS = "--scene smoke.json --solver pd,qn --iterations 3 --output OUT"


@pytest.fixture
def runs(run_simbench, workplace):
    run_simbench(f"{RUNS} --vtu 1")
    return workplace / "OUT"


def test_complete_runs_are_verified(run_simbench, workplace, runs):
    assert run_simbench("verify OUT").stdout == "2 good, 0 damaged\n"
    assert run_simbench("verify OUT/qn").stdout == "1 good, 0 damaged\n"
    runs.rename(workplace / "in")
    (workplace / "deep").mkdir()
    (workplace / "in").rename(workplace / "deep/in")
    (workplace / "deep/notes.txt").write_text("mine")
    (workplace / "deep/in" / temporary_name(".pd.partial-", 1)).mkdir()
    assert run_simbench("verify deep").stdout == "2 good, 0 damaged\n"


@pytest.mark.parametrize(
    "name",
    ["iterations.csv", "positions_0001_000002.vtu", "positions.pvd", "timings.csv", "environment.json"],
)
def test_a_file_that_is_missing_or_cut_off_is_named(run_simbench, runs, name):
    file = runs / "qn" / name
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    printed = run_simbench("verify OUT", exit_code=1).stdout
    assert printed.startswith("damaged: qn: ") and name in printed.splitlines()[0]
    assert printed.endswith("\n1 good, 1 damaged\n") and printed.count("damaged: ") == 1 + (
        name == "iterations.csv"
    )
    file.unlink()
    assert f"damaged: qn: {name} is missing\n" in run_simbench("verify OUT", exit_code=1).stdout
    assert "pd" not in printed


def test_a_digit_changed_by_hand_is_found(run_simbench, runs):
    for name in ("iterations.csv", "manifest.json"):
        file = runs / "pd" / name
        whole = file.read_text()
        file.write_text(whole.replace("1", "2", 1))
        said = f"damaged: pd: {name} has changed since the run wrote it\n1 good, 1 damaged\n"
        assert run_simbench("verify OUT", exit_code=1).stdout == said
        file.write_text(whole)
    assert run_simbench("verify OUT").stdout == "2 good, 0 damaged\n"


def test_a_run_without_a_manifest_is_damaged(run_simbench, runs):
    (runs / "pd/manifest.json").unlink()
    assert run_simbench("verify OUT", exit_code=1).stdout == (
        "damaged: pd: manifest.json is missing\n1 good, 1 damaged\n"
    )
    os.mkfifo(runs / "pd/manifest.json")
    assert "not a regular file" in run_simbench("verify OUT", exit_code=1).stdout


def test_an_interrupted_run_is_complete(run_simbench, workplace):
    run_simbench(
        "--scene smoke.json --solver pd --iterations 100000000 --max-seconds 0.1 --record-every 100000",
        "--output OUT",
        exit_code=7,
    )
    assert run_simbench("verify OUT").stdout == "1 good, 0 damaged\n"


@pytest.mark.parametrize(
    "text",
    [
        *["", "null", "[]", "{", "{}", '{"files_sha256": 3}', '{"files_sha256": {"iterations.csv": 3}}'],
        *['{"files_sha256": {"../../x": "0"}}', 100_000 * "[", 100_000 * '{"a":'],
    ],
    ids=lambda text: text[:30],
)
def test_a_manifest_without_hashes_is_damaged(run_simbench, runs, text):
    (runs / "qn/manifest.json").write_text(text)
    printed = run_simbench("verify OUT", exit_code=1).stdout
    assert printed.startswith("damaged: qn: ") and printed.endswith("1 good, 1 damaged\n")


def test_verify_prints_json(run_simbench, runs):
    (runs / "qn/iterations.csv").write_text("iteration,objective\n")
    report = json.loads(run_simbench("verify OUT --json", exit_code=1).stdout)
    assert (report["good"], report["damaged"]) == (1, 1)
    pd, qn = report["runs"]
    assert pd == {
        "folder": "pd",
        "run_id": json.loads((runs / "pd/manifest.json").read_text())["run_id"],
        "solver": "pd",
        "coordinates": {},
        "status": "good",
    }
    assert qn["status"] == "damaged" and "iterations.csv has changed" in qn["reason"]
    (runs / "qn/manifest.json").unlink()
    report = json.loads(run_simbench("verify OUT --json", exit_code=1).stdout)
    assert report["runs"][1]["run_id"] is None and report["runs"][1]["solver"] is None


def test_a_folder_without_runs_is_refused(run_simbench, workplace):
    (workplace / "EMPTY").mkdir()
    for name in ("EMPTY", "scenes/deformable/smoke.json"):
        assert "no sweep and no run" in run_simbench(f"verify {name}", exit_code=2).stderr
    said = run_simbench("verify NOWHERE", exit_code=2).stderr
    assert f"{workplace / 'NOWHERE'}: there is no such file or folder; give the folder of a run" in said
