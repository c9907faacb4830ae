"""The memory that `simbench check` estimates is one to two times the memory of a run of each solver.

Seconds are only compared between solvers, on one machine: times decide no test.
"""

import json
import os
import re
import subprocess
import sys

import pytest
from conftest import solvers_with

SMALLER = {"[32,6,6]": "[16,4,4]", "[24,10,10]": "[20,6,6]"}
# Starts a program, and prints its peak memory [kB]. A process of its own does it, because the kernel also
# counts the memory of the process that starts the program.
MEASURE = """
import os, sys
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(process, 0)
print(used.ru_maxrss)
sys.exit(status != 0)
"""


def peak_memory(simbench, cache_folder, workplace, arguments) -> float:
    """The peak memory [bytes] of a run that finds its start state in the cache."""
    command = [sys.executable, "-I", "-S", "-c", MEASURE, simbench, *arguments]
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    for _ in range(2):
        printed = subprocess.check_output(command, cwd=workplace, env=environment, text=True)
    return 1024 * float(printed.splitlines()[-1])


def estimates(run_simbench, scene: str) -> dict[str, dict]:
    checked = json.loads(run_simbench(f"check beam_untwist --json {scene}").stdout)
    return {entry["name"]: entry for entry in checked["solvers"]}


@pytest.mark.parametrize("cells", ["[32,6,6]", "[24,10,10]"])
def test_the_estimate_is_one_to_two_times_the_memory_of_a_run(
    simbench, cache_folder, run_simbench, workplace, any_solver, cells
):
    if any_solver in solvers_with("vertex_limit"):  # of 2000 vertices
        cells = SMALLER[cells]
    scene = f"--set body.beam.cells={cells} --set preparation.increments=2"
    estimate = estimates(run_simbench, scene)[any_solver]["bytes"]
    run = f"--scene beam_untwist --solver {any_solver} --iterations 2 --reference none --quiet --output OUT"
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
    *_, costs, answer = run_simbench("check beam_untwist").stdout.splitlines()
    assert re.fullmatch(r"\d+ solvers take it: in about \S+ \w+ \(\w+\) to .*, with .* MB", costs)
    assert answer.endswith("beam_untwist.json: good")


def test_a_sweep_adds_the_estimates_of_its_solvers(run_simbench, workplace):
    plan = {"scene": "beam_untwist.json", "solvers": ["kkt"], "options": {"reference": "none"}}
    plan["axes"] = [{"path": "material.stiffness", "values": [1e6, 1e7]}]
    (workplace / "plan.json").write_text(json.dumps(plan))
    last = run_simbench("sweep plan.json --dry-run").stdout.splitlines()[-1]
    seconds = float(re.search(r"about (\d+) s", last)[1])
    assert seconds == pytest.approx(2 * estimates(run_simbench, "")["kkt"]["seconds"], abs=0.6)
