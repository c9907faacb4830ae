"""study.json: what a study says of itself, read and checked. docs/studies.md has every member."""

from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

from simbench.errors import ResultsError
from simbench.result_files import load_json
from simbench.study.judges import Judge, judges_of
from simbench.study.members import Members
from simbench.study.modules import has_module, import_judges, import_module

STUDY_FILE = "study.json"


@dataclass(frozen=True)
class Claim:
    """A claim of the source, and the judge that the study has for it."""

    number: int
    text: str
    about: dict[str, str]  # source, setting and figure
    not_judged: str = ""  # why nobody judges it
    judge: Judge | None = None


@dataclass(frozen=True)
class Source:
    """What makes the claims: a citation, its authors, and what pins it: address, hash, commit or page."""

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
    on_request: str = ""  # the word of --with that it waits for


@dataclass(frozen=True)
class Preparation:
    """Commands that write `file` into the folder of runs before the plans that need it run.

    It is made again when one of the `inputs`, files named from the study's folder, has changed.
    """

    file: str
    inputs: tuple[str, ...]
    variable: str  # of the environment, by which the program finds the file
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Drawing:
    """A figure: `of` are sweeps, `also` sweeps by the option that names their folder.

    It waits for --with where a sweep of `of` does. One of `also` that waits is left out unless asked for.
    """

    name: str
    figure: str
    of: tuple[str, ...]
    filters: tuple[str, ...] = ()
    also: dict[str, str] = field(default_factory=dict)
    writes: tuple[str, ...] = ()

    @property
    def sweeps(self) -> tuple[str, ...]:
        return (*self.of, *self.also.values())


@dataclass(frozen=True)
class Document:
    """Files that a module of documents/ writes of the runs."""

    name: str
    writes: tuple[str, ...]
    of: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """The study's plans with other values; `set` has them by path."""

    name: str
    plans: tuple[str, ...]
    set: dict[str, Any]
    note: str


class Study:
    """A folder with study.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.resolve().name
        if not (folder / STUDY_FILE).is_file():
            raise ResultsError(
                f"{folder}: there is no {STUDY_FILE} here; a study is a folder that has one, and "
                "'simbench-study --new NAME' writes a small study"
            )
        said = Members(load_json(folder / STUDY_FILE), str(folder / STUDY_FILE))
        self.title: str = said.text("title")
        self.introduction: list[str] = said.texts("introduction")
        self.prefix: str = said.text("prefix", "")
        self.sources = [_source(one) for one in said.objects("sources")]
        self._claims = said.named_objects("claims")
        self.preparations = {
            name: _preparation(one) for name, one in said.named_objects("preparations").items()
        }
        self.sweeps = [sweep for group in said.objects("sweeps") for sweep in self._sweeps(group)]
        self.figures = [_drawing(one) for one in said.objects("figures")]
        self.documents = [_document(one) for one in said.objects("documents")]
        self.pages: dict[str, str] = said.strings("pages")
        self.reference: dict[str, str] = said.strings("reference")
        self.seconds: list[str] = said.texts("seconds")
        self.variants = {
            name: _variant(name, one, self) for name, one in said.named_objects("variants").items()
        }
        said.end()
        self._check()

    @property
    def plans(self) -> Path:
        return self.folder / "plans"

    @cached_property
    def claims(self) -> dict[int, Claim]:
        """By number, with their judges, whose modules are imported for that."""
        import_judges(self.folder)
        judges = judges_of(self.name)
        claims = {claim.number: claim for claim in map(self._claim, self._claims.items())}
        if strangers := sorted(judges.keys() - claims.keys()):
            raise ResultsError(
                f"{self.folder / STUDY_FILE}: claim {self.prefix}{strangers[0]} has a judge "
                f"({judges[strangers[0]].__module__}) and is not in 'claims'; add it there"
            )
        for number, claim in claims.items():
            if bool(claim.not_judged) == (number in judges):
                wrong = "a judge and 'not_judged'" if claim.not_judged else "neither a judge nor 'not_judged'"
                raise ResultsError(
                    f"{self.folder / STUDY_FILE}: claim {self.prefix}{number} has {wrong}; give it a "
                    f"function under @claim({number}) in claims/, or the reason why nobody judges it"
                )
        return {
            number: Claim(number, claim.text, claim.about, claim.not_judged, judges.get(number))
            for number, claim in sorted(claims.items())
        }

    @cached_property
    def axes(self) -> dict[str, str]:
        """What the study calls the members of scenes: AXES of its module axes, if it has one."""
        return import_module(self.folder, "axes").AXES if has_module(self.folder, "axes") else {}

    def identifier(self, number: int) -> str:
        return f"{self.prefix}{number}"

    def sweep(self, plan: str) -> Sweep:
        return next(sweep for sweep in self.sweeps if sweep.plan == plan)

    def _claim(self, item: tuple[str, Members]) -> Claim:
        name, said = item
        number = name.removeprefix(self.prefix)
        if not (name.startswith(self.prefix) and number.isdecimal()):
            raise ResultsError(
                f"{said.place}: '{name}' is no name of a claim; a name is the prefix and a number, "
                f"as '{self.prefix}1'"
            )
        about = {key: said.text(key, "") for key in ("setting", "figure")}
        claim = Claim(
            int(number),
            said.text("text"),
            {"source": said.text("source"), **about},
            said.text("not_judged", ""),
        )
        said.end()
        return claim

    def _sweeps(self, group: Members) -> list[Sweep]:
        """One for each plan that a pattern of 'plans' fits."""
        there = sorted(path.stem for path in self.plans.glob("*.json"))
        patterns = group.texts("plans")
        details = {
            "alone": group.flag("alone"),
            "options": tuple(group.texts("options")),
            "needs": group.text("needs", ""),
            "on_request": group.text("on_request", ""),
        }
        group.end()
        if details["needs"] and details["needs"] not in self.preparations:
            raise ResultsError(
                f"{group.place}: there is no preparation '{details['needs']}' in 'preparations'"
            )
        found = []
        for pattern in patterns:
            names = [name for name in there if fnmatch(name, pattern)]
            if not names:
                raise ResultsError(f"{group.place}: no plan in {self.plans} is named '{pattern}'")
            found += [Sweep(name, **details) for name in names]
        return found

    def _check(self) -> None:
        """Whether each plan runs once, and figures name sweeps that there are."""
        place = self.folder / STUDY_FILE
        run = [sweep.plan for sweep in self.sweeps]
        self._refuse_double(run, "plan", "in 'sweeps'")
        for path in sorted(self.plans.glob("*.json")):
            if path.stem not in run:
                raise ResultsError(
                    f"{path}: nothing runs this plan; add it to 'sweeps' of {place}, or remove it"
                )
        self._refuse_double([one.name for one in self.figures], "figure", "in 'figures'")
        for one in (*self.figures, *self.documents):
            sweeps = one.sweeps if isinstance(one, Drawing) else one.of
            if absent := [name for name in sweeps if name not in run]:
                raise ResultsError(
                    f"{place}: '{one.name}' shows the sweep '{absent[0]}', of which there is no plan"
                )

    def _refuse_double(self, names: list[str], what: str, where: str) -> None:
        if double := next((name for name in names if names.count(name) > 1), None):
            raise ResultsError(
                f"{self.folder / STUDY_FILE}: the {what} '{double}' is there twice {where}; remove one"
            )


def _source(said: Members) -> Source:
    return _ended(said, Source(said.text("citation"), said.texts("authors"), said.text("pinned")))


def _preparation(said: Members) -> Preparation:
    commands: list[tuple[str, ...]] = []
    for one in said.objects("commands"):
        commands += _spread(one.texts("words"), one.lists("each"))
        one.end()
    return _ended(
        said,
        Preparation(said.text("file"), tuple(said.texts("inputs")), said.text("variable"), tuple(commands)),
    )


def _spread(words: list[str], each: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """The command for each combination of values, which stand in its words as {name}."""
    commands = [tuple(words)]
    for name, values in each.items():
        commands = [
            tuple(word.replace(f"{{{name}}}", value) for word in command)
            for command in commands
            for value in values
        ]
    return commands


def _drawing(said: Members) -> Drawing:
    figure = said.text("figure")
    name = said.text("name", figure)
    return _ended(
        said,
        Drawing(
            name,
            figure,
            tuple(said.texts("of")),
            tuple(said.texts("filters")),
            said.strings("also"),
            tuple(said.texts("writes")) or (f"{name}.png",),
        ),
    )


def _document(said: Members) -> Document:
    return _ended(said, Document(said.text("name"), tuple(said.texts("writes")), tuple(said.texts("of"))))


def _variant(name: str, said: Members, study: Study) -> Variant:
    values = dict(said.values("set"))
    for path, place in said.strings("set_from").items():  # path of a member to a scene that has it
        values[path] = _member(load_json(study.folder / place), path, f"{said.place}: {place}")
    plans = tuple(said.texts("plans"))
    if unknown := [plan for plan in plans if not (study.plans / f"{plan}.json").is_file()]:
        raise ResultsError(f"{said.place}: there is no plan '{unknown[0]}' in {study.plans}")
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
