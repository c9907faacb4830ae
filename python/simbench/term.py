"""Terms of the objective written in Python, for example contact: solvers minimise f(q) + term(q)."""

import json
from typing import ClassVar

import numpy as np

from simbench.core import core
from simbench.own_class import (
    columns_of,
    load_class,
    name_of,
    required_of,
    settings_of,
    source_of,
    summary_of,
)

Problem = core.Problem


class Term:
    """The base class of terms in Python. Positions q are float64 arrays (n, 3) [m].

    The harness makes an instance for each time step and calls begin_step() once. Then it adds the term to the
    objective of every solver, of f* and of all metrics. The arguments of __init__ are the term's settings:
    results record them, and `--term 'barrier.py[stiffness=1e4]'` sets them.
    """

    name: ClassVar[str] = ""  # in scenes and columns; if empty, the name of the class
    # Numbers that measure() returns: their unit and meaning by the name of their column.
    columns: ClassVar[dict[str, tuple[str, str]]] = {}

    def __new__(cls, *arguments: object, **settings: object) -> "Term":
        term = super().__new__(cls)
        term._settings = settings_of(cls, *arguments, **settings)
        return term

    def begin_step(self, problem: Problem) -> None:
        """Prepares a step, whose other parts are in `problem`: friction, for example, freezes its forces."""

    def value(self, q: np.ndarray) -> float:
        """The energy [J]; infinite where the positions are not allowed."""
        raise NotImplementedError(f"{type(self).__name__} has no value(q)")

    def gradient(self, q: np.ndarray) -> np.ndarray:
        """Its gradient; (n, 3) [N]."""
        raise NotImplementedError(f"{type(self).__name__} has no gradient(q)")

    def hessian(self, q: np.ndarray, definite: bool) -> object:
        """Its second derivatives, a symmetric matrix of scipy.sparse (3 n, 3 n) [N/m].

        The unknowns are those of q.ravel(). With definite=True the matrix must be positive semidefinite.
        """
        raise NotImplementedError(f"{type(self).__name__} has no hessian(q, definite)")

    def largest_step(self, q: np.ndarray, step: np.ndarray) -> float:
        """The part of a step (n, 3) [m] that a search may try, in (0, 1]: the value is finite on the way."""
        return 1.0

    def measure(self, q: np.ndarray) -> dict[str, float]:
        """The values of `columns` at these positions; one that is left out is an empty cell."""
        return {}


def for_harness(term: Term | type[Term]) -> core.PythonTerm:
    """The term as the harness sees it."""
    import scipy.sparse  # noqa: F401 (here, so that no solver's time contains the import)

    is_class = isinstance(term, type)
    kind = term if is_class else type(term)
    if not issubclass(kind, Term):
        raise TypeError(f"{term!r} is no term: expected a subclass of simbench.Term, or an instance of one")
    defaults = settings_of(kind, **dict.fromkeys(required_of(kind))) if is_class else term._settings

    def at_step(settings: str, problem: Problem) -> Term:
        values = {key: value for key, value in json.loads(settings).items() if key in defaults}
        for_step = kind(**values)
        for_step.begin_step(problem)
        return for_step

    settings = json.dumps(defaults | source_of(kind))
    return core.PythonTerm(name_of(kind, "term"), summary_of(kind), settings, columns_of(kind), at_step)


def load_term(path: str) -> type[Term]:
    """The only term that a Python file defines."""
    return load_class(path, Term)
