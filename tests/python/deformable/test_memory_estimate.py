"""The memory that `simbench check` estimates is one to two times the memory of a run.

Seconds are only compared between solvers, on one machine: times decide no test.
"""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest


def peak_memory(simbench, cache_folder, workplace, arguments) -> float:
    """The peak memory [bytes] of a run that finds its start state in the cache.

    It is read from the kernel until the process ends, because wait4 also counts Python's memory.
    """
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    for _ in range(2):
        process = subprocess.Popen([simbench, *arguments], cwd=workplace, env=environment)
        peak = 0.0
        while process.poll() is None:
            found = re.search(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{process.pid}/status").read_text(), re.M)
            peak = float(found[1]) * 1024 if found else peak
            time.sleep(1e-3)
        assert process.returncode == 0
    return peak


def estimates(run_simbench, scene: str) -> dict[str, dict]:
    checked = json.loads(run_simbench(f"check beam_untwist --json {scene}").stdout)
    return {entry["name"]: entry for entry in checked["solvers"]}


@pytest.mark.parametrize(
    "solver", ["xpbd", "pd", "admm", "newton", "newton_cg", "xpbd_global", "bfgs", "kkt"]
)
@pytest.mark.parametrize("cells", ["[32,6,6]", "[24,10,10]"])
def test_the_estimate_is_one_to_two_times_the_memory_of_a_run(
    simbench, cache_folder, run_simbench, workplace, solver, cells
):
    if solver == "bfgs" and cells == "[24,10,10]":
        cells = "[20,6,8]"  # it accepts at most 2000 vertices
    scene = f"--set body.beam.cells={cells} --set preparation.increments=2"
    estimate = estimates(run_simbench, scene)[solver]["bytes"]
    run = f"--scene beam_untwist --solver {solver} --iterations 2 --reference none --quiet --output OUT"
    measured = peak_memory(simbench, cache_folder, workplace, [*run.split(), *scene.split()])
    assert measured <= estimate < 2 * measured


def test_solvers_with_large_matrices_estimate_their_own_memory(run_simbench):
    """kkt factorises a matrix with a row per constraint, BFGS keeps a dense matrix."""
    said = estimates(run_simbench, "--set body.beam.cells=[32,6,6]")
    for solver in ("kkt", "bfgs", "xpbd_global"):
        large = (
            "bytes" if solver == "bfgs" else "seconds"
        )  # bfgs reads its matrix once, and factorises nothing
        assert said[solver][large] > 5 * said["pd"][large], solver
        assert said[solver]["seconds"] > said["pd"]["seconds"], solver
        assert said[solver]["bytes"] > said["pd"]["bytes"], solver
    text = run_simbench("check beam_untwist").stdout
    assert re.search(r"^bfgs takes about [\d.]+ s and \d+ MB$", text, re.M)


def test_a_sweep_adds_the_estimates_of_its_solvers(run_simbench, workplace):
    plan = {"scene": "beam_untwist.json", "solvers": ["kkt"], "options": {"reference": "none"}}
    plan["axes"] = [{"path": "material.stiffness", "values": [1e6, 1e7]}]
    (workplace / "plan.json").write_text(json.dumps(plan))
    last = run_simbench("sweep plan.json --dry-run").stdout.splitlines()[-1]
    seconds = float(re.search(r"about (\d+) s", last)[1])
    assert seconds == pytest.approx(2 * estimates(run_simbench, "")["kkt"]["seconds"], abs=0.6)
