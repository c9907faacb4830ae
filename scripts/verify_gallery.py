"""Compares results that were made anew with those on record; for scripts/figures.sh --verify.

Of claims.json everything but the runs' names counts, of tables.md every line, of a picture its size and its
pixels: at most one in a thousand may differ by more than a tenth of the range. Seconds are a machine's, so
that claims and pictures that show them may differ. Exit code 1, and a line for each difference, otherwise.
"""

import argparse
import json
import sys
from fnmatch import fnmatch
from itertools import zip_longest
from pathlib import Path

import numpy as np
from matplotlib.image import imread

TIMED_CLAIMS = ("13", "28", "54")  # of costs and of seconds to an error
TIMED_PICTURES = ("*_time", "cost_over_size", "cost_ecdf", "performance_profile", "qn_ablations")
LEVELS, SHARE = 0.1, 1e-3  # what a pixel may differ by, and how many may differ by more


def differing_claims(made: Path, recorded: Path) -> list[str]:
    ours, theirs = (json.loads((folder / "claims.json").read_text()) for folder in (made, recorded))
    return [
        f"claims.json: claim {number} differs"
        for number in sorted(ours.keys() | theirs.keys(), key=int)
        if number not in TIMED_CLAIMS and without_runs(ours.get(number)) != without_runs(theirs.get(number))
    ]


def without_runs(claim: dict | None) -> dict | None:
    """A build gives runs other names, which manifests.sha256 has."""
    return claim and {key: value for key, value in claim.items() if key != "runs"}


def differing_lines(made: Path, recorded: Path) -> list[str]:
    ours, theirs = ((folder / "gallery/tables.md").read_text().splitlines() for folder in (made, recorded))
    pairs = enumerate(zip_longest(ours, theirs, fillvalue=""), start=1)
    return [
        f"tables.md:{line}: {own!r} is on record as {their!r}" for line, (own, their) in pairs if own != their
    ]


def differing_pictures(made: Path, recorded: Path) -> list[str]:
    found = []
    for path in sorted((made / "gallery").glob("*.png")):
        on_record = recorded / "gallery" / path.name
        if not on_record.is_file():
            found.append(f"{path.name} is not on record")
        elif not any(fnmatch(path.stem, pattern) for pattern in TIMED_PICTURES):
            found += [f"{path.name}: {what}" for what in difference(imread(path), imread(on_record))]
    return found


def difference(picture: np.ndarray, other: np.ndarray) -> list[str]:
    if picture.shape != other.shape:
        return [f"has {picture.shape[1::-1]} pixels, on record are {other.shape[1::-1]}"]
    share = np.mean((np.abs(picture - other) > LEVELS).any(axis=2))
    return [f"{share:.2%} of its pixels differ"] if share > SHARE else []


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("made", type=Path, help="folder with claims.json and gallery/, made anew")
    parser.add_argument("recorded", type=Path, help="the same on record")
    folders = vars(parser.parse_args())
    differences = [
        line
        for compare in (differing_claims, differing_lines, differing_pictures)
        for line in compare(**folders)
    ]
    print(*differences, f"{len(differences)} differences from the results on record", sep="\n")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
