"""Finds the folders of runs: of a folder of runs, of a sweep, and of an archive that holds one of these."""

import stat
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from simbench.errors import ResultsError, tell
from simbench.run_files import MANIFEST, RUN_FILES, TEMPORARY

PACKED = ".tar.zst"  # the ending of an archive of simbench archive
ARCHIVED = "results"  # the folder of an archive that holds what was packed
SUMS = "SHA256SUMS"  # the file at its top with the hashes of all others, in the format of sha256sum --check


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
    inner = path / ARCHIVED
    return inner if (path / SUMS).is_file() and inner.is_dir() else path


def bare_name(path: Path) -> Path:
    """The path without the ending of an archive: what is written about grid.tar.zst is called grid."""
    return path.with_name(path.name.removesuffix(PACKED))


def run_folder(sweep: Path | str, run_id: str) -> Path:
    """The folder of a run of a sweep. Sweeps of the first builds have all runs in one folder."""
    runs = Path(sweep) / "runs"
    in_one_folder = runs / run_id
    return in_one_folder if in_one_folder.is_dir() else runs / run_id[:2] / run_id


def runs_in(folder: Path) -> list[Path]:
    """The folders in a folder of runs that have files of a run, by name. None of them is hidden."""
    return [place for place in sorted(folder.glob("[!.]*")) if holds_a_run(place)]


def runs_of_sweep(sweep: Path) -> list[Path]:
    """The same of all runs of a sweep, without its summary."""
    runs = sweep / "runs"
    return runs_in(runs) + [place for group in sorted(runs.glob("[!.]*")) for place in runs_in(group)]


def holds_a_run(folder: Path) -> bool:
    """Whether the folder has a file of a run; true if the folder cannot be read."""
    try:
        return any(file.name in RUN_FILES for file in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def with_manifest(folders: Iterable[Path]) -> list[Path]:
    """The folders with a manifest. Notes name the others."""
    found = []
    for folder in folders:
        if reason := no_manifest(folder):
            tell(f"note: the run in {folder} is left out: {reason}")
        else:
            found.append(folder)
    return found


def no_manifest(folder: Path) -> str:
    """Why the manifest of a folder cannot be read; empty if it can."""
    try:
        is_file = stat.S_ISREG((folder / MANIFEST).stat().st_mode)
    except FileNotFoundError:
        return f"it has no {MANIFEST}" if folder.is_dir() else "there is no such folder"
    except OSError as error:
        return f"its {MANIFEST} cannot be read: {error.strerror}"
    return "" if is_file else f"its {MANIFEST} is not a regular file"


@cache
def _unpacked(archive: Path) -> Path:
    from simbench.archive.package import unpack  # needs a package that is optional

    stage = tempfile.TemporaryDirectory(prefix=TEMPORARY)
    _stages.append(stage)
    root = unpack(archive, Path(stage.name) / ".unpacked")
    # Pages and figures call the results by the name of what was packed.
    return (root / ARCHIVED).rename(Path(stage.name) / root.name)


_stages: list[tempfile.TemporaryDirectory] = []  # their folders are removed with them
