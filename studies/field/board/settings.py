"""The three columns of settings: a solver's default, one setting for all scenes, the best for each scene."""

import math
import statistics

import numpy as np
import pandas as pd

from field import parts
from field.board.budgets import FACTORISATION, PD_ITERATION, RANKED_BUDGET, areas
from simbench.entry.board import DECLINED, IN_STEP, at
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


def without_matrix(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of solvers with settings that never factorise, not even in the set-up."""
    counts = rows["counts"].map(lambda found: sum(one["factorisations"] for one in found.values() if one))
    return rows[counts.groupby([rows["solver"], rows["setting"]]).transform("sum") == 0]


def is_control(rows: pd.DataFrame) -> pd.Series:
    """Whether a row is of a control with quadratic tets. Only some solvers take these, so none is ranked."""
    return rows["scene"].map(parts.is_control).astype(bool)


def taken(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of scenes that the solver takes."""
    return rows[rows["status"] != DECLINED]


def one_setting(rows: pd.DataFrame, factorisation: float = FACTORISATION) -> pd.Series:
    """For each solver the setting for all scenes: that with the largest area, by which solvers are ranked.

    It is chosen with the charge for factorisations that the solver then has. Controls do not count.
    """
    found = {}
    for solver, own in rows[~is_control(rows)].groupby("solver", sort=False):
        means = areas(own.assign(solver=own["setting"]), [RANKED_BUDGET], factorisation)
        found[solver] = means[RANKED_BUDGET].idxmax()  # the first of equal ones
    return pd.Series(found)


def of_column(
    rows: pd.DataFrame, column: str, target: float = RANKED_TARGET, factorisation: float = FACTORISATION
) -> pd.DataFrame:
    """The rows of each solver with the default, the one setting, or the best of each scene to the target."""
    if column == DEFAULT:
        return rows[rows["setting"] == "{}"]
    if column == ONE:
        chosen = one_setting(rows, factorisation)
        return rows[(rows["setting"] == rows["solver"].map(chosen)) | (rows["status"] == DECLINED)]
    spent = at(rows, "work", target) / PD_ITERATION + factorisation * at(rows, IN_STEP, target)
    least = rows.assign(spent=spent).sort_values("spent", kind="stable")
    return least.drop_duplicates(["solver", "scene", "instance"]).sort_index()


def work_by_scene(rows: pd.DataFrame, target: float) -> pd.DataFrame:
    """The work to the target in iterations of PD: a line for each scene, a column for each solver.

    Infinite where the run does not reach the target, NaN where the solver declines the scene.
    """
    table = taken(rows).assign(spent=at(rows, "work", target) / PD_ITERATION)
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
