"""The program simbench inside Python, which also reads solvers from Python files.

simbench --scene beam_untwist.json --solver qn,my_solver.py
"""

import sys

from simbench.commands import errors_for_the_user


def main() -> None:
    with errors_for_the_user():
        import simbench.loaders  # noqa: F401 (so that the program can read solvers from Python files)
        from simbench.core import core

        code = core.program(["simbench", *sys.argv[1:]])
    sys.exit(code)


if __name__ == "__main__":
    main()
