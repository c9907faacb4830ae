"""The options of simbench-study."""

import argparse
import math
from pathlib import Path

from simbench.commands import CommandParser


def parser(description: str) -> CommandParser:
    made = CommandParser(prog="simbench study", description=description)
    made.add_argument("study", type=Path, nargs="?", metavar="STUDY", help="folder with study.json")
    made.add_argument("--new", type=Path, metavar="NAME", help="write a small study that you can edit")
    made.add_argument(
        "--rewrite", action="store_true", help="rewrite an old study.json with the members of today"
    )
    made.add_argument(
        "--only", default="", metavar="N,N,…", help="only these claims, plans, figures or documents"
    )
    made.add_argument(
        "--check",
        action="store_true",
        help="write no results; compare the computed results with the recorded ones",
    )
    made.add_argument(
        "--sample",
        type=share,
        metavar="SHARE",
        help="with --check: only repeat a random share of the runs on record, for example 0.05, and compare "
        "their files and their rows in the leaderboard",
    )
    made.add_argument(
        "--seed", type=int, metavar="N", help="with --sample: draws the same runs again (default: a new seed)"
    )
    made.add_argument(
        "--list",
        action="store_true",
        help="print plans, claims and figures, and which are out of date and why",
    )
    made.add_argument(
        "--with",
        default="",
        dest="requested",
        metavar="WORD,…",
        help="also the parts that are done only on request: their words",
    )
    made.add_argument("--variant", metavar="NAME", help="the plans of this variant, with its values")
    made.add_argument(
        "--as-is", action="store_true", help="compute nothing: judge and draw the existing runs"
    )
    made.add_argument(
        "--jobs", type=int, metavar="N", help="runs at a time (default: 2; 1 where seconds are shown)"
    )
    made.add_argument(
        "--runs", type=Path, metavar="FOLDER", help="folder of the sweeps (default: runs/<name>)"
    )
    made.add_argument(
        "--results", type=Path, metavar="FOLDER", help="what is written (default: results/<name>)"
    )
    made.add_argument(
        "--simbench", metavar="PROGRAM", help="default: $SIMBENCH, or the one on the PATH or in build/"
    )
    return made


def share(text: str) -> float:
    """The value of --sample."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found <= 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no share; it is above 0 and at most 1, as 0.05")
    return found
