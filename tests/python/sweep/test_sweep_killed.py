"""A sweep that was ended in any way and started again gives the folder of an undisturbed sweep."""

import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import STOP_SIGNALS, TIMEOUT, signals_of, temporary_name, wait_until
from test_sweep import (
    ENDLESS,
    PLAN,
    children_of,
    everything,
    failures,
    is_alive,
    listed,
    summary,
    tree,
    write_plan,
)

pytestmark = pytest.mark.slow

# Runs that are longer than those of PLAN, so that most kills hit a run.
LONGER = {**PLAN, "set": {"step.iterations": 800}, "solvers": ["qn", "pd"], "exclude": []}
LONGER["axes"] = [PLAN["axes"][0], {"path": "material.stiffness", "values": [1e5, 3e5, 1e6]}]


def visible_runs(sweep: Path) -> list[str]:
    return sorted(path.name for path in sweep.glob("runs/*/[!.]*"))


def hidden(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(".*"))


def assert_runs_are_complete(folder: Path) -> int:
    runs = list(folder.glob("runs/*/[!.]*"))
    for run in runs:
        manifest = json.loads((run / "manifest.json").read_text())
        assert manifest["run_id"] == run.name
        assert {path.name for path in run.iterdir()} == {
            *("manifest.json", "environment.json", "timings.csv", "iterations.csv")
        }
    return len(runs)


def test_a_sweep_killed_at_any_moment_and_started_again_is_complete(start, run_simbench, workplace):
    write_plan(workplace, LONGER)
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    expected = tree(workplace / "WHOLE")
    assert len(summary(workplace / "WHOLE")) == 12

    moments = random.Random(20261120)
    killed, orphans, partly, longest = 0, 0, 0, 0.3
    while killed < 30 or orphans < 10 or partly < 10:
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
        driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2")
        time.sleep(moments.uniform(0, longest))
        children = children_of(driver)
        driver.kill()
        hit = driver.wait(timeout=TIMEOUT) == -signal.SIGKILL
        killed += hit
        longest *= 1.2 if hit else 0.8  # about the duration of a sweep on the present load of the machine
        orphans += len(children)
        wait_until(lambda children=children: not any(map(is_alive, children)))
        if (workplace / "OUT").is_dir():
            partly += 0 < assert_runs_are_complete(workplace / "OUT") < 12
        before = everything(workplace / "OUT") if (workplace / "OUT").is_dir() else {}
        run_simbench("sweep plan.json --output OUT --jobs 2")
        assert tree(workplace / "OUT") == expected
        after = everything(workplace / "OUT")
        kept = [name for name in before if re.fullmatch(r"runs/../[0-9a-f]{16}", name)]
        assert all(before[name] == after[name] for name in kept)  # not done twice


def test_a_sweep_killed_many_times_in_one_folder_is_complete(start, run_simbench, workplace):
    """Left-overs of several kills do not accumulate."""
    write_plan(workplace, LONGER)
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    moments = random.Random(7)
    for _ in range(8):
        driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2")
        time.sleep(moments.uniform(0.02, 0.1))
        children = children_of(driver)
        driver.kill()
        driver.wait(timeout=TIMEOUT)
        wait_until(lambda children=children: not any(map(is_alive, children)))
    run_simbench("sweep plan.json --output OUT --jobs 2")
    assert tree(workplace / "OUT") == tree(workplace / "WHOLE")


def dead_process() -> int:
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


@pytest.mark.parametrize(
    "name",
    [
        ".driver.lock",
        "runs/AB/.ID.lock",
        "runs/AB/.ID.partial-OWNER/iterations.csv",
        "runs/AB/.ID.replaced-OWNER/iterations.csv",
        ".summary.csv.partial-0-OWNER",
        ".summary_timings.csv.partial-1-OWNER",
        ".plan.json.partial-0-OWNER",
        "failures/.ID.json.partial-0-OWNER",
    ],
)
def test_files_that_a_kill_can_leave_are_removed(run_simbench, workplace, name):
    """A killed process can leave these files, also for a complete run."""
    write_plan(workplace)
    run_simbench("sweep plan.json --output OUT --jobs 2")
    expected = tree(workplace / "OUT")
    pid = dead_process()
    run_id = summary(workplace / "OUT")["run_id"][3]
    name = name.replace("ID", run_id).replace("AB", run_id[:2])
    left = workplace / "OUT" / re.sub(r"([^/]*-)OWNER", lambda begin: temporary_name(begin[1], pid), name)
    left.parent.mkdir(exist_ok=True)
    left.write_text(f"process {pid} on {os.uname().nodename}\n")
    run_simbench("sweep plan.json --output OUT")
    assert tree(workplace / "OUT") == expected


def test_status_reports_no_driver_after_a_kill(start, run_simbench, workplace):
    write_plan(workplace, ENDLESS)
    driver = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: children_of(driver))
    assert "; running: process" in run_simbench("status OUT").stdout
    children = children_of(driver)
    driver.kill()
    driver.wait(timeout=TIMEOUT)
    wait_until(lambda: not any(map(is_alive, children)))
    assert run_simbench("status OUT").stdout == "0 done, 0 failed, 3 missing\n"


def test_a_run_does_not_hold_the_lock_of_its_driver(start, workplace):
    """Otherwise a sweep is refused while a run of the killed one is still ending."""
    write_plan(workplace, ENDLESS)
    driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2")
    wait_until(lambda: len(children_of(driver)) == 2 and len(hidden(workplace / "OUT/runs")) >= 4)
    for child in children_of(driver):
        opened = []
        for descriptor in Path(f"/proc/{child}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # it was closed after the listing
                opened.append(str(descriptor.readlink()))
        assert any(name.endswith(".lock") for name in opened)  # the lock of the run
        assert not any(name.endswith(".driver.lock") for name in opened)


def test_a_killed_run_is_recorded_and_done_again(start, run_simbench, workplace):
    axes = [{"path": "step.iterations", "values": [3, 3_000_000, 4]}]
    write_plan(workplace, ENDLESS, axes=axes, set={})
    driver = start("sweep", "plan.json", "--output", "OUT", stderr=subprocess.PIPE)
    long = listed(run_simbench("sweep plan.json --list"))[1]
    wait_until(lambda: list((workplace / "OUT").glob(f"runs/*/.{long}.partial-*")))
    time.sleep(0.1)
    (child,) = children_of(driver)
    os.kill(child, signal.SIGKILL)
    assert driver.wait(timeout=TIMEOUT) == 5
    assert f"run {long} failed: ended by signal 9" in driver.stderr.read().decode()
    assert summary(workplace / "OUT")["status"].tolist() == ["max_iterations", "failed", "max_iterations"]
    (record,) = failures(workplace / "OUT").values()
    assert record["run_id"] == long and "signal 9" in record["reason"] and "Killed" in record["reason"]
    assert (
        f"{long} pd step.iterations=3000000  failed: ended by signal 9" in run_simbench("status OUT").stdout
    )
    # Only this run begins again.
    driver = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: children_of(driver))
    assert len(visible_runs(workplace / "OUT")) == 2


# --- Ctrl-C


@pytest.mark.parametrize("to_group", [False, True], ids=["driver alone", "its process group"])
@pytest.mark.parametrize(("number", "exit_code"), STOP_SIGNALS)
def test_a_signal_drops_unfinished_runs(start, run_simbench, workplace, number, exit_code, to_group):
    """Ctrl-C reaches the driver and its runs, the signal of a batch system only the driver."""
    axes = [{"path": "step.iterations", "values": [3, 100_000_000, 200_000_000, 5]}]
    write_plan(workplace, ENDLESS, axes=axes, set={})
    driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2", start_new_session=True)
    wait_until(lambda: len(list((workplace / "OUT").glob("runs/*/.*.partial-*/"))) == 2)
    wait_until(lambda: len(visible_runs(workplace / "OUT")) == 1)
    time.sleep(0.2)
    children = children_of(driver)
    assert len(children) == 2
    if to_group:
        os.killpg(driver.pid, number)
    else:
        driver.send_signal(number)
    assert driver.wait(timeout=TIMEOUT) == exit_code
    assert not any(map(is_alive, children))
    done = listed(run_simbench("sweep plan.json --list"))[0]
    assert [path.name for path in (workplace / "OUT/runs").glob("*/*")] == [done]  # and no half runs
    assert hidden(workplace / "OUT") == []
    assert not (workplace / "OUT/failures").exists()
    assert summary(workplace / "OUT")["status"].tolist() == ["max_iterations", *3 * ["missing"]]
    assert "1 done, 0 failed, 3 missing\n" in run_simbench("status OUT").stdout


def test_an_interrupted_sweep_that_is_started_again_is_complete(start, run_simbench, workplace):
    write_plan(workplace, LONGER)
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    moments = random.Random(3)
    for number in 3 * [signal.SIGINT, signal.SIGTERM]:
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
        driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2", start_new_session=True)
        wait_until(lambda: (workplace / "OUT/runs").is_dir())
        time.sleep(moments.uniform(0, 0.15))
        os.killpg(driver.pid, number)
        code = driver.wait(timeout=TIMEOUT)
        assert code in (0, 128 + number, -number)  # -number: all runs were done, but not the summary
        assert_runs_are_complete(workplace / "OUT")
        run_simbench("sweep plan.json --output OUT --jobs 2")
        assert tree(workplace / "OUT") == tree(workplace / "WHOLE")


def test_a_second_signal_does_not_wait_for_the_iteration(start, workplace):
    """One Newton iteration on this beam takes longer than the two signals."""
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    del scene["preparation"]
    (workplace / "rest.json").write_text(json.dumps({**scene, "gravity": [0, 0, -9.81]}))
    large = {"body.beam.cells": [60, 20, 20], "anchors.groups": [{"vertices": {"select": "x_min"}}]}
    options = {"reference": "none"}
    write_plan(
        workplace, scene="rest.json", axes=[], exclude=[], solvers=["newton"], set=large, options=options
    )
    driver = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: list((workplace / "OUT").glob("runs/*/.*.partial-*/")))
    time.sleep(0.3)
    (child,) = children_of(driver)
    for _ in range(2):
        driver.send_signal(signal.SIGINT)
        wait_until(lambda: signal.SIGINT not in signals_of(driver, "ShdPnd"))
    assert driver.wait(timeout=TIMEOUT) in (-signal.SIGINT, 130)
    wait_until(lambda: not is_alive(child))
    assert visible_runs(workplace / "OUT") == []


# --- Writes that fail


def in_tmpfs(script: str, simbench: Path, cache_folder: Path, workplace: Path) -> subprocess.CompletedProcess:
    if not shutil.which("unshare"):
        pytest.skip("there is no unshare")
    (workplace / "mount").mkdir()
    finished = subprocess.run(
        [
            "unshare",
            "-rm",
            "sh",
            "-c",
            f"mount -t tmpfs -o size=4k none mount || exit 99\n{script}",
            simbench,
        ],
        cwd=workplace,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if finished.returncode == 99 or "unshare" in finished.stderr:
        pytest.skip("a tmpfs in a user namespace is not allowed here: " + finished.stderr.strip())
    return finished


def test_a_disk_that_is_full_at_any_point_loses_no_complete_run(
    run_simbench, simbench, cache_folder, workplace
):
    """The disk grows page by page until the sweep fits."""
    write_plan(workplace, set={"step.iterations": 3}, solvers=["qn", "xpbd"], exclude=[])
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    expected = tree(workplace / "WHOLE")
    script = r"""
      for pages in $(seq 1 200); do
        mount -o remount,size=$((4 * pages))k mount || exit 98
        "$0" sweep plan.json --output mount/OUT --jobs 2 2>message >out; code=$?
        echo "$code $(ls -d mount/OUT/runs/*/* 2>/dev/null | wc -l) $(tr '\n' ' ' <message)"
        rm -rf seen; mkdir seen; cp -a mount/OUT/runs seen/ 2>/dev/null
        for run in seen/runs/*/*/; do
          [ -e "$run" ] && { [ -s "$run/manifest.json" ] || echo "INCOMPLETE $run"; }
        done
        [ $code = 0 ] && break
      done
      cp -a mount/OUT COPY; exit 0"""
    finished = in_tmpfs(script, simbench, cache_folder, workplace)
    assert finished.returncode == 0, finished.stderr
    lines = finished.stdout.splitlines()
    assert not [line for line in lines if line.startswith("INCOMPLETE")]
    codes = [int(line.split()[0]) for line in lines]
    runs = [int(line.split()[1]) for line in lines]
    assert codes[-1] == 0 and len(codes) > 20
    assert set(codes[:-1]) <= {4, 5}  # no run or not every run could be written
    for line in lines[:-1]:
        assert "No space left" in line and "terminate" not in line
    assert runs == sorted(runs) and runs[-1] == 8  # no complete run is lost
    assert len(set(runs)) >= 5
    assert tree(workplace / "COPY") == expected


def test_a_limit_of_file_size_fails_only_the_runs_that_exceed_it(run_simbench, workplace):
    """One run exceeds the limit of file size and fails with a reason; the others succeed."""
    write_plan(
        workplace, LONGER, axes=[{"path": "step.iterations", "values": [2, 200, 3]}], set={}, solvers=["pd"]
    )
    run_simbench("sweep plan.json --output WHOLE")
    limit = 8192
    sizes = [path.stat().st_size for path in (workplace / "WHOLE").rglob("*.csv")]
    assert sum(size > limit for size in sizes) >= 1
    finished = run_simbench(
        "sweep plan.json --output OUT",
        exit_code=5,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    table = summary(workplace / "OUT")
    assert table["status"].tolist() == ["max_iterations", "failed", "max_iterations"]
    (record,) = failures(workplace / "OUT").values()
    assert record["run_id"] == table["run_id"][1] and record["run_id"] in finished.stderr
    assert "File too large" in record["reason"]
    assert assert_runs_are_complete(workplace / "OUT") == 2
    run_simbench("sweep plan.json --output OUT")
    assert tree(workplace / "OUT") == tree(workplace / "WHOLE")


@pytest.mark.parametrize("kind", ["file", "runs is a file", "plan.json is a folder"])
def test_a_file_in_place_of_the_folder_is_reported(run_simbench, workplace, kind):
    write_plan(workplace)
    out = workplace / "OUT"
    if kind == "file":
        out.write_text("mine")
    else:
        out.mkdir()
        (out / "runs").write_text("mine") if kind.startswith("runs") else (out / "plan.json").mkdir()
    finished = run_simbench("sweep plan.json --output OUT", exit_code=None)
    assert finished.returncode in ((4, 5) if kind.startswith("runs") else (2, 4))
    assert "OUT" in finished.stderr and "terminate" not in finished.stderr
    if kind == "file":
        assert out.read_text() == "mine"


# --- Many small runs


def memory_of(pid: int) -> int:
    """The memory in kB; 0 when the process is gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) if found else 0


def test_300_small_runs_need_constant_memory(start, run_simbench, workplace):
    """Beyond the plan, which the driver keeps: it grows neither by runs nor by their results."""
    axis = {"path": "material.stiffness", "range": {"from": 1e4, "to": 1e6, "count": 300}}
    beam = {"step.iterations": 40}
    write_plan(workplace, axes=[axis], exclude=[], solvers=["pd"], set=beam, options={"reference": "none"})
    run_simbench("--scene smoke.json --solver pd --iterations 0 --output WARM")
    driver = start("sweep", "plan.json", "--output", "OUT", "--jobs", "2")
    samples = []  # (runs done, kB)
    while driver.poll() is None:
        samples.append((len(visible_runs(workplace / "OUT")), memory_of(driver.pid)))
        time.sleep(0.01)
    assert driver.returncode == 0
    early = max(memory for done, memory in samples if 5 <= done <= 60)
    late = max(memory for done, memory in samples if done >= 100)
    assert late < early + 1024 and late < 60_000
    table = summary(workplace / "OUT")
    assert len(table) == 300 and table["run_id"].is_unique
    assert (table["iterations"] == 40).all()
