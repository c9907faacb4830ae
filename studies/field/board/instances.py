"""The spread of iterations over instances: the same body turned, with its vertices and tets renumbered."""

import numpy as np
import pandas as pd

from field.board.settings import ALIKE, RANKED_TARGET, taken
from simbench.entry.board import at
from simbench.entry.targets import CURVE_TARGETS
from simbench.labels import solver_label

SAME, LITTLE, MUCH = "same", "little", "much"
KEY = ["solver", "setting"]


def of_instances(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of scenes, solvers and settings that have several instances."""
    count = rows.groupby(["scene", *KEY])["instance"].transform("nunique")
    return rows[count > 1]


def spread_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """For each solver and scene the least and most iterations to the target for good over the instances."""
    several = taken(of_instances(rows))
    lines = []
    for (solver, setting), own in several.groupby(KEY, sort=False):
        line = {"solver": solver_label(solver), "setting": f"`{setting}`"}
        for scene in several["scene"].unique():
            counts = at(own[own["scene"] == scene], "for_good", target)
            line[scene] = in_words(counts) if len(counts) else "–"
        lines.append(line)
    return pd.DataFrame(lines)


def in_words(counts: pd.Series) -> str:
    """The least and the most; "no" for instances that do not get there."""
    ends = [f"{count:.0f}" if np.isfinite(count) else "no" for count in (counts.min(), counts.max())]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def dependence(rows: pd.DataFrame, target: float = RANKED_TARGET) -> dict[str, list[str]]:
    """The solvers whose iterations are the same in all instances of each scene, differ little, or much.

    Same: to every target from 1 to `target`. Much: by more than ALIKE to `target` on one scene or more.
    """
    found: dict[str, list[str]] = {SAME: [], LITTLE: [], MUCH: []}
    for solver, own in taken(of_instances(rows)).groupby("solver", sort=False):
        kinds = [_kind(one, target) for _, one in own.groupby(["scene", "setting"], sort=False)]
        found[max(kinds, key=list(found).index)].append(solver)
    return found


def _kind(instances: pd.DataFrame, target: float) -> str:
    until = [one for one in CURVE_TARGETS if one >= target]
    counts = [at(instances, "for_good", one) for one in until]
    if all(count.nunique() == 1 for count in counts):
        return SAME
    last = counts[-1]
    return MUCH if last.max() > ALIKE * last.min() else LITTLE
