"""Splits the error of each motion into the integrator's part and the solver's.

A motion belongs to a solver, its substeps and its iterations. The reference is the motion of Newton's method
with the most substeps. The *error* of a motion is its distance from the reference. The *integrator's error*
is that of Newton's method with as many substeps, and with iterations until each step converges. The *solver's
error* is the distance of the motion from this one of Newton's method.

`motions.distance` defines distances. Errors are relative to `motions.extent` of the reference, so they do not
depend on units. An error is at most the sum of its parts, and at least their difference. Where it is much
smaller than its larger part, the parts cancel by chance.

The reference has an error of its own. It is about its distance from Newton's motion with half as many
substeps if the integrator has order 1, and less if its order is higher.
"""

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

SMALL = 4  # an integrator's error is known if it is that many times the reference's own error
CANCEL = 0.5  # an error below that share of its larger part is smaller by chance
COLUMNS = ["solver", "substeps", "iterations", "status", "error", "integrator_error", "solver_error", "work"]
COLUMNS += ["seconds"]


@dataclass(frozen=True, eq=False)
class Budget:
    """`rows` has COLUMNS; errors are NaN where a run did not reach the last frame.

    `work` [iterations of PD] and `seconds` are those of a frame. Rows without `iterations` are Newton's
    method until it converges; the two with the most substeps are the references. `extent` [m] is that of the
    motion, and `time_step` [s] the length of a frame.
    """

    rows: pd.DataFrame
    extent: float
    frames: int
    time_step: float

    @property
    def cells(self) -> pd.DataFrame:
        """The rows of solvers with given numbers of iterations."""
        return self.rows[self.rows["iterations"].notna()]

    @property
    def cells_of(self) -> dict[str, pd.DataFrame]:
        """The cells of each solver."""
        return dict(list(self.cells.groupby("solver", sort=False)))

    @cached_property
    def newton(self) -> pd.DataFrame:
        """The rows of Newton's method until it converges, by substeps."""
        return self.rows[self.rows["iterations"].isna()].set_index("substeps").sort_index()

    @property
    def integrator(self) -> pd.Series:
        """The integrator's error by the substeps of cells."""
        return self.newton["integrator_error"].iloc[:-2]

    @property
    def reference_substeps(self) -> int:
        return int(self.newton.index[-1])

    @property
    def reference_error(self) -> float:
        """The distance between both references, relative to the motion."""
        return float(self.newton["error"].iloc[-2])

    @property
    def unknown(self) -> list[int]:
        """The substeps whose integrator's error is not large against the reference's own error."""
        return self.integrator[self.integrator < SMALL * self.reference_error].index.tolist()

    @property
    def unfinished(self) -> list[int]:
        """The substeps with which Newton's method did not converge in every step."""
        return self.newton.index[self.newton["status"] == "max_iterations"].tolist()

    def table(self) -> pd.DataFrame:
        """The rows without `seconds`, and the other members as columns that have one value everywhere."""
        rows = self.rows.drop(columns="seconds")
        return rows.assign(extent=self.extent, frames=self.frames, time_step=self.time_step)


def of_table(table: pd.DataFrame) -> Budget:
    """The budget that `Budget.table` has made a table of, without its seconds."""
    first = table.iloc[0]
    rows = table.reindex(columns=COLUMNS)
    return Budget(rows, float(first["extent"]), int(first["frames"]), float(first["time_step"]))


def is_balanced(cells: pd.DataFrame) -> pd.Series:
    """Whether the solver's error is at most the integrator's, so that more iterations buy little."""
    return cells["solver_error"] <= cells["integrator_error"]


def cancels(cells: pd.DataFrame) -> pd.Series:
    """Whether an error is small only because its parts have opposite directions."""
    return cells["error"] < CANCEL * cells[["integrator_error", "solver_error"]].max(axis=1)


def enough(cells: pd.DataFrame) -> dict[int, int | None]:
    """By substeps the fewest iterations from which on a solver's error is at most the integrator's.

    None: it is larger with the most iterations, too, or that run did not reach the last frame.
    """
    found: dict[int, int | None] = {}
    for substeps, rows in cells.sort_values("iterations").groupby("substeps"):
        is_from_here_on = is_balanced(rows)[::-1].cummin()
        places = rows["iterations"][is_from_here_on[is_from_here_on].index]
        found[int(substeps)] = int(places.min()) if len(places) else None
    return found
