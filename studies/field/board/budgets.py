"""Budgets of work in iterations of PD, and the area under the curve of targets reached (as in COCO).

COCO: Hansen et al. 2021, doi 10.1080/10556788.2020.1808977.
"""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from simbench.entry.board import IN_STEP
from simbench.entry.targets import CURVE_TARGETS

PD_ITERATION = 2  # units of work: a pass over the elements and a solve
BUDGETS = (10, 100, 1000)  # iterations of PD
FACTORISATION = 20  # iterations of PD that a factorisation in the step is charged with, if it is


def to_targets(rows: pd.DataFrame, factorisation: float = 0) -> np.ndarray:
    """The PD iterations that each row needs to each of CURVE_TARGETS; infinite where it does not reach it."""
    work = np.array(rows["work"].tolist(), dtype=float).reshape(len(rows), len(CURVE_TARGETS))
    if not factorisation:
        return work / PD_ITERATION
    often = np.array(rows[IN_STEP].tolist(), dtype=float).reshape(work.shape)
    return work / PD_ITERATION + factorisation * often


def area(needed: np.ndarray, budget: float, scenes: int) -> float:
    """The mean height of the curve from 1 to the budget over its logarithm: 1 if all is reached at once.

    The curve's height at a budget is the share of all targets of all scenes that are reached with it.
    """
    places = np.log(np.maximum(needed, 1)) / np.log(budget)
    return float(np.maximum(1 - places, 0).sum() / (scenes * len(CURVE_TARGETS)))


def areas(rows: pd.DataFrame, budgets: Iterable[float] = BUDGETS, factorisation: float = 0) -> pd.DataFrame:
    """A line for each solver, a column for each budget; a scene without a row or declined is not reached.

    `rows` has at most one row for each solver and scene.
    """
    scenes = rows["scene"].nunique()
    return pd.DataFrame(
        {budget: area(to_targets(own, factorisation), budget, scenes) for budget in budgets}
        | {"solver": solver}
        for solver, own in rows.groupby("solver", sort=False)
    ).set_index("solver")
