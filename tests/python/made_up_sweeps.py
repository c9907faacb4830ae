"""Makes up the sweeps of a study: all runs of its plans, in memory, with numbers of their own.

A run has every column that the program knows, so that the figures of the study can be drawn from it.
"""

import json
import sys
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import listed
from test_sweep import FINAL, TARGETS

from simbench import Scene, results
from simbench.entry.targets import first
from simbench.results import Run
from simbench.study.description import Study
from simbench.study.plans import cell_of, load_scene, runs_of, values_of

FIRST, LATER = 300, [500, 1000]  # iterations that are recorded, and the last one
STEPS = 60  # time steps that are recorded, if a scene has so many
MINIMUM, START = 1e5, 3e5  # J
SETUP = 0.5  # s
OF_CONTACT = ["contact_energy", "smallest_gap", "contact_pairs", "intersections", "allowed_step"]


@dataclass(frozen=True)
class World:
    """How runs come out: each with numbers of its own and an end of its own, unless said otherwise."""

    alike: bool = False  # all runs have the same numbers
    speed: float = 1.0  # times as fast as usual


class MadeUpSweeps:
    """Sweeps in `folder`, in which only the summaries are files."""

    def __init__(self, study: Study, folder: Path, world: World = World()) -> None:  # noqa: B008  frozen
        self._plans, self._folder, self._world = study.folder / "plans", folder, world
        self._runs: dict[Path, Run] = {}

    def sweep(self, name: str) -> Path:
        """The folder of the sweep of a plan."""
        folder = self._folder / name
        if not folder.is_dir():
            self._make(json.loads((self._plans / f"{name}.json").read_text()), folder)
        return folder

    def patch_into(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lets all modules that are imported load these runs instead of files."""
        modules = [one for one in sys.modules.values() if vars(one).get("load_run") is results.load_run]
        for module in modules:
            monkeypatch.setattr(module, "load_run", self.run)
        monkeypatch.setattr("simbench.run_folders.holds_a_run", lambda folder: folder in self._runs)
        monkeypatch.setattr("simbench.results.with_manifest", lambda folders: folders)

    def run(self, folder: Path | str) -> Run:
        return self._runs[Path(folder)]

    def _make(self, plan: dict, folder: Path) -> None:
        base, rows, axes = load_scene(plan, self._plans), [], [axis["path"] for axis in plan["axes"]]
        for number, planned in enumerate(runs_of(plan)):
            place = folder / f"runs/{number:015d}a"  # from this path come the numbers of the run
            run = made_up_run(plan, planned, base, place, self._world)
            cells = {path: cell_of(planned[path]) if path in planned else None for path in axes}
            row = {"run_id": place.name, "solver": planned["solver"], **cells}
            rows.append(row | (summary_of(run) if run else {"status": "declined"}))
            if run:
                place.mkdir(parents=True)
                self._runs[place] = run
        summary = pd.DataFrame(rows)
        times = [column for column in summary if "seconds" in column]
        summary[["run_id", "solver", *times]].to_csv(folder / "summary_timings.csv", index=False)
        summary.drop(columns=times).to_csv(folder / "summary.csv", index=False)


def made_up_run(plan: dict, planned: dict, base: dict, folder: Path, world: World) -> Run | None:
    """None if the solver declines the scene."""
    values = values_of(plan, planned)
    solver, options = values.pop("solver"), plan.get("options", {})
    precision = values.pop("precision", options.get("precision", "double"))
    loaded = Scene.load(base, values)
    if loaded.declines(solver) is not None:
        return None
    scene = loaded.json()
    scene["solvers"] = {solver: scene["solvers"].get(solver, {})}
    name = "" if world.alike else f"{folder.parent.parent.name} {planned}"
    has_its_end = solver != "newton" and world == World()  # Newton's method finds the minimum
    way = int(8 * drawn(name, "end")) if has_its_end else -1
    rows, status = ended(table_of(scene, name, world.speed), way)
    manifest = {
        "run_id": folder.name,
        "solver": solver,
        "status": status,
        "scene": scene,
        "options": {"precision": precision, **options},
        "precision": precision,
        "tets": int(1000 * drawn(name, "tets")),
        "factorisations": int(10 * drawn(name, "factorisations")),
        "reference_minimum": [MINIMUM] * STEPS,
    }
    return Run(solver, rows, manifest, {"setup_seconds": SETUP}, folder)


def drawn(*names: str) -> float:
    """A number between 0 and 1 that these names decide alone, so that a new column changes no other one."""
    return zlib.crc32(" ".join(names).encode()) / 2**32


def table_of(scene: dict, name: str, speed: float) -> pd.DataFrame:
    """In each step every column falls from a number of its own, and the relative error from 1."""
    last, step = scene["step"]["iterations"], scene["step"]
    steps = min(STEPS, step.get("steps", 1) * step.get("substeps", 1))
    if steps == 1:
        counts = np.unique([*range(min(last, FIRST) + 1), *(n for n in LATER if n < last), last])
    else:
        counts = np.unique([0, min(1, last), last])
    columns = columns_of(scene.get("kind", "deformable")) + (OF_CONTACT if "contact" in scene else [])
    starts = np.array([1 + drawn(name, column, "start") for column in columns])
    rates = [speed * drawn(name, column, "rate") / 50 for column in columns]
    falls = np.exp(-np.outer(np.minimum(counts, 2000), rates))
    values = np.linspace(1, 0.5, steps)[:, None, None] * starts * falls
    error = np.tile(np.exp(-np.minimum(speed * counts * drawn(name, "error") / 5, 30)), steps)
    seconds = 1e-4 + 1e-2 * drawn(name, "seconds")
    numbers = dict(zip(columns, values.reshape(-1, len(columns)).T, strict=True)) | {
        "relative_error": error,
        "objective": MINIMUM + (START - MINIMUM) * error,
        "iteration_seconds": np.full(len(error), seconds),
        "elapsed_seconds": seconds * np.arange(len(error)),
    }
    counted = np.stack([np.repeat(np.arange(1, steps + 1), len(counts)), np.tile(counts, steps)], axis=1)
    # Two tables of one block each, because pandas copies every block of a table for each choice of rows.
    rows = pd.DataFrame(np.stack(list(numbers.values()), axis=1), columns=list(numbers))
    return pd.concat([pd.DataFrame(counted, columns=["step", "iteration"]), rows], axis=1)


def ended(rows: pd.DataFrame, way: int) -> tuple[pd.DataFrame, str]:
    """Rows and status of a run that diverged, ended at f*, or ended below it; of most ways as it was."""
    last = rows.index[-1]
    if way == 0:
        numbers = rows.columns.difference(["step", "iteration", "iteration_seconds", "elapsed_seconds"])
        rows.loc[last, numbers] = np.nan
        return rows, "diverged"
    if way in (1, 2):
        error = (0.0, -1e-3)[way - 1]
        rows.loc[last, ["relative_error", "objective"]] = error, MINIMUM + error * (START - MINIMUM)
    return rows, "converged" if way == 1 else "max_iterations"


@cache
def columns_of(kind: str) -> list[str]:
    return [metric["name"] for metric in listed("metrics") if metric["kind"] == kind]


def summary_of(run: Run) -> dict:
    rows, last = run.first_step, run.iterations.iloc[-1]
    reached = {t: first(rows["iteration"], rows["relative_error"], float(t)) for t in TARGETS}
    reached = {target: count if np.isfinite(count) else None for target, count in reached.items()}
    return {
        "status": run.manifest["status"],
        "iterations": int(last["iteration"]),
        **{f"iterations_to_{target}": count for target, count in reached.items()},
        **{f"final_{name}": last.get(name) for name in FINAL},
        "setup_seconds": SETUP,
        "iteration_seconds": last["elapsed_seconds"],
        **{f"seconds_to_{t}": c and c * last["iteration_seconds"] for t, c in reached.items()},
    }
