"""Entries of study.json: sources, sweeps, preparations, figures, documents and variants."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.study.members import Members


@dataclass(frozen=True)
class Source:
    """A source of claims: citation and authors; an address, hash, commit or page pins it."""

    citation: str
    authors: list[str]
    pinned: str


@dataclass(frozen=True)
class Sweep:
    """How a plan runs. `alone`: its seconds are shown, so that it runs last and one run at a time."""

    plan: str
    alone: bool = False
    options: tuple[str, ...] = ()
    needs: str = ""  # a preparation
    on_request: str = ""  # it runs only with --with and this word


@dataclass(frozen=True)
class Preparation:
    """Commands that write `file` into the folder of runs before the plans that need it run.

    `file` is made again if one of the `inputs` has changed (paths relative to the study's folder).
    """

    file: str
    inputs: tuple[str, ...]
    variable: str  # environment variable with the path of the file
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Drawing:
    """A figure of the sweeps `of`; `also` has further sweeps, by the option that names their folder.

    If a sweep of `of` needs --with, so does the figure. Without --with such sweeps of `also` are left out.
    `repeats`: the names of the figures of the source that it repeats.
    """

    name: str
    figure: str
    of: tuple[str, ...]
    filters: tuple[str, ...] = ()
    also: dict[str, str] = field(default_factory=dict)
    writes: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()

    @property
    def sweeps(self) -> tuple[str, ...]:
        return (*self.of, *self.also.values())


@dataclass(frozen=True)
class Document:
    """Files that a module of documents/ writes from the runs."""

    name: str
    writes: tuple[str, ...]
    of: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """Some of the study's plans with other values; `set` has the values by path."""

    name: str
    plans: tuple[str, ...]
    set: dict[str, Any]
    note: str


def read_sweeps(group: Members, plans: Path, preparations: Iterable[str]) -> list[Sweep]:
    """A sweep for each plan whose name matches a pattern of 'plans'."""
    there = sorted(path.stem for path in plans.glob("*.json"))
    patterns = group.texts("plans")
    details = {
        "alone": group.flag("alone"),
        "options": tuple(group.texts("options")),
        "needs": group.text("needs", ""),
        "on_request": group.text("on_request", ""),
    }
    group.end()
    if details["needs"] and details["needs"] not in preparations:
        raise ResultsError(f"{group.place}: there is no preparation '{details['needs']}' in 'preparations'")
    found = []
    for pattern in patterns:
        names = [name for name in there if fnmatch(name, pattern)]
        if not names:
            raise ResultsError(f"{group.place}: no plan in {plans} is named '{pattern}'")
        found += [Sweep(name, **details) for name in names]
    return found


def read_source(said: Members) -> Source:
    return _ended(said, Source(said.text("citation"), said.texts("authors"), said.text("pinned")))


def read_preparation(said: Members) -> Preparation:
    commands: list[tuple[str, ...]] = []
    for one in said.objects("commands"):
        commands += _spread(one.texts("words"), one.lists("each"))
        one.end()
    (file,) = said.inside(said.text("file"))
    inputs = tuple(said.texts("inputs"))
    return _ended(said, Preparation(file, inputs, said.text("variable"), tuple(commands)))


def _spread(words: list[str], each: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """One command for each combination of values; a value replaces {name} in the words."""
    commands = [tuple(words)]
    for name, values in each.items():
        commands = [
            tuple(word.replace(f"{{{name}}}", value) for word in command)
            for command in commands
            for value in values
        ]
    return commands


def read_drawing(said: Members) -> Drawing:
    (figure,) = said.inside(said.text("figure"))
    (name,) = said.inside(said.text("name", figure))
    return _ended(
        said,
        Drawing(
            name,
            figure,
            tuple(said.texts("of")),
            tuple(said.texts("filters")),
            said.strings("also"),
            said.inside(*said.texts("writes")) or (f"{name}.png",),
            tuple(said.texts("repeats")),
        ),
    )


def read_document(said: Members, sweeps: list[str]) -> Document:
    """`of` may have patterns such as board_*, which stand for all of these sweeps that they match."""
    of = [
        name
        for pattern in said.texts("of")
        for name in [sweep for sweep in sweeps if fnmatch(sweep, pattern)] or [pattern]
    ]
    (name,) = said.inside(said.text("name"))
    return _ended(said, Document(name, said.inside(*said.texts("writes")), tuple(of)))


def read_variant(name: str, said: Members, folder: Path) -> Variant:
    said.inside(name)
    values = dict(said.values("set"))
    for path, place in said.strings("set_from").items():  # path of a member to a scene that has it
        values[path] = _member(load_json(folder / place), path, f"{said.place}: {place}")
    plans = tuple(said.texts("plans"))
    if unknown := [plan for plan in plans if not (folder / f"plans/{plan}.json").is_file()]:
        raise ResultsError(f"{said.place}: there is no plan '{unknown[0]}' in {folder / 'plans'}")
    return _ended(said, Variant(name, plans, values, said.text("note")))


def _member(scene: Any, path: str, place: str) -> Any:
    for key in path.split("."):
        if not isinstance(scene, dict) or key not in scene:
            raise ResultsError(f"{place} has no '{path}'")
        scene = scene[key]
    return scene


def _ended(said: Members, made: Any) -> Any:
    said.end()
    return made
