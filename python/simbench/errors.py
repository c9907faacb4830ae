"""Errors that the user of a command can mend: a sentence and an exit code, no traceback."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ResultsError(Exception):
    """A folder does not hold what it should; the message is for the user."""


class NotRunError(ResultsError):
    """The results lack something that a claim or a table needs; the message says what."""


def end_commands_on_interrupt() -> None:
    """Ctrl-C ends this package's commands, even in their imports, with a line and exit code 130."""
    if not Path((sys.argv or [""])[0]).name.startswith("simbench-"):
        return  # a program of its own that imports the package

    def tell(kind, error, traceback) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, traceback)
            return
        print("interrupted", file=sys.stderr)
        sys.exit(130)

    sys.excepthook = tell


@contextmanager
def errors_for_the_user() -> Iterator[None]:
    """Ends the program with exit code 2 and the message of an error that its user can mend, no traceback."""
    try:
        yield
    except (ResultsError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)


@contextmanager
def optional_packages(requirements: str) -> Iterator[None]:
    """For imports of what a list in scripts/ has: ends with the command that installs it."""
    with errors_for_the_user():
        try:
            yield
        except ModuleNotFoundError as error:
            raise ResultsError(
                f"this command needs the Python package {error.name}, which is not installed; type "
                f"'.venv/bin/python -m pip install --requirement scripts/{requirements}' in the repository"
            ) from error
