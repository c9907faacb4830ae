"""If memory runs out, readers leave or clocks jump, runs are still complete or absent.

The exit code and the message give the reason, and the same command succeeds when it is repeated.
"""

import itertools
import os
import re
import resource
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import TIMEOUT, count
from test_killed import assert_complete
from test_sweep import tree, write_plan

pytestmark = pytest.mark.slow

RUN = "--scene smoke.json --solver pd,qn --iterations 2 --output OUT"
SWEEP = "sweep plan.json --output OUT"
PLAN = {"scene": "smoke.json", "axes": [], "solvers": ["pd", "qn"], "set": {"step.iterations": 2}}
MEGABYTE = 1 << 20
OUT_OF_MEMORY = re.compile(r"memory|resource", re.IGNORECASE)


def compiled(source: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    flags = ["-shared", "-fPIC", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", library, Path(__file__).with_name(source), "-ldl"], check=True)
    return library


@pytest.fixture(scope="module")
def allocation_fault(tmp_path_factory):
    return compiled("allocation_fault.c", tmp_path_factory)


@pytest.fixture(scope="module")
def clock_jumps(tmp_path_factory):
    return compiled("clock_jumps.c", tmp_path_factory)


@pytest.fixture(params=[RUN, SWEEP], ids=["run", "sweep"])
def whole(request, run_simbench, workplace) -> tuple[str, dict]:
    """A command that prints something, and the tree after it."""
    write_plan(workplace, PLAN)
    assert run_simbench(request.param).stdout
    (workplace / "OUT").rename(workplace / "WHOLE")
    return request.param, tree(workplace / "WHOLE")


def runs_in(folder: Path) -> list[Path]:
    return [
        path for path in folder.rglob("*") if re.fullmatch(r"pd|qn|[0-9a-f]{16}", path.name) and path.is_dir()
    ]


def check_complete_or_absent(out: Path, expected: dict) -> int:
    """Checks that each run in the folder is complete. Returns their number."""
    runs = runs_in(out)
    for run in runs:
        assert_complete(run)
        for name in ("iterations.csv", "manifest.json"):
            assert (run / name).read_bytes() == expected[str((run / name).relative_to(out))]
    return len(runs)


def check_mended(run_simbench, command: str, workplace: Path, expected: dict) -> None:
    run_simbench(command)
    assert tree(workplace / "OUT") == expected
    shutil.rmtree(workplace / "OUT")


# --- Memory


def within(megabytes: int) -> dict:
    """A preexec_fn that limits the address space."""
    limit = megabytes * MEGABYTE
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}


def smallest_that_loads(simbench: Path) -> int:
    """The least address space [MB] with which the loader can start the program."""
    for megabytes in itertools.count(8, 4):
        finished = subprocess.run([simbench, "list", "solvers"], **within(megabytes), capture_output=True)
        if finished.returncode == 0:
            return megabytes
    raise AssertionError


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.long)])  # MB
@pytest.mark.parametrize("threads", ["", " --threads 2"])
def test_too_little_memory_leaves_a_run_complete_or_absent(
    run_simbench, simbench, workplace, threads, step, record_property
):
    """A run of 20,000 tets with less and less memory, until the loader fails."""
    command = (
        "--scene smoke.json --solver pd,qn --iterations 2 --reference none --output OUT --quiet "
        "--set preparation.duration=0.01 --set preparation.increments=1 --set body.beam.cells=[40,10,10]"
    ) + threads
    run_simbench(command)
    expected = tree(workplace / "OUT")
    shutil.rmtree(workplace / "OUT")
    floor = smallest_that_loads(simbench)
    codes = []
    for megabytes in range(floor + 120, floor - 1, -step):
        finished = run_simbench(command, exit_code=None, **within(megabytes))
        codes.append(finished.returncode)
        assert finished.returncode in (0, 7), (megabytes, finished.stderr)
        check_complete_or_absent(workplace / "OUT", expected)
        if finished.returncode == 7:
            assert "out of memory" in finished.stderr
            count("memory limits", 1)
        else:
            assert tree(workplace / "OUT") == expected
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
    assert {0, 7} <= set(codes)
    record_property("codes", codes)


def test_too_little_memory_leaves_the_runs_of_a_sweep_complete_or_absent(run_simbench, simbench, workplace):
    write_plan(workplace, PLAN)
    run_simbench(SWEEP)
    expected = tree(workplace / "OUT")
    floor = smallest_that_loads(simbench)
    codes = []
    for megabytes in range(floor + 12, floor - 1, -1):
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
        finished = run_simbench(SWEEP, exit_code=None, **within(megabytes))
        codes.append(finished.returncode)
        assert finished.returncode in (0, 5, 7), (megabytes, finished.stderr)
        check_complete_or_absent(workplace / "OUT", expected)
        assert finished.returncode == 0 or OUT_OF_MEMORY.search(finished.stderr)
        check_mended(run_simbench, SWEEP, workplace, expected)
    assert 0 in codes


@pytest.mark.parametrize("most", [20, pytest.param(1500, marks=pytest.mark.long)])
def test_an_allocation_that_fails_leaves_runs_complete_or_absent(
    run_simbench, workplace, whole, allocation_fault, record_property, most
):
    """The n-th allocation fails, or all from the n-th on, in the driver of a sweep and in each run."""
    command, expected = whole
    log = workplace / "allocations.log"
    fault = {"LD_PRELOAD": str(allocation_fault)}
    for counted in ("--version", RUN, command):
        run_simbench(counted, environment={**fault, "FAULT_LOG": str(log)})
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
    # The first ones set up OpenSSL, which does not handle a failure there.
    first, *others = map(int, log.read_text().split())
    # The runs of a sweep are children, which continue the count.
    last = max(others) if command == RUN else sum(others)
    numbers = sorted({int(n) for n in np.geomspace(first, last, most)})
    codes = []
    for number, for_good in itertools.product(numbers, [False, True]):
        limits = {"FAULT_FIRST": str(number), "FAULT_LAST": str(10**9 if for_good else number)}
        finished = run_simbench(command, exit_code=None, environment={**fault, **limits})
        codes.append(finished.returncode)
        assert finished.returncode in (0, 2, 4, 5, 7), (limits, finished.returncode, finished.stderr)
        assert "terminate" not in finished.stderr
        there = check_complete_or_absent(workplace / "OUT", expected)
        assert there == 2 if finished.returncode == 0 else OUT_OF_MEMORY.search(finished.stderr), limits
        count("allocations", 1)
        if number % 5 == 0:
            check_mended(run_simbench, command, workplace, expected)
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
    assert codes.count(7) > len(codes) / 4
    record_property("codes", {code: codes.count(code) for code in set(codes)})


# --- Readers that leave


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_reader_that_leaves_does_not_end_a_run(simbench, cache_folder, workplace, whole, stream):
    """The pipe closes before the output. A run goes on, because its results are files."""
    command, expected = whole
    read, write = os.pipe()
    os.close(read)
    other = {"stdout": "stderr", "stderr": "stdout"}[stream]
    process = subprocess.Popen(
        [simbench, *command.split()],
        cwd=workplace,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        **{stream: write, other: subprocess.PIPE},
    )
    os.close(write)
    said = getattr(process, other).read().decode()
    getattr(process, other).close()
    assert process.wait(timeout=TIMEOUT) == 0
    assert "standard output" not in said and "simbench: " not in said
    assert tree(workplace / "OUT") == expected


@pytest.mark.parametrize("redirection", [">&-", ">&- 2>&-", ">&- 2>&- <&-"])
def test_closed_standard_streams_do_not_end_a_run(simbench, cache_folder, workplace, whole, redirection):
    command, expected = whole
    finished = subprocess.run(
        ["sh", "-c", f'exec "$0" {command} {redirection}', simbench],
        cwd=workplace,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        timeout=TIMEOUT,
        stderr=subprocess.PIPE,
    )
    assert finished.returncode in (0, 4)
    assert tree(workplace / "OUT") == expected


# --- Clocks that jump


def test_clocks_that_jump_change_no_number(run_simbench, workplace, whole, clock_jumps):
    command, expected = whole
    finished = run_simbench(command, environment={"LD_PRELOAD": str(clock_jumps)})
    assert tree(workplace / "OUT") == expected
    assert "-" not in re.sub(
        r"pd-|-+$", "", "".join(re.findall(r"about .* left|at most .* left", finished.stderr))
    )
    tables = list((workplace / "OUT").rglob("timings.csv"))
    assert len(tables) == 2
    jumped = False
    for table in map(pd.read_csv, tables):
        assert (table[["iteration_seconds", "elapsed_seconds"]] >= 0).all(axis=None)
        assert (table["elapsed_seconds"].diff().dropna() >= 0).all()
        jumped = jumped or table["elapsed_seconds"].max() > 3600
    assert jumped  # the program used the clocks of the shim


def test_a_run_with_a_time_limit_ends_if_clocks_jump(run_simbench, workplace, clock_jumps):
    """The limit may end the run early, but the run never hangs."""
    run_simbench(
        "--scene smoke.json --solver pd --iterations 500 --max-seconds 3600 --output OUT",
        exit_code=7,
        environment={"LD_PRELOAD": str(clock_jumps)},
    )
    assert assert_complete(workplace / "OUT/pd")["status"] == "timeout"
