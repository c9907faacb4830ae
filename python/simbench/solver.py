"""Solvers written in Python: the same problem, referee and files as the program's own solvers."""

import ast
import hashlib
import importlib.util
import inspect
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import ClassVar

import numpy as np

from simbench.commands import plain
from simbench.core import core
from simbench.errors import SimbenchError
from simbench.json_text import json_text
from simbench.scene import Problem

NAME = re.compile("[a-z][a-z0-9_]*")  # of solvers and columns
GROUPS = ("all", "every")  # behind --solver, several solvers
SOURCE_KEYS = {"source", "source_sha256"}  # beside the settings in results


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


def settings_of(solver: type[Solver], *arguments: object, **settings: object) -> dict:
    """The values of all arguments of __init__, by name. TypeError if JSON cannot contain one of them."""
    if solver.__init__ is object.__init__:
        if arguments or settings:
            raise TypeError(f"{solver.__name__} takes no settings, because it has no __init__")
        return {}
    signature = inspect.signature(solver.__init__)
    bound = signature.bind(None, *arguments, **settings)
    bound.apply_defaults()
    values = dict(list(bound.arguments.items())[1:])
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            raise TypeError(f"{solver.__name__}.__init__ takes *{name}, but results record settings by name")
        if parameter.kind is parameter.VAR_KEYWORD:
            values.update(values.pop(name))
    if taken := SOURCE_KEYS & values.keys():
        raise TypeError(f"{solver.__name__}: results use the name '{min(taken)}'; rename this setting")
    return json.loads(json_text(values, f"the settings of {solver.__name__}, which results record"))


def required_of(solver: type[Solver]) -> list[str]:
    """The names of the arguments of __init__ that have no default."""
    if solver.__init__ is object.__init__:
        return []
    _, *parameters = inspect.signature(solver.__init__).parameters.values()
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in parameters if one.default is one.empty and one.kind in named]


def name_of(solver: type[Solver]) -> str:
    name = solver.name or re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", solver.__name__).lower()
    if not NAME.fullmatch(str(name)):
        raise SimbenchError(f"the name '{name}' of a solver: expected lower-case letters, digits and _")
    if name in GROUPS:
        raise SimbenchError(f"--solver {name} means several solvers; give yours another name")
    return name


def columns_of(solver: type[Solver]) -> list[tuple[str, str, str]]:
    """The name, unit and meaning of each column of the solver's own."""
    columns = solver.columns.items() if isinstance(solver.columns, Mapping) else [(solver.columns, None)]
    for name, texts in columns:
        is_named = isinstance(name, str) and NAME.fullmatch(name)
        if not is_named or not isinstance(texts, Sequence) or [*map(type, texts)] != [str, str]:
            raise TypeError(
                f"{solver.__name__}.columns: expected a dict of units and meanings by lower-case names, "
                f"as in {{'step_length': ('1', 'the length of the step')}}; found {name!r}: {texts!r}"
            )
    return [(name, plain(unit), plain(meaning)) for name, (unit, meaning) in columns]


def source_of(solver: type[Solver]) -> dict[str, str]:
    """The file of the solver's class, if it has one, and the hash of its text.

    The hash of a class without a file, as in a notebook, is the hash of its own source, or of its compiled
    functions if Python does not keep the source.
    """
    file = getattr(sys.modules.get(solver.__module__), "__file__", None)
    if file and Path(file).is_file():
        return {"source": str(Path(file).resolve()), "source_sha256": _hash(Path(file).read_bytes())}
    try:
        text = inspect.getsource(solver).encode()
    except (OSError, TypeError):
        members = vars(solver).values()
        functions = [getattr(member, "fget", getattr(member, "__func__", member)) for member in members]
        codes = [function.__code__ for function in functions if inspect.isfunction(function)]
        text = repr([_code_text(code) for code in codes]).encode()
    return {"source_sha256": _hash(text)}


def _code_text(code: CodeType) -> str:
    """A compiled function, and those in it. Unlike repr(), it has no addresses of memory."""
    constants = [_code_text(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return repr((code.co_name, code.co_code, code.co_names, constants))


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


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

    summary = plain(inspect.cleandoc(kind.__doc__ or "a solver in Python").partition("\n")[0])
    settings = json.dumps(defaults | source_of(kind))
    return core.PythonSolver(name_of(kind), summary, settings, columns_of(kind), make, declines)


def load_solver(path: str) -> type[Solver]:
    """The only solver that a Python file defines."""
    file = Path(path).resolve()
    if not file.is_file():
        raise SimbenchError(f"{path}: there is no such file with a solver")
    module_name = f"simbench_solver_{_hash(str(file).encode())[:16]}"
    specification = importlib.util.spec_from_file_location(module_name, file)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module_name] = module
    specification.loader.exec_module(module)
    classes = (value for value in vars(module).values() if isinstance(value, type))
    own = (one for one in classes if issubclass(one, Solver) and one.__module__ == module_name)
    found = [*dict.fromkeys(own)]
    if len(found) != 1:
        names = ", ".join(solver.__name__ for solver in found) or "none"
        raise SimbenchError(f"{path}: expected one subclass of simbench.Solver; found {names}")
    _refuse_second_class(path, file, found[0].__name__)
    return found[0]


def _refuse_second_class(path: str, file: Path, name: str) -> None:
    """Refuses a file with two classes of this name: Python forgets the first one without a word."""
    statements = ast.parse(file.read_bytes()).body
    lines = [one.lineno for one in statements if isinstance(one, ast.ClassDef) and one.name == name]
    if len(lines) > 1:
        raise SimbenchError(f"{path}: lines {lines[0]} and {lines[1]} both define a class {name}")


core.set_loader(lambda path: for_harness(load_solver(path)))  # for "my_solver.py" as the name of a solver
