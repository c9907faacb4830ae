"""Instances of a scene: with other random numbers, or turned as a whole and renumbered.

Tables show a typical run of each solver, the one with the median work over the instances. A scene in which it
depends on the instance at which minimum a solver ends says nothing about solvers, so none is ranked by it.
"""

import math

import numpy as np
import pandas as pd

from field.board.settings import RANKED_TARGET, is_control, taken
from field.catalogue import scenes_with_random_numbers
from simbench.entry.board import at, in_norm
from simbench.entry.targets import CURVE_TARGETS
from simbench.labels import solver_label

KEY = ["scene", "solver", "setting"]
OTHER_VALUE = 1e-3  # relative errors of two stationary points differ by more than this
STATIONARY = 1e-6  # a gradient below this part of the start's


def typical(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """For each scene, solver and setting the run whose work to the target is the median over the instances.

    It stands for the scene, so it has the number and the place of the scene as written.
    """
    known = rows.assign(spent=at(rows, "work", target), place=range(len(rows)))
    known["place"] = known.groupby(KEY)["place"].transform("min")
    order = known.sort_values(["spent", "instance"], kind="stable")
    places = order.groupby(KEY).cumcount()
    counts = order.groupby(KEY)["instance"].transform("size")
    middle = order[places == (counts - 1) // 2].sort_values("place")
    return middle.drop(columns=["spent", "place"]).assign(instance=0).reset_index(drop=True)


def comparable(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of scenes in which errors against Newton's minimum compare solvers."""
    return rows[~is_control(rows) & ~rows["scene"].isin(ambiguous_scenes(rows))]


def ambiguous_scenes(rows: pd.DataFrame) -> list[str]:
    """The scenes in which a solver with one setting ends at f* in one instance, and elsewhere in another."""
    ends = stationary_ends(rows)
    there = ends.assign(at_minimum=ends["final_relative_error"].abs() <= OTHER_VALUE)
    several = there.groupby(KEY)["at_minimum"].nunique() > 1
    found = set(several[several].index.get_level_values("scene"))
    return [scene for scene in rows["scene"].unique() if scene in found]


def stationary_ends(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows whose runs end with a small gradient: at a minimum or a saddle point."""
    small = [math.isfinite(in_norm(norms, "gradient", STATIONARY)) for norms in rows["norms"]]
    return rows[np.array(small, bool) & np.isfinite(rows["final_relative_error"].astype(float))]


def minima_table(rows: pd.DataFrame) -> pd.DataFrame:
    """For each ambiguous scene and solver, with its default: at f*, at another value, elsewhere."""
    scenes = ambiguous_scenes(rows)
    own = taken(rows[rows["scene"].isin(scenes) & (rows["setting"] == "{}")])
    lines = []
    for solver, runs in own.groupby("solver", sort=False):
        cells = {scene: _ends(runs[runs["scene"] == scene]) for scene in scenes}
        lines.append({"solver": solver_label(solver)} | cells)
    return pd.DataFrame(lines)


def _ends(runs: pd.DataFrame) -> str:
    ends = stationary_ends(runs)["final_relative_error"].abs() <= OTHER_VALUE
    return f"{int(ends.sum())} / {int((~ends).sum())} / {len(runs) - len(ends)}"


def spread_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """The least and the most iterations to the target, of defaults that depend on the instance somewhere."""
    several = of_instances(rows)
    lines = []
    for solver in varying(rows):
        own = several[several["solver"] == solver]
        cells = {scene: own[own["scene"] == scene] for scene in several["scene"].unique()}
        counts = {scene: in_words(at(cell, "for_good", target)) for scene, cell in cells.items()}
        lines.append({"solver": solver_label(solver)} | counts)
    return pd.DataFrame(lines)


def of_instances(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of scenes that were turned and renumbered, with the default settings."""
    own = taken(rows[(rows["setting"] == "{}") & ~rows["scene"].isin(scenes_with_random_numbers())])
    return own[own.groupby(KEY)["instance"].transform("nunique") > 1]


def varying(rows: pd.DataFrame, target: float = RANKED_TARGET) -> list[str]:
    """The solvers whose iterations to a target, from 1 to this one, differ between instances of a scene."""
    places = [place for place, one in enumerate(CURVE_TARGETS) if one >= target]
    counts = of_instances(rows).assign(reached=lambda own: [tuple(one[places]) for one in own["for_good"]])
    kinds = counts.groupby(KEY, sort=False)["reached"].nunique()
    found = set(kinds[kinds > 1].index.get_level_values("solver"))
    return [solver for solver in rows["solver"].unique() if solver in found]


def in_words(counts: pd.Series) -> str:
    """The least and the most; "no" for instances that do not get there; a dash without a run."""
    if counts.empty:
        return "–"
    ends = [f"{count:.0f}" if np.isfinite(count) else "no" for count in (counts.min(), counts.max())]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)
