"""Reads files of runs and compares them with the hashes in their run's manifest."""

import hashlib
import re
from contextlib import suppress
from pathlib import Path

from simbench.errors import ResultsError, tell
from simbench.input_files import load_json, read_file

MANIFEST = "manifest.json"
TEMPORARY = "simbench-"  # begins the names of folders that are removed at the end of the process, or earlier
RUN_FILES = ("iterations.csv", "timings.csv", MANIFEST, "environment.json")
# The end of a manifest: the hash of its text without this member.
OWN_HASH = re.compile(rb',\n  "manifest_sha256": "([0-9a-f]{64})"(?=\n\}\n\Z)')

_hashes: dict[Path, dict[str, str]] = {}  # by the run's folder, the hashes of its files by their names
_changed: dict[Path, list[str]] = {}  # by the run's folder, names of files that differ from their hashes


def read_run_file(path: Path) -> bytes:
    """Like read_file(), with a note if the manifest beside the file has another hash."""
    content = read_file(path)
    if path.parent not in _hashes:
        with suppress(OSError, ResultsError):  # no manifest
            manifest = path.with_name(MANIFEST)
            check_manifest(manifest, read_file(manifest), load_json(manifest))
    wanted = _hashes.get(path.parent, {}).get(path.name)
    if wanted is not None and hashlib.sha256(content).hexdigest() != wanted:
        _note(path)
    return content


def check_manifest(path: Path, text: bytes, manifest: dict) -> None:
    """Prints a note if the manifest's text lacks its own hash or differs from it.

    A manifest that has no hashes at all is not checked.
    """
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
    """Forgets which files were read, when another command begins in the same process."""
    _hashes.clear()
    _changed.clear()


def changed_files(folder: Path | None = None) -> list[str]:
    """Names of files, of one run or of all, that were read and differ from their hashes in the manifest."""
    if folder is not None:
        return _changed.get(folder, [])
    return [name for names in _changed.values() for name in names]


def _note(path: Path) -> None:
    names = _changed.setdefault(path.parent, [])
    if path.name not in names:
        names.append(path.name)
        tell(f"note: {path} was changed after its run: the manifest has another hash")
