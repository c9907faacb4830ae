"""The work of solvers with their one setting on each scene, and who stays nearest to the least of it."""

import math

import numpy as np
import pandas as pd

from field.board.budgets import FACTORISATION
from field.board.comparisons import factors
from field.board.settings import ALIKE, ONE, of_column, ranked, work_by_scene
from simbench.entry import board


def work(rows: pd.DataFrame, target: float, factorising: bool) -> pd.DataFrame:
    """Iterations of PD to the target: a line for each scene, a column for each ranked solver.

    Infinite where the run does not reach the target; NaN where the solver declines the scene, or where it
    factorises in the step although it should not.
    """
    own = ranked(of_column(rows, ONE, factorisation=0 if factorising else FACTORISATION))
    table = work_by_scene(own, target)
    if not factorising:
        often = board.at(own, board.IN_STEP, target)
        again = own[np.isfinite(often) & (often > 0)]
        for scene, solver in zip(again["scene"], again["solver"], strict=True):
            table.loc[scene, solver] = math.nan
    return table


def nearest(table: pd.DataFrame) -> pd.Series:
    """The solvers that stay nearest to the least work of each scene, by their largest factor of it."""
    worst = factors(table).max()
    worst = worst[np.isfinite(worst)].sort_values(kind="stable")
    return worst[worst <= ALIKE * worst.min()]
