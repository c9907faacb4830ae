"""Shows how the error of a motion depends on substeps and iterations, and which part of it is the solver's.

It is the error against a converged motion: Newton's method with eight times the largest number of substeps.
The integrator's part is that of Newton's method with the same substeps; the solver's part is the distance
between the solver's motion and Newton's with the same substeps. All motions are compared at the ends of
frames. More iterations than those that make both parts equal buy little.

It is a sweep in DIR: the same command does the missing runs, and simbench status and verify read DIR. DIR
also gets budget.csv (the same bytes when repeated), budget_timings.csv, and the figure as PNG and PDF.
"""

import json
import math
import sys
from pathlib import Path

from simbench import figure_command
from simbench.budget import words
from simbench.budget.budget import COLUMNS
from simbench.budget.loading import load_budget
from simbench.budget.plan import plan
from simbench.commands import CommandParser, command
from simbench.core import core
from simbench.errors import SimbenchError
from simbench.input_files import begins_with
from simbench.output_files import check_output, new_file
from simbench.scene import Scene
from simbench.sweeping import sweep

TABLE, TIMINGS = "budget.csv", "budget_timings.csv"
SOLVERS = {"deformable": "vbd,xpbd,qn", "rigid": "xpbd,avbd,si"}
TIMED = [*COLUMNS[:3], "seconds"]


def numbers(option: str, text: str) -> list[int]:
    """The whole numbers of a list with commas, in ascending order and each once."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 10**6 for part in parts):
        raise SimbenchError(
            f"{option} {text}: expected whole numbers from 1 on, separated by commas, as in {option} 1,5,10"
        )
    return sorted(set(map(int, parts)))


def setting(text: str) -> tuple[str, object]:
    """The path and the value of PATH=VALUE. A value that is not JSON is a text."""
    path, equals, value = text.partition("=")
    if not path or not equals:
        raise SimbenchError(f"--set {text}: expected PATH=VALUE, as in --set step.time_step=0.01")
    try:
        return path, json.loads(value)
    except ValueError:
        return path, value


def positive(option: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise SimbenchError(f"{option} {text}: expected a number of seconds greater than 0")
    return value


@command
def main() -> None:
    parser = CommandParser(prog="simbench budget", description=__doc__)
    parser.add_argument("scene", metavar="SCENE", help="a scene of at least two frames")
    parser.add_argument("--solver", help="default: vbd,xpbd,qn; for rigid bodies: xpbd,avbd,si")
    parser.add_argument("--substeps", default="1,2,5,10", help="default: %(default)s")
    parser.add_argument("--iterations", default="1,5,10,15", help="of each substep; default: %(default)s")
    parser.add_argument("--frames", help="number of time steps (default: the scene's)")
    parser.add_argument(
        "--start-from",
        metavar="RUN[@STEP]",
        help="begin at a checkpoint of a run, the last one if no step is given",
    )
    parser.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        dest="settings",
        metavar="PATH=VALUE",
        help="a value of the scene, as in simbench --set (repeatable)",
    )
    parser.add_argument("--seconds", help="time for a frame [s] (default: the scene's time step)")
    parser.add_argument("--output", type=Path, metavar="DIR", help="default: runs/budget_SCENE")
    parser.add_argument("--jobs", default="1", help="runs at a time (default: 1, because seconds are shown)")
    parser.add_argument(
        "--replace-plan", action="store_true", help="reuse a DIR that belongs to other numbers or solvers"
    )
    given = parser.parse_args()
    seconds = positive("--seconds", given.seconds) if given.seconds is not None else None
    (jobs,) = _one("--jobs", given.jobs)
    frames = _frames(given.frames)
    counts = [numbers("--substeps", given.substeps), numbers("--iterations", given.iterations)]
    start = {} if given.start_from is None else {"state": {"file": core.checkpoint_of(given.start_from)}}
    settings = start | dict(map(setting, given.settings))
    if frames is not None:
        settings["step.steps"] = frames
    scene = Scene.load(given.scene, settings)
    solvers = list(dict.fromkeys((given.solver or SOLVERS[scene.kind]).split(",")))
    made = plan(given.scene, scene, solvers, *counts, settings)
    output = given.output or Path("runs") / f"budget_{Path(scene.name).stem}"
    for name in (TABLE, TIMINGS):
        check_output(output / name, is_table)
    sweep(made, output, jobs=jobs, replace_plan=given.replace_plan, note=sys.stderr.write)
    _show(output, seconds)


def _one(option: str, text: str) -> list[int]:
    found = numbers(option, text)
    if len(found) != 1:
        raise SimbenchError(f"{option} {text}: expected one whole number")
    return found


def _frames(text: str | None) -> int | None:
    if text is None:
        return None
    (frames,) = _one("--frames", text)
    if frames == 1:
        raise SimbenchError("--frames 1: one frame is no motion; expected at least 2")
    return frames


def is_table(path: Path) -> bool:
    """Whether this command wrote the file, by its first columns."""
    return begins_with(path, ",".join(COLUMNS[:3]).encode() + b",")


def _show(output: Path, seconds: float | None) -> None:
    budget = load_budget(output)
    seconds = seconds or budget.time_step
    table = [[*words.HEAD, "seconds", "fits"]]
    table += [words.row(cell) + words.times(cell, seconds) for _, cell in budget.rows.iterrows()]
    print(words.title(budget))
    print(f"fits: a frame takes at most {seconds:g} s, with its share of the set-up.")
    print(aligned(table))
    for solver, cells in budget.cells_of.items():
        print(words.equality(solver, cells))
        print(words.best_that_fits(solver, cells, seconds))
    print("\n".join(words.of_reference(budget)))
    for name, table in ((TABLE, budget.table()), (TIMINGS, budget.rows[TIMED])):
        with new_file(output / name, is_table) as partial:
            table.to_csv(partial, index=False)
    figure_command.run_figure("budget", [str(output), "--output", str(output)])


def aligned(table: list[list[str]]) -> str:
    """The rows as columns of text; the first column is aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for words_of_row in table:
        first, *others = map(str.rjust, words_of_row, widths)
        lines.append("  ".join([first.strip().ljust(widths[0]), *others]).rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    main()
