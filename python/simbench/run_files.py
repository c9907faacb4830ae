"""Files of runs as they are read: regular ones only, and compared with the hashes in their run's manifest.

And folders of runs: which are some, and which of them lack a manifest.
"""

import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from simbench.errors import ResultsError

MANIFEST = "manifest.json"
RUN_FILES = ("iterations.csv", "timings.csv", MANIFEST, "environment.json")
# The end of a manifest as simbench writes it: the hash of the text without this member.
OWN_HASH = re.compile(rb',\n  "manifest_sha256": "([0-9a-f]{64})"(?=\n\}\n\Z)')

_hashes: dict[Path, dict[str, str]] = {}  # of a run's files by their names, by the run's folder
_changed: dict[Path, list[str]] = {}  # names of files that are not what the manifest says, by folder


def opened(path: Path) -> BinaryIO:
    """A file to be read. ResultsError if it is not a regular one: a FIFO makes readers wait for ever."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ResultsError(f"{path} is no regular file")
    return os.fdopen(descriptor, "rb")


def read_file(path: Path) -> bytes:
    with opened(path) as file:
        return file.read()


def read_run_file(path: Path) -> bytes:
    """The same; a note tells if the manifest beside the file has another hash."""
    content = read_file(path)
    if path.parent not in _hashes:
        with suppress(OSError, ValueError, AttributeError, RecursionError, ResultsError):  # there is none
            manifest = path.with_name(MANIFEST)
            text = read_file(manifest)
            check_manifest(manifest, text, json.loads(text))
    wanted = _hashes.get(path.parent, {}).get(path.name)
    if wanted is not None and hashlib.sha256(content).hexdigest() != wanted:
        _note(path)
    return content


def check_manifest(path: Path, text: bytes, manifest: dict) -> None:
    """A note tells if the text is not what simbench wrote; one without any hash says nothing of that."""
    hashes = manifest.get("files_sha256")
    _hashes[path.parent] = hashes if isinstance(hashes, dict) else {}
    _changed.pop(path.parent, None)
    if not is_intact(text) and {"files_sha256", "manifest_sha256"} & manifest.keys():
        _note(path)


def is_intact(manifest: bytes) -> bool:
    """Whether a manifest's text has its own hash."""
    own = OWN_HASH.search(manifest)
    return own is not None and hashlib.sha256(OWN_HASH.sub(b"", manifest)).hexdigest() == own[1].decode()


def forget() -> None:
    """Forgets which files were read, as where another command begins in the same process."""
    _hashes.clear()
    _changed.clear()


def changed_files(folder: Path | None = None) -> list[str]:
    """Names of a run's files, or of those of all runs, that were read and are not what the manifest says."""
    if folder is not None:
        return _changed.get(folder, [])
    return [name for names in _changed.values() for name in names]


def holds_a_run(folder: Path) -> bool:
    """Whether it has a file of a run; also if it cannot be looked into."""
    try:
        return any(file.name in RUN_FILES for file in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def with_manifest(folders: Iterable[Path]) -> list[Path]:
    """Those with a manifest; a note names the others."""
    found = []
    for folder in folders:
        if reason := no_manifest(folder):
            print(f"note: the run in {folder} is left out: {reason}", file=sys.stderr)
        else:
            found.append(folder)
    return found


def no_manifest(folder: Path) -> str:
    """Why a folder has no manifest that can be read; empty if it has one."""
    try:
        is_file = stat.S_ISREG((folder / MANIFEST).stat().st_mode)
    except FileNotFoundError:
        return f"it has no {MANIFEST}" if folder.is_dir() else "there is no such folder"
    except OSError as error:
        return f"its {MANIFEST} cannot be read: {error.strerror}"
    return "" if is_file else f"its {MANIFEST} is no regular file"


def _note(path: Path) -> None:
    names = _changed.setdefault(path.parent, [])
    if path.name not in names:
        names.append(path.name)
        print(f"note: {path} was changed after its run: the manifest has another hash", file=sys.stderr)
