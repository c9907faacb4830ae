"""Grades answers to the exercises: by the contract of solvers (`simbench test`), and by a threshold."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from simbench.contract.answer import Verdict
from simbench.contract.table import test
from simbench.errors import SimbenchError
from simbench.exercise import thresholds
from simbench.exercise.blanks import open_blanks
from simbench.nearest_name import did_you_mean
from simbench.solver import Solver

# The threshold of each exercise, which returns what is missing and what was measured; and the checks of the
# contract whose answer must be ok. All other checks must not be failed.
EXERCISES: dict[str, tuple[Callable[..., tuple[list[str], str]], tuple[str, ...]]] = {
    "implicit_euler": (thresholds.implicit_euler, ("minimum",)),
    "projective_dynamics": (thresholds.projective_dynamics, ("minimum",)),
    "compliance": (thresholds.compliance, ()),
    "quasi_newton": (thresholds.quasi_newton, ("minimum", "falls")),
    "verdict": (thresholds.verdict, ()),
}
DOES_NOT_RUN = "Until the solver runs, nothing else is checked."


@dataclass(frozen=True)
class Grade:
    """Whether the answer passes, and sentences: what is missing, or what was measured."""

    exercise: str
    passed: bool
    sentences: list[str]

    def __repr__(self) -> str:
        head = f"{self.exercise}: {'passed' if self.passed else 'not yet'}"
        return "\n".join([head, *(f"- {sentence}" for sentence in self.sentences)])


def grade(exercise: str, answer: type[Solver] | Callable) -> Grade:
    """Grades the class or function of an exercise. SimbenchError if there is no such exercise."""
    if exercise not in EXERCISES:
        raise SimbenchError(
            f"there is no exercise '{exercise}'{did_you_mean(exercise, list(EXERCISES))}; there are: "
            f"{', '.join(EXERCISES)}"
        )
    if hints := open_blanks(answer):
        return Grade(exercise, False, [f"This blank is still open: {hint}." for hint in hints])
    threshold, must_be_ok = EXERCISES[exercise]
    broken = contract(answer, must_be_ok) if isinstance(answer, type) else []
    if broken and broken[-1] == DOES_NOT_RUN:
        return Grade(exercise, False, broken)
    missing, measured = threshold(answer)
    wrong = [*missing, *broken]
    return Grade(exercise, not wrong, wrong or [measured])


def contract(answer: type[Solver], must_be_ok: tuple[str, ...]) -> list[str]:
    """What `simbench test` finds wrong with a solver."""
    logger = logging.getLogger("simbench")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # the table says how runs end
    try:
        table = test(answer)
    finally:
        logger.setLevel(level)
    wrong = [
        f"simbench test, {name}: {found.sentence}"
        for name, found in table.items()
        if found.verdict is Verdict.FAILED or (name in must_be_ok and found.verdict is not Verdict.OK)
    ]
    if "runs" in table.failed:
        wrong.append(DOES_NOT_RUN)
    return wrong
