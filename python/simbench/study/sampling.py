"""Repeats a random share of the runs on record in another folder, and compares them with the record.

Two records of a run are possible. If this build has computed it here, the folder of runs has its files. If
the study publishes a leaderboard, leaderboard.jsonl has its row, which another build may have written.
"""

import math
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.input_files import load_json, parsed_json
from simbench.run_files import MANIFEST
from simbench.run_folders import run_folder
from simbench.study.description import Study
from simbench.study.entries import Sweep
from simbench.study.places import Places
from simbench.study.plans import load_scene
from simbench.study.published_rows import Entrant, PublishedRows
from simbench.study.repetitions import differing_files, differing_numbers
from simbench.study.sweeping import Sweeping

LEAST = 5  # runs that are repeated, however small the share is
DENSITY = 1000.0  # kg/m³: the default of scenes
# Four densities, relative to the scene's, that differ from it in the last digits of a double. They change the
# rounding of a run as another compiler does.
ROUNDINGS = tuple(1 + units * 2.0**-52 for units in (-2, -1, 1, 2))


@dataclass(frozen=True)
class PlannedRun:
    """A run that a plan lists; `place` counts the runs of the plan, `values` are those on the axes."""

    sweep: Sweep
    scene: str
    place: int
    run_id: str
    solver: str
    values: dict[str, str]

    @property
    def words(self) -> str:
        setting = "".join(f", {path} = {value}" for path, value in self.values.items())
        return f"{self.scene} (plan {self.sweep.plan}), {self.solver}{setting}"

    @property
    def entrant(self) -> Entrant:
        """What its row in a leaderboard is about."""
        text = self.values.get(f"solvers.{self.solver}", "{}")
        setting = parsed_json(text, f"{self.words}: the setting is not JSON")
        return Entrant(self.scene, int(self.values.get("instance", 0)), self.solver, setting)


class Sampling:
    def __init__(self, study: Study, places: Places, sweeping: Sweeping) -> None:
        self._study, self._places, self._sweeping = study, places, sweeping
        self._rows = PublishedRows(study, places.record)
        self._by_rounding = 0  # rows of which rounding decides some numbers

    def check(self, sweeps: Sequence[Sweep], share: float, seed: int) -> list[str]:
        """A line for each difference between the repeated runs and the record."""
        planned = [run for sweep in sweeps if self._has_record(sweep) for run in self._planned(sweep)]
        known = [run for run in planned if self._has_files(run) or self._rows.is_of(run.sweep.plan)]
        if not known:
            raise ResultsError(
                f"nothing to check: {self._places.runs} has no runs of this build, and {self._places.record} "
                "has no leaderboard.jsonl; --check without --sample repeats the study"
            )
        chosen = random.Random(seed).sample(known, min(len(known), max(LEAST, math.ceil(share * len(known)))))
        runs = counted(len(known), "run")
        print(f"repeating {len(chosen)} of {runs} on record, drawn with --seed {seed}", flush=True)
        found = []
        for run in chosen:
            # A folder for each run, because one of all runs could fill the disk.
            with tempfile.TemporaryDirectory(prefix="simbench-") as folder:
                found += [f"{run.words}: {line}" for line in self._differences(run, Path(folder))]
        if self._by_rounding:
            print(
                f"{counted(self._by_rounding, 'row differs', 'rows differ')} where rounding decides; numbers "
                "from there on were not compared"
            )
        return found + self._rows.without_run(
            {run.entrant.key for run in planned}, {one.plan for one in sweeps}
        )

    def _has_record(self, sweep: Sweep) -> bool:
        return self._rows.is_of(sweep.plan) or (self._places.runs / sweep.plan).is_dir()

    def _planned(self, sweep: Sweep) -> Iterator[PlannedRun]:
        plan = self._plan(sweep)
        axes = [axis["path"] for axis in plan["axes"]]
        for place, line in enumerate(self._sweeping.listed(sweep)):
            run_id, solver, values = parsed(line, axes)
            yield PlannedRun(sweep, Path(plan["scene"]).stem, place, run_id, solver, values)

    def _plan(self, sweep: Sweep) -> dict:
        return load_json(self._study.plans / f"{sweep.plan}.json")

    def _folder(self, run: PlannedRun) -> Path:
        return run_folder(self._places.runs / run.sweep.plan, run.run_id)

    def _has_files(self, run: PlannedRun) -> bool:
        return (self._folder(run) / MANIFEST).is_file()

    def _differences(self, run: PlannedRun, folder: Path) -> list[str]:
        again = self._sweeping.repeat(run.sweep, run.run_id, folder / run.sweep.plan)
        found = differing_files(self._folder(run), again) if self._has_files(run) else []
        if self._rows.is_of(run.sweep.plan):
            found += self._differing_row(run, again, folder)
        return found

    def _differing_row(self, run: PlannedRun, again: Path, folder: Path) -> list[str]:
        recorded = self._rows.of(run.entrant)
        if recorded is None:
            return ["the leaderboard on record has no row of this run"]
        made = run.entrant.row(again)
        found = differing_numbers(recorded, made)
        if not found or self._rows.is_by_this_build(run.run_id):
            return found
        rounded = [run.entrant.row(one) for one in self._rounded(run, folder)]
        found = differing_numbers(recorded, made, rounded)
        self._by_rounding += not found
        return found

    def _rounded(self, run: PlannedRun, folder: Path) -> Iterator[Path]:
        """Repeats the run with other roundings."""
        density = load_scene(self._plan(run.sweep), self._study.plans).get("density", DENSITY)
        for factor in ROUNDINGS:
            values = {"density": density * factor}
            run_id = self._sweeping.listed(run.sweep, values)[run.place].split(" ")[0]
            yield self._sweeping.repeat(run.sweep, run_id, folder / f"{run.sweep.plan} {factor!r}", values)


def parsed(line: str, axes: list[str]) -> tuple[str, str, dict[str, str]]:
    """Id, solver and values of a line "ID solver axis=value …"; axes of other solvers are left out."""
    run_id, _, rest = line.partition(" ")
    values = {}
    for path in reversed(axes):
        rest, _, values[path] = rest.rpartition(f" {path}=")
    return run_id, rest, {path: values[path] for path in axes if values[path] != "-"}
