"""If any system call fails, runs are complete or absent, a message names the call, and a second try succeeds.

fault_injection.c stands between the program and the C library. It counts the calls on files of one folder,
DISK, over all processes of a command, and makes the n-th call fail, for n = 1, 2, … until there is none.
"""

import errno
import itertools
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import count, temporary_name
from test_killed import assert_complete
from test_sweep import everything, failures, tree, write_plan
from test_sweep_killed import dead_process

pytestmark = pytest.mark.slow

SHIM = Path(__file__).with_name("fault_injection.c")
RECORD_SIZE = 512  # bytes, as in the shim

RUN = "--scene smoke.json --solver pd,qn --iterations 2 --output DISK/OUT --replace"
SWEEP = "sweep plan.json --output DISK/OUT"
SMALLER_SWEEP = "sweep smaller.json --output DISK/OUT"
PLAN = {"scene": "smoke.json", "axes": [], "solvers": ["pd", "qn", "xpbd"], "set": {"step.iterations": 2}}

# Kinds of calls that every writing command makes.
WRITING = frozenset({"open", "write", "fsync", "close", "truncate", "flock", "mkdir", "rename", "remove"})


class Call(NamedTuple):
    """A system call on a file of the disk, as the shim records it."""

    kind: str
    path: Path  # in the workplace

    @property
    def place(self) -> tuple[str, str]:
        """The place of the call, which is equal for all runs and processes."""
        return self.kind, re.sub(
            r"[0-9a-f]{16}|\b(pd|qn|xpbd)\b|-\d+-[0-9a-f]{12}\b|-\d+", "*", str(self.path)
        )


class Disk:
    """The folder DISK in the workplace, whose system calls can be made to fail."""

    def __init__(self, shim: Path, workplace: Path, run_simbench: Callable):
        self.path = workplace / "DISK"
        self.output = self.path / "OUT"
        self._before = workplace / "BEFORE"
        self._log = workplace / "calls.log"
        self._shim = shim
        self._run_simbench = run_simbench
        self.path.mkdir()

    def keep(self) -> None:
        """Stores the contents of the disk, which reset() restores."""
        shutil.copytree(self.path, self._before)

    def reset(self) -> None:
        shutil.rmtree(self.path)
        shutil.copytree(self._before, self.path)

    def run(
        self, command: str, faults: tuple[int, int], error: int, environment: dict[str, str]
    ) -> tuple[subprocess.CompletedProcess, list[Call]]:
        """Makes the command's calls from the first to the last of `faults` fail; returns all calls."""
        self._log.write_text("")
        finished = self._run_simbench(
            command,
            exit_code=None,
            environment={
                # A sanitizer's library warns if it is not the first one, but also works as the second.
                "ASAN_OPTIONS": f"verify_asan_link_order=0:{os.environ.get('ASAN_OPTIONS', '')}",
                "LD_PRELOAD": str(self._shim),
                "FAULT_FOLDER": str(self.path),
                "FAULT_LOG": str(self._log),
                "FAULT_FIRST": str(faults[0]),
                "FAULT_LAST": str(faults[1]),
                "FAULT_ERROR": str(error),
                **environment,
            },
        )
        records = self._log.read_bytes()
        assert len(records) % RECORD_SIZE == 0
        calls = []
        for line in records.decode().splitlines():
            kind, path = line.split(maxsplit=1)
            calls.append(Call(kind, Path(path.strip()).relative_to(self.path.parent)))
        return finished, calls


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("shim") / "fault_injection.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", library, SHIM, "-ldl"], check=True)
    return library


@pytest.fixture
def disk(shim: Path, workplace: Path, run_simbench) -> Disk:
    write_plan(workplace, PLAN)
    write_plan(workplace, PLAN, "smaller.json", solvers=["pd", "qn"])
    return Disk(shim, workplace.resolve(), run_simbench)


# --- Contents of the disk before a command


def nothing(disk: Disk, run_simbench) -> None:
    pass


def an_earlier_result(disk: Disk, run_simbench) -> None:
    run_simbench("--scene smoke.json --solver pd,qn --iterations 1 --output DISK/OUT")


def a_killed_sweep(disk: Disk, run_simbench) -> None:
    """A killed sweep: a complete run, a complete run that is not yet in its place, and a failed one."""
    run_simbench(SWEEP)
    runs, pid = disk.output / "runs", dead_process()
    _, displaced, failed = sorted(runs.glob("*/*"))
    displaced.rename(displaced.with_name(temporary_name(f".{displaced.name}.replaced-", pid)))
    failed.rename(failed.with_name(temporary_name(f".{failed.name}.partial-", pid)))
    (disk.output / "failures").mkdir()
    (disk.output / f"failures/{failed.name}.json").write_text('{"reason": "bad luck"}\n')
    lock = failed.with_name(f".{failed.name}.lock").relative_to(disk.output)
    for name in (temporary_name(".summary.csv.partial-0-", pid), ".driver.lock", lock):
        (disk.output / name).write_text(f"process {pid} on {os.uname().nodename}\n")


@dataclass(frozen=True)
class Scenario:
    command: str
    prepare: Callable[[Disk, Callable], None] = nothing
    exit_code: int = 0  # without faults
    environment: dict[str, str] = field(default_factory=dict)
    kinds: frozenset[str] = WRITING  # a call of each of these kinds must fail once


SCENARIOS = {
    "run": Scenario(RUN.replace("pd,qn", "qn --vtu"), environment={"SIMBENCH_CACHE": "DISK/CACHE"}),
    "run over an earlier result": Scenario(RUN, an_earlier_result, kinds=WRITING - {"rename"} | {"exchange"}),
    "run where folders cannot be exchanged": Scenario(
        RUN, an_earlier_result, environment={"FAULT_NO_EXCHANGE": "1"}
    ),
    "diverging run over an earlier result": Scenario(
        f"{RUN} --reference none --set initial_velocity=[1e308,0,0] --set step.time_step=10",
        an_earlier_result,
        exit_code=5,
        kinds=WRITING | {"read"},
    ),
    "sweep": Scenario(SMALLER_SWEEP, kinds=WRITING | {"read"}),
    "sweep that was killed": Scenario(SWEEP, a_killed_sweep, kinds=WRITING | {"read"}),
}


# --- Checks


def runs_in(contents: dict[str, bytes | None]) -> dict[str, dict[str, bytes | None]]:
    """The contents of each run's folder in a tree()."""
    runs: dict[str, dict[str, bytes | None]] = {}
    for name, text in contents.items():
        found = re.fullmatch(r"(OUT/runs/../[0-9a-f]{16}|OUT/(?:pd|qn))(?:/(.*))?", name)
        if found:
            runs.setdefault(found[1], {})[found[2] or ""] = text
    return runs


def without_leftovers(contents: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """A tree without the cache, hidden files and records of failures, which are not results."""
    return {
        name: text
        for name, text in contents.items()
        if not re.search(r"(^|/)\.|^OUT/failures\b|^CACHE\b", name)
    }


def check_old_or_new_state(disk: Disk, before, expected) -> None:
    """Checks that each run is the one before the command, or the one after a successful command."""
    found = runs_in(tree(disk.path))
    for name, contents in found.items():
        assert contents in (runs_in(before).get(name), runs_in(expected).get(name)), name
        assert_complete(disk.path / name)
    assert runs_in(before).keys() <= found.keys()


def check_message(finished, call: Call, error: int) -> None:
    """Checks that the message names the file or its folder, and the reason."""
    assert os.strerror(error) in finished.stderr
    assert str(call.path) in finished.stderr or str(call.path.parent) in finished.stderr
    assert "terminate" not in finished.stderr and "json.exception" not in finished.stderr


def cleans_up(call: Call, workplace: Path) -> bool:
    """Whether the call removes a file, or lists a folder for that. If it fails, nothing is lost."""
    return call.kind == "remove" or (call.kind == "open" and (workplace / call.path).is_dir())


def is_lock_of_cache(call: Call) -> bool:
    return call.kind in ("remove", "close") and ".cache.lock" in call.path.name


def check_one_fault(disk: Disk, scenario: Scenario, number: int, error: int, expected) -> Call | None:
    """Runs a command with one fault. Returns the call that failed; None if there are fewer calls."""
    disk.reset()
    before = tree(disk.path)
    finished, calls = disk.run(scenario.command, (number, number), error, scenario.environment)
    call = calls[number - 1] if number <= len(calls) else None
    check_old_or_new_state(disk, before, expected)
    after = tree(disk.path)
    if finished.returncode == scenario.exit_code:
        assert without_leftovers(after) == without_leftovers(expected)
        if call and "CACHE" in call.path.parts:
            # A folder is closed after its sync, and a lock is removed after the work, so nothing is lost.
            if (call.kind, call.path.name) != ("close", "CACHE") and not is_lock_of_cache(call):
                check_message(finished, call, error)
        elif call is None or not cleans_up(call, disk.path.parent):
            assert after == expected
    else:
        assert finished.returncode in (4, 5)
        check_message(finished, call, error)
        if finished.returncode == 5:  # a run of a sweep failed
            (record,) = failures(disk.output).values()
            assert os.strerror(error) in record["reason"] and record["run_id"] in finished.stderr
    return call


def check_started_again(disk: Disk, scenario: Scenario, expected) -> None:
    """Starts the command again, which does the missing runs and leaves no trace of the fault."""
    done = [name for name in runs_in(tree(disk.path)) if name.startswith("OUT/runs/")]
    before = everything(disk.path)
    finished, _ = disk.run(scenario.command, (0, 0), 0, scenario.environment)
    assert finished.returncode == scenario.exit_code
    # The lock of a cached number stays if it could not be removed.
    left = {name for name in tree(disk.path) if re.fullmatch(r"CACHE/\..*\.cache\.lock", name)}
    assert {name: text for name, text in tree(disk.path).items() if name not in left} == expected
    after = everything(disk.path)
    assert [name for name in done if before[name] != after[name]] == []  # not done twice


def begin(disk: Disk, scenario: Scenario, run_simbench) -> tuple[dict[str, bytes | None], list[Call]]:
    """The tree after the command without faults, and its calls."""
    scenario.prepare(disk, run_simbench)
    disk.keep()
    disk.reset()  # so that the order of files in a folder is the same
    finished, calls = disk.run(scenario.command, (0, 0), 0, scenario.environment)
    assert finished.returncode == scenario.exit_code
    return tree(disk.path), calls


@pytest.mark.parametrize(
    "error",
    [errno.ENOSPC, *(pytest.param(error, marks=pytest.mark.long) for error in (errno.EIO, errno.EACCES))],
    ids=errno.errorcode.get,
)
@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_each_call_fails_once(disk, run_simbench, scenario, error, record_property):
    """Makes the first call fail, then the second, …, as if the disk were full, broken or read-only."""
    expected, calls = begin(disk, scenario, run_simbench)
    failed = []
    for number in itertools.count(1):
        call = check_one_fault(disk, scenario, number, error, expected)
        check_started_again(disk, scenario, expected)
        if call is None:
            break
        failed.append(call)
    assert [call.place for call in failed] == [call.place for call in calls]
    counts = {kind: [call.kind for call in failed].count(kind) for kind in {call.kind for call in failed}}
    record_property("faults", counts)
    count(f"calls that failed with {errno.errorcode[error]}", len(failed))
    assert scenario.kinds <= counts.keys() and len(failed) > 30


@pytest.mark.parametrize("name", ["run", "sweep that was killed"])
def test_each_place_reports_another_error(disk, run_simbench, name):
    scenario = SCENARIOS[name]
    expected, calls = begin(disk, scenario, run_simbench)
    places: dict[tuple[str, str], int] = {}  # the number of the first call at each place
    for number, call in enumerate(calls, start=1):
        places.setdefault(call.place, number)
    errors = itertools.cycle([errno.EIO, errno.EACCES])
    for (place, number), error in zip(places.items(), errors, strict=False):
        call = check_one_fault(disk, scenario, number, error, expected)
        assert call and call.place == place
        check_started_again(disk, scenario, expected)
        count("calls that failed with EIO or EACCES, one of each place")
    assert len(places) > 30


@pytest.mark.parametrize("name", ["run over an earlier result", "sweep that was killed"])
def test_a_disk_that_breaks_for_good(disk, run_simbench, name):
    """All calls from one on fail, so that the command cannot clean up."""
    scenario = SCENARIOS[name]
    expected, calls = begin(disk, scenario, run_simbench)
    for number in range(1, len(calls) + 1, 5):
        disk.reset()
        before = tree(disk.path)
        finished, _ = disk.run(scenario.command, (number, 10**6), errno.EIO, scenario.environment)
        check_old_or_new_state(disk, before, expected)
        if finished.returncode == 0:
            assert without_leftovers(tree(disk.path)) == without_leftovers(expected)
        else:
            assert finished.returncode == 4
            assert os.strerror(errno.EIO) in finished.stderr and "DISK/OUT" in finished.stderr
        check_started_again(disk, scenario, expected)
        count("calls from which on all failed with EIO")


@pytest.mark.parametrize("error", [errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS])
def test_a_file_system_without_locks_is_said(disk, run_simbench, error):
    """As on NFS without a lock server and on Lustre without flock, where two jobs could do the same run."""
    scenario = SCENARIOS["sweep"]
    _, calls = begin(disk, scenario, run_simbench)
    number = 1 + [call.kind for call in calls].index("flock")
    disk.reset()
    finished, _ = disk.run(scenario.command, (number, number), error, scenario.environment)
    assert finished.returncode == 4
    assert "this file system does not lock files" in finished.stderr
    assert "choose a folder on another one, or ask for locks" in finished.stderr
