"""Records the inputs of each written file, so that a second call repeats only files that are out of date.

A stamp has a hash of each input, by a readable name, and a hash of each written file.
"""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json, read_file
from simbench.output_files import complete_file, make_folder

PACKAGE = Path(__file__).resolve().parents[1]
SOURCES = (".py", ".mplstyle", ".html", ".js", ".css")


class Stamps:
    """Stamps in a JSON file, by the name of the figure, document or other result."""

    def __init__(self, file: Path, output: Path) -> None:
        self._file, self._output = file, output
        self._known: dict[str, dict[str, dict[str, str]]] = _load(file)

    def out_of_date(self, name: str, inputs: dict[str, str], writes: Iterable[str]) -> str:
        """Why the result must be made again; empty if it is up to date."""
        known = self._known.get(name)
        files = {file: hash_of(self._output / file) for file in writes}
        if absent := [file for file, found in files.items() if not found]:
            return f"{absent[0]} is missing"
        if known is None:
            return "nothing says what it was made of"
        if changed := [label for label, found in inputs.items() if known["inputs"].get(label) != found]:
            return f"changed: {', '.join(changed)}"
        if known["files"] != files:
            return "its file has changed since it was written"
        return ""

    def names(self) -> set[str]:
        """The files that were written with a stamp."""
        return {file for one in self._known.values() for file in one["files"]}

    def put(self, name: str, inputs: dict[str, str], writes: Iterable[str]) -> None:
        files = {file: hash_of(self._output / file) for file in writes}
        self._known[name] = {"inputs": inputs, "files": files}
        make_folder(self._file.parent)
        with complete_file(self._file) as partial:
            partial.write_text(json.dumps(self._known, indent=1, ensure_ascii=False) + "\n")


def _load(file: Path) -> dict:
    """The stamps in the file. A damaged file counts as empty, so everything is made again."""
    try:
        known = load_json(file)
        return {
            name: {"inputs": dict(one["inputs"]), "files": dict(one["files"])} for name, one in known.items()
        }
    except (OSError, ResultsError, ValueError, KeyError, TypeError):
        return {}


def hash_of(file: Path) -> str:
    """SHA-256 of a file; empty if there is none, or it cannot be read."""
    try:
        return hashlib.sha256(read_file(file)).hexdigest()
    except (OSError, ResultsError):
        return ""


def hash_of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def hash_of_code(folder: Path) -> str:
    """One hash of all sources below a folder, which stay as they are while a program runs."""
    found = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
        found.update(f"{file.name} {hash_of(file)}\n".encode())
    return found.hexdigest()


def code_of(study: Path) -> dict[str, str]:
    """Hashes of all code, the same for each result: figures use functions of other figures and of claims."""
    return {"the package simbench": hash_of_code(PACKAGE), "the study's code": hash_of_code(study)}
