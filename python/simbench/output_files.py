"""Writes files so that a name has the whole of its contents or is not there."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simbench.errors import OutputError, ResultsError


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; what is there at the end takes the name, after an error it goes.

    OutputError if it cannot be written. A device or FIFO that has the name is written to as it is.
    """
    is_stream = path.exists() and not path.is_file() and not path.is_dir()
    partial = path if is_stream else path.with_name(f".{path.name}.partial-{os.getpid()}")
    try:
        yield partial
        if not is_stream:
            partial.replace(path)
    except OSError as error:
        if error.filename is None or str(error.filename) == str(partial):
            raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
        raise  # of a file that is read meanwhile
    finally:
        if not is_stream:
            with suppress(OSError):
                partial.unlink()


@contextmanager
def new_file(path: Path, replace: bool, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """The same, but a file that is there is an error unless it is ours and to be replaced."""
    if path.exists():
        if not path.is_file() or not is_ours(path):
            raise ResultsError(f"{path} is there and is not replaced: it is no file that this command wrote")
        if not replace:
            raise ResultsError(f"{path} is there already; --replace replaces it")
    with complete_file(path.resolve()) as partial:  # else a link would be replaced, and not what it leads to
        yield partial


def make_folder(path: Path) -> None:
    """The folder with those above it, where they are missing; OutputError if that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder {path} cannot be made: {error.strerror}") from error


def beside(folder: Path, ending: str) -> Path:
    """The folder's name with another ending, beside it: a run's folder may have no file but the run's."""
    named = folder if folder.name.strip(".") else folder.resolve()
    return named.with_name(named.name + ending)
