"""Runs, problems and factors from Python free what they use."""

import gc
import sys
import tempfile
import weakref
from pathlib import Path

import numpy as np
import pytest
from python_solvers import BEAM, GradientInS

import simbench as sb

pytestmark = [pytest.mark.usefixtures("module"), pytest.mark.slow]

A_FEW = 0.2  # objects of Python per call; those that it keeps for later after their end are fewer
SMALL = 2_000  # bytes per call: less than a problem


def resident() -> int:
    """Bytes of this process in memory."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


def growth(repeat, times: int) -> tuple[float, float]:
    """How many objects of Python, and bytes of the process, each call leaves behind.

    The least of four quarters of the calls: a leak grows in each of them, a cache that fills once does not.
    """
    for _ in range(500):  # afterwards most caches are full
        repeat()
    gc.collect()
    kept = [(sys.getallocatedblocks(), resident())]
    for _ in range(4):
        for _ in range(times // 4):
            repeat()
        gc.collect()
        kept.append((sys.getallocatedblocks(), resident()))
    objects, process = np.diff(np.array(kept), axis=0).min(axis=0) / (times // 4)
    return objects, process


@pytest.fixture
def memory_disk():
    """A folder in which thousands of runs are written quickly, where the system has one."""
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield Path(folder)


class Fails(GradientInS):
    def iterate(self) -> None:
        raise ArithmeticError


@pytest.mark.parametrize("times", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_runs_do_not_leak(times, memory_disk):
    def repeat() -> None:
        sb.run(scene, GradientInS, output=memory_disk, replace=True, reference="none")
        with pytest.raises(ArithmeticError):
            sb.run(scene, Fails, output=memory_disk, reference="none")

    scene = sb.Scene.load(BEAM)
    objects, process = growth(repeat, times)
    assert objects < A_FEW
    assert process < SMALL


def test_problems_matrices_and_factors_do_not_leak():
    def repeat() -> None:
        problem = sb.Scene.load(BEAM).problem()
        q = problem.start + 1e-3
        factor = problem.factorize(problem.hessian(q, definite=True))
        kept[0] = factor(problem.gradient(q))
        with pytest.raises(TypeError):
            problem.objective(q.tolist())

    kept = [np.zeros(0)]
    objects, process = growth(repeat, 2_000)
    assert objects < A_FEW
    assert process < SMALL


def test_what_is_kept_is_noticed():
    kept = []
    # The process need not grow: it may have memory left that earlier tests have freed.
    objects, _ = growth(lambda: kept.append(sb.Scene.load(BEAM).problem()), 2_000)
    assert objects > A_FEW


def test_solvers_are_freed_after_their_run():
    class Counted(GradientInS):
        def __init__(self):
            alive.add(self)

    alive: weakref.WeakSet = weakref.WeakSet()
    for solver in (Counted, Counted()):
        sb.run(BEAM, solver)
    del solver
    gc.collect()
    assert len(alive) == 0
