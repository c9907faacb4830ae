"""All checks, in the order of the table. To add one, write a function in this folder and a line here."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from simbench.contract import invariance, minimising, repeating, scenes, starting
from simbench.contract.answer import Answer, Verdict, failed
from simbench.contract.subject import Subject

CHECKS: dict[str, Callable[[Subject], Answer]] = {
    "runs": starting.runs,
    "start": starting.start,
    "looking": repeating.looking,
    "repeatable": repeating.repeatable,
    "same instance": repeating.same_instance,
    "reads only": repeating.reads_only,
    "rotation": invariance.rotation,
    "far away": invariance.far_away,
    "units": invariance.units,
    "from rest": invariance.from_rest,
    "order": invariance.order,
    "falls": minimising.falls,
    "minimum": minimising.minimum,
    "converged": minimising.converged,
    "time limit": minimising.time_limit,
    "rest": scenes.rest,
    "steps": scenes.steps,
    "held vertices": scenes.held,
}

# The program makes a new instance for each run, and its solvers get the problem as a constant.
OF_PYTHON_ONLY = ("same instance", "reads only")


def checks_of(subject: Subject) -> list[str]:
    """The names of the checks for this solver."""
    return [name for name in CHECKS if subject.is_python or name not in OF_PYTHON_ONLY]


def answers_of(subject: Subject) -> Iterator[tuple[str, Answer]]:
    """The answer of each check by its name; only the first one if the solver does not run at all."""
    for name in checks_of(subject):
        answer = answer_of(name, subject)
        yield name, answer
        if name == "runs" and answer.verdict is Verdict.FAILED:
            return


def answer_of(name: str, subject: Subject) -> Answer:
    try:
        return CHECKS[name](subject)
    except Exception as error:  # of the solver: any error breaks the contract
        return failed(f"{type(error).__name__}{_place(error, subject)}: {error}.")


def _place(error: Exception, subject: Subject) -> str:
    """The last line of the solver's own file that the error came through."""
    file = subject.solver.begin_step.__code__.co_filename if subject.is_python else None
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f" in {Path(file).name}:{lines[-1]}" if lines else ""
