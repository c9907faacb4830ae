"""The Snakemake workflow gives the results of `simbench sweep`: locally, interrupted, and with Slurm."""

import getpass
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT, wait_until

from simbench.run_folders import run_folder

pytestmark = pytest.mark.slow

PLAN = "scenes/sweeps/smoke.json"
RUNS = 15
WORKFLOW = REPOSITORY / "scripts" / "workflow"
DIFFER = {"timings.csv", "environment.json", "summary_timings.csv"}  # times and machines
DAEMONS = ("munged", "slurmctld", "slurmd")


def tree(folder: Path) -> dict[str, bytes]:
    """All files and folders below a folder; for files of times only the names."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file():
            files[name] = b"" if path.name in DIFFER else path.read_bytes()
        elif not any(path.iterdir()):
            files[name + "/"] = b""
    return files


def complete_runs(folder: Path) -> set[str]:
    return {manifest.parent.name for manifest in folder.glob("runs/*/[!.]*/manifest.json")}


@pytest.fixture
def swept(run_simbench: Callable, workplace: Path) -> dict[str, bytes]:
    """The folder that `simbench sweep` makes from the plan."""
    run_simbench("sweep", PLAN, "--output swept --quiet")
    files = tree(workplace / "swept")
    assert sum(name.endswith("/manifest.json") for name in files) == RUNS
    return files


@pytest.fixture
def workflow(simbench: Path, cache_folder: Path, workplace: Path) -> Callable[..., subprocess.Popen]:
    """Starts Snakemake on the plan in its own process group, with its output in workflow.log."""
    if subprocess.run([sys.executable, "-m", "snakemake", "--version"], capture_output=True).returncode != 0:
        pytest.skip("Snakemake is not installed (scripts/requirements_cluster.txt)")

    def start(
        output: str, *arguments: object, program: Path = simbench, runs: int = 4, environment=None
    ) -> subprocess.Popen:
        config = [f"plan={PLAN}", f"output={output}", f"simbench={program}", f"runs={runs}"]
        command = [sys.executable, "-m", "snakemake", "--snakefile", WORKFLOW / "Snakefile"]
        with (workplace / "workflow.log").open("a") as log:
            return subprocess.Popen(
                [*command, *map(str, arguments), "--config", *config],
                cwd=workplace,
                env={**os.environ, "SIMBENCH_CACHE": str(cache_folder), **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    return start


def finish(process: subprocess.Popen, log: Path) -> None:
    try:
        code = process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert code == 0, f"exit code {code} (None: after {TIMEOUT} s)\n{log.read_text()}"


def test_local_workflow_equals_sweep(swept, workflow, workplace):
    finish(workflow("local", "--cores", 2), workplace / "workflow.log")
    assert tree(workplace / "local") == swept


def test_interrupted_workflow_does_only_what_is_missing(swept, workflow, workplace, simbench):
    # A script that records the runs it is asked for, and starts the real program; at first for six runs only.
    asked, go = workplace / "asked", workplace / "go"
    slow = workplace / "slow_simbench"
    slow.write_text(
        f'#!/bin/sh\ncase "$*" in *--only*) echo "$*" >>"{asked}"\n'
        f'while [ "$(wc -l <"{asked}")" -gt 6 ] && ! [ -e "{go}" ]; do sleep 0.1; done;; esac\n'
        f'exec "{simbench}" "$@"\n'
    )
    slow.chmod(0o755)
    output = workplace / "interrupted"

    first = workflow("interrupted", "--cores", 2, program=slow, runs=1)
    wait_until(lambda: len(complete_runs(output)) >= 4, first)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    done = complete_runs(output)
    assert 4 <= len(done) < RUNS
    shutil.rmtree(run_folder(output, lost := min(done)))  # its marker must be ignored

    asked.unlink()
    go.touch()
    finish(workflow("interrupted", "--unlock", program=slow), workplace / "workflow.log")
    finish(workflow("interrupted", "--cores", 2, program=slow), workplace / "workflow.log")
    files = [line.split("--only-file ")[1].split()[0] for line in asked.read_text().splitlines()]
    lines = [line for file in files for line in (workplace / file).read_text().splitlines()]
    repeated = {line.split()[0] for line in lines}
    assert len(repeated) == len(lines) == RUNS - len(done) + 1
    assert len(files) == -(-len(repeated) // 4)  # jobs of four runs
    assert repeated & done == {lost}
    assert tree(output) == swept


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def slurm_settings(folder: Path) -> str:
    node = socket.gethostname().split(".")[0]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    return f"""
ClusterName=simbench_test
SlurmctldHost={node}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName={node} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} RealMemory={memory} State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@contextmanager
def daemon(name: str, folder: Path, environment: dict[str, str], *arguments: str) -> Iterator[None]:
    """Runs a daemon with its output in a file of the folder, and stops it at the end."""
    program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    with (folder / f"{name}.log").open("w") as log:
        process = subprocess.Popen(
            [program, *arguments], env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(what: str, happens: Callable[[], bool], folder: Path) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not happens():
        if time.monotonic() > deadline:
            said = "\n".join(f"{log.name}: {log.read_text()[-300:]}" for log in sorted(folder.glob("*.log")))
            pytest.skip(f"Slurm does not start here: {what}\n{said}")
        time.sleep(0.2)


@pytest.fixture
def slurm() -> Iterator[dict[str, str]]:
    """Starts Slurm on this node in a temporary folder; yields its environment. Skips if it cannot start."""
    places = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    absent = [name for name in (*DAEMONS, "sbatch", "srun", "squeue") if not shutil.which(name, path=places)]
    if absent:
        pytest.skip(f"no Slurm here: {', '.join(absent)} not found (packages munge, slurmctld, slurmd)")

    with ExitStack() as stack:
        # Not pytest's folder: the path of a socket has room for 107 characters.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="slurm-")))
        stack.callback(kill_what_is_left, folder)
        for name in ("state", "spool", "bin"):
            (folder / name).mkdir()
        (folder / "munge.key").write_bytes(secrets.token_bytes(128))
        (folder / "munge.key").chmod(0o600)
        (folder / "slurm.conf").write_text(slurm_settings(folder))
        (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n")  # none is used
        # Snakemake's job step removes SLURM_CONF before it calls srun, so srun would look in /etc/slurm.
        srun = folder / "bin" / "srun"
        srun.write_text(f'#!/bin/sh\nSLURM_CONF="{folder}/slurm.conf" exec "{shutil.which("srun")}" "$@"\n')
        srun.chmod(0o755)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("SLURM_")},
            "SLURM_CONF": str(folder / "slurm.conf"),
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
        }

        def ask(*command: str) -> str:
            return subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
            ).stdout

        files = {name: f"{folder}/munge.{name}" for name in ("socket", "key", "pid", "seed", "log")}
        options = [
            f"--{option}={files[option.split('-')[0]]}"
            for option in ("socket", "key-file", "pid-file", "seed-file", "log-file")
        ]
        stack.enter_context(daemon("munged", folder, environment, "--foreground", "--force", *options))
        wait_for("munged has no socket", Path(files["socket"]).exists, folder)
        stack.enter_context(daemon("slurmctld", folder, environment, "-D", "-i"))
        wait_for("slurmctld is silent", lambda: "UP" in ask("scontrol", "ping"), folder)
        stack.enter_context(daemon("slurmd", folder, environment, "-D"))
        stack.callback(wait_for_jobs_to_end, ask)
        wait_for("the node is not idle", lambda: "idle" in ask("sinfo", "--noheader"), folder)
        yield environment


def kill_what_is_left(folder: Path) -> None:
    """Kills the processes of jobs, which have the temporary folder in their environment."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if os.fsencode(folder) in environment.read_bytes():
                os.kill(int(environment.parent.name), signal.SIGKILL)


def wait_for_jobs_to_end(ask: Callable[..., str]) -> None:
    ask("scancel", f"--user={getpass.getuser()}")
    deadline = time.monotonic() + TIMEOUT
    while ask("squeue", "--noheader").strip() and time.monotonic() < deadline:
        time.sleep(0.2)


def test_workflow_on_slurm_equals_sweep(swept, slurm, workflow, workplace, simbench):
    """With the profile that `simbench cluster` writes for this Slurm, which keeps no accounts."""
    command = [sys.executable, "-m", "simbench.cluster", PLAN, "--output", "on_slurm", "--runs", "4"]
    environment = {**slurm, "SIMBENCH": str(simbench)}
    done = subprocess.run(
        [*command, "--memory", "500"],
        cwd=workplace,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "keeps no accounts" in done.stdout and "15 runs are 4 jobs" in done.stdout
    process = workflow(
        "on_slurm",
        *("--profile", "on_slurm.slurm", "--jobs", 3, "--set-resources", "runs:mem_mb=500"),
        *("--slurm-init-seconds-before-status-checks", 2),
        environment=slurm,
    )
    finish(process, workplace / "workflow.log")
    assert tree(workplace / "on_slurm") == swept
    jobs = ["squeue", "--states=completed", "--noheader"]
    finished = subprocess.run(jobs, env=slurm, capture_output=True, text=True, check=True).stdout
    assert len(finished.splitlines()) == 4
