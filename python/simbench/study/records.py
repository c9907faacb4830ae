"""Reads the recorded verdicts of all studies (results/<name>/claims.json), which pages show."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json

MEMBERS = {
    "statement",
    "claim",
    "figure",
    "verdict",
    "answer",
    "reach",
    "cases",
}  # of a recorded claim that pages need


@dataclass(frozen=True)
class RecordedClaim:
    """A recorded claim; `name` is its identifier (8, R8)."""

    name: str
    entry: dict
    page: str  # path relative to the folder that has results/, with the anchor


class Records:
    """The recorded claims below a folder. A page of a study finds the claims of that study first."""

    def __init__(self, folder: Path, study: str = "") -> None:
        self.results = folder / "results"
        self.study = study

    @cached_property
    def studies(self) -> list[str]:
        return sorted(file.parent.name for file in self.results.glob("*/claims.json"))

    def collection(self, study: str, variant: str = "") -> dict[str, RecordedClaim]:
        """The claims of a study or of a variant, by name, in the study's order."""
        folder = f"{study}/{variant}" if variant else study
        file = self.results / folder / "claims.json"
        if not file.is_file():
            raise ResultsError(f"there are no claims on record in {file}")
        entries = load_json(file)
        for name, entry in entries.items():
            if missing := MEMBERS - entry.keys():
                raise ResultsError(
                    f"{file}: claim {name} has no '{min(missing)}'; judge it again with simbench study"
                )
        page = f"results/{folder}/claims.md#claim-"
        return {name: RecordedClaim(name, entry, page + name.lower()) for name, entry in entries.items()}

    def claim(self, name: str) -> RecordedClaim:
        """The claim of the page's own study, or of the only study that has it, or of STUDY in STUDY:NAME."""
        study, _, own = name.rpartition(":")
        places = [study] if study else [self.study] if name in self._names_of(self.study) else self.studies
        found = [place for place in places if own in self._names_of(place)]
        if not found:
            raise ResultsError(f"claim {name} is not on record")
        if len(found) > 1:
            raise ResultsError(f"claim {name} is one of {' and of '.join(found)}; write {found[0]}:{own}")
        return self._all[found[0]][own]

    def _names_of(self, study: str) -> dict[str, RecordedClaim]:
        return self._all.get(study, {})

    @cached_property
    def _all(self) -> dict[str, dict[str, RecordedClaim]]:
        return {study: self.collection(study) for study in self.studies}
