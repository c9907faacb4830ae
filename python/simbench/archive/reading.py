"""Lets commands that read a folder of results read an archive, too."""

import tempfile
from functools import cache
from pathlib import Path

from simbench.archive.layout import PACKED, RESULTS, SUMS
from simbench.errors import ResultsError
from simbench.run_files import TEMPORARY

_archives: dict[Path, Path] = {}  # the archives, as they were given, by the folders with their results


def results_folder(path: Path | str) -> Path:
    """The folder of results that a path names: itself, or what is in an archive, packed or unpacked.

    DamagedArchiveError if the archive is not whole, ResultsError if there is no such folder or archive.
    """
    folder = opened_archive(Path(path))
    if not folder.is_dir():
        raise ResultsError(f"there is no folder {path}, and no archive of that name that ends in {PACKED}")
    return folder


def opened_archive(path: Path) -> Path:
    """The folder that was packed, if the path names an archive; otherwise the path.

    A packed archive is checked and unpacked into a temporary folder, which lasts as long as this process.
    """
    if _is_packed(path):
        state = path.stat()
        _, folder = _unpacked(path.resolve(), (state.st_ino, state.st_size, state.st_mtime_ns))
        _archives[folder] = path
        return folder
    return path / RESULTS if names_archive(path) and (path / RESULTS).is_dir() else path


def names_archive(path: Path) -> bool:
    """Whether the path has the name of a packed archive, or the hashes of one that was unpacked."""
    return _is_packed(path) or (path / SUMS).is_file()


def _is_packed(path: Path) -> bool:
    return path.is_file() and path.name.endswith(PACKED)


def as_given(place: Path) -> Path:
    """How words name a folder: one of a packed archive as ARCHIVE/its place, any other as it is."""
    for folder, archive in _archives.items():
        if place.is_relative_to(folder):
            return archive / place.relative_to(folder)
    return place


def bare_name(path: Path) -> Path:
    """The path without the ending of an archive: what is written about grid.tar.zst is called grid."""
    return path.with_name(path.name.removesuffix(PACKED))


def name_of_results(folder: Path) -> str:
    """The name of a folder of results; in an unpacked archive, the archive's."""
    place = folder.resolve()
    return place.parent.name if place.name == RESULTS and names_archive(place.parent) else place.name


@cache
def _unpacked(archive: Path, _state: tuple[int, int, int]) -> tuple[tempfile.TemporaryDirectory, Path]:
    """A temporary folder, and in it the results. The cache keeps it as long as this process lasts."""
    from simbench.archive.package import unpack  # needs a package that is optional

    stage = tempfile.TemporaryDirectory(prefix=TEMPORARY)
    root = unpack(archive, Path(stage.name) / ".unpacked")
    # Pages and figures call the results by the name of what was packed.
    return stage, (root / RESULTS).rename(Path(stage.name) / root.name)
