"""Fixtures and helpers for all tests: they run the program, and write synthetic run folders."""

import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from simbench import run_files

# A shell that starts the tests in the background makes them and the programs they start ignore Ctrl-C, and
# nohup makes them ignore the end of the terminal.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

sys.path.append(str(Path(__file__).resolve().parents[2] / "studies"))  # for tests of judges and figures
if "SIMBENCH" in os.environ:  # also for programs that tests start in other folders
    os.environ["SIMBENCH"] = str(Path(os.environ["SIMBENCH"]).resolve())

STOP_SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]  # with exit codes
TIMEOUT = 600  # [s] only a program that hangs needs longer, whatever else the machine does
REPOSITORY = Path(__file__).resolve().parents[2]
# The scenes of the repository, without schemas and plans.
SCENE_FILES = sorted(
    path for kind in ("deformable", "rigid") for path in (REPOSITORY / "scenes" / kind).glob("*.json")
)
ADMM_DEFAULTS = {
    "volume_scaling": True,
    "held_by": "elimination",
    "prox": "exact",
    "prox_iterations": 50,
    "linear_solver": "supernodal",
}  # without the weight
START, MINIMUM, INERTIAL_END = 2.91891e6, 384537.0, 338300.0  # J, the thesis's beam

# For synthetic runs: the number of iterations, and the iterations in which the error falls by a factor e.
SYNTHETIC_DECAY = {
    "pbd": (1000, 300.0),
    "xpbd": (1000, 150.0),
    "pd": (1000, 27.0),
    "admm": (1000, 8.0),
    "qn": (49, 4.0),
    "newton": (12, 1.5),
}


COUNTED: Counter[str] = Counter()  # numbers that docs/reliability.md quotes


def count(what: str, number: int = 1) -> None:
    """Counts successful tries for the summary at the end of the tests (a failure fails its test)."""
    COUNTED[what] += number


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fifth",
        type=int,
        choices=range(5),
        help="of the files with slow tests, only this fifth (scripts/test.sh: commits modulo five)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow files come first. A worker that gets one at the end would work on it while the others wait."""

    def is_slow(item: pytest.Item) -> bool:
        return item.get_closest_marker("slow") is not None

    def is_of_another_fifth(item: pytest.Item) -> bool:
        return is_slow(item) and zlib.crc32(item.path.name.encode()) % 5 != fifth

    fifth = config.getoption("--fifth")
    if fifth is not None:
        config.hook.pytest_deselected(items=list(filter(is_of_another_fifth, items)))
        items[:] = [item for item in items if not is_of_another_fifth(item)]
    items.sort(key=lambda item: not is_slow(item))


def pytest_terminal_summary(terminalreporter) -> None:
    for what, number in sorted(COUNTED.items()):
        terminalreporter.write_line(f"tried without a state lost or a crash: {number} {what}")


def table_rows(stdout: str) -> dict[str, list[str]]:
    # Sentences below the table end with a full stop.
    header, *rows = [line.split() for line in stdout.splitlines() if not line.endswith(".")]
    assert header[0] == "solver"
    return {row[0]: row[1:] for row in rows}


def wait_until(condition: Callable[[], object], process: subprocess.Popen | None = None) -> None:
    """Waits for a condition; fails if the process that makes it true has ended."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert process is None or process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)


def signals_of(process: subprocess.Popen, kind: str) -> set[int]:
    """The signals that a process catches (kind SigCgt), or that wait for it (ShdPnd); none after its end."""
    if process.poll() is not None:
        return set()
    status = Path(f"/proc/{process.pid}/status").read_text()
    mask = int(re.search(rf"^{kind}:\s+([0-9a-f]+)$", status, re.MULTILINE)[1], 16)
    return {number for number in range(1, 65) if mask >> (number - 1) & 1}


def lines_of(axes) -> dict:
    """The lines of a figure's panel, by label."""
    return {line.get_label(): line for line in axes.lines}


def temporary_name(start: str, process: int) -> str:
    """The name of a hidden file or folder that this process of simbench makes (src/base/temporary_name.h)."""
    text = f"{start}{process}"
    return f"{text}-{hashlib.sha256(f'simbench {text}'.encode()).hexdigest()[:12]}"


def files_of(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(autouse=True)
def forget_read_files() -> None:
    """Forgets which files earlier tests read, and which of them had changed."""
    run_files.forget()


def program_under_test() -> Path | None:
    """$SIMBENCH or a built preset."""
    if "SIMBENCH" in os.environ:
        program = Path(os.environ["SIMBENCH"])
        assert program.is_file(), f"SIMBENCH names no file: {program}"
        return program
    built = [REPOSITORY / "build" / preset / "simbench" for preset in ("release", "dev")]
    return next((program for program in built if program.is_file()), None)


def listed(what: str) -> list[dict]:
    """The entries of `simbench list WHAT`; none if there is no program."""
    program = program_under_test()
    printed = program and subprocess.check_output([program, "list", what, "--json"], text=True)
    return json.loads(printed)[what] if printed else []


def solvers_with(setting: str) -> list[str]:
    """The solvers of deformable bodies with a setting of this name."""
    return [
        entry["name"]
        for entry in listed("solvers")
        if entry["kind"] == "deformable" and setting in {s["path"].split(".")[-1] for s in entry["settings"]}
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument any_law or any_solver runs once with each law or solver of the program."""
    if "any_law" in metafunc.fixturenames:
        metafunc.parametrize("any_law", [law["name"] for law in listed("materials")])
    if "any_solver" in metafunc.fixturenames:
        metafunc.parametrize("any_solver", solvers_of("deformable"))


def material(law: str, modulus: float = 1e6) -> dict:
    """A scene's material of this size of moduli [Pa]."""
    return {"model": law, "stiffness" if law == "strain" else "youngs_modulus": modulus}


@pytest.fixture(scope="session")
def simbench() -> Path:
    """The program under test. The test is skipped if there is none."""
    found = program_under_test()
    if found is None:
        pytest.skip("simbench is not built (set SIMBENCH, or build the preset release or dev)")
    return found


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of start states and reference minima for all tests; the beam's take seconds to compute."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder that contains only links to scenes and studies, like the root of a checkout."""
    folder = tmp_path / "workplace"
    folder.mkdir()
    for name in ("scenes", "studies"):
        (folder / name).symlink_to(REPOSITORY / name)
    return folder


@pytest.fixture
def run_simbench(simbench: Path, cache_folder: Path, workplace: Path) -> Callable[..., CompletedProcess]:
    """Runs the program in the workplace with arguments as a user types them, and checks its exit code."""

    def run(*arguments: object, exit_code: int | None = 0, environment=None, **options) -> CompletedProcess:
        words = [
            word for text in arguments for word in (shlex.split(text) if isinstance(text, str) else [text])
        ]
        capture = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": workplace}
        finished = subprocess.run(
            [simbench, *words],
            **{**capture, **options},
            env={**os.environ, "SIMBENCH_CACHE": str(cache_folder), **(environment or {})},
            stdin=subprocess.DEVNULL,
            text=True,
            errors="backslashreplace",
            timeout=TIMEOUT,
            check=False,
        )
        assert exit_code is None or finished.returncode == exit_code, finished.stderr
        return finished

    return run


@pytest.fixture
def start(simbench: Path, cache_folder: Path, workplace: Path):
    """Starts the program in the workplace without waiting for it, and kills it at the end of the test."""
    processes: list[subprocess.Popen] = []

    def start(*arguments: object, **options) -> subprocess.Popen:
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
        words = [simbench, *map(str, arguments)]
        processes.append(
            subprocess.Popen(words, **{"cwd": workplace, "env": environment, **streams, **options})
        )
        return processes[-1]

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=TIMEOUT)
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


@pytest.fixture(scope="session")
def module(simbench: Path, cache_folder: Path):
    """Lets this process use the compiled module of the program under test, and the tests' cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMBENCH", str(simbench))
        patch.setenv("SIMBENCH_CACHE", str(cache_folder))
        yield


@pytest.fixture
def as_ordinary_user() -> Callable[[], None]:
    """A preexec_fn with which a program of root obeys file permissions."""
    library = ctypes.CDLL(None, use_errno=True)

    def give_up_rights() -> None:
        drop_from_bounding_set, override, read_search = 24, 1, 2  # linux/prctl.h, linux/capability.h
        for capability in (override, read_search) if os.geteuid() == 0 else ():
            if library.prctl(drop_from_bounding_set, capability, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "prctl")

    return give_up_rights


@pytest.fixture
def write_run() -> Callable[..., pd.DataFrame]:
    return write_synthetic_run


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Runs of all six solvers in the thesis's setting."""
    for solver in SYNTHETIC_DECAY:
        write_synthetic_run(tmp_path / "results" / solver)
    return tmp_path / "results"


def run_elsewhere(*command: object, check: bool) -> CompletedProcess:
    """Runs a command outside of the repository; check=False accepts a failure."""
    return subprocess.run(
        command, check=check, capture_output=True, text=True, cwd=REPOSITORY.parent, timeout=TIMEOUT
    )


@pytest.fixture
def run_script() -> Callable[..., CompletedProcess]:
    """Runs scripts/NAME with arguments."""

    def run(name: str, *arguments: object, check: bool = True) -> CompletedProcess:
        return run_elsewhere(sys.executable, REPOSITORY / "scripts" / name, *arguments, check=check)

    return run


def call_command(
    name: str, *arguments: object, check: bool = True, folder: Path = REPOSITORY.parent
) -> CompletedProcess:
    """Calls a command of the Python package in this process, where its libraries are loaded, from a folder.

    check=False accepts a failure.
    """
    words, output, errors, code = [name, *map(str, arguments)], StringIO(), StringIO(), 0
    (command,) = entry_points(group="console_scripts", name=name)
    run_files.forget()
    with redirect_stdout(output), redirect_stderr(errors), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "argv", words)
        try:
            command.load()()
        except SystemExit as end:
            code = end.code or 0
    assert code == 0 or not check, errors.getvalue()
    return CompletedProcess(words, code, output.getvalue(), errors.getvalue())


@pytest.fixture
def run_command() -> Callable[..., CompletedProcess]:
    """Calls a command of the Python package, for example simbench-figure, with arguments in this process."""
    return call_command


@pytest.fixture
def start_command() -> Callable[..., CompletedProcess]:
    """Like run_command, but in a process of its own."""

    def run(name: str, *arguments: object, check: bool = True) -> CompletedProcess:
        return run_elsewhere(Path(sys.executable).with_name(name), *arguments, check=check)

    return run


@pytest.fixture(scope="session")
def archived_runs(simbench, cache_folder, tmp_path_factory) -> Path:
    """A folder with the runs of OUT, of which one has snapshots, and with their archive."""
    folder = tmp_path_factory.mktemp("archived")
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")
    for words in ("--solver qn --vtu 1", "--solver pd"):
        subprocess.run(
            [simbench, *f"--scene smoke.json --quiet --iterations 3 {words} --output OUT".split()],
            cwd=folder,
            env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
            check=True,
            stdout=subprocess.DEVNULL,
        )
    call_command("simbench-archive", folder / "OUT")
    return folder


@pytest.fixture
def packed(archived_runs, workplace) -> Path:
    """The archive of a copy of the runs in OUT of the workplace, which a test may change."""
    shutil.copytree(archived_runs / "OUT", workplace / "OUT")
    return Path(shutil.copy(archived_runs / "OUT.tar.zst", workplace))


@pytest.fixture
def activated(monkeypatch) -> None:
    """Puts the commands of the package under test on PATH, as an activated environment does."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")


def load_script(name: str) -> ModuleType:
    """Loads scripts/NAME.py, which belongs to no package, as a module."""
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def synthetic_manifest(solver: str, *, scene: dict, **members) -> dict:
    """A manifest with the members that the package reads, and with the members of `scene` and `members`."""
    complete = {
        "body": {"beam": {}},
        "step": {"time_step": 1e-2},
        "material": {"model": "strain", "stiffness": 1e8},
        "solvers": {solver: {}},
        **scene,
    }
    return {"solver": solver, "scene": complete, "options": {}, **members}


def write_synthetic_run(
    folder: Path,
    *,
    solver=None,
    time_step=1e-2,
    stiffness=1e8,
    cells=(32, 6, 6),
    precision="double",
    steps=1,
    status=None,
    settings=None,
    **changes,
) -> pd.DataFrame:
    """Writes a run in simbench's format and returns its iterations; `changes` replaces columns.

    The default solver is the folder's name. ADMM's default weight is the thesis's. All time steps are equal.
    """
    solver = solver or folder.name
    iterations, decay = SYNTHETIC_DECAY.get(solver, (1000, 100.0))
    iteration = np.union1d(np.arange(0, iterations + 1, 10), iterations)
    progress = 1 - np.exp(-iteration / decay)
    inertial = INERTIAL_END * progress
    table = pd.DataFrame(
        {
            "step": 1,
            "objective": START + (MINIMUM - START) * progress,
            "iteration": iteration,
            "inertial": inertial,
            "constraint": START + (MINIMUM - START) * progress - inertial,
            "relative_error": 1 - progress,
            "gradient_norm": np.nan,
        }
    ).assign(**changes)
    seconds = {"qn": 1e-3, "newton": 5e-2}.get(solver, 5e-4)
    timings = pd.DataFrame(
        {
            "iteration": iteration,
            "step": 1,
            "iteration_seconds": seconds,
            "elapsed_seconds": seconds * iteration,
        }
    )
    table, timings = (
        pd.concat([rows.assign(step=step) for step in range(1, steps + 1)]) for rows in (table, timings)
    )
    timings["elapsed_seconds"] += (timings["step"] - 1) * seconds * iterations
    manifest = synthetic_manifest(
        solver,
        run_id="synthetic",
        status=status or ("converged" if iterations < 1000 else "max_iterations"),
        reference_minimum=[MINIMUM] * steps,
        precision=precision,
        scene={
            "body": {"beam": {"size": [3.2, 0.6, 0.6], "cells": list(cells)}},
            "step": {"time_step": time_step, "steps": steps},
            "material": {"model": "strain", "stiffness": stiffness},
            "solvers": {solver: settings or ({"weight_factor": 0.3} if solver == "admm" else {})},
        },
    )
    folder.mkdir(parents=True)
    table.to_csv(folder / "iterations.csv", index=False)
    timings.to_csv(folder / "timings.csv", index=False)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "environment.json").write_text(json.dumps({"setup_seconds": 0.25}))
    return table


@pytest.fixture(scope="session")
def solvers(simbench: Path) -> list[str]:
    """The solvers of `--solver every` for a deformable body whose integrator minimises."""
    return solvers_of("deformable")


@pytest.fixture(scope="session")
def rigid_solvers(simbench: Path) -> list[str]:
    return solvers_of("rigid")


def solvers_of(kind: str) -> list[str]:
    """The solvers of this kind; "formula" evaluates integrators that do not minimise."""
    return [e["name"] for e in listed("solvers") if e["kind"] == kind and e["name"] != "formula"]


@pytest.fixture
def refused(run_simbench, workplace):
    """Runs a command that must fail without writing or printing anything. Returns the error message."""

    def run(*arguments, exit_code=2, **options) -> str:
        before = sorted(workplace.rglob("*"))
        finished = run_simbench(*arguments, exit_code=exit_code, **options)
        assert sorted(workplace.rglob("*")) == before
        assert not finished.stdout
        assert "terminate" not in finished.stderr
        return finished.stderr

    return run


@pytest.fixture(scope="module")
def browser():
    """Chromium. The files of tests that need it have the marks IN_A_BROWSER of report_browser.py."""
    from report_browser import launched, playwright

    with playwright.sync_playwright() as started, launched(started.chromium) as browser:
        yield browser


@pytest.fixture(scope="session")
def opengl():
    """Skips the test if there is no OpenGL. A child process tries it, because a failure ends the process."""
    attempt = "from simbench import rendering; rendering.render([])"
    tried = subprocess.run(
        [sys.executable, "-c", attempt], capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    if tried.returncode != 0:
        pytest.skip("no off-screen OpenGL (Debian: scripts/packages_figures.txt)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Of two small reports, which several files open in a browser."""
    from report_pages import write_small_reports

    return write_small_reports(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def plain(folder) -> Path:
    return folder / "plain.html"


@pytest.fixture(scope="module")
def sweep(folder) -> Path:
    return folder / "sweep.html"
