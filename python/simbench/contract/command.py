"""Checks that a solver keeps the contract of solvers, and prints a table with reasons.

SOLVER is a name or a variant as behind `simbench --solver` (qn, admm[weight=auto]), or a Python file with a
solver. Exit codes: 0 no check failed, 1 a check failed, 2 there is no such solver.
"""

import logging
import sys

from simbench.commands import CommandParser, command


@command
def main() -> None:
    parser = CommandParser(prog="simbench test", description=__doc__)
    parser.add_argument("solver", metavar="SOLVER", help="the solver to test")
    arguments = parser.parse_args()

    logging.getLogger("simbench").setLevel(logging.CRITICAL)  # the table says how runs end
    from simbench.contract.checks import answers_of, checks_of
    from simbench.contract.subject import subject_of
    from simbench.contract.table import Table, text_of

    subject, table = subject_of(arguments.solver), Table()
    for name, answer in answers_of(subject):
        print(text_of(name, answer), flush=True)
        table[name] = answer
    failures = f"{len(table.failed)} of {len(table)} checks failed"
    print(f"\n{subject.name} with the law {subject.law}: {failures}.")
    if len(table) < len(checks_of(subject)):
        print("All other checks need a solver that runs.")
    if table.failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
