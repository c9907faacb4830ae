"""Compares the repetition of a run with its record: files with files, a row of a leaderboard with a row."""

import json
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from simbench.entry.board import CURVES, WORK
from simbench.entry.targets import CURVE_TARGETS
from simbench.input_files import load_json, read_text
from simbench.run_files import MANIFEST
from simbench.study.stamps import hash_of

# Members of a manifest that are not compared: the build, which the id contains, and hashes of compared files.
MAY_DIFFER = ("build", "files_sha256", "manifest_sha256")
TABLE = "iterations.csv"
WHOLE_RUN = 0.0  # the target of members that describe the whole run

Number = tuple[float, str]  # the target and the name of a number of a row


def differing_files(recorded: Path, again: Path) -> list[str]:
    """A line for each file of the run, and for each member of its manifest, that differs from the record."""
    ours, theirs = (load_json(folder / MANIFEST) for folder in (again, recorded))
    lines = [
        f"{name} differs{_first_difference(recorded, again) if name == TABLE else ''}"
        for name in ours["files_sha256"]
        if hash_of(again / name) != hash_of(recorded / name)
    ]
    return lines + [
        f"{MANIFEST}: {name} is {_text(ours.get(name))}, recorded is {_text(theirs.get(name))}"
        for name in dict.fromkeys([*ours, *theirs])
        if name not in MAY_DIFFER and ours.get(name) != theirs.get(name)
    ]


def _first_difference(recorded: Path, again: Path) -> str:
    """The first cell of iterations.csv that differs."""
    theirs, ours = (read_text(folder / TABLE).splitlines() for folder in (recorded, again))
    names = ours[0].split(",")
    for line, (own, their) in enumerate(zip_longest(ours, theirs, fillvalue=""), start=1):
        for place, (cell, other) in enumerate(zip_longest(own.split(","), their.split(","), fillvalue="")):
            if cell != other:
                name = names[place] if place < len(names) else f"column {place + 1}"
                return f": in line {line} {name} is {cell or 'nothing'}, recorded is {other or 'nothing'}"
    return ""


def _text(value: Any) -> str:
    return json.dumps(value)[:80]


def differing_numbers(recorded: dict, again: dict, rounded: Sequence[dict] = ()) -> list[str]:
    """A line if numbers of a row differ from the record; norms that `again` lacks are not compared.

    `rounded` has rows of the same run with other roundings. Once rounding has changed a count, it decides all
    later ones. So numbers to the largest target at which these rows disagree, and to all smaller targets, are
    not compared, and neither are members of the whole run.
    """
    ours, theirs = numbers(again), numbers(recorded)
    limit = max(
        (key[0] for row in map(numbers, rounded) for key in ours if row[key] != ours[key]), default=WHOLE_RUN
    )
    wrong = [
        (target, name)
        for target, name in ours
        if ours[target, name] != theirs.get((target, name)) and (target > limit or not rounded)
    ]
    if not wrong:
        return []
    target, name = wrong[0]
    place = f"{name} to {target:g}" if target else name
    more = f" ({len(wrong)} numbers of the row differ)" if wrong[1:] else ""
    return [f"{place} is {_text(ours[wrong[0]])}, recorded is {_text(theirs.get(wrong[0]))}{more}"]


def numbers(row: dict) -> dict[Number, Any]:
    """The numbers of a row, from those of large targets to those of the whole run."""
    found = {
        (target, name): row[name][place] for place, target in enumerate(CURVE_TARGETS) for name in CURVES
    }
    for target, counts in row["counts"].items():
        found |= {(float(target), name): (counts or {}).get(name) for name in WORK}
    for norm, reached in row["norms"].items():
        found |= {(float(target), f"iterations in the norm {norm}"): at for target, at in reached.items()}
    return found | {(WHOLE_RUN, name): row[name] for name in ("status", "iterations", "final_relative_error")}
