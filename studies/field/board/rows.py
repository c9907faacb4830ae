"""Turns the runs of the plans board_SCENE and instances_SCENE into rows of the leaderboard."""

import json
from collections.abc import Iterator

import pandas as pd

from field.make_scenes import scenes
from simbench.entry import board
from simbench.results import NO_RESULT, axes_of, load_summary
from simbench.study.results import Results

# Their first iteration is a step with S: of unit length (pd), or shortened if that does not lower f (qn).
ONE_STEP = ("qn", "pd")
AS_WRITTEN = 0  # the instance of a scene without changes
INSTANCE = "instance"  # the axis of the plans instances_SCENE


def rows_of(results: Results) -> list[dict]:
    """The rows by scene and instance; of those, solvers and settings are in the order of the plan."""
    found = []
    for scene in scenes():
        own = [row for plan in ("board", "instances") for row in _of_sweep(results, plan, scene)]
        keys = [(row[INSTANCE], row["solver"], board.text_of(row["setting"])) for row in own]
        distinct = [row for place, row in enumerate(own) if keys.index(keys[place]) == place]
        found += sorted(distinct, key=lambda row: row[INSTANCE])  # keeps the order of the plan
    return found


def _of_sweep(results: Results, plan: str, scene: str) -> Iterator[dict]:
    sweep = f"{plan}_{scene}"
    if plan == "instances" and not (results.folder / sweep / "summary.csv").is_file():
        return  # this scene has no such plan
    summary = load_summary(results.folder / sweep)
    steps = _one_steps(results, sweep, summary)
    for solver, cells in summary.groupby("solver", sort=False):
        if (cells["status"] == board.DECLINED).all():
            instances = cells[INSTANCE].unique() if INSTANCE in cells else [AS_WRITTEN]
            yield from (board.declined(scene, int(instance), solver) for instance in instances)
            continue
        own = f"solvers.{solver}"
        axes = [axis for axis in (INSTANCE, own) if axis in axes_of(summary)]
        for values, run in results.by(sweep, solver, *axes).items():
            setting = dict(zip(axes, values if len(axes) > 1 else [values], strict=bool(axes)))
            instance = int(setting.get(INSTANCE, AS_WRITTEN))
            settings = json.loads(setting.get(own, "{}"))
            yield board.row_of_run(scene, solver, settings, run, instance, steps.get(instance))


def _one_steps(results: Results, sweep: str, summary: pd.DataFrame) -> dict[int, float]:
    """By instance the relative error after one step with S from the start."""
    runs = summary[~summary["status"].isin([*NO_RESULT, board.DECLINED])]
    solver = next((name for name in ONE_STEP if name in set(runs["solver"])), None)
    if solver is None:
        return {}
    own = {f"solvers.{solver}": "{}"} if f"solvers.{solver}" in axes_of(summary) else {}
    if INSTANCE in axes_of(summary):
        found = results.by(sweep, solver, INSTANCE, **own)
    else:
        found = {AS_WRITTEN: results.run(sweep, solver, **own)}
    return {int(instance): float(run.at(1)["relative_error"]) for instance, run in found.items()}
