"""The one rule for files that this package writes: they are complete or absent, and replace only our own.

A file of somebody else at the place of an output is an error. complete_file() and make_folder() do not look
at what is there: they are for files of a folder that is ours.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simbench.errors import OutputError, ResultsError

BEFORE = ".before-"  # begins the name of a copy of older files
FOREIGN = (
    "exists and was not written by this command, or was changed since, so it is not replaced; "
    "choose another name"
)


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` to write to; it is renamed to `path`, or removed after an error.

    OutputError if it cannot be written. A device or FIFO at `path` is written to directly.
    """
    if is_stream(path):
        with _output_errors(path, path):
            yield path
        return
    partial = _partial(path)
    with _output_errors(path, partial):
        partial.touch(exist_ok=False)
        try:
            yield partial
            partial.replace(path)
        finally:
            with suppress(OSError):
                partial.unlink()


def is_stream(path: Path) -> bool:
    """Whether the path is a device or a FIFO, which has no contents to lose."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def new_file(path: Path, is_ours: Callable[[Path], bool], replace: bool = True) -> Iterator[Path]:
    """Like complete_file, but an existing file is an error, unless it is ours and may be replaced."""
    check_output(path, is_ours, replace)
    # Writes to the target of a link and keeps the link. That of /dev/stdout may be a pipe, which has no path.
    with complete_file(path if is_stream(path) else path.resolve()) as partial:
        yield partial


def check_output(path: Path, is_ours: Callable[[Path], bool], replace: bool = True) -> None:
    """ResultsError if new_file() refuses the path."""
    if not path.exists():
        return
    if not is_ours(path):
        raise ResultsError(f"{path} {FOREIGN}")
    if not replace:
        raise ResultsError(f"{path} exists already; --replace replaces it")


@contextmanager
def new_folder(place: Path, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """A hidden folder beside `place` to fill; it takes that place at the end, or is removed after an error.

    A folder that is there must be empty, or ours with everything in it.
    """
    place = place.resolve()
    if place.exists() and not (place.is_dir() and (not any(place.iterdir()) or is_ours(place))):
        raise ResultsError(f"{place} {FOREIGN}")
    make_folder(place.parent)
    partial = _partial(place)
    with _output_errors(place, partial):
        partial.mkdir()
        try:
            yield partial
            _take_place(partial, place)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def _take_place(partial: Path, place: Path) -> None:
    if place.exists():
        before = place.replace(partial.with_name(f"{partial.name}.before"))
        partial.replace(place)
        shutil.rmtree(before, ignore_errors=True)
    else:
        partial.replace(place)


@contextmanager
def whole_or_as_before(folder: Path, is_ours: Callable[[Path], bool]) -> Iterator[None]:
    """If the block fails, the folder's files are as they were before, and new ones that are ours are removed.

    Ctrl-C keeps what is complete. The copy of the files is made first, so a full disk changes nothing.
    """
    # Inside, because others list the folders beside. A container gives the number of a process again.
    before = folder / f"{BEFORE}{time.time_ns()}"
    with _output_errors(folder, before):
        if folder.is_dir():
            shutil.copytree(folder, before, symlinks=True, ignore=shutil.ignore_patterns(".*"))
        try:
            yield
        except Exception:
            _put_back(before, folder, is_ours)
            raise
        finally:
            shutil.rmtree(before, ignore_errors=True)


def killed_writers(folder: Path) -> list[str]:
    """A line for each copy of older files that whole_or_as_before() has made and not removed."""
    return [
        f"{copy.name}: a call was killed while it wrote these results, or still writes them, so they may be "
        "of two calls; the older ones are in this folder. Call the study again, and delete the folder"
        for copy in sorted(folder.glob(f"{BEFORE}*"))
    ]


def _put_back(before: Path, folder: Path, is_ours: Callable[[Path], bool]) -> None:
    known = {path.relative_to(before) for path in before.rglob("*") if not path.is_dir()}
    now = {path.relative_to(folder) for path in folder.rglob("[!.]*") if before not in path.parents}
    # Some files are ours because of others, so all are asked first.
    for path in [folder / name for name in now - known if is_ours(folder / name)]:
        if path.is_file():
            path.unlink()
    for name in known:
        (before / name).replace(folder / name)


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


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.partial-{os.getpid()}")


@contextmanager
def _output_errors(path: Path, partial: Path) -> Iterator[None]:
    """Turns errors about the partial file or folder into an OutputError about the path."""
    try:
        yield
    except OSError as error:
        if error.filename is None or str(error.filename).startswith(str(partial)):
            raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
        raise  # the error is about a file that is read in this block
