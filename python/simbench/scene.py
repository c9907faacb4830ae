"""Scenes in Python: what the program reads from JSON files, and the minimisation of their first step."""

import html
import json
import os
from collections.abc import Mapping
from pathlib import Path

from simbench.core import core
from simbench.json_text import json_text

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

    def problem(self) -> Problem:
        """The minimisation of the first step. Scenes with a preparation compute their start state first."""
        return self._inner.problem()

    def __repr__(self) -> str:
        return f"<Scene {self.name}: {self.description or self.kind}>"

    def _repr_html_(self) -> str:
        name, description = html.escape(self.name), html.escape(self.description)
        text = html.escape(json.dumps(self.json(), indent=2, ensure_ascii=False))
        return f"<details><summary><b>{name}</b> {description}</summary><pre>{text}</pre></details>"


def _settings_text(settings: Mapping) -> str:
    if not isinstance(settings, Mapping):
        raise TypeError(f"settings: expected a dict of values by path; found {type(settings).__name__}")
    return json_text(settings, "settings")
