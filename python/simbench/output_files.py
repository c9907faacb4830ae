"""Writes files so that a name has the whole of its contents or is not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simbench.errors import ResultsError


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; what is there at the end takes the name, after an error it goes."""
    partial = path.with_name(f".{path.name}.partial-{os.getpid()}")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path, replace: bool) -> Iterator[Path]:
    """The same, but a file that is there is an error unless it is to be replaced."""
    if path.exists() and not replace:
        raise ResultsError(f"{path} is there already; --replace replaces it")
    with complete_file(path) as partial:
        yield partial


def beside(folder: Path, ending: str) -> Path:
    """The folder's name with another ending, beside it: a run's folder may have no file but the run's."""
    named = folder if folder.name.strip(".") else folder.resolve()
    return named.with_name(named.name + ending)
