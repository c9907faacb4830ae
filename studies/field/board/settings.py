"""The three columns of settings: a solver's default, one setting for all scenes, the best for each scene."""

import math
import statistics

import numpy as np
import pandas as pd

from field import parts
from simbench.entry.board import DECLINED, IN_STEP, at
from simbench.entry.targets import TARGETS
from simbench.labels import solver_label

# Solvers that do not end at the minimum. They are shown, and not ranked.
NOT_RANKED = ("xpbd",)
DEFAULT, ONE, BEST = "default", "one setting", "best"
COLUMNS = (DEFAULT, ONE, BEST)
RANKED_TARGET = 1e-3
ALIKE = 1.2  # solvers and settings whose work differs by at most this factor count as equally good
MARK = " †"  # behind solvers that factorise in each time step


def ranked(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[~rows["solver"].isin(NOT_RANKED)]


def is_control(rows: pd.DataFrame) -> pd.Series:
    """Whether a row is of a control with quadratic tets. Only some solvers take these, so none is ranked."""
    return rows["scene"].map(parts.is_control).astype(bool)


def taken(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of scenes that the solver takes."""
    return rows[rows["status"] != DECLINED]


def one_setting(rows: pd.DataFrame) -> pd.Series:
    """For each solver the one setting for all scenes: it reaches most targets; of equal ones, least work.

    Controls do not count.
    """
    rows = rows[~is_control(rows)]
    works = [at(rows, "work", target) for target in TARGETS]
    reached = sum(np.isfinite(work).astype(int) for work in works)
    spent = sum(work.where(np.isfinite(work), 0) for work in works)
    totals = rows.assign(reached=reached, spent=spent).groupby(["solver", "setting"], sort=False)
    totals = totals[["reached", "spent"]].sum().reset_index()
    order = totals.sort_values(["reached", "spent"], ascending=[False, True], kind="stable")
    return order.drop_duplicates("solver").set_index("solver")["setting"]


def of_column(rows: pd.DataFrame, column: str, target: float = RANKED_TARGET) -> pd.DataFrame:
    """A row for each solver and scene: with the default, the one setting, or the best to the target."""
    if column == DEFAULT:
        return rows[rows["setting"] == "{}"]
    if column == ONE:
        chosen = one_setting(rows)
        return rows[(rows["setting"] == rows["solver"].map(chosen)) | (rows["status"] == DECLINED)]
    least = rows.assign(spent=at(rows, "work", target)).sort_values("spent", kind="stable")
    return least.drop_duplicates(["solver", "scene"]).sort_index()


def work_by_scene(rows: pd.DataFrame, target: float) -> pd.DataFrame:
    """The work to the target: a line for each scene, a column for each solver.

    Infinite where the run does not reach the target, NaN where the solver declines the scene.
    """
    table = taken(rows).assign(spent=at(rows, "work", target))
    table = table.pivot(index="scene", columns="solver", values="spent")
    return table.reindex(index=rows["scene"].unique(), columns=rows["solver"].unique())


def factorising(rows: pd.DataFrame) -> set[str]:
    """Solvers that factorise in the step before they reach one of the targets."""
    often = [np.max(counts, where=np.isfinite(counts), initial=0) > 0 for counts in rows[IN_STEP]]
    return set(rows.loc[often, "solver"])


def names(rows: pd.DataFrame) -> dict[str, str]:
    """The label of each solver in tables, with its marks."""
    again = factorising(of_column(rows, ONE))
    return {
        solver: solver_label(solver)
        + (MARK if solver in again else "")
        + (" (not ranked)" if solver in NOT_RANKED else "")
        for solver in rows["solver"].unique()
    }


def price(rows: pd.DataFrame, target: float) -> str:
    """The median of the default's work over the best setting's, and the number of scenes that one solves."""
    if taken(rows)["setting"].nunique() <= 1:
        return "–"
    default, best = (of_column(rows, column, target).set_index("scene") for column in (DEFAULT, BEST))
    ratios = (at(default, "work", target) / at(best, "work", target)).dropna()  # ∞/∞: none solves it
    if ratios.empty:
        return "–"
    middle = statistics.median(ratios)
    words = f"{middle:.3g}×" if math.isfinite(middle) else "the default solves at most half"
    words = f"alike ({words})" if middle <= ALIKE else words
    unsolved = int(np.isinf(ratios).sum())
    also = f", {unsolved} only with another setting" if unsolved else ""
    return f"{words} ({len(ratios)} scenes{also})"
