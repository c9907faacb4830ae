"""Lets solvers of other codes enter the leaderboard: exports problems, and judges the positions sent back.

simbench entry export untwist.json sag.json --output problems
simbench entry check mine.jsonl --problems problems --board results/field/leaderboard.jsonl
simbench entry run my_solver.py untwist.json sag.json --board results/field/leaderboard.jsonl
simbench entry pack --output reference
"""

import argparse
from pathlib import Path

from simbench.commands import CommandParser, command
from simbench.counted import counted
from simbench.entry import board, table
from simbench.errors import ResultsError

# Each action imports the compiled module itself, so that its absence is an error with a sentence.


def export(arguments: argparse.Namespace) -> None:
    from simbench.entry import problems
    from simbench.scene import Scene

    for scene in arguments.scenes:
        place = problems.export(Scene.load(scene), Path(scene).stem, arguments.output, arguments.step)
        print(f"wrote {place}")


def check(arguments: argparse.Namespace) -> None:
    from simbench.entry import rows

    if any("step" in row for _, row in rows.parsed(arguments.entry)):
        check_motion(arguments)
        return
    curves, remarks = rows.read(arguments.entry, arguments.problems)
    for remark in remarks:
        print(f"note: {remark}")
    print(
        f"{arguments.entry}: the referee agrees with {counted(sum(len(c.iterations) for c in curves), 'row')}"
    )
    show([curve.row() for curve in curves], arguments)


def check_motion(arguments: argparse.Namespace) -> None:
    from simbench.entry import motions, rows

    if arguments.board or arguments.rows:
        raise ResultsError("rows with a step are a motion; --board and --rows are for the first step alone")
    steps = motions.judge(rows.parsed(arguments.entry), arguments.entry.parent, arguments.problems)
    print(motions.markdown(steps))


def run_solver(arguments: argparse.Namespace) -> None:
    from simbench.running import run

    found = []
    for scene in arguments.scenes:
        runs = run(scene, arguments.solver, iterations=arguments.iterations)
        found += [board.row_of_run(Path(scene).stem, name, {}, each) for name, each in runs.items()]
    show(found, arguments)


def pack(arguments: argparse.Namespace) -> None:
    from simbench.entry.pack.writing import INDEX, write_pack
    from simbench.entry.problems import hash_of_file

    place = write_pack(arguments.output)
    print(f"wrote {place}; {INDEX} has the SHA-256 {hash_of_file(place / INDEX)}")


def show(found: list[dict], arguments: argparse.Namespace) -> None:
    known = board.load(arguments.board) if arguments.board else None
    print(table.markdown(found, known))
    if arguments.rows:
        board.write(found, arguments.rows)


@command
def main() -> None:
    parser = CommandParser(prog="simbench entry", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="export | check | run | pack")
    exporting = commands.add_parser("export", help="write problems of a time step as CSV and JSON")
    exporting.add_argument("scenes", nargs="+", help="names or files of scenes")
    exporting.add_argument("--output", type=Path, required=True, help="folder of the problems")
    exporting.add_argument(
        "--step",
        type=int,
        default=1,
        help="the time step, after Newton's minima of those before (default: 1)",
    )
    exporting.set_defaults(do=export)
    checking = commands.add_parser("check", help="judge the positions of an entry")
    checking.add_argument("entry", type=Path, help="JSON lines, one for each iteration that was sent")
    checking.add_argument("--problems", type=Path, required=True, help="folder that export has written")
    checking.set_defaults(do=check)
    running = commands.add_parser("run", help="run a solver of simbench or in Python on scenes")
    running.add_argument(
        "solver", help="as behind simbench --solver, for example 'my_solver.py[damping=0.5]'"
    )
    running.add_argument("scenes", nargs="+", help="names or files of scenes")
    running.add_argument("--iterations", type=int, default=500, help="default: %(default)s")
    running.set_defaults(do=run_solver)
    packing = commands.add_parser(
        "pack", help="write twenty small problems with their minima and iterates, for the tests of an engine"
    )
    packing.add_argument("--output", type=Path, required=True, help="folder of the pack")
    packing.set_defaults(do=pack)
    for parser_of_rows in (checking, running):
        parser_of_rows.add_argument(
            "--board", type=Path, help="leaderboard.jsonl, to show the entry beside it"
        )
        parser_of_rows.add_argument(
            "--rows", type=Path, help="also write the rows, as those of the leaderboard"
        )
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
