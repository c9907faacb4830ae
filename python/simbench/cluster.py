"""Writes the profile of a plan's workflow for this cluster: what Slurm has, and how to start.

It asks Slurm whether it keeps accounts, because a workflow that asks for accounts where there are none waits
for ever after its last job. It tests whether the file system of the output folder locks files, and asks Slurm
whether it would take a job of the workflow, without submitting one. docs/cluster.md explains the workflow.
"""

import fcntl
import os
import shlex
import shutil
import subprocess
import tempfile
from argparse import Namespace
from pathlib import Path

from simbench.commands import CommandParser, command
from simbench.core import PROGRAM_FILE
from simbench.counted import counted
from simbench.errors import SimbenchError
from simbench.input_files import begins_with
from simbench.output_files import new_file
from simbench.repository import REPOSITORY

WORKFLOW = REPOSITORY / "scripts/workflow/Snakefile"
MARK = b"# written by simbench cluster"
NO_ACCOUNTS = ("accounting_storage/none", "(null)", "")
LONGEST = 60  # seconds that a question to Slurm may take


def asked(*words: str) -> subprocess.CompletedProcess:
    """The answer of one of Slurm's programs."""
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=LONGEST, check=False)
    except FileNotFoundError as error:
        raise SimbenchError(
            f"there is no program {words[0]} here: type this command on the login node of a cluster with "
            "Slurm; simbench sweep needs no cluster"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise SimbenchError(f"{words[0]} has not answered for {LONGEST} s; Slurm may be down") from error


def settings_of_slurm() -> dict[str, str]:
    """Slurm's configuration, by the names that `scontrol show config` prints."""
    answer = asked("scontrol", "show", "config")
    if answer.returncode != 0:
        raise SimbenchError(f"Slurm does not answer: {(answer.stderr or answer.stdout).strip()}")
    pairs = (line.partition("=") for line in answer.stdout.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def keeps_accounts(settings: dict[str, str]) -> bool:
    """Whether `sacct` knows the states of jobs that have ended."""
    if settings.get("AccountingStorageType", "") in NO_ACCOUNTS or shutil.which("sacct") is None:
        return False
    return asked("sacct", "--noheader", "--allocations", "--starttime", "now").returncode == 0


def require_locks(folder: Path) -> None:
    """SimbenchError if the file system does not lock files: two jobs could then do the same run."""
    place = next(parent for parent in (folder, *folder.parents) if parent.is_dir())
    with tempfile.NamedTemporaryFile(dir=place, prefix=".simbench-") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SimbenchError(
                f"{place}: this file system does not lock files ({error.strerror}), so two jobs could write "
                "the same run; choose a folder on another one, or ask for locks (Lustre: mount it with flock)"
            ) from error


def profile(given: Namespace, plan: Path | str, accounts: bool) -> str:
    """The text of Snakemake's profile for one plan. `given` are the options of the command line."""
    config = {
        "plan": plan,
        "output": given.output.absolute(),
        "runs": given.runs,
        "mem_mb": given.memory,
        "runtime": given.minutes,
        "simbench": PROGRAM_FILE.absolute(),
    }
    places = {"slurm_partition": given.partition, "slurm_account": given.account}
    resources = [f"  - {name}={value}" for name, value in places.items() if value]
    lines = [
        f"{MARK.decode()}: snakemake --profile of this folder does the plan's missing runs",
        "executor: slurm",
        f"snakefile: {WORKFLOW}",
        "keep-going: true  # the others are done even if a job fails",
        "retries: 1  # with twice the memory and time",
        "latency-wait: 60  # seconds until a shared file system shows what a job wrote",
        f"slurm-status-command: {'sacct' if accounts else 'squeue  # this cluster keeps no accounts'}",
        *(["default-resources:", *resources] if resources else []),
        "config:",
        *(f"  - {name}={value}" for name, value in config.items()),
    ]
    return "".join(f"{line}\n" for line in lines)


@command
def main() -> None:
    parser = CommandParser(prog="simbench cluster", description=__doc__)
    parser.add_argument("plan", metavar="PLAN", help="plan file, or the name of one in scenes/sweeps")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="folder of the sweep")
    parser.add_argument("--runs", type=_count, default=100, metavar="K", help="runs of a job (default: 100)")
    parser.add_argument("--memory", type=_count, default=2000, metavar="MB", help="of a job (default: 2000)")
    parser.add_argument("--partition", metavar="NAME", help="partition of the jobs (default: Slurm's)")
    parser.add_argument("--account", metavar="NAME", help="account of the jobs (default: Slurm's)")
    parser.add_argument("--minutes", type=_count, default=60, metavar="T", help="of a job (default: 60)")
    given = parser.parse_args()
    if not WORKFLOW.is_file():
        raise SimbenchError(f"there is no {WORKFLOW}: the workflow is in a clone of simbench only")
    plan = Path(given.plan).absolute() if Path(given.plan).is_file() else given.plan
    output = given.output.absolute()
    listed = subprocess.run(
        [PROGRAM_FILE, "sweep", os.fspath(plan), "--output", os.fspath(output), "--list"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        raise SimbenchError("the plan cannot be used", listed.returncode)
    slurm = settings_of_slurm()
    accounts = keeps_accounts(slurm)
    require_locks(output)
    trial = _trial(given)
    folder = output.with_name(f"{output.name}.slurm")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "config.yaml"
    with new_file(file, lambda there: begins_with(there, MARK)) as partial:
        partial.write_text(profile(given, plan, accounts))
    count = len(listed.stdout.splitlines())
    print(
        f"Slurm {slurm.get('SLURM_VERSION', '')} of {slurm.get('ClusterName', 'this cluster')}".replace(
            "  ", " "
        )
    )
    print(
        "It keeps accounts: the workflow asks sacct for the states of jobs."
        if accounts
        else "It keeps no accounts: the workflow asks squeue for the states of jobs, because with sacct it "
        "would wait for ever."
    )
    jobs = counted(-(-count // given.runs), "job")
    print(f"{counted(count, 'run is', 'runs are')} {jobs} of up to {given.runs}.")
    print(trial)
    print(f"wrote {file}; to start, type in screen or tmux, with the number of jobs to submit at a time:")
    print(shlex.join(["snakemake", "--profile", os.fspath(folder), "--jobs", "100"]))


def _trial(given: Namespace) -> str:
    """What Slurm says of a job like those of the workflow; SimbenchError if it would refuse it."""
    wanted = [f"--mem={given.memory}", f"--time={given.minutes}", "--ntasks=1"]
    wanted += [f"--partition={given.partition}"] if given.partition else []
    wanted += [f"--account={given.account}"] if given.account else []
    answer = asked("sbatch", "--test-only", *wanted, "--wrap", "true")
    words = " ".join((answer.stderr or answer.stdout).split())
    if answer.returncode != 0:
        raise SimbenchError(
            f"Slurm refuses a job of {given.memory} MB and {given.minutes} minutes: {words}; change "
            "--memory, --minutes, --partition or --account"
        )
    return f"Slurm would take a job of {given.memory} MB and {given.minutes} minutes: {words}"


def _count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise SimbenchError(f"'{text}': expected a whole number of at least 1")
    return number


if __name__ == "__main__":
    main()
