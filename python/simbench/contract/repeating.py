"""Whether the same question gets the same answer, to the bit."""

import hashlib

from simbench.contract.answer import Answer, failed, listed, ok
from simbench.contract.subject import ITERATIONS, Subject, Trace
from simbench.scene import Problem
from simbench.solver import Solver

EVERY = 10  # iterations between the records of the run that looks seldom


def looking(subject: Subject) -> Answer:
    """Recording iterates, and reading positions, changes nothing."""
    seldom = subject.run(subject.beam, record_every=EVERY)
    lines = subject.usual.bits.splitlines()
    rows = zip(lines[1:], subject.usual.rows["iteration"], strict=True)
    kept = [row for row, iteration in rows if iteration % EVERY == 0 or row == lines[-1]]
    if seldom.bits.splitlines()[1:] != kept:
        return failed(f"A run that records every {EVERY}th iterate has other numbers in these rows.")
    if subject.is_python:
        read_often = subject.run(subject.beam, solver=_watched(subject, _ReadsThrice))
        if read_often.bits != subject.usual.bits:
            return failed(_first_difference("Reading positions three times", subject, read_often))
        return ok(f"Recording every {EVERY}th iterate, and reading positions three times, changes no bit.")
    return ok(f"Recording every {EVERY}th iterate changes no bit.")


def repeatable(subject: Subject) -> Answer:
    """A second run gives the same bits."""
    again = subject.run(subject.beam)
    if again.bits != subject.usual.bits:
        return failed(_first_difference("A second run in the same process", subject, again))
    return ok(f"Two runs of {ITERATIONS} iterations have the same bits in every column.")


def same_instance(subject: Subject) -> Answer:
    """begin_step forgets what was before: a used instance does what a new one does."""
    instance = subject.made()
    subject.run(subject.beam, solver=instance)
    subject.run(subject.beam.changed(time_step=subject.beam.time_step / 2), solver=instance)
    used = subject.run(subject.beam, solver=instance)
    if used.bits != subject.usual.bits:
        return failed(_first_difference("An instance that did other runs before", subject, used))
    return ok("An instance that did two other runs gives the bits of a new one.")


def reads_only(subject: Subject) -> Answer:
    """The solver does not write into the problem."""
    instance = _watched(subject, _KeepsProblem)
    subject.run(subject.beam, solver=instance)
    changed = [
        name for name in ARRAYS if _digest(instance.given_problem, name) != instance.given_digests[name]
    ]
    if changed:
        return failed(f"The run has changed the problem's {listed(changed)}.")
    return ok("No array of the problem has changed.")


ARRAYS = ("start", "previous_positions", "masses", "rest_positions", "tets", "quadratic_tets", "triangles")


def _digest(problem: Problem, name: str) -> str:
    return hashlib.sha256(getattr(problem, name).tobytes()).hexdigest()


class _ReadsThrice:
    @property
    def positions(self):
        return [super(_ReadsThrice, self).positions for _ in range(3)][-1]


class _KeepsProblem:
    def begin_step(self, problem: Problem) -> None:
        self.given_problem = problem
        self.given_digests = {name: _digest(problem, name) for name in ARRAYS}
        super().begin_step(problem)


def _watched(subject: Subject, watcher: type) -> Solver:
    """An instance of the solver's class with the watcher's method around its own."""
    return type(subject.solver.__name__, (watcher, subject.solver), {})(**subject.settings)


def _first_difference(what: str, subject: Subject, other: Trace) -> str:
    lines, others = subject.usual.bits.splitlines(), other.bits.splitlines()
    if len(lines) != len(others):
        return f"{what} does {len(others) - 2} iterations instead of {len(lines) - 2}."
    row = next(i for i, pair in enumerate(zip(lines, others, strict=True)) if pair[0] != pair[1])
    return f"{what} gives other numbers from iteration {row - 1} on."
