"""What pages are rendered from: the verdicts on record in both collections of claims, and the times."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from simbench.claims import THESIS, Collection
from simbench.claims.rigid import RIGID
from simbench.errors import ResultsError
from simbench.pages import performance
from simbench.result_files import load_json

MEMBERS = {"claim", "figure", "verdict", "depends_on", "sentence"}  # of a claim on record, as pages need them
COLLECTIONS = {"thesis": THESIS, "rigid": RIGID}


@dataclass(frozen=True)
class Claim:
    """A claim as it is on record, by its identifier (8, R8)."""

    name: str
    entry: dict
    page: str  # relative to the repository, with the place in it


class Records:
    """The results of a repository."""

    def __init__(self, repository: Path) -> None:
        self.results = repository / "results"

    @cached_property
    def claims(self) -> dict[str, Claim]:
        return {claim.name: claim for of in COLLECTIONS.values() for claim in self._of(of)}

    def collection(self, name: str) -> list[Claim]:
        """Its claims by number."""
        if name not in COLLECTIONS:
            raise ResultsError(f"there is no collection of claims '{name}'")
        return self._of(COLLECTIONS[name])

    @property
    def on_another_mesh(self) -> dict[str, Claim]:
        """The thesis's claims, judged by runs on a mesh of TetGen's."""
        return {claim.name: claim for claim in self._of(THESIS, "tetgen/")}

    def claim(self, name: str) -> Claim:
        if name not in self.claims:
            raise ResultsError(f"claim {name} is not on record")
        return self.claims[name]

    def _of(self, of: Collection, folder: str = "") -> list[Claim]:
        file = self.results / f"{folder}{of.file}.json"
        entries = load_json(file)
        for name, entry in entries.items():
            if missing := MEMBERS - entry.keys():
                raise ResultsError(
                    f"{file}: claim {name} has no '{min(missing)}'; judge it again with simbench-claims"
                )
        page = f"results/{folder}{of.file}.md#claim-"
        return [Claim(name, entry, page + name.lower()) for name, entry in entries.items()]

    @cached_property
    def times(self) -> pd.DataFrame:
        return performance.load(sorted((self.results / "performance").glob("*.json")))
