"""Scenes in Python: what the program reads from JSON files, and the minimisations of their steps."""

import html
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from simbench.core import core
from simbench.errors import SimbenchError
from simbench.json_text import json_text
from simbench.term import Term, for_harness

Problem = core.Problem


class Scene:
    """A scene of the program. It never changes: `changed` returns another one.

    Errors are SimbenchError with the messages of the command line.
    """

    def __init__(self, inner) -> None:
        self._inner = inner

    @classmethod
    def load(cls, scene: "Scene | str | Path | Mapping", settings: Mapping | None = None) -> "Scene":
        """Reads a scene from a file, by the name of one of simbench's scenes, or from a dict.

        `settings` has values by dotted path, like --set: {"material.stiffness": 1e9}.
        """
        if isinstance(scene, Scene):
            return scene.changed(settings) if settings else scene
        text = _settings_text(settings or {})
        if isinstance(scene, Mapping):
            return cls(core.Scene.from_text(json_text(scene, "scene"), text))
        return cls(core.Scene.from_file(os.fspath(scene), text))

    def changed(self, settings: Mapping) -> "Scene":
        """The scene with other values, by dotted path."""
        return Scene(self._inner.changed(_settings_text(settings)))

    def with_terms(self, *terms: Term | type[Term]) -> "Scene":
        """The scene with these terms of the objective, beside those it has.

        Its steps then begin at the last positions (step.start is previous), where a term such as contact is
        finite; `changed` can say otherwise.
        """
        settings: dict = {"step.start": "previous"}
        for one in map(for_harness, terms):
            core.register_term(one)
            settings[f"terms.{one.name}"] = json.loads(one.settings_json)
        return self.changed(settings)

    @property
    def name(self) -> str:
        """The name of its file."""
        return self._inner.name

    @property
    def kind(self) -> str:
        """ "deformable" or "rigid"."""
        return self._inner.kind

    @property
    def description(self) -> str:
        return self._inner.description

    @property
    def solvers(self) -> list[str]:
        """The solvers for scenes like this one; `declines` tells whether one of them cannot take it."""
        return self._inner.solvers

    def declines(self, solver: str) -> str | None:
        """Why the solver cannot take the scene; None if it can."""
        return self._inner.declines(solver)

    def json(self) -> dict:
        """The scene with all defaults, as in a manifest."""
        return json.loads(self._inner.json())

    def check(self) -> dict:
        """What `simbench check --json` prints: sizes, qualities and estimates."""
        return json.loads(self._inner.check())

    def motion(self) -> "Motion":
        """The time steps of a deformable scene. A scene with a preparation computes its start state first."""
        return Motion(self)

    def problem(self, step: int = 1) -> Problem:
        """The minimisation of a step, which begins where Newton's minima of the steps before lead."""
        motion = self.motion()
        if not 1 <= step <= motion.step_count:
            raise SimbenchError(f"{self.name}: step {step}; the scene has the steps 1 to {motion.step_count}")
        while motion.step < step:
            motion.advance()
        return motion.problem

    def __repr__(self) -> str:
        return f"<Scene {self.name}: {self.description or self.kind}>"

    def _repr_html_(self) -> str:
        name, description = html.escape(self.name), html.escape(self.description)
        text = html.escape(json.dumps(self.json(), indent=2, ensure_ascii=False))
        return f"<details><summary><b>{name}</b> {description}</summary><pre>{text}</pre></details>"


class Motion:
    """A motion of a deformable scene, step by step. Iterating over it yields the problem of each step.

    A step that `advance` has not ended ends at Newton's minimum when the next one begins.
    """

    def __init__(self, scene: Scene) -> None:
        self._inner = core.Motion(scene._inner)

    @property
    def step(self) -> int:
        """The number of the present step, from 1. Substeps count as steps."""
        return self._inner.step

    @property
    def step_count(self) -> int:
        """How many steps the scene has."""
        return self._inner.step_count

    @property
    def time(self) -> float:
        """When the step begins [s]."""
        return self._inner.time

    @property
    def positions(self) -> np.ndarray:
        """Where the step begins; (n, 3) [m]."""
        return self._inner.positions

    @property
    def velocities(self) -> np.ndarray:
        """The velocities where the step begins; (n, 3) [m/s]."""
        return self._inner.velocities

    @property
    def problem(self) -> Problem:
        """The minimisation of the present step."""
        return self._inner.problem()

    def minimum(self) -> np.ndarray:
        """Newton's minimum of the present step; (n, 3) [m]. SimbenchError if it finds none."""
        return self._inner.minimum()

    def advance(self, positions: np.ndarray | None = None) -> None:
        """Ends the step at these positions (n, 3) [m], or at its minimum, and begins the next one."""
        self._inner.advance(self.minimum() if positions is None else positions)

    def checkpoint(self) -> str:
        """The text of a checkpoint where the step begins: `state.file` of a scene can name a file with it."""
        return self._inner.checkpoint()

    def __iter__(self) -> Iterator[Problem]:
        while (step := self.step) <= self.step_count:
            yield self.problem
            if self.step == step == self.step_count:
                return
            if self.step == step:
                self.advance()


def _settings_text(settings: Mapping) -> str:
    if not isinstance(settings, Mapping):
        raise TypeError(f"settings: expected a dict of values by path; found {type(settings).__name__}")
    return json_text(settings, "settings")
