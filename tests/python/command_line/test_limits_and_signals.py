"""Limits of files, time and stack, and signals, end a command with a reason and an exit code.

test_killed.py and test_sweep_killed.py test signals during iterations.
"""

import ctypes
import json
import resource
import signal
import subprocess
import time

import pandas as pd
import pytest
from conftest import STOP_SIGNALS, TIMEOUT, signals_of, wait_until
from test_killed import assert_complete, names_in
from test_sweep import failures, write_plan

pytestmark = pytest.mark.slow

ENDLESS = ("--scene", "smoke.json", "--iterations", "100000000", "--record-every", "1000", "--output", "OUT")
# Its start state takes far longer than a test waits, in short iterations.
SLOW = {"body.beam.cells": [16, 5, 5], "preparation.increments": 100000}
SLOW_DYNAMIC = {**SLOW, "preparation.method": "dynamic", "preparation.time_step": 1e-5}
del SLOW_DYNAMIC["preparation.increments"]


def settings(values: dict) -> list[str]:
    texts = [f"{path}={json.dumps(value)}".replace(" ", "") for path, value in values.items()]
    return [word for text in texts for word in ("--set", text)]


def limited(kind: int, soft: int, hard: int | None = None) -> dict:
    """A preexec_fn that sets a limit. The program cannot raise the limit if the hard one is equal."""

    def apply() -> None:
        drop_from_bounding_set, sys_resource = 24, 24  # linux/prctl.h, linux/capability.h
        ctypes.CDLL(None).prctl(drop_from_bounding_set, sys_resource, 0, 0, 0)
        resource.setrlimit(kind, (soft, resource.getrlimit(kind)[1] if hard is None else hard))

    return {"preexec_fn": apply}


# --- Limits


def test_a_limit_of_file_size_is_reported(run_simbench, workplace):
    run_simbench("--scene smoke --solver pd --iterations 2 --output WARM")  # fills the cache
    finished = run_simbench(
        "--scene smoke --solver pd --iterations 800 --output OUT",
        exit_code=4,
        **limited(resource.RLIMIT_FSIZE, 8192),
    )
    assert "iterations.csv': File too large" in finished.stderr
    assert not (workplace / "OUT").exists()


def test_a_limit_of_file_size_of_the_standard_output_is_reported(run_simbench, workplace):
    with (workplace / "schema.json").open("w") as file:
        finished = run_simbench("schema", exit_code=4, stdout=file, **limited(resource.RLIMIT_FSIZE, 1024))
    assert "standard output" in finished.stderr


@pytest.mark.parametrize("hard", [60, 2], ids=["soft limit", "both limits"])
def test_the_limit_of_cpu_time_ends_a_run_with_its_rows(run_simbench, workplace, hard):
    """If both limits are equal, the kernel sends SIGKILL without a warning."""
    finished = run_simbench(
        *ENDLESS, "--solver", "pd", exit_code=7, **limited(resource.RLIMIT_CPU, min(2, hard), hard)
    )
    assert "the limit of CPU time is reached" in finished.stderr
    manifest = assert_complete(workplace / "OUT/pd")
    assert manifest["status"] == "timeout" and "CPU time" in manifest["message"]
    assert (
        pd.read_csv(workplace / "OUT/pd/iterations.csv")["iteration"].iloc[-1] == manifest["iterations"] > 0
    )


def test_the_limit_of_cpu_time_ends_other_commands_with_a_sentence(start, workplace):
    process = start("check", "smoke", "--set", "body.beam.cells=[90,30,30]", stderr=subprocess.PIPE)
    wait_until(lambda: signal.SIGXCPU in signals_of(process, "SigCgt"), process)
    process.send_signal(signal.SIGXCPU)
    assert process.wait(timeout=TIMEOUT) == 7
    assert process.stderr.read() == b"simbench: stopped: the limit of CPU time is reached\n"
    process.stderr.close()


@pytest.mark.parametrize("kibibytes", [64, 256, 512])
def test_a_small_stack_is_raised_or_refused(run_simbench, workplace, kibibytes):
    size = kibibytes * 1024
    command = "--scene smoke --solver newton,pd --iterations 2 --output OUT"
    run_simbench(command, **limited(resource.RLIMIT_STACK, size))
    finished = run_simbench(command, exit_code=7, **limited(resource.RLIMIT_STACK, size, size))
    assert finished.stderr == (
        f"simbench: the stack is limited to {kibibytes} KiB, and simbench needs 768: ulimit -s 768\n"
    )


# --- Signals before the iterations


def assert_nothing_is_left(workplace, cache) -> None:
    assert sorted(path.name for path in workplace.iterdir()) == ["scenes", "studies"]
    assert not list(cache.glob(".*"))


@pytest.mark.parametrize(("number", "exit_code"), STOP_SIGNALS)
@pytest.mark.parametrize("scene", [SLOW, SLOW_DYNAMIC], ids=["static", "dynamic"])
def test_a_signal_while_the_start_state_is_prepared_leaves_nothing(
    start, workplace, cache_folder, number, exit_code, scene
):
    process = start(
        *("--scene", "smoke", "--solver", "pd,qn", "--output", "A/OUT", *settings(scene)),
        stderr=subprocess.PIPE,
    )
    assert b"preparing the start state" in process.stderr.readline()
    time.sleep(0.2)
    process.send_signal(number)
    assert process.wait(timeout=TIMEOUT) == exit_code
    said = process.stderr.read().decode()
    process.stderr.close()
    stopped, goes_on = said.splitlines()
    assert stopped == f"simbench: stopped by {number.name}, before the iterations began; nothing is written"
    assert goes_on.startswith("simbench: note: to go on, type: ")
    assert goes_on.endswith(" --skip-complete") and " --scene smoke --solver pd,qn --output A/OUT " in goes_on
    assert_nothing_is_left(workplace, cache_folder)


@pytest.mark.parametrize(("number", "exit_code"), STOP_SIGNALS)
def test_a_signal_while_the_reference_is_found_leaves_nothing(
    start, workplace, cache_folder, number, exit_code
):
    at_rest = ["--set", "preparation.increments=1", "--set", "preparation.duration=0.01"]
    process = start(
        *("--scene", "smoke", "--solver", "pd,qn", "--output", "OUT", *at_rest),
        *("--set", f"body.beam.cells=[40,12,{10 + number % 3}]"),  # it is not yet in the cache
        stderr=subprocess.PIPE,
    )
    while b"finding the reference minimum" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(number)
    assert process.wait(timeout=TIMEOUT) == exit_code
    process.stderr.close()
    assert_nothing_is_left(workplace, cache_folder)


def test_a_signal_while_another_process_prepares_the_start_state(start, workplace, cache_folder):
    """The interrupted process waits for the lock of the other one."""
    slow = ("--scene", "smoke", "--solver", "pd", *settings(SLOW), "--set", "density=1234")
    first = start(*slow, "--output", "FIRST", stderr=subprocess.PIPE)
    assert b"preparing the start state" in first.stderr.readline()
    second = start(*slow, "--output", "SECOND")
    wait_until((workplace / "SECOND").exists, second)
    time.sleep(0.3)
    for process in (second, first):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=TIMEOUT) == 130
    first.stderr.close()
    assert_nothing_is_left(workplace, cache_folder)


@pytest.mark.parametrize(("number", "exit_code"), STOP_SIGNALS)
def test_a_signal_while_a_sweep_prepares_a_start_state(
    start, run_simbench, workplace, cache_folder, number, exit_code
):
    write_plan(workplace, axes=[], exclude=[], solvers=["pd", "qn"], set=SLOW)
    driver = start("sweep", "plan.json", "--output", "OUT", stderr=subprocess.PIPE)
    assert b"preparing the start state" in driver.stderr.readline()
    time.sleep(0.2)
    driver.send_signal(number)
    assert driver.wait(timeout=TIMEOUT) == exit_code
    driver.stderr.close()
    assert not list((workplace / "OUT").rglob(".*")) and not list(cache_folder.glob(".*"))
    assert "0 done, 0 failed, 2 missing\n" in run_simbench("status OUT").stdout


def test_a_signal_while_tune_prepares_the_start_state(start, workplace, cache_folder):
    process = start("tune", "smoke", *settings(SLOW), stderr=subprocess.PIPE)
    wait_until(lambda: list(cache_folder.glob(".*.lock")), process)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=TIMEOUT) == 130
    assert b"stopped by SIGINT" in process.stderr.read()
    process.stderr.close()
    assert_nothing_is_left(workplace, cache_folder)


def test_a_run_that_ignores_hangups_goes_on(start, workplace):
    """nohup makes a run ignore hangups."""
    process = start(
        *ENDLESS, "--solver", "pd", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    wait_until(lambda: (workplace / "OUT").exists() and names_in(workplace / "OUT"), process)
    time.sleep(0.2)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=TIMEOUT) == 143


# --- The limit of wall-clock time


def test_the_limit_of_wall_clock_counts_the_preparation(run_simbench, workplace, cache_folder):
    finished = run_simbench(
        "--scene smoke --solver pd,qn --output OUT --max-wall-seconds 0.5", *settings(SLOW), exit_code=7
    )
    assert "stopped after 0.5 s of wall clock (max_wall_seconds), before the iterations" in finished.stderr
    assert_nothing_is_left(workplace, cache_folder)


def test_the_limit_of_wall_clock_keeps_the_rows(run_simbench, workplace):
    limit = 0.5
    while not (workplace / "OUT").exists():  # until the iterations begin within the limit
        limit *= 2
        run_simbench(*ENDLESS, f"--solver pd --max-wall-seconds {limit}", exit_code=7)
    manifest = assert_complete(workplace / "OUT/pd")
    assert manifest["status"] == "timeout" and "max_wall_seconds" in manifest["message"]
    seconds = pd.read_csv(workplace / "OUT/pd/timings.csv")["elapsed_seconds"]
    assert 0 < seconds.iloc[-1] < limit  # the rest was looking and finding the reference


def test_a_run_within_its_limit_equals_one_without_a_limit(run_simbench, workplace):
    command = "--scene smoke --solver qn --iterations 3 --skip-complete --output OUT"
    run_simbench(command)
    assert "up to date" in run_simbench(f"{command} --max-wall-seconds 1000").stdout


def test_the_limit_of_wall_clock_in_a_plan(run_simbench, workplace):
    limit = {"max_wall_seconds": 0.5}
    write_plan(workplace, axes=[], exclude=[], solvers=["pd", "qn"], set=SLOW, options=limit)
    finished = run_simbench("sweep plan.json --output OUT", exit_code=5)
    assert "stopped after 0.5 s of wall clock" in finished.stderr
    records = failures(workplace / "OUT").values()
    assert len(records) == 2 and all("max_wall_seconds" in record["reason"] for record in records)
