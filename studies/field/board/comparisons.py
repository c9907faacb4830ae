"""Comparisons of solvers on the same scenes: least work, factors of the least work, and pairs.

Functions take a table of work with a line for each scene and a column for each solver: infinite where a
solver does not reach the target, NaN where it declines the scene.
"""

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pandas as pd

from field.board.settings import ALIKE


@dataclass(frozen=True)
class Pair:
    """In how many scenes that both solvers take the first one needs less, the second one, or neither."""

    less: int
    more: int
    alike: int
    neither: int  # of them reaches the target

    @property
    def scenes(self) -> int:
        return self.less + self.more + self.alike + self.neither


def pairs(work: pd.DataFrame) -> dict[tuple[str, str], Pair]:
    return {(one, other): pair(work[one], work[other]) for one, other in permutations(work, 2)}


def pair(one: pd.Series, other: pd.Series) -> Pair:
    """A difference counts from a factor of ALIKE on; who does not reach the target needs infinitely much."""
    both = one.notna() & other.notna()
    one, other = one[both], other[both]
    less, more = (one < other / ALIKE), (other < one / ALIKE)
    neither = np.isinf(one) & np.isinf(other)
    return Pair(*(int(found.sum()) for found in (less, more, ~(less | more | neither), neither)))


def factors(work: pd.DataFrame) -> pd.DataFrame:
    """Each work over the least of its scene (Dolan and Moré 2002); infinite where the target is missed."""
    least = work.min(axis="columns").replace(math.inf, math.nan)
    found = work.div(least, axis="index").mask(work.eq(least, axis="index"), 1.0)  # 1 also for 0 / 0
    return found.fillna(math.inf)


def within(work: pd.DataFrame, factor: float) -> pd.Series:
    """For each solver the number of scenes on which it needs at most this factor of the least work."""
    return (factors(work) <= factor).sum()


def least(work: pd.DataFrame) -> dict[str, pd.Series]:
    """For each scene the solvers whose work is within ALIKE of the least, in order of their work."""
    found = {}
    for scene, own in work.iterrows():
        own = own[np.isfinite(own)].sort_values(kind="stable")
        found[scene] = own[own <= ALIKE * own.min()]
    return found
