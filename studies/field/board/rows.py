"""Finds the runs of the plans board_SCENE, instances_SCENE and previous_SCENE, and makes rows of them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from field.catalogue import scenes
from simbench.entry import board
from simbench.results import NO_RESULT, Run, axes_of, load_summary
from simbench.study.results import Results

# Their first iteration is a step with S: of unit length (pd), or shortened if that does not lower f (qn).
ONE_STEP = ("qn", "pd")
AS_WRITTEN = 0  # the instance of a scene without changes
INSTANCE = "instance"


@dataclass(frozen=True)
class Entrant:
    """A solver with a setting on an instance of a scene; without a run if it declines the scene."""

    scene: str
    instance: int
    solver: str
    setting: dict
    run: Run | None
    one_step: float | None = None  # the relative error after one step with S from the start

    @property
    def key(self) -> tuple:
        return self.instance, self.solver, board.text_of(self.setting)

    def row(self) -> dict:
        if self.run is None:
            return board.declined(self.scene, self.instance, self.solver)
        return board.row_of_run(self.scene, self.solver, self.setting, self.run, self.instance, self.one_step)


def entrants(results: Results, plans: Sequence[str] = ("board", "instances")) -> list[Entrant]:
    """By scene and instance; of those, solvers and settings are in the order of the plan."""
    found = []
    for scene in scenes():
        own: dict[tuple, Entrant] = {}
        for plan in plans:
            for one in _of_sweep(results, plan, scene):
                own[one.key] = one
        found += sorted(own.values(), key=lambda one: one.instance)  # keeps the order of the plan
    return found


def rows_of(results: Results) -> list[dict]:
    return [one.row() for one in entrants(results)]


def rows_from_previous(results: Results) -> list[dict]:
    """The rows of runs that start at q_n. Scenes without gravity have none: there q̃ is the same place."""
    return [one.row() for one in entrants(results, ["previous"])]


def _of_sweep(results: Results, plan: str, scene: str) -> Iterator[Entrant]:
    sweep = f"{plan}_{scene}"
    if plan != "board" and not (results.folder / sweep / "summary.csv").is_file():
        return  # this scene has no such plan
    summary = load_summary(results.folder / sweep)
    steps = _one_steps(results, sweep, summary)
    numbers = numbers_of_instances(summary)
    for solver, cells in summary.groupby("solver", sort=False):
        if (cells["status"] == board.DECLINED).all():
            yield from (Entrant(scene, number, solver, {}, None) for number in numbers.values())
            continue
        own = f"solvers.{solver}"
        axes = [axis for axis in (instance_axis(summary), own) if axis in axes_of(summary)]
        for values, run in results.by(sweep, solver, *axes).items():
            at = dict(zip(axes, values if len(axes) > 1 else [values], strict=bool(axes)))
            number = numbers[at.get(instance_axis(summary))]
            yield Entrant(scene, number, solver, json.loads(at.get(own, "{}")), run, steps.get(number))


def instance_axis(summary: pd.DataFrame) -> str | None:
    """What the plans instances_SCENE change: "instance", or the seed of the scene's random numbers."""
    return next((axis for axis in axes_of(summary) if not axis.startswith("solvers.")), None)


def numbers_of_instances(summary: pd.DataFrame) -> dict[float | None, int]:
    """The number of each instance by its value on the axis: from 1 on, since 0 is the scene as written."""
    axis = instance_axis(summary)
    if axis is None:
        return {None: AS_WRITTEN}
    return {value: 1 + place for place, value in enumerate(sorted(summary[axis].unique()))}


def _one_steps(results: Results, sweep: str, summary: pd.DataFrame) -> dict[int, float]:
    """By instance the relative error after one step with S from the start."""
    runs = summary[~summary["status"].isin([*NO_RESULT, board.DECLINED])]
    solver = next((name for name in ONE_STEP if name in set(runs["solver"])), None)
    if solver is None:
        return {}
    own = {f"solvers.{solver}": "{}"} if f"solvers.{solver}" in axes_of(summary) else {}
    axis = instance_axis(summary)
    found = results.by(sweep, solver, axis, **own) if axis else {None: results.run(sweep, solver, **own)}
    numbers = numbers_of_instances(summary)
    return {numbers[value]: float(run.at(1)["relative_error"]) for value, run in found.items()}
