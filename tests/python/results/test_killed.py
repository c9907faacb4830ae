"""If a run is killed, its folder holds a complete result, the old or the new one, or is absent."""

import hashlib
import json
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pandas as pd
import pytest
from conftest import STOP_SIGNALS, TIMEOUT, files_of, signals_of, wait_until

SOLVERS = ["pd", "qn"]
SCENE = ("--scene", "smoke.json", "--solver", "pd,qn")
ARGUMENTS = (*SCENE, "--set", "step.iterations=60", "--vtu", "1")


def assert_complete(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    names = {path.name for path in folder.iterdir()}
    assert names == {"manifest.json", "environment.json", "timings.csv", *manifest["files_sha256"]}
    for name, digest in manifest["files_sha256"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    json.loads((folder / "environment.json").read_text())
    pd.read_csv(folder / "timings.csv")
    return manifest


def names_in(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def hidden(folder) -> list[str]:
    return [name for name in names_in(folder) if name.startswith(".")]


def test_kill_leaves_results_complete_or_absent(start, run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 0 --output WARM")  # fills the cache
    assert start(*ARGUMENTS, "--output", "WHOLE").wait(timeout=TIMEOUT) == 0
    moments = random.Random(20241120)
    killed, longest = 0, 0.3
    while killed < 12:
        process = start(*ARGUMENTS, "--output", "OUT")
        time.sleep(moments.uniform(0, longest))
        process.kill()
        hit = process.wait(timeout=TIMEOUT) == -signal.SIGKILL
        killed += hit
        longest *= 1.2 if hit else 0.8  # about the duration of a run on the present load of the machine
        for solver in SOLVERS:
            if (workplace / "OUT" / solver).exists():
                assert_complete(workplace / "OUT" / solver)
    run_simbench(*ARGUMENTS, "--output", "OUT")
    assert names_in(workplace / "OUT") == SOLVERS  # no left-overs
    run_simbench("compare OUT WHOLE")


def test_the_stack_grows_before_memory_can_run_out(start, workplace):
    """Under a limit of the address space, a later growth is a segmentation fault."""
    process = start(*SCENE, "--iterations", "1000000", "--output", "OUT")
    wait_until(lambda: (workplace / "OUT").exists() and hidden(workplace / "OUT"), process)
    status = Path(f"/proc/{process.pid}/status").read_text()
    process.kill()
    process.wait(timeout=TIMEOUT)
    assert int(re.search(r"^VmStk:\s+(\d+) kB$", status, re.MULTILINE)[1]) >= 512


def test_kill_leaves_an_earlier_result_as_it_was(start, run_simbench, workplace):
    run_simbench(*ARGUMENTS, "--output OUT --set material.stiffness=2e6")
    earlier = {solver: files_of(workplace / "OUT" / solver) for solver in SOLVERS}
    moments = random.Random(5)
    for _ in range(4):
        process = start(*ARGUMENTS, "--output", "OUT", "--iterations", "1000000", "--replace")
        wait_until(lambda: hidden(workplace / "OUT"), process)  # the run has begun
        time.sleep(moments.uniform(0, 0.1))
        process.kill()
        assert process.wait(timeout=TIMEOUT) == -signal.SIGKILL
        for solver in SOLVERS:
            assert files_of(workplace / "OUT" / solver) == earlier[solver]
        assert hidden(workplace / "OUT")
    run_simbench("--scene smoke.json --solver qn,pd --iterations 1 --output OUT --replace")
    assert hidden(workplace / "OUT") == []


@pytest.mark.parametrize(("number", "exit_code"), STOP_SIGNALS)
def test_one_signal_ends_a_run_after_its_iteration(start, workplace, number, exit_code):
    every = ("--record-every", "1000", "--vtu", "1000")
    process = start(*SCENE, "--iterations", "100000000", *every, "--output", "OUT")
    wait_until(lambda: list((workplace / "OUT").glob(".pd.partial-*/*_001000.vtu")), process)
    process.send_signal(number)
    assert process.wait(timeout=TIMEOUT) == exit_code
    manifest = assert_complete(workplace / "OUT/pd")
    assert manifest["status"] == "interrupted"
    table = pd.read_csv(workplace / "OUT/pd/iterations.csv")
    assert table["iteration"].iloc[-1] == manifest["iterations"] > 0
    assert names_in(workplace / "OUT") == ["pd"]  # qn was not begun


def write_large_scene(workplace, cells) -> None:
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    del scene["preparation"]
    scene["body"]["beam"]["cells"] = cells
    scene["anchors"] = {"groups": [{"vertices": {"select": "x_min"}}]}
    scene["gravity"] = [0, 0, -9.81]
    (workplace / "large.json").write_text(json.dumps(scene))


@pytest.mark.parametrize("signals", [1, 2])
def test_a_second_signal_does_not_wait_for_the_iteration(start, workplace, signals):
    """One Newton iteration on this beam takes long enough for two signals."""
    write_large_scene(workplace, [50, 18, 18])
    process = start(
        *("--scene", "large.json", "--solver", "newton", "--reference", "none", "--output", "OUT"),
        stderr=subprocess.PIPE,
    )
    assert b"iteration 0/" in process.stderr.readline()
    for _ in range(signals):
        process.send_signal(signal.SIGINT)
        wait_until(lambda: signal.SIGINT not in signals_of(process, "ShdPnd"))
    assert process.wait(timeout=TIMEOUT) == (130 if signals == 1 else -signal.SIGINT)
    process.stderr.close()
    assert (workplace / "OUT/newton").exists() == (signals == 1)
