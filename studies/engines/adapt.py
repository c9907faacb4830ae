"""Runs a solver of an engine on an exported problem, and writes an entry for the referee (docs/entry.md).

    python studies/engines/adapt.py pbat vbd problems/soft --output pbat_soft
    simbench entry check pbat_soft/entry.jsonl --problems problems

The engine's model must have the energy of the problem: its energies and forces in random poses are compared
first.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the package `engines`

from engines import agreement, energies, engine, exported, rows
from simbench.commands import CommandParser, command
from simbench.errors import ResultsError

ITERATIONS = (0, 1, 2, 5, 10, 20, 50, 100)


def numbers(text: str) -> list[int]:
    found = sorted({int(number) for number in text.split(",")})
    if found[0] < 0:
        raise ValueError
    return found


@command
def main() -> None:
    parser = CommandParser(
        prog="adapt.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", help=f"an adapter: {', '.join(engine.adapters())}")
    parser.add_argument("solver", help="a solver of the engine, for example vbd")
    parser.add_argument("problem", type=Path, help="folder that simbench entry export has written")
    parser.add_argument(
        "--iterations", type=numbers, default=ITERATIONS, help="default: 0,1,2,5,10,20,50,100"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder of the entry")
    arguments = parser.parse_args()

    adapter = engine.load(arguments.engine)
    solver = engine.solver_of(adapter, arguments.solver)
    problem = exported.read(arguments.problem)
    name = f"{arguments.engine}_{arguments.solver}"
    for what, found in energies.agree(solver, problem, law_of(arguments.problem), name).items():
        print(
            f"the {what} of {engine.version_of(adapter)} and of {problem.name} differ by "
            f"{found.difference:.3g} of the largest one in {found.poses} random poses; "
            f"{found.allowed:.3g} is allowed"
        )
    setting = {"version": engine.version_of(adapter), "precision": solver.precision}
    rows.write(arguments.output, problem, name, setting, rows.iterates(solver, problem, arguments.iterations))
    print(f"wrote {arguments.output / rows.ENTRY}")


def law_of(folder: Path) -> agreement.Law:
    """The energies of the exported problem in simbench. ResultsError if simbench's module is not built."""
    try:
        from simbench.entry.problems import Referee
    except ImportError as error:
        raise ResultsError(f"simbench's compiled module cannot be imported: {error}") from error
    return Referee.load(folder).problem


if __name__ == "__main__":
    main()
