"""Runs, problems and factors from Python free what they use."""

import gc
import tempfile
import tracemalloc
import weakref
from pathlib import Path

import numpy as np
import pytest
from python_solvers import BEAM, GradientInS

import simbench as sb

pytestmark = [pytest.mark.usefixtures("module"), pytest.mark.slow]

ONE_OBJECT = 40  # bytes per call: less than any object of Python that has a content
SMALL = 1_000  # bytes per call: less than the arrays of one problem


def resident() -> int:
    """Bytes of this process in memory."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


def growth(repeat, times: int) -> tuple[float, float]:
    """How many bytes Python's objects and the process grow per call.

    Python keeps a limited number of freed objects for later; the first calls fill most of this store.
    """
    for _ in range(500):
        repeat()
    gc.collect()
    tracemalloc.start()
    objects, process = tracemalloc.get_traced_memory()[0], resident()
    for _ in range(times):
        repeat()
    gc.collect()
    grown = (tracemalloc.get_traced_memory()[0] - objects) / times, (resident() - process) / times
    tracemalloc.stop()
    return grown


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
    assert objects < ONE_OBJECT
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
    assert objects < ONE_OBJECT
    assert process < SMALL


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
