"""The answers as a table that fits into a terminal."""

import textwrap

from simbench.contract.answer import Answer, Verdict
from simbench.contract.checks import answers_of
from simbench.contract.subject import subject_of
from simbench.solver import Solver

WIDTH = 80
COLUMNS = (15, 14)  # widths of the name and of the verdict


class Table(dict[str, Answer]):
    """The answers by the names of the checks."""

    @property
    def failed(self) -> list[str]:
        return [name for name, answer in self.items() if answer.verdict is Verdict.FAILED]

    def __repr__(self) -> str:
        return "\n".join(text_of(name, answer) for name, answer in self.items())


def test(solver: str | type[Solver]) -> Table:
    """Checks that a solver keeps the contract: a text as behind --solver, or a subclass of Solver."""
    return Table(answers_of(subject_of(solver)))


def text_of(name: str, answer: Answer) -> str:
    """The lines of a check in the table."""
    margin = sum(COLUMNS)
    sentence = textwrap.wrap(answer.sentence, WIDTH - margin)
    first = f"{name:{COLUMNS[0]}}{answer.verdict.value:{COLUMNS[1]}}{sentence[0]}"
    return "\n".join([first, *(" " * margin + line for line in sentence[1:])])
