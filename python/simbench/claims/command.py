"""Judges claims by the CSV files of sweeps, and compares the verdicts with those on record: the thesis's, or
with --rigid those on rigid bodies.

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
from simbench.claims import THESIS, Collection, report, rigid
from simbench.commands import command
from simbench.errors import ResultsError
from simbench.repository import REPOSITORY


def register_claims() -> None:
    """Imports the modules beside this one: those with claims register them."""
    for package in (claims, rigid):
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")


def known_claims(text: str, of: Collection) -> list[int]:
    """The numbers in a list as `26,R27`: identifiers of a collection, with or without its letter."""
    names = [name.strip().removeprefix(of.prefix) for name in text.split(",")]
    if unknown := [name for name in names if not name.isdecimal() or int(name) not in of.claims]:
        raise ResultsError(f"there is no claim {of.prefix}{unknown[0]}")
    return [int(name) for name in names]


def place(item: tuple[str, dict]) -> int:
    return int(item[0].lstrip(rigid.RIGID.prefix))


@command
def main() -> None:
    register_claims()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="folder with a folder for each sweep")
    parser.add_argument("--rigid", action="store_true", help="the claims R1, R2, … on rigid bodies")
    parser.add_argument("--only", metavar="N,N,…", help="these claims alone")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="write claims.json and claims.md (rigid_claims); with --only the other claims there stay as "
        "they are",
    )
    parser.add_argument(
        "--recorded", type=Path, help="the verdicts on record (default: the file of that name in results)"
    )
    parser.add_argument(
        "--script",
        default="",
        metavar="FILE",
        help="what made RESULTS, where it is not the plans as they stand; claims.md names it",
    )
    parser.add_argument(
        "--allow-missing", action="store_true", help="a claim whose runs are missing is no failure"
    )
    arguments = parser.parse_args()
    of = rigid.RIGID if arguments.rigid else THESIS
    numbers = known_claims(arguments.only, of) if arguments.only else sorted(of.claims)
    file = f"{of.file}.json"
    recorded = report.load(arguments.recorded or REPOSITORY / "results" / file)
    found = report.as_json(report.judge(arguments.results, numbers, of), of)
    if arguments.output:
        kept = report.load(arguments.output / file) if arguments.only else {}
        entries = dict(sorted((kept | found).items(), key=place))
        report.write(arguments.output, entries, of, arguments.script)
    print(report.markdown(found, of, script=arguments.script), end="")
    changed = report.differences(found, recorded, arguments.allow_missing)
    print(*changed, sep="\n", end="\n" if changed else "", file=sys.stderr)
    sys.exit(1 if changed else 0)
