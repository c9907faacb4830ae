"""What `simbench check` says of memory is what a run needs at its peak: not less, and not twice as much."""

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

WORDS = {"pd": "for iterations", "admm": "for iterations", "newton": "for newton"}


def peak_memory(simbench, cache_folder, workplace, arguments) -> float:
    """In MB, of a run that finds its start state in the cache.

    The kernel's high-water mark, read until the process ends; that of wait4 would count Python's own memory.
    """
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    for _ in range(2):
        process = subprocess.Popen([simbench, *arguments], cwd=workplace, env=environment)
        peak = 0.0
        while process.poll() is None:
            found = re.search(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{process.pid}/status").read_text(), re.M)
            peak = float(found[1]) * 1024 / 1e6 if found else peak
            time.sleep(1e-3)
        assert process.returncode == 0
    return peak


@pytest.mark.parametrize("solver", WORDS)
@pytest.mark.parametrize("cells", ["[32,6,6]", "[24,10,10]"])
def test_the_estimate_is_not_below_what_is_needed_nor_twice_as_much(
    simbench, cache_folder, run_simbench, workplace, solver, cells
):
    scene = f"--set body.beam.cells={cells} --set preparation.increments=2".split()
    said = run_simbench("check beam_untwist", *scene).stdout
    estimate = float(re.search(rf"(\d+) MB {WORDS[solver]}", said)[1])
    run = f"--scene beam_untwist --solver {solver} --iterations 2 --reference none --quiet --output OUT"
    measured = peak_memory(simbench, cache_folder, workplace, [*run.split(), *scene])
    assert measured <= estimate < 2 * measured
