"""Writes files so that a name has the whole of its contents or is not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; what is there at the end takes the name, after an error it goes."""
    partial = path.with_name(f".{path.name}.partial-{os.getpid()}")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
