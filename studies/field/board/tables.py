"""The tables of leaderboard.md."""

import math

import numpy as np
import pandas as pd

from field.board.budgets import BUDGETS, RANKED_BUDGET, areas
from field.board.comparisons import least
from field.board.ranking import ranking
from field.board.settings import (
    COLUMNS,
    ONE,
    RANKED_TARGET,
    names,
    of_column,
    one_setting,
    price,
    ranked,
    taken,
    work_by_scene,
)
from simbench.entry.board import DECLINED, IN_STEP, at
from simbench.entry.targets import TARGETS
from simbench.labels import solver_label


def area_table(rows: pd.DataFrame) -> pd.DataFrame:
    """The ranking, with areas for other budgets and without the charge for factorisations.

    `rows` have all instances of the scenes.
    """
    own, labels = ranked(rows), names(rows)
    charged = areas(of_column(own, ONE))
    other = {f"to {one}": charged[one] for one in BUDGETS if one != RANKED_BUDGET}
    free = areas(of_column(own, ONE, factorisation=0), [RANKED_BUDGET], factorisation=0)
    other[f"to {RANKED_BUDGET}, factorisations free"] = free[RANKED_BUDGET]
    return pd.DataFrame(
        {
            "solver": labels[solver],
            "scenes taken": chosen_scenes(rows, solver),
            f"to {RANKED_BUDGET}": f"{line['area']:.2f} ({interval(line['low'], line['high'])})",
            "behind the first": behind(line),
        }
        | {name: f"{column[solver]:.2f}" for name, column in other.items()}
        for solver, line in ranking(own).iterrows()
    )


def behind(own: pd.Series) -> str:
    if own["behind_high"] == 0:
        return ""
    return interval(own["behind_low"], own["behind_high"]) + (": tied" if own["tied"] else "")


def interval(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f}".replace("-", "−")


def chosen_scenes(rows: pd.DataFrame, solver: str) -> int:
    return taken(rows[rows["solver"] == solver])["scene"].nunique()


def summary_table(rows: pd.DataFrame) -> pd.DataFrame:
    """For each solver the scenes that it takes and solves, and the price of its default."""
    lines, labels = [], names(rows)
    for solver, own in rows.groupby("solver", sort=False):
        line = {"solver": labels[solver], "scenes taken": chosen_scenes(own, solver)}
        line["one setting"] = one_setting(own)[solver] if taken(own)["setting"].nunique() > 1 else "–"
        for target in TARGETS:
            solved = [
                int(np.isfinite(at(of_column(own, column, target), "work", target)).sum())
                for column in COLUMNS
            ]
            line[f"{target:g}"] = " / ".join(map(str, solved)) if len(set(solved)) > 1 else str(solved[0])
        line["price of the default"] = price(own, RANKED_TARGET)
        lines.append(line)
    return pd.DataFrame(sorted(lines, key=lambda line: line["solver"].endswith("(not ranked)")))


def best_table(rows: pd.DataFrame, factorisations: float) -> pd.DataFrame:
    """By scene and target the solvers of least work that factorise at most so often in the step."""
    chosen = ranked(of_column(rows, ONE))
    cells = {}
    for target in TARGETS:
        few = chosen[at(chosen, IN_STEP, target) <= factorisations]
        for scene, own in least(work_by_scene(few, target)).items():
            cells[scene, target] = ", ".join(
                f"{solver_label(name)} ({work:.3g})" for name, work in own.items()
            )
    return pd.DataFrame(
        {"scene": scene, **{f"{target:g}": cells.get((scene, target)) or "none" for target in TARGETS}}
        for scene in rows["scene"].unique()
    )


def failure_table(rows: pd.DataFrame) -> pd.DataFrame:
    """For each solver, by the first target that it misses with the one setting, the scenes by name."""
    chosen, labels = of_column(rows, ONE), names(rows)
    lines = []
    for solver, own in chosen.groupby("solver", sort=False):
        line = {"solver": labels[solver], "declines": ", ".join(own[own["status"] == DECLINED]["scene"])}
        before = taken(own)
        for target in TARGETS:
            missed = np.isinf(at(before, "for_good", target))
            line[f"misses {target:g}"] = ", ".join(failure(row) for _, row in before[missed].iterrows())
            before = before[~missed]
        lines.append({name: cell or "–" for name, cell in line.items()})
    return pd.DataFrame(lines)


def failure(row: pd.Series) -> str:
    """The scene and how the run ended: its last error, after a word unless its iterations are used up."""
    words = [] if row["status"] == "max_iterations" else [row["status"].replace("_", " ")]
    last = row["final_relative_error"]
    words += [f"{last:.1g}"] if pd.notna(last) and math.isfinite(last) else []
    return f"{row['scene']} ({', '.join(words)})"
