"""Finds the folders of runs, in a folder of runs and in a sweep."""

import stat
from collections.abc import Iterable
from pathlib import Path

from simbench.archive.reading import as_given
from simbench.errors import tell
from simbench.run_files import MANIFEST, RUN_FILES


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
            tell(f"note: the run in {as_given(folder)} is left out: {reason}")
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
