"""The solver that is tested, and its runs."""

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.contract.beam import LAWS, Beam, usual_beam
from simbench.core import core
from simbench.counted import counted
from simbench.errors import SimbenchError
from simbench.running import run
from simbench.solver import Solver, load_solver, name_of, settings_of

ITERATIONS = 20  # of runs that are compared
MANY_ITERATIONS = 2000  # of a run that should reach the minimum


@dataclass(frozen=True, eq=False)
class Trace:
    """A run: its rows as a table and as the bytes of its file, and how it ended."""

    rows: pd.DataFrame
    bits: bytes
    status: str
    message: str

    @property
    def errors(self) -> np.ndarray:
        """The relative error of each iterate of the first step."""
        return self.rows.loc[self.rows["step"] == 1, "relative_error"].to_numpy()

    @property
    def length(self) -> str:
        """20 iterations."""
        return counted(int(self.rows["iteration"].iloc[-1]), "iteration")

    def difference(self, other: "Trace") -> float:
        """The largest difference of relative errors; of errors above one, as a part of the largest.

        A run that ended keeps its last one.
        """
        length = max(len(self.errors), len(other.errors))
        ours, theirs = (np.pad(run.errors, (0, length - len(run.errors)), "edge") for run in (self, other))
        return float(np.abs(ours - theirs).max() / max(1.0, np.abs(ours).max()))


@dataclass(frozen=True, eq=False)
class Subject:
    """A solver of the program, by its text behind --solver, or a class with its settings."""

    name: str
    solver: str | type[Solver]
    minimises: bool
    settings: dict = field(default_factory=dict)
    law: str = "strain"

    @property
    def is_python(self) -> bool:
        return isinstance(self.solver, type)

    def made(self) -> str | Solver:
        """What run() takes; a new instance of a class."""
        with _no_exit(self.name):
            return self.solver(**self.settings) if self.is_python else self.solver

    @property
    def beam(self) -> Beam:
        return usual_beam().changed(law=self.law)

    def run(
        self, beam: Beam, iterations: int = ITERATIONS, solver: Solver | None = None, **options: object
    ) -> Trace:
        """Runs the solver, or this instance of it."""
        with tempfile.TemporaryDirectory(prefix="simbench-") as folder:
            scene = beam.scene(Path(folder), iterations)
            runs = run(scene, solver or self.made(), output=Path(folder) / "runs", **options)
            if len(runs) != 1:
                raise SimbenchError(f"{self.name}: expected one solver")
            (done,) = runs.values()
            bits = (done.folder / "iterations.csv").read_bytes()
            return Trace(done.iterations, bits, done.manifest["status"], done.manifest["message"])

    @cached_property
    def usual(self) -> Trace:
        """The run with which others are compared."""
        return self.run(self.beam)

    @cached_property
    def long(self) -> Trace:
        """The run that should reach the minimum."""
        return self.run(self.beam, MANY_ITERATIONS)


def subject_of(solver: str | type[Solver]) -> Subject:
    """The subject of a text as behind --solver, or of a class. SimbenchError if there is no such solver."""
    if isinstance(solver, type):
        return _of_class(solver, {})
    name, bracket, settings = solver.partition("[")
    if name.endswith(".py"):
        with _no_exit(name):
            kind = load_solver(name)
        return _of_class(kind, _settings(settings.removesuffix("]")) if bracket else {})
    subject = Subject(solver, solver, core.minimises(name))
    subject = _with_law(subject, lambda scene: scene.declines(name))
    subject.run(subject.beam, 0)  # refuses settings that the solver does not have
    return subject


def _of_class(solver: type[Solver], settings: dict) -> Subject:
    try:
        settings_of(solver, **settings)
    except TypeError as error:
        raise SimbenchError(f"the settings of {solver.__name__}: {error}") from error
    subject = Subject(name_of(solver), solver, solver.minimises, settings)
    with _no_exit(subject.name):
        return _with_law(subject, lambda scene: solver.declines(scene.problem().laws))


@contextmanager
def _no_exit(name: str) -> Iterator[None]:
    """Wraps code of the tested solver, which with sys.exit(0) would end the test as if all were well."""
    try:
        yield
    except SystemExit as error:
        raise SimbenchError(
            f"{name} called sys.exit(), which ends a program; raise an exception", 1
        ) from error


def _settings(text: str) -> dict:
    """Of "damping=0.5,rule=fast"; commas inside of brackets do not separate."""
    pairs = (pair.partition("=") for pair in re.split(r",(?![^\[]*\])", text))
    return {key: _value(value) for key, _, value in pairs}


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _with_law(subject: Subject, declines: Callable) -> Subject:
    """The subject with the first law that its solver takes."""
    with tempfile.TemporaryDirectory(prefix="simbench-") as folder:
        for law in LAWS:
            reason = declines(usual_beam().changed(law=law).scene(Path(folder), ITERATIONS))
            if reason is None:
                return replace(subject, law=law)
    raise SimbenchError(f"{subject.name} declines every law; of {law} it says: {reason}")
