"""Sweeps from Python: the program does the runs of a plan, and this module waits for it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from simbench.core import PROGRAM_FILE
from simbench.errors import PREFIX, SimbenchError
from simbench.json_text import json_text

if TYPE_CHECKING:  # this import takes a second
    import pandas as pd

NUMERICAL_FAILURE = 5  # exit code of the program: some runs ended in a failure, and the summary has them


def sweep(
    plan: str | Path | Mapping,
    output: str | Path,
    *,
    settings: Mapping | None = None,
    filters: Iterable[str] = (),
    jobs: int = 1,
    replace_plan: bool = False,
    note: Callable[[str], object] | None = None,
) -> "pd.DataFrame":
    """Does the missing runs of a plan and returns the sweep's summary, a row for each run.

    The plan is a file, the name of one of simbench's plans, or a dict with the members of such a file.
    `settings`, `filters`, `jobs` and `replace_plan` are --set, --filter, --jobs and --replace-plan of
    `simbench sweep`. `note` gets a line every few seconds, which says how far the sweep is. Ctrl-C keeps the
    runs that are complete, and raises a KeyboardInterrupt that says how to go on: the same call does the
    others. SimbenchError if simbench refuses something.
    """
    from simbench.results import load_summary

    with tempfile.TemporaryDirectory(prefix="simbench-") as folder:
        if isinstance(plan, Mapping):
            file = Path(folder) / "plan.json"
            file.write_text(json_text(plan, "plan"), encoding="utf-8")
            plan = file
        words = ["sweep", os.fspath(plan), "--output", os.fspath(output), "--jobs", str(jobs)]
        words += [] if note else ["--quiet"]
        for path, value in json.loads(json_text(settings or {}, "settings")).items():
            words += ["--set", f"{path}={json.dumps(value)}"]
        for text in filters:
            words += ["--filter", text]
        _call_program([*words, *(["--replace-plan"] if replace_plan else [])], note)
    return load_summary(output)


def _call_program(words: list[str], note: Callable[[str], object] | None) -> None:
    # In a session of its own it gets Ctrl-C from here only, so once: the second one would kill it.
    with subprocess.Popen(
        [PROGRAM_FILE, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
        start_new_session=True,
    ) as program:
        said: list[str] = []  # the reason if the program fails: its last line where all others are noted
        try:
            for line in program.stderr or ():
                if note and said:
                    note(said.pop())
                said.append(line)
            program.wait()
        except KeyboardInterrupt as stopped:
            program.send_signal(signal.SIGINT)
            program.wait()
            raise KeyboardInterrupt("the same call of simbench.sweep() does the missing runs") from stopped
    if program.returncode not in (0, NUMERICAL_FAILURE):
        message = "".join(said).strip().removeprefix(PREFIX)
        message = message or f"simbench ended with {program.returncode}"
        raise SimbenchError(message, program.returncode)
    for line in said:  # also warnings of a quiet sweep
        (note or sys.stderr.write)(line)
