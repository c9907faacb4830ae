"""Budgets of work in iterations of PD, and the area under the curve of targets reached (as in COCO).

COCO: Hansen et al. 2021, doi 10.1080/10556788.2020.1808977.
"""

from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd

from field.catalogue import difficulties
from simbench.entry.board import FACTORISATION, IN_STEP, PD_ITERATION
from simbench.entry.targets import CURVE_TARGETS

BUDGETS = (10, 100, 1000)  # iterations of PD
RANKED_BUDGET = 100


def to_targets(rows: pd.DataFrame, factorisation: float = 0) -> np.ndarray:
    """The PD iterations that each row needs to each of CURVE_TARGETS; infinite where it does not reach it."""
    work = np.array(rows["work"].tolist(), dtype=float).reshape(len(rows), len(CURVE_TARGETS))
    if not factorisation:
        return work / PD_ITERATION
    often = np.array(rows[IN_STEP].tolist(), dtype=float).reshape(work.shape)
    return work / PD_ITERATION + factorisation * often


def area(needed: np.ndarray, budget: float, runs: int = 1) -> float:
    """The mean height of the curve from 1 to the budget over its logarithm: 1 if all is reached at once.

    The curve's height at a budget is the share of all targets of so many runs that are reached with it.
    """
    places = np.log(np.maximum(needed, 1)) / np.log(budget)
    return float(np.maximum(1 - places, 0).sum() / (runs * needed.shape[-1]))


def areas_by_run(
    rows: pd.DataFrame,
    budget: float = RANKED_BUDGET,
    factorisation: float = FACTORISATION,
    targets=CURVE_TARGETS,
) -> pd.DataFrame:
    """The area of each run to the targets: a line for each scene and instance, a column for each solver.

    `rows` has one setting for each solver. A scene that a solver declines, or has no run of, counts as 0.
    """
    chosen = [place for place, target in enumerate(CURVE_TARGETS) if target in targets]
    needed = to_targets(rows, factorisation)[:, chosen]
    found = rows[["scene", "instance", "solver"]].assign(area=[area(one, budget) for one in needed])
    table = found.pivot(index=["scene", "instance"], columns="solver", values="area")
    index = pd.MultiIndex.from_frame(found[["scene", "instance"]].drop_duplicates())
    return table.reindex(index=index, columns=rows["solver"].unique()).fillna(0)


def difficulty(scene: str) -> str:
    """The difficulty of a scene of the catalogue. Another scene is one of its own."""
    return difficulties().get(scene, scene)


def by_group(areas: pd.DataFrame, group: Callable[[str], str] = difficulty) -> pd.DataFrame:
    """The means over the instances of a scene, and over the scenes of a group: one line for each group."""
    by_scene = areas.groupby("scene", sort=False).mean()
    return by_scene.groupby([group(scene) for scene in by_scene.index], sort=False).mean()


def areas(
    rows: pd.DataFrame, budgets: Iterable[float] = BUDGETS, factorisation: float = FACTORISATION
) -> pd.DataFrame:
    """The mean area over all difficulties: a line for each solver, a column for each budget."""
    means = {one: by_group(areas_by_run(rows, one, factorisation)).mean() for one in budgets}
    return pd.DataFrame(means)
