"""What an adapter says of a solver of an engine, and what the engine returns, checked."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Literal

import numpy as np

from engines.exported import Exported
from simbench.errors import ResultsError

NUMERICAL = 5  # exit code
PIP = {"warp": "newton"}  # the packages on PyPI of modules, where they differ; newton brings warp
ADAPTERS = Path(__file__).parent / "adapters"


@dataclass(frozen=True)
class EngineSolver:
    """A solver of an engine.

    `step` makes the engine's model of a problem and returns the positions (n, 3) [m] after exactly this
    number of iterations of the one step.
    """

    step: Callable[[Exported, int], np.ndarray]
    laws: tuple[str, ...]  # simbench's laws whose energy the model has; empty: another energy
    precision: Literal["double", "single"]
    default_iterations: int | None  # of a step in the engine; None: the user must give a number
    iterates: bool = True  # otherwise the step is one iteration
    energy: str = ""  # the engine's energy in words, if no law of simbench has it
    moves: Callable[[Exported, int], np.ndarray] | None = None  # q − q_n of `step` [m], if rounded less
    forces: Callable[[Exported, np.ndarray], np.ndarray] | None = None  # of a pose [N], if they can be read
    energy_of: Callable[[Exported, np.ndarray], float] | None = None  # a pose [J], if it can be read


def adapters() -> list[str]:
    """The names of the adapters."""
    return sorted(file.stem for file in ADAPTERS.glob("[!_]*.py"))


def load(name: str) -> ModuleType:
    """The adapter of this name. ResultsError names the adapters, or the package that is missing."""
    if name not in adapters():
        raise ResultsError(f"there is no adapter '{name}'; there are: {', '.join(adapters())}")
    try:
        adapter = importlib.import_module(f"engines.adapters.{name}")
    except ImportError as error:
        package = (error.name or name).partition(".")[0]
        package = PIP.get(package, package)
        raise ResultsError(
            f"the adapter '{name}' needs the Python package {package}, which cannot be imported ({error}); "
            f"type: pip install {package}, or -r scripts/requirements_engines.txt for the versions on record"
        ) from error
    for member in ("PACKAGE", "SOLVERS"):
        if not hasattr(adapter, member):
            raise ResultsError(f"the adapter '{name}' has no {member}; template.py shows what one has")
    return adapter


def solver_of(adapter: ModuleType, name: str) -> EngineSolver:
    if name not in adapter.SOLVERS:
        raise ResultsError(
            f"'{name}' is not a solver of this adapter; there are: {', '.join(adapter.SOLVERS)}"
        )
    return adapter.SOLVERS[name]


def version_of(adapter: ModuleType) -> str:
    """The engine's package and its version, for example pbatoolkit 0.0.11."""
    return f"{adapter.PACKAGE} {version(adapter.PACKAGE)}"


def iterate(solver: EngineSolver, problem: Exported, iterations: int) -> np.ndarray:
    """The engine's positions after these iterations of the step, with held vertices exactly at their q̃."""
    if not iterations:
        return problem.inertial.copy()
    positions = stepped(solver, problem, iterations)
    positions[problem.held] = problem.inertial[problem.held]  # single precision rounds them
    return positions


def stepped(solver: EngineSolver, problem: Exported, iterations: int) -> np.ndarray:
    """What the engine's step returns, checked. ResultsError also if the engine ends the program."""
    try:
        found = solver.step(problem, iterations)
    except SystemExit as error:
        raise ResultsError(
            f"the engine ended the program instead of returning positions for {problem.name}"
        ) from error
    return checked_positions(found, problem, "positions")


def checked_number(found: object, problem: Exported, what: str) -> float:
    """A number of the engine. ResultsError if it is none; with exit code 5 if it is not finite."""
    try:
        number = float(found)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise ResultsError(f"the engine's {what} for {problem.name} is no number: {error}") from error
    if not np.isfinite(number):
        raise ResultsError(f"the engine's {what} for {problem.name} is not finite", NUMERICAL)
    return number


def checked_positions(found: object, problem: Exported, what: str) -> np.ndarray:
    """An array (n, 3) of the engine, copied in double precision.

    ResultsError if it is nothing, no numbers or of another shape; with exit code 5 if a number is not finite.
    """
    size = (len(problem.rest), 3)
    if found is None:
        raise ResultsError(f"the engine returned no {what} for {problem.name}")
    if np.iscomplexobj(found):
        raise ResultsError(f"the engine's {what} for {problem.name} are no real numbers")
    try:
        array = np.array(found, dtype=float)
    except (TypeError, ValueError) as error:
        raise ResultsError(f"the engine's {what} for {problem.name} are no numbers: {error}") from error
    if array.shape != size:
        raise ResultsError(f"the engine's {what} for {problem.name} have the shape {array.shape}, not {size}")
    if not np.isfinite(array).all():
        vertex = int(np.argwhere(~np.isfinite(array))[0][0])
        raise ResultsError(
            f"the engine's {what} for {problem.name} are not finite at vertex {vertex}", NUMERICAL
        )
    return array
