"""Errors that the user of a command can fix. They end it with a sentence and an exit code, no traceback."""

import errno
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

PREFIX = "simbench: "  # of all that simbench says on the standard error, as the program itself has it
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)  # the disk or a limit is to blame


class SimbenchError(Exception):
    """simbench refuses something; the message says what, where and what to do."""

    exit_code = 2  # of a command that this error ends

    def __init__(self, message: str = "", exit_code: int | None = None) -> None:
        super().__init__(message)
        if exit_code is not None:
            self.exit_code = exit_code


class ResultsError(SimbenchError):
    """A folder does not hold what it should; the message is for the user."""


class NotRunError(ResultsError):
    """The results lack something that a claim or a table needs; the message says what."""


class OutputError(ResultsError):
    """A file, or the standard output, cannot be written; the message names it."""

    exit_code = 4


def tell(sentence: str) -> None:
    """Prints an error on the standard error; a note begins with "note: "."""
    print(PREFIX + sentence, file=sys.stderr)


@contextmanager
def optional_packages() -> Iterator[None]:
    """Wraps imports of optional packages. If one is missing, the error names the command that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        tell(
            f"this command needs the Python package {error.name}, which is not installed; "
            + how_to_install(error.name)
        )
        sys.exit(2)


def how_to_install(package: str) -> str:
    """What to type so that the Python that runs this finds the package."""
    if find_spec("pip") is None:  # Debian's package of simbench leaves it out
        return f"{sys.prefix} has no pip; install simbench's wheel and {package} in an environment of yours"
    return f"type {shlex.join([sys.executable, '-m', 'pip', 'install', package])}"
