"""Scenes near incompressibility beside their controls with quadratic tets, which lock less."""

import pandas as pd

from field.board.instances import in_words
from field.board.settings import ONE, RANKED_TARGET, is_control, names, of_column, taken
from field.parts import QUADRATIC
from simbench.entry.board import at


def control_table(rows: pd.DataFrame, target: float = RANKED_TARGET) -> pd.DataFrame:
    """For each solver that takes quadratic tets the iterations to the target: linear / quadratic tets."""
    chosen, labels = taken(of_column(rows, ONE)), names(rows)
    solvers = chosen.loc[is_control(chosen), "solver"].unique()
    scenes = chosen.loc[is_control(chosen), "scene"].str.removesuffix(QUADRATIC).unique()

    def count(solver: str, scene: str) -> str:
        own = chosen[(chosen["solver"] == solver) & (chosen["scene"] == scene)]
        return in_words(at(own, "for_good", target))

    return pd.DataFrame(
        {
            "solver": labels[solver],
            **{scene: f"{count(solver, scene)} / {count(solver, scene + QUADRATIC)}" for scene in scenes},
        }
        for solver in solvers
    )
