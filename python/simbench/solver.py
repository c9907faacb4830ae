"""Solvers written in Python: the same problem, referee and files as the program's own solvers."""

import json
from typing import ClassVar

import numpy as np

from simbench.core import core
from simbench.errors import SimbenchError
from simbench.own_class import (
    columns_of,
    load_class,
    name_of,
    required_of,
    settings_of,
    source_of,
    summary_of,
)
from simbench.scene import Problem

GROUPS = ("all", "every")  # behind --solver, several solvers


class Converged(Exception):  # noqa: N818 (it is no error)
    """Raised by iterate() when no further iteration is needed; the run ends in success."""


class Solver:
    """The base class of solvers in Python. A solver improves its positions by one iteration at a time.

    The harness calls begin_step() at the beginning of each time step and then iterate() once an iteration. It
    reads `positions` after each call and computes all metrics itself. The arguments of __init__ are the
    solver's settings: results record them, and `--solver 'my_solver.py[damping=0.5]'` sets them.
    """

    name: ClassVar[str] = ""  # in tables and folders; if empty, the name of the class
    # Numbers that iterate() returns in a dict: their unit and meaning by the name of their column.
    columns: ClassVar[dict[str, tuple[str, str]]] = {}
    minimises: ClassVar[bool] = True  # whether its iterates converge to the minimum of the objective

    def __new__(cls, *arguments: object, **settings: object) -> "Solver":
        solver = super().__new__(cls)
        solver._settings = settings_of(cls, *arguments, **settings)
        return solver

    def begin_step(self, problem: Problem) -> None:
        """Prepares a step: afterwards `positions` are those of iteration 0, usually `problem.start`."""
        raise NotImplementedError(f"{type(self).__name__} has no begin_step(problem)")

    def iterate(self) -> dict[str, float] | None:
        """Does one iteration. May return values of `columns`. Raises Converged to end the run."""
        raise NotImplementedError(f"{type(self).__name__} has no iterate()")

    @property
    def positions(self) -> np.ndarray:
        """The current positions, a float64 array (n, 3) [m]."""
        raise NotImplementedError(f"{type(self).__name__} has no positions")

    @classmethod
    def declines(cls, laws: list[str]) -> str | None:
        """Why the solver cannot take a scene whose potentials have these laws; None if it can."""
        return None


def for_harness(solver: Solver | type[Solver]) -> core.PythonSolver:
    """The solver as the harness sees it. A class makes an instance for each run."""
    import scipy.sparse  # noqa: F401 (here, so that no solver's time contains the import)

    is_class = isinstance(solver, type)
    kind = solver if is_class else type(solver)
    if not issubclass(kind, Solver):
        raise TypeError(
            f"{solver!r} is no solver: expected a name, a subclass of simbench.Solver, or an instance of one"
        )
    required = required_of(kind) if is_class else []
    defaults = settings_of(kind, **dict.fromkeys(required)) if is_class else solver._settings

    def declines(laws: list[str], settings: str) -> str | None:
        values = json.loads(settings)
        for name in required:
            if values.get(name) is None:
                path = f"solvers.{name_of(kind)}.{name}"
                return f"its setting '{name}' has no default; --set {path}=VALUE gives it a value"
        return kind.declines(laws)

    def make(settings: str) -> Solver:
        values = {key: value for key, value in json.loads(settings).items() if key in defaults}
        return solver(**values) if is_class else solver

    name = name_of(kind)
    if name in GROUPS:
        raise SimbenchError(f"--solver {name} means several solvers; give yours another name")
    settings = json.dumps(defaults | source_of(kind))
    return core.PythonSolver(name, summary_of(kind), settings, columns_of(kind), make, declines)


def load_solver(path: str) -> type[Solver]:
    """The only solver that a Python file defines."""
    return load_class(path, Solver)
