"""Reads and checks study.json. docs/studies.md lists its members."""

from functools import cached_property
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.study.claims import Claim, Statement, read_claim, read_statements
from simbench.study.entries import (
    Drawing,
    Sweep,
    read_document,
    read_drawing,
    read_preparation,
    read_source,
    read_sweeps,
    read_variant,
)
from simbench.study.judges import judges_of
from simbench.study.members import Members, placeholders_in
from simbench.study.modules import has_module, import_judges, import_module

STUDY_FILE = "study.json"


class Study:
    """A folder with study.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.resolve().name
        if not (folder / STUDY_FILE).is_file():
            raise ResultsError(
                f"{folder}: there is no {STUDY_FILE} here; a study is a folder that has one, and "
                "'simbench new-study NAME' writes a small study"
            )
        content = load_json(folder / STUDY_FILE)
        self.placeholders = placeholders_in(content)
        said = Members(content, str(folder / STUDY_FILE))
        self.title: str = said.text("title")
        self.introduction: list[str] = said.texts("introduction")
        self.prefix: str = said.text("prefix", "")
        self.sources = [read_source(one) for one in said.objects("sources")]
        self._claims = said.named_objects("claims")
        self._statements = said.objects("statements")
        self.preparations = {
            name: read_preparation(one) for name, one in said.named_objects("preparations").items()
        }
        self.sweeps = [
            sweep
            for group in said.objects("sweeps")
            for sweep in read_sweeps(group, self.plans, self.preparations)
        ]
        self.figures = [read_drawing(one) for one in said.objects("figures")]
        run = [sweep.plan for sweep in self.sweeps]
        self.documents = [read_document(one, run) for one in said.objects("documents")]
        self.pages: dict[str, str] = said.strings("pages")
        said.inside(*self.pages, *self.pages.values())
        self.reference: dict[str, str] = said.strings("reference")
        self.seconds: list[str] = said.texts("seconds")
        self.variants = {
            name: read_variant(name, one, folder) for name, one in said.named_objects("variants").items()
        }
        said.end()
        self._check()

    @property
    def plans(self) -> Path:
        return self.folder / "plans"

    @cached_property
    def claims(self) -> dict[int, Claim]:
        """The claims by number, each with its judge. Imports the modules of the judges."""
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
            number: claim.judged_by(judges[number], self.identifier(number)) if number in judges else claim
            for number, claim in sorted(claims.items())
        }

    @cached_property
    def statements(self) -> list[Statement]:
        """What the claims say, in the order of study.json; each claim is in one of them."""
        names = {self.identifier(number): number for number in self.claims}
        return read_statements(self._statements, names, self.claims)

    @cached_property
    def axes(self) -> dict[str, str]:
        """The study's short names of members of scenes: AXES of its module axes, if it has one."""
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
        return read_claim(int(number), said)

    def _check(self) -> None:
        """Refuses a plan that runs twice or never, and a figure that names a sweep without a plan."""
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
                f"{self.folder / STUDY_FILE}: the {what} '{double}' occurs twice {where}; remove one"
            )
