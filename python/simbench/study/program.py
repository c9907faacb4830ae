"""Calls the program simbench."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from simbench.counted import counted
from simbench.errors import PREFIX, ResultsError
from simbench.repository import PROGRAM

OTHER_PLAN = "its summary is that of another plan"
DONE = re.compile(r"^(\d+) runs?, (\d+) done, (\d+) declined", re.MULTILINE)


class ProgramError(ResultsError):
    """The program has failed, and has printed the reason itself."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def find_program(given: str | None) -> Path:
    """The program: --simbench, $SIMBENCH, the one on the PATH, or the package's own.

    Never one of the current folder, which may be somebody else's.
    """
    wanted = given or os.environ.get("SIMBENCH")
    if wanted:
        if found := shutil.which(wanted):
            return Path(found).resolve()
        raise ResultsError(f"{wanted}: there is no such program; --simbench names the program simbench")
    for candidate in (shutil.which("simbench"), PROGRAM):
        if candidate and os.access(candidate, os.X_OK):
            return Path(candidate).resolve()
    raise ResultsError(
        f"there is no program simbench on the PATH, and {PROGRAM} is missing; build it (scripts/run.sh), or "
        "name it by --simbench"
    )


def call(program: Path, words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Runs the program. On Ctrl-C it waits until the program has stopped; complete runs stay."""
    process = subprocess.Popen([program, *words], env={**os.environ, **environment})
    try:
        status = process.wait()
    except KeyboardInterrupt:
        process.wait()
        raise
    if status in (130, -2):
        raise KeyboardInterrupt
    if status != 0:
        raise ProgramError(f"simbench {' '.join(words[:2])} ended with exit code {status}", max(status, 1))


def output_of(program: Path, words: Sequence[str], environment: Mapping[str, str]) -> str:
    """What the program prints. ProgramError has what it prints as an error."""
    finished = subprocess.run(
        [program, *words], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if finished.returncode != 0:
        reason = finished.stderr.strip().removeprefix(PREFIX) or f"exit code {finished.returncode}"
        raise ProgramError(reason, max(finished.returncode, 1))
    return finished.stdout


def missing_runs(program: Path, words: Sequence[str], environment: Mapping[str, str]) -> str:
    """How many runs of a sweep are missing (`simbench sweep … --dry-run`), in words; empty if none is."""
    try:
        printed = output_of(program, [*words, "--dry-run"], environment)
    except ProgramError as error:
        return str(error)
    counts = DONE.search(printed)
    if counts is None:
        raise ResultsError(
            f"{program}: --dry-run does not say how many runs are done; is it this release's simbench?"
        )
    runs, done, declined = map(int, counts.groups())
    missing = runs - done - declined
    if missing:
        return f"{missing} of {counted(runs, 'run is', 'runs are')} missing"
    return OTHER_PLAN if f": {OTHER_PLAN}" in printed else ""
