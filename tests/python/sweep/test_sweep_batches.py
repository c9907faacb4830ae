"""Small runs of a sweep share a process, and give the same results as in processes of their own."""

import contextlib
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from conftest import TIMEOUT, files_of, wait_until
from test_sweep import write_plan

from simbench.run_folders import run_folder

VARYING = {"timings.csv", "environment.json"}
PLAN = {
    "scene": "chain_straight",
    "set": {"step.iterations": 5},
    "axes": [{"path": "chain.end_mass_ratio", "range": {"from": 1, "to": 1e6, "count": 300}}],
    "solvers": ["gs"],
}


def test_runs_that_share_a_process_equal_runs_alone(run_simbench, workplace):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output A --jobs 1 --quiet")
    listed = run_simbench("sweep plan.json --list").stdout.split("\n")
    assert len(listed) > 300
    for line in listed[:300:100]:
        identifier = line.split()[0]
        run_simbench(f"sweep plan.json --output B --only {identifier} --quiet")
        alone, batched = (files_of(run_folder(workplace / folder, identifier)) for folder in "BA")
        assert alone.keys() == batched.keys() and len(alone) == 4
        assert all(alone[name] == batched[name] for name in alone if name not in VARYING)


def test_a_killed_run_does_not_affect_other_runs(start, run_simbench, workplace):
    """A kill loses only the present run of a process with several runs."""
    slow = {**PLAN, "set": {"step.iterations": 800, "chain.bodies": 40}}
    write_plan(workplace, slow)
    process = start(*["sweep", "plan.json", "--output", "A", "--jobs", "1", "--quiet"])
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(list((workplace / "A/runs").glob("*/[!.]*"))) >= 20)
    for child in children.read_text().split():
        with contextlib.suppress(ProcessLookupError):  # the run had just ended
            os.kill(int(child), signal.SIGKILL)
    process.wait(timeout=TIMEOUT)
    failures = list((workplace / "A/failures").glob("*.json"))
    done = list((workplace / "A/runs").glob("*/[!.]*"))
    assert len(failures) <= 1 and len(done) + len(failures) == 300
    for failure in failures:
        assert "signal 9" in json.loads(failure.read_text())["reason"]
    run_simbench("sweep plan.json --output A --jobs 1 --quiet")
    assert len(list((workplace / "A/runs").glob("*/[!.]*"))) == 300


@pytest.fixture
def killed_at_rename(tmp_path):
    """Makes an environment in which simbench is killed when it renames to a path with a given end."""
    library = tmp_path / "kill_at_rename.so"
    source = Path(__file__).with_name("kill_at_rename.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    return lambda moment, end: {"LD_PRELOAD": str(library), f"KILL_{moment}_RENAME_TO": end}


THREE_RUNS = {**PLAN, "axes": [{"path": "chain.bodies", "values": [3, 4, 5]}]}


def test_a_run_counts_as_done_if_its_process_dies_before_it_reports_it(
    run_simbench, workplace, killed_at_rename
):
    write_plan(workplace, THREE_RUNS)
    second = run_simbench("sweep plan.json --list").stdout.split("\n")[1].split()[0]
    environment = killed_at_rename("AFTER", f"/{second}")
    run_simbench("sweep plan.json --output A --jobs 1 --quiet", environment=environment)
    assert not list((workplace / "A/failures").glob("*.json"))
    assert len(list((workplace / "A/runs").glob("*/[!.]*"))) == 3


def test_a_damaged_run_does_not_count_as_done_if_its_process_dies(run_simbench, workplace, killed_at_rename):
    write_plan(workplace, THREE_RUNS)
    command = "sweep plan.json --output A --jobs 1 --quiet"
    run_simbench(command)
    second = run_simbench("sweep plan.json --list").stdout.split("\n")[1].split()[0]
    rows = run_folder(workplace / "A", second) / "iterations.csv"
    rows.write_text(rows.read_text()[:-10])
    environment = killed_at_rename("BEFORE", f"/{second}")
    assert "signal 9" in run_simbench(command, environment=environment, exit_code=5).stderr
    assert (workplace / f"A/failures/{second}.json").is_file()
