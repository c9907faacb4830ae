"""Judges the thesis's claims by the CSV files of sweeps, and compares the verdicts with those on record.

RESULTS holds a folder for each sweep, named as its plan: RESULTS/thesis_untwist for
scenes/sweeps/thesis_untwist.json. Exit code 1 if a verdict differs from the recorded one, or a claim cannot
be judged because runs are missing.
"""

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path

from simbench import claims
from simbench.claims import CLAIMS, report
from simbench.errors import errors_for_the_user
from simbench.repository import REPOSITORY

RECORDED = REPOSITORY / "results" / "claims.json"


def register_claims() -> None:
    """Imports the modules beside this one: those with claims register them."""
    for module in pkgutil.iter_modules(claims.__path__):
        importlib.import_module(f"{claims.__name__}.{module.name}")


def known_claims(text: str) -> list[int]:
    numbers = [int(number) for number in text.split(",")]
    if unknown := [number for number in numbers if number not in CLAIMS]:
        raise argparse.ArgumentTypeError(f"there is no claim {unknown[0]}")
    return numbers


def main() -> None:
    register_claims()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="folder with a folder for each sweep")
    parser.add_argument("--only", type=known_claims, metavar="N,N,…", help="these claims alone")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="write claims.json and claims.md; with --only the other claims there stay as they are",
    )
    parser.add_argument(
        "--recorded", type=Path, default=RECORDED, help="the verdicts on record (default: %(default)s)"
    )
    parser.add_argument(
        "--allow-missing", action="store_true", help="a claim whose runs are missing is no failure"
    )
    arguments = parser.parse_args()
    with errors_for_the_user():
        numbers = arguments.only or sorted(CLAIMS)
        recorded = report.load(arguments.recorded)
        found = report.as_json(report.judge(arguments.results, numbers), recorded)
        if arguments.output:
            kept = report.load(arguments.output / "claims.json") if arguments.only else {}
            report.write(
                arguments.output, dict(sorted((kept | found).items(), key=lambda item: int(item[0])))
            )
    print(report.markdown(found), end="")
    changed = report.differences(found, recorded, arguments.allow_missing)
    print(*changed, sep="\n", end="\n" if changed else "", file=sys.stderr)
    sys.exit(1 if changed else 0)
