"""Comparisons of solvers on the same scenes: least work, and factors of the least work.

Functions take a table of work with a line for each scene and a column for each solver: infinite where a
solver does not reach the target, NaN where it declines the scene.
"""

import math

import numpy as np
import pandas as pd

from field.board.settings import ALIKE


def factors(work: pd.DataFrame) -> pd.DataFrame:
    """Each work over the least of its scene (Dolan and Moré 2002); infinite where the target is missed."""
    least = work.min(axis="columns").replace(math.inf, math.nan)
    found = work.div(least, axis="index").mask(work.eq(least, axis="index"), 1.0)  # 1 also for 0 / 0
    return found.fillna(math.inf)


def least(work: pd.DataFrame) -> dict[str, pd.Series]:
    """For each scene the solvers whose work is within ALIKE of the least, in order of their work."""
    found = {}
    for scene, own in work.iterrows():
        own = own[np.isfinite(own)].sort_values(kind="stable")
        found[scene] = own[own <= ALIKE * own.min()]
    return found
