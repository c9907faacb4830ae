"""Writes files so that a file is complete or absent."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simbench.errors import OutputError, ResultsError


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` to write to; it is renamed to `path`, or removed after an error.

    OutputError if it cannot be written. A device or FIFO at `path` is written to directly.
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
        raise  # the error is about a file that is read in this block
    finally:
        if not is_stream:
            with suppress(OSError):
                partial.unlink()


@contextmanager
def new_file(path: Path, replace: bool, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Like complete_file, but an existing file is an error, unless it is ours and may be replaced."""
    if path.exists():
        if not path.is_file() or not is_ours(path):
            raise ResultsError(f"{path} exists and was not written by this command; it is not replaced")
        if not replace:
            raise ResultsError(f"{path} exists already; --replace replaces it")
    with complete_file(path.resolve()) as partial:  # writes to the target of a link and keeps the link
        yield partial


def make_folder(path: Path) -> None:
    """Makes the folder and those above it if they are missing; OutputError if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder {path} cannot be made: {error.strerror}") from error


def beside(folder: Path, ending: str) -> Path:
    """A path beside the folder, with its name and this ending. A run's folder holds only the run's files."""
    named = folder if folder.name.strip(".") else folder.resolve()
    return named.with_name(named.name + ending)
