"""Compares new results of a study with the recorded ones, and finds recorded files that nothing writes.

In claims.json the ids of runs and the margins may differ, and numbers by rounding: NumPy's sums and
eigenvalues differ in their last digits between processors. In CSV files and JSON lines numbers may differ by
rounding. Other texts must be equal. At most one pixel in a thousand of a picture may differ by more than a
tenth of the range. Claims and files that show seconds may differ: "seconds" in study.json lists them, files
by patterns.
"""

import math
from collections.abc import Iterable
from fnmatch import fnmatch
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.image import imread

from simbench.input_files import load_json, parsed_json, read_text
from simbench.study.description import Study
from simbench.study.report import is_same_verdict
from simbench.study.verdicts import NOT_RUN

ROUNDING = {"rel_tol": 1e-9, "abs_tol": 1e-12}
LEVELS, SHARE = 0.1, 1e-3  # largest difference of a pixel; share of pixels that may exceed it
BY_BUILD = ("manifests.sha256", "codecheck.yml")  # depend on the build or on the command


def differences(
    made: Path, recorded: Path, files: Iterable[str], seconds: list[str], of_variant: bool = False
) -> list[str]:
    """A line for each difference between files of these names in the two folders.

    A variant has only some of the plans; a claim that needs another plan is not a difference there.
    """
    found = []
    for name in files:
        if not (recorded / name).is_file():
            found.append(f"{name} is not on record")
        elif name == "claims.json":
            found += differing_claims(made / name, recorded / name, seconds, of_variant)
        elif name not in ("claims.md", *BY_BUILD) and not any(fnmatch(name, pattern) for pattern in seconds):
            found += differing_files(made / name, recorded / name)
    return found


def differing_claims(made: Path, recorded: Path, seconds: list[str], of_variant: bool) -> list[str]:
    ours, theirs = (load_json(file) for file in (made, recorded))
    lines = [
        f"{made.name}: claim {name}: {entry['notes'][0]}"
        for name, entry in ours.items()
        if not_run(entry) and not of_variant
    ]
    return lines + [
        f"{made.name}: claim {name} differs"
        for name in dict.fromkeys([*ours, *theirs])
        if name not in seconds and not are_alike(ours.get(name), theirs.get(name))
    ]


def are_alike(ours: dict | None, theirs: dict | None) -> bool:
    """Whether both say the same. Of a record from before verdicts had two fields, only the verdict counts."""
    if ours and theirs and "answer" not in theirs:
        return is_same_verdict(ours["verdict"], theirs["verdict"])
    return alike(judged(ours), judged(theirs))


def not_run(entry: dict) -> bool:
    return entry["verdict"] == NOT_RUN


def judged(claim: dict | None) -> dict | None:
    """The claim without the ids of runs, which depend on the build, and without margins."""
    if claim is None:
        return None
    parts = [{key: value for key, value in part.items() if key != "margin"} for part in claim["parts"]]
    return {key: value for key, value in claim.items() if key != "runs"} | {"parts": parts}


def alike(one: Any, other: Any) -> bool:
    """Whether both are equal; numbers may differ by rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, **ROUNDING)
    return one == other


def differing_files(made: Path, recorded: Path) -> list[str]:
    if made.suffix == ".png":
        return [f"{made.name}: {what}" for what in difference(imread(made), imread(recorded))]
    if made.suffix == ".gif":
        same = abs(made.stat().st_size / recorded.stat().st_size - 1) < LEVELS
        return (
            []
            if same
            else [f"{made.name}: has {made.stat().st_size} bytes, on record are {recorded.stat().st_size}"]
        )
    pairs = zip_longest(*(read_text(file).splitlines() for file in (made, recorded)), fillvalue="")
    return [
        f"{made.name}:{line}: {own!r} is on record as {their!r}"
        for line, (own, their) in enumerate(pairs, start=1)
        if own != their and not (made.suffix in READERS and alike(*map(READERS[made.suffix], (own, their))))
    ]


def cells(line: str) -> list[float | str]:
    """The cells of a line of a CSV file, as numbers if possible."""

    def read(cell: str) -> float | str:
        try:
            return float(cell)
        except ValueError:
            return cell

    return [read(cell) for cell in line.split(",")]


def members(line: str) -> dict:
    return parsed_json(line or "{}", "a line of a document is not JSON")


READERS = {".csv": cells, ".jsonl": members}  # of a line of files whose numbers may differ by rounding


def difference(picture: np.ndarray, other: np.ndarray) -> list[str]:
    if picture.shape != other.shape:
        return [f"has {picture.shape[1::-1]} pixels, on record are {other.shape[1::-1]}"]
    share = np.mean((np.abs(picture - other) > LEVELS).any(axis=2))
    return [f"{share:.2%} of its pixels differ"] if share > SHARE else []


def without_source(study: Study, record: Path, written: Iterable[str]) -> list[str]:
    """A line for each recorded file that nothing writes, and for each sample of unknown origin."""
    known = {*written, *BY_BUILD, *(f"{Path(name).with_suffix('.pdf')}" for name in written)}
    variants = {record / name for name in study.variants}
    lines = [
        f"{path.relative_to(record)} is on record, and no figure, document or page of study.json writes it"
        for path in sorted(record.rglob("*"))
        if path.is_file()
        and not variants.intersection(path.parents)
        and str(path.relative_to(record)) not in known
    ]
    samples = study.folder / "reference"
    return lines + [
        f"reference/{name}: 'reference' of study.json does not state its origin"
        for name in sorted(str(path.relative_to(samples)) for path in samples.rglob("*") if path.is_file())
        if not any(fnmatch(name, pattern) for pattern in study.reference)
    ]
