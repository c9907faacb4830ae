"""The rows of a leaderboard that a study has published: leaderboard.jsonl among its documents."""

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from simbench.entry import board
from simbench.input_files import json_lines, read_text
from simbench.results import load_run
from simbench.study.description import Study

LEADERBOARD = "leaderboard.jsonl"


@dataclass(frozen=True)
class Entrant:
    """What a row is about."""

    scene: str
    instance: int
    solver: str
    setting: Mapping

    @property
    def key(self) -> tuple[str, int, str, str]:
        return self.scene, self.instance, self.solver, board.text_of(self.setting)

    @property
    def words(self) -> str:
        instance = f", instance {self.instance}" if self.instance else ""
        return f"{self.scene}{instance}, {self.solver} with {board.text_of(self.setting)}"

    def row(self, folder: Path) -> dict:
        """The row of a run of the entrant in this folder, as it is read back from JSON.

        It lacks the norm after_one_step, which needs a second run.
        """
        row = board.row_of_run(self.scene, self.solver, self.setting, load_run(folder), self.instance)
        return json.loads(json.dumps(row))


class PublishedRows:
    """The rows on record; none if the study has no such document or nothing is published yet."""

    def __init__(self, study: Study, record: Path) -> None:
        files = record / LEADERBOARD, record / "manifests.sha256"
        of = [one.of for one in study.documents if LEADERBOARD in one.writes and files[0].is_file()]
        self._plans = {plan for plans in of for plan in plans}
        self._rows = {entrant(row).key: row for row in read(files[0])} if self._plans else {}
        self._manifests = read_text(files[1]) if files[1].is_file() else ""

    def is_of(self, plan: str) -> bool:
        return plan in self._plans

    def is_by_this_build(self, run_id: str) -> bool:
        """Whether the record has a run of this id, which contains the id of the build."""
        return f"/{run_id}/" in self._manifests

    def of(self, one: Entrant) -> dict | None:
        return self._rows.get(one.key)

    def without_run(self, planned: Set[tuple], plans: Set[str]) -> list[str]:
        """A line for each row whose key is not among those of the plans; none if not all plans are there."""
        return [
            f"{entrant(row).words}: this row is on record, and no plan computes it"
            for key, row in self._rows.items()
            if self._plans <= plans and key not in planned and row["status"] != board.DECLINED
        ]


def entrant(row: dict) -> Entrant:
    return Entrant(row["scene"], row["instance"], row["solver"], row["setting"])


def read(file: Path) -> list[dict]:
    """The rows as they are in the file. ResultsError names the line that is no row."""
    board.load(file)
    return [row for _, row in json_lines(file)]
