"""Seconds to the targets in units of an iteration of PD on the same scene, so that machines partly cancel."""

import math
import statistics
from collections.abc import Iterable

import numpy as np
import pandas as pd

from field.board.budgets import BUDGETS, area
from field.board.rows import AS_WRITTEN, Entrant
from field.board.settings import RANKED_TARGET, names, one_setting, ranked
from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS, TARGETS, for_good, place_of
from simbench.labels import solver_label

# Solvers whose iteration is one pass and one solve; a scene's unit is that of the first one that takes it.
UNITS = ("pd", "chebyshev")


def table(found: Iterable[Entrant]) -> pd.DataFrame:
    """A line for each run: seconds [s] to each of CURVE_TARGETS, of the set-up, and of the scene's unit."""
    runs = [one for one in found if one.run is not None and one.instance == AS_WRITTEN]
    units = {name: unit([one for one in runs if one.scene == name]) for name in {one.scene for one in runs}}
    return pd.DataFrame(
        {
            "scene": one.scene,
            "solver": one.solver,
            "setting": board.text_of(one.setting),
            "unit": units[one.scene],
            "setup": one.run.environment["setup_seconds"],
            "iteration": one.run.curve["iteration_seconds"].iloc[1:].median(),
            "seconds": seconds_to(one),
        }
        for one in runs
    )


def unit(runs: list[Entrant]) -> float:
    """The median iteration of the scene's solver in UNITS with its default [s]."""
    for solver in UNITS:
        for one in runs:
            if (one.solver, one.setting) == (solver, {}):
                return float(one.run.curve["iteration_seconds"].iloc[1:].median())
    return math.nan


def seconds_to(one: Entrant) -> np.ndarray:
    """Seconds of the iterations, without the set-up, to each of CURVE_TARGETS for good."""
    curve = one.run.curve
    iterations, errors = curve["iteration"].tolist(), curve["relative_error"].to_numpy()
    elapsed = dict(zip(iterations, curve["elapsed_seconds"], strict=True)) | {math.inf: math.inf}
    return np.array([elapsed[for_good(iterations, errors, target)] for target in CURVE_TARGETS])


def in_units(times: pd.DataFrame) -> np.ndarray:
    """A line for each run, a column for each of CURVE_TARGETS."""
    return np.array(times["seconds"].tolist()) / times["unit"].to_numpy()[:, None]


def as_csv(times: pd.DataFrame) -> pd.DataFrame:
    columns = {name: times[name] for name in ("scene", "solver", "setting")}
    columns |= {"unit_seconds": times["unit"], "setup_seconds": times["setup"]}
    for target in TARGETS:
        columns[f"seconds_{target:g}"] = [seconds[place_of(target)] for seconds in times["seconds"]]
        columns[f"units_{target:g}"] = in_units(times)[:, place_of(target)]
    return pd.DataFrame(columns)


def with_setting(times: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The runs with the one setting, which the counted work has chosen."""
    return times[times["setting"] == times["solver"].map(one_setting(rows))]


def area_table(times: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The areas of the leaderboard with seconds in place of work; units of an iteration and of the set-up."""
    labels, scenes = names(rows), rows["scene"].nunique()
    lines = []
    for solver, own in ranked(with_setting(times, rows)).groupby("solver", sort=False):
        units = own["unit"]
        line = {"solver": labels[solver], "scenes taken": len(own)}
        line["an iteration"] = f"{(own['iteration'] / units).median():.2g}"
        line["the set-up"] = f"{(own['setup'] / units).median():.2g}"
        line |= {f"to {budget}": f"{area(in_units(own), budget, scenes):.2f}" for budget in BUDGETS}
        lines.append(line)
    return pd.DataFrame(lines).sort_values(f"to {BUDGETS[1]}", ascending=False, kind="stable")


def scene_table(times: pd.DataFrame, rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """Units to the target by scene and solver."""
    labels = names(rows)
    chosen = with_setting(times, rows)
    needed = chosen.assign(needed=in_units(chosen)[:, place_of(target)])
    needed = needed.pivot(index="scene", columns="solver", values="needed")
    needed = needed.reindex(index=rows["scene"].unique(), columns=list(labels))  # NaN: declined
    return pd.DataFrame(
        {"scene": scene} | {label: in_words(needed.at[scene, name]) for name, label in labels.items()}
        for scene in needed.index
    )


def in_words(units: float) -> str:
    if math.isnan(units):
        return "–"
    return f"{units:.2g}" if units < 100 else f"{units:.0f}" if math.isfinite(units) else "no"


def noise(found: Iterable[Entrant]) -> str:
    """How much iterations of the same work differ, and how many runs were disturbed."""
    runs = [one for one in found if one.run is not None and one.instance == AS_WRITTEN]
    spreads = [
        one.run.curve["iteration_seconds"].iloc[1:].quantile([0.25, 0.75])
        for one in runs
        if one.solver == UNITS[-1] and not one.setting
    ]
    factors = [spread[0.75] / spread[0.25] for spread in spreads]
    disturbed = sum(bool(one.run.environment.get("noise")) for one in runs)
    return (
        f"Noise: all iterations of a run of {solver_label(UNITS[-1])} have the same work. The upper quartile"
        f" of their seconds is {statistics.median(factors):.2f} times the lower one in the median of the"
        f" scenes, and {max(factors):.2f} times at most. During {disturbed} of {len(runs)} runs other"
        " programs were at work, or the clock of the processor changed."
    )
