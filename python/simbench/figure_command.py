"""Draws a figure of results of simbench.

A module of simbench.figures is a figure: its function draw(runs) returns the figure to save. If it has a
function load, draw gets what load makes of RESULTS. OPTIONS are options of its command line that draw gets,
too. A module with ALL_STEPS = True draws all time steps and has no option --step; one with
save(figure, name, output) writes the files itself. The scenes and settings of all runs are added to the
title. A module with add_arguments(parser) and run(arguments) has a command line of its own.
"""

import argparse
import ast
import importlib
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

from simbench import figure_files, figure_setting, figures
from simbench.archive.reading import opened_archive
from simbench.commands import CommandParser, command
from simbench.errors import ResultsError, tell
from simbench.nearest_name import did_you_mean
from simbench.paper import pgf
from simbench.results import load_curves
from simbench.study.modules import import_module, placed_errors

# An option of all figures that draw runs; figures with a function load name it in OPTIONS.
STEP = {
    "type": int,
    "default": 1,
    "metavar": "N",
    "help": "which time step of runs that have several; a solver begins a later one where it ended the one "
    "before, but with simbench --trajectory newton all begin in the same state (default: %(default)s)",
}


def figure_summaries() -> dict[str, str]:
    """A line on each figure. The modules are not imported, because some need optional packages."""
    return {
        path.stem: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).splitlines()[0]
        for path in modules_in(Path(figures.__file__).parent)
    }


def modules_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!_]*.py"))


def add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("runs/figures"),
        help="folder for PNG and PDF (default: %(default)s)",
    )


def add_arguments(parser: argparse.ArgumentParser, figure: ModuleType, name: str) -> None:
    """RESULTS, --output, --name, the figure's OPTIONS; --filter and --step if it has no function load."""
    parser.add_argument("results", type=Path, help="folder given to simbench --output, or an archive of one")
    add_output(parser)
    parser.add_argument("--name", default=name, help="name of the files (default: %(default)s)")
    parser.add_argument(
        "--pgf",
        action="store_true",
        help="also write NAME.tex for pgfplots: the data of lines, and axes; a note says what it leaves out",
    )
    if not hasattr(figure, "load"):
        parser.add_argument(
            "--filter",
            action="append",
            default=[],
            dest="runs",
            metavar="AXIS=VALUE",
            help="only these runs of a sweep; also solver=NAME (repeatable; several values of an axis: any)",
        )
        if not getattr(figure, "ALL_STEPS", False):
            parser.add_argument("--step", **STEP)
    for option, details in getattr(figure, "OPTIONS", {}).items():
        parser.add_argument(option, **details)


def draw(figure: ModuleType, arguments: dict) -> None:
    results, output, name = (arguments.pop(key) for key in ("results", "output", "name"))
    results = opened_archive(results)
    as_pgf = arguments.pop("pgf", False)
    load: Callable | None = getattr(figure, "load", None)
    data = load(results) if load else load_curves(results, arguments.pop("runs"), arguments.pop("step", 1))
    save = getattr(figure, "save", figure_files.save)
    drawn = figure.draw(data, **arguments)
    own = [] if any(figure_setting.runs_in(data)) else [results]
    figure_setting.add(drawn, data, *own, *(value for value in arguments.values() if isinstance(value, Path)))
    save(drawn, name, output)
    if as_pgf:
        manifests = [run.manifest for run in figure_setting.runs_in(data)]
        manifests = manifests or list(figure_setting.manifests_below(results))
        left_out = pgf.save(drawn, output / f"{name}.tex", manifests)
        print(f"wrote {output / name}.tex")
        for words in left_out:
            tell(f"note: {name}.tex leaves out {words}")


def module_of(name: str) -> ModuleType:
    """The module of a figure of the package, or of a study (STUDY/NAME)."""
    folder, _, stem = name.rpartition("/")
    if folder:
        return import_module(Path(folder), f"figures.{stem}")
    return importlib.import_module(f"{figures.__name__}.{name}")


def check_name(name: str) -> None:
    """Refuses a name that no figure of the package, or of the study in STUDY/NAME, has."""
    if folder := name.rpartition("/")[0]:
        known = [f"{folder}/{path.stem}" for path in modules_in(Path(folder) / "figures")]
    else:
        known = [path.stem for path in modules_in(Path(figures.__file__).parent)]
    if name not in known:
        raise ResultsError(f"{name}: no such figure{did_you_mean(name, known)}")


def run_figure(name: str, words: list[str]) -> None:
    folder = name.rpartition("/")[0]
    with placed_errors(Path(folder)) if folder else nullcontext():
        _run_figure(module_of(name), name, words)


def _run_figure(figure: ModuleType, name: str, words: list[str]) -> None:
    parser = CommandParser(prog=f"simbench figure {name}", description=figure.__doc__)
    if hasattr(figure, "run"):
        figure.add_arguments(parser)
        figure.run(parser.parse_args(words))
    else:
        add_arguments(parser, figure, name.rpartition("/")[2])
        draw(figure, vars(parser.parse_args(words)))


@command
def main() -> None:
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        names = sys.argv[1].split(",")
        for name in names:
            check_name(name)
        if len(names) > 1 and any(word.split("=")[0] == "--name" for word in sys.argv[2:]):
            raise ResultsError("--name names the files of one figure; draw the others by another command")
        for name in names:
            run_figure(name, sys.argv[2:])
        return
    listed = "\n".join(f"  {name:20} {summary}" for name, summary in figure_summaries().items())
    parser = CommandParser(
        prog="simbench figure",
        usage="simbench figure NAME[,NAME...] RESULTS [options], or simbench figure --list",
        description="Draws a figure, or several of the same runs, which takes less time than one command for "
        "each. simbench figure NAME --help has its options. STUDY/NAME is one of a study, as "
        f"my_paper/errors.\n\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="print the names and what they show")
    arguments = parser.parse_args()
    if not arguments.list:
        parser.error("the name of a figure is missing; --list shows them")
    print(listed)


if __name__ == "__main__":
    main()
