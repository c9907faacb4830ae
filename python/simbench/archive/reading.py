"""Lets commands that read a folder of results read an archive, too."""

import tempfile
from functools import cache
from pathlib import Path

from simbench.archive.layout import PACKED, RESULTS, SUMS
from simbench.errors import ResultsError
from simbench.run_files import TEMPORARY

_stages: list[tempfile.TemporaryDirectory] = []  # their folders last as long as this process


def results_folder(path: Path | str) -> Path:
    """The folder of results that a path names: itself, or what is in an archive, packed or unpacked.

    A packed archive is checked and unpacked into a temporary folder, which lasts as long as this process.
    DamagedArchiveError if the archive is not whole, ResultsError if there is no such folder or archive.
    """
    path = Path(path)
    if path.is_file() and path.name.endswith(PACKED):
        return _unpacked(path.resolve())
    if not path.is_dir():
        raise ResultsError(f"there is no folder {path}, and no archive of that name that ends in {PACKED}")
    inner = path / RESULTS
    return inner if (path / SUMS).is_file() and inner.is_dir() else path


def bare_name(path: Path) -> Path:
    """The path without the ending of an archive: what is written about grid.tar.zst is called grid."""
    return path.with_name(path.name.removesuffix(PACKED))


@cache
def _unpacked(archive: Path) -> Path:
    from simbench.archive.package import unpack  # needs a package that is optional

    stage = tempfile.TemporaryDirectory(prefix=TEMPORARY)
    _stages.append(stage)
    root = unpack(archive, Path(stage.name) / ".unpacked")
    # Pages and figures call the results by the name of what was packed.
    return (root / RESULTS).rename(Path(stage.name) / root.name)
