"""`simbench cluster` on a stand-in for Slurm: what it asks, what it writes, what it refuses."""

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import REPOSITORY

from simbench.cluster import require_locks
from simbench.errors import SimbenchError

SCONTROL = """#!/bin/sh
echo "Configuration data as of now"
echo "AccountingStorageType   = {accounts}"
echo "ClusterName             = toy"
echo "SLURM_VERSION           = 22.05"
"""
SBATCH = """#!/bin/sh
echo "$*" >> asked
case "$*" in *--mem=9999999*) echo "sbatch: error: Memory can not be satisfied" >&2; exit 1;; esac
echo "sbatch: Job 7 to start at 2026-01-01T00:00:00 using 1 processors on nodes a" >&2
"""


@pytest.fixture
def cluster(simbench: Path, workplace: Path) -> Callable[..., subprocess.CompletedProcess]:
    """Types simbench cluster where stand-ins of Slurm's programs are on the PATH, or none."""

    def type_it(*words: str, accounts: str | None) -> subprocess.CompletedProcess:
        programs = workplace / "bin"
        programs.mkdir(exist_ok=True)
        stand_ins = {"scontrol": SCONTROL.format(accounts=accounts), "sbatch": SBATCH, "sacct": "#!/bin/sh\n"}
        for name, text in stand_ins.items() if accounts is not None else ():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        return subprocess.run(
            [sys.executable, "-m", "simbench.cluster", *words],
            cwd=workplace,
            env={**os.environ, "PATH": str(programs), "SIMBENCH": str(simbench)},
            capture_output=True,
            text=True,
            check=False,
        )

    return type_it


@pytest.mark.parametrize(
    ("accounts", "status"), [("accounting_storage/none", "squeue"), ("accounting_storage/slurmdbd", "sacct")]
)
def test_the_profile_asks_for_states_where_slurm_has_them(cluster, workplace, accounts, status):
    done = cluster(
        "smoke", "--output", "runs/smoke", "--runs", "4", "--partition", "short", accounts=accounts
    )
    assert done.returncode == 0, done.stderr
    lines = (workplace / "runs/smoke.slurm/config.yaml").read_text().splitlines()
    (asks,) = (line for line in lines if line.startswith("slurm-status-command: "))
    assert asks.split()[1] == status
    assert not any(line.startswith("jobs:") for line in lines)  # they are given on the command line
    assert {"  - plan=smoke", "  - runs=4", f"  - output={workplace}/runs/smoke"} <= set(lines)
    assert f"snakefile: {REPOSITORY}/scripts/workflow/Snakefile" in lines
    assert "  - slurm_partition=short" in lines
    assert "15 runs are 4 jobs" in done.stdout and "--jobs" in done.stdout
    assert ("wait for ever" in done.stdout) == (status == "squeue")
    assert "--test-only" in (workplace / "asked").read_text()
    assert "--partition=short" in (workplace / "asked").read_text()
    assert not (workplace / "runs/smoke").exists()


def test_what_slurm_refuses_is_said_before_anything_is_written(cluster, workplace):
    refused = cluster("smoke", "--output", "runs/smoke", "--memory", "9999999", accounts="x")
    assert refused.returncode == 2
    assert "can not be satisfied" in refused.stderr and "--memory" in refused.stderr
    for words, part in (
        (("smoke", "--output", "runs/smoke", "--runs", "0"), "at least 1"),
        (("no_plan", "--output", "runs/smoke"), "no_plan"),
    ):
        finished = cluster(*words, accounts="x")
        assert finished.returncode == 2 and part in finished.stderr
    assert not (workplace / "runs/smoke.slurm").exists()


def test_a_profile_of_somebody_else_is_kept(cluster, workplace):
    file = workplace / "runs/smoke.slurm/config.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("executor: slurm\n")
    assert cluster("smoke", "--output", "runs/smoke", accounts="x").returncode == 2
    assert file.read_text() == "executor: slurm\n"
    file.unlink()
    for _ in range(2):
        assert cluster("smoke", "--output", "runs/smoke", accounts="x").returncode == 0


def test_a_machine_without_slurm_is_named(cluster):
    finished = cluster("smoke", "--output", "runs/smoke", accounts=None)
    assert finished.returncode == 2
    assert "scontrol" in finished.stderr and "login node" in finished.stderr


def test_a_file_system_without_locks_is_said(workplace, monkeypatch):
    def refuse(*given):
        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(SimbenchError, match=r"does not lock files .*choose a folder"):
        require_locks(workplace / "not_there_yet" / "sweep")
    assert not list(workplace.glob(".simbench-*"))
