"""The one rule for files that this package reads: regular files of a sane size, strict JSON, real arrays.

JSON is strict as in the program: UTF-8, at most DEEPEST levels, no member twice, and finite
numbers. Every error is a ResultsError that names the file, or the line.
"""

import json
import math
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from simbench.errors import ResultsError

DEEPEST = 64  # levels of JSON, as in the program
LARGEST_TEXT = 64 << 20  # bytes, as in the program (src/base/atomic_file.h)
LARGEST_TABLE = 4 << 30  # bytes of a table, of an array or of a shape
INTEGERS = range(-(2**63), 2**64)
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def opened(path: Path) -> BinaryIO:
    """The opened file. ResultsError if it is not regular: a reader would wait for a FIFO for ever."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ResultsError(f"{path} is not a regular file")
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, largest: int = LARGEST_TABLE) -> bytes:
    with opened(path) as file:
        if os.fstat(file.fileno()).st_size > largest:
            raise ResultsError(f"{path} has more than {largest >> 20} MiB; no file of its kind is so large")
        return file.read()


def read_text(path: Path) -> str:
    try:
        return read_file(path, LARGEST_TEXT).decode()
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ResultsError(f"{path} is not a text in UTF-8: {error}") from error


def begins_with(path: Path, mark: bytes, within: int = 0) -> bool:
    """Whether a regular file begins with these bytes, or has them in its first `within` bytes."""
    if not path.is_file():
        return False
    with opened(path) as file:
        start = file.read(max(within, len(mark)))
    return mark in start if within else start == mark


def ends_with(path: Path, mark: bytes) -> bool:
    """Whether a regular file of any size ends with these bytes."""
    if not path.is_file():
        return False
    with opened(path) as file:
        file.seek(max(os.fstat(file.fileno()).st_size - len(mark), 0))
        return file.read() == mark


def load_json(path: Path) -> dict:
    """The JSON object in a file."""
    content = parsed_json(read_file(path, LARGEST_TEXT), f"{path} is not a JSON file")
    if not isinstance(content, dict):
        raise ResultsError(f"{path} does not hold a JSON object")
    return content


def json_lines(path: Path) -> Iterator[tuple[str, dict]]:
    """The objects in the lines of a file, each with its place for messages. Empty lines are left out."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        row = parsed_json(line, f"{where}: this line is not JSON")
        if not isinstance(row, dict):
            raise ResultsError(f'{where}: a line is an object such as {{"scene": …, "solver": …}}')
        yield where, row


def parsed_json(text: str | bytes, wrong: str) -> Any:
    """The value of a strict JSON text. `wrong` begins the message of an error: "PATH is not a JSON file"."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = json.loads(
            text, object_pairs_hook=_members, parse_int=_integer, parse_float=_real, parse_constant=_constant
        )
        if SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()  # refuses half a pair of surrogates
        levels = _levels(value)
    except ValueError as error:
        raise ResultsError(f"{wrong}, or its end is missing: {error}") from error
    except RecursionError:
        levels = DEEPEST + 1
    if levels > DEEPEST:
        raise ResultsError(f"{wrong}: it is nested deeper than {DEEPEST} levels")
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict:
    members = dict(pairs)
    if len(members) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"the member '{name}' is there twice")
    return members


def _integer(text: str) -> int | float:
    """An integer of 64 bits; a larger one is a float, as in the program."""
    if len(text) <= 20 and (value := int(text)) in INTEGERS:
        return value
    return _real(text)


def _real(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:30]} is too large")
    return value


def _constant(text: str) -> None:
    raise ValueError(f"{text} is not a number of JSON")


def _levels(value: object) -> int:
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(_levels, value.values() if isinstance(value, dict) else value), default=0)


def load_array(path: Path) -> np.ndarray:
    """The float64 array in a .npy file, or in a .csv file without a head."""
    try:
        if path.suffix == ".npy":
            return real_array(np.load(BytesIO(read_file(path)), allow_pickle=False), f"{path}")
        return np.loadtxt(StringIO(read_file(path).decode()), delimiter=",", dtype=float, ndmin=2)
    except (ValueError, EOFError, MemoryError) as error:  # a false head of a .npy asks for any memory
        raise ResultsError(f"{path} is not a .csv or .npy file of numbers: {error}") from error


def real_array(value: object, what: str) -> np.ndarray:
    """Lists of numbers, or an array of them, as float64. Objects, texts, truth values, complex: refused."""
    try:
        array = np.asarray(value)
    except ValueError as error:  # rows of several lengths
        raise ResultsError(f"{what}: the rows are not an array: {error}") from error
    if array.dtype.kind not in "iuf" or _has_truth_value(value):
        raise ResultsError(f"{what}: expected real numbers; found values of type {array.dtype}")
    return array.astype(float)


def _has_truth_value(value: object) -> bool:
    """Whether a list has one at any depth. numpy makes a number of it where other numbers are beside it."""
    if isinstance(value, list):
        return any(map(_has_truth_value, value))
    return isinstance(value, bool)
