"""Signals end a run from Python within a second, leave nothing half-written, and the process goes on.

Each script runs in a process of its own, because a signal is for the whole process.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT

pytestmark = pytest.mark.usefixtures("module")

BEGIN = f"""
import signal, sys, threading, time
from pathlib import Path
sys.path.append({str(REPOSITORY / "tests/python")!r})
import numpy as np
import simbench as sb
from python_solvers import BEAM, GradientInS, variant

BEAM_TWIST = {str(REPOSITORY / "scenes/deformable/beam_twist.json")!r}

def announce():
    Path("running").touch()

def announce_soon():  # the preparation goes on for far longer
    threading.Timer(0.2, announce).start()

def announce_second_run():  # after its start is recorded, of which its first snapshot is the sign
    def wait():
        while not (Path("runs/newton").exists() and list(Path("runs").glob(".pd.partial-*/*.vtu"))):
            time.sleep(0.01)
        announce()
    threading.Thread(target=wait, daemon=True).start()

def endless(solvers, **options):
    often = dict(record_every=10**6, snapshot_every=10**6)
    return sb.run(BEAM, solvers, iterations=10**9, output="runs", **often, **options)

def report():
    folders = sorted(path.name for path in Path("runs").iterdir())
    print({{name: sb.load_run(Path("runs") / name).manifest["status"] for name in folders}})
    print(list(sb.run(BEAM, ["pd", GradientInS])))
"""
INTERRUPTED = """
try:
    endless(["newton", solver, "xpbd"])
except KeyboardInterrupt:
    print("interrupted")
report()
"""
SOLVERS = {
    "compiled": 'announce_second_run(); solver = "pd"',
    "sleeps": """
def iterate(self):
    announce()
    time.sleep(1000)
solver = variant(iterate=iterate)
""",
    "computes": """
def iterate(self):
    announce()
    matrix = np.eye(300)
    while True:
        matrix = matrix @ matrix
solver = variant(iterate=iterate)
""",
    "catches all errors": """
def iterate(self):
    announce()
    try:
        time.sleep(1000)
    except Exception:
        pass
solver = variant(iterate=iterate)
""",
}


def signalled(script: str, folder: Path, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
    """Runs a script, and sends it a signal when it has announced itself. Returns its code and output."""
    command = [sys.executable, "-c", BEGIN + script]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (folder / "running").exists():
            time.sleep(0.01)
        process.send_signal(number)
        output, _ = process.communicate(timeout=TIMEOUT)
    return process.returncode, output


@pytest.mark.parametrize("kind", SOLVERS)
def test_ctrl_c_raises_keyboard_interrupt(kind, tmp_path):
    code, output = signalled(SOLVERS[kind] + INTERRUPTED, tmp_path)
    kept = {"newton": "converged"} | ({"pd": "interrupted"} if kind == "compiled" else {})
    assert output.splitlines() == ["interrupted", str(kept), "['pd', 'gradient_in_s']"]
    assert code == 0


def test_ctrl_c_ends_the_preparation_of_a_problem(tmp_path):
    script = """
scene = sb.Scene.load(BEAM_TWIST, {"body.beam.cells": [64, 16, 16], "preparation.increments": 1000})
try:
    announce_soon()
    scene.problem()
except KeyboardInterrupt:
    print("interrupted")
"""
    assert signalled(script, tmp_path) == (0, "interrupted\n")


def test_a_handler_of_ones_own_gets_the_runs_until_then(tmp_path):
    script = """
signal.signal(signal.SIGINT, lambda *_: print("mine"))
announce_second_run()
print(list(endless(["newton", "pd", "xpbd"])))
report()
"""
    lines = ["mine", "['newton', 'pd']", "{'newton': 'converged', 'pd': 'interrupted'}"]
    assert signalled(script, tmp_path) == (0, "\n".join([*lines, "['pd', 'gradient_in_s']", ""]))


def test_sigterm_ends_the_process_as_without_simbench(tmp_path):
    script = """
announce_second_run()
endless(["newton", "pd", "xpbd"])
print("not reached")
"""
    assert signalled(script, tmp_path, signal.SIGTERM) == (-signal.SIGTERM, "")
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["newton", "pd"]


def test_ctrl_c_reaches_the_main_thread_while_another_one_runs(tmp_path):
    script = """
def run():
    print(list(endless(["newton", "pd", "xpbd"])))
    is_done.set()

is_done = threading.Event()
threading.Thread(target=run).start()
try:
    announce_second_run()
    is_done.wait()
except KeyboardInterrupt:
    is_done.wait()
    print("interrupted")
"""
    assert signalled(script, tmp_path) == (0, "['newton', 'pd']\ninterrupted\n")


def test_a_signal_during_the_ordering_in_another_thread_reaches_its_handler(tmp_path):
    """The main thread gets them while METIS works elsewhere; METIS must not catch them."""
    script = """
import os, signal, threading, time
import simbench as sb
received = []
signal.signal(signal.SIGTERM, lambda *_: received.append(1))
problem = sb.Scene.load({
    "body": {"beam": {"size": [4, 1, 1], "cells": [50, 14, 14]}},  # so large that METIS orders it
    "material": {"model": "strain", "stiffness": 1e6},
    "step": {"time_step": 0.01},
}).problem()
matrix = problem.stiffness_matrix()
thread = threading.Thread(target=problem.factorize, args=[matrix])
thread.start()
sent = 0
while thread.is_alive():
    os.kill(os.getpid(), signal.SIGTERM)
    sent += 1
    time.sleep(1e-3)
print(sent == len(received) > 0)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=TIMEOUT)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
