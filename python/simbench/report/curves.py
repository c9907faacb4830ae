"""Prepares a run's rows for a page: columns over iterations, thinned if there are very many."""

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np
import pandas as pd

from simbench.report.packing import pack, pack_doubles
from simbench.small_tables import STEP_KEY

TARGETS = (1e-1, 1e-3, 1e-6)  # relative errors; the table shows when a run reached them
ROWS_IN_ALL, ROWS_AT_MOST, ROWS_AT_LEAST = 300_000, 8_000, 400
SPARKLINE_POINTS = 24


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a run as an array: for a table of a few rows, pandas would take most of a report's time."""

    places: dict[str, int]  # of the columns in `values`, by their names
    values: np.ndarray  # columns × rows

    @classmethod
    def of(cls, table: pd.DataFrame) -> "Rows":
        return cls({name: place for place, name in enumerate(table.columns)}, table.to_numpy(float).T)

    def __len__(self) -> int:
        return self.values.shape[1]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.values[self.places[name]]

    def has(self, name: str) -> bool:
        """Whether the column is there, and has a value that is not NaN."""
        return name in self.places and not np.isnan(self[name]).all()

    def last(self, name: str) -> float | None:
        """The value of the last row, for JSON; None if there is none."""
        return number(self[name][-1]) if name in self.places and len(self) else None

    def taken(self, chosen: np.ndarray) -> "Rows":
        """The rows with these numbers, or those that a mask chooses."""
        return Rows(self.places, self.values[:, chosen])

    @property
    def first_step(self) -> "Rows":
        """The first step with rows; in a damaged run it need not be step 1."""
        return self.taken(self["step"] == self["step"].min())


def rows_of_each(runs: int) -> int:
    """Number of rows that a page keeps of each run."""
    return int(np.clip(ROWS_IN_ALL // max(runs, 1), ROWS_AT_LEAST, ROWS_AT_MOST))


def thinned(rows: Rows, keep: int) -> Rows:
    """About `keep` rows: those with the least and the largest value of equal parts, and all ends of steps.

    The value is the relative error, or else the objective; so its oscillations stay visible. The last row of
    each time step stays, because a curve over time steps shows it.
    """
    if len(rows) <= keep:
        return rows
    values = rows[next((name for name in ("relative_error", "objective") if rows.has(name)), "iteration")]
    parts = np.array_split(np.arange(len(rows)), max(keep // 2, 1))
    chosen = [part[[_safe(np.argmin, values[part]), _safe(np.argmax, values[part])]] for part in parts]
    chosen = np.concatenate([*chosen, [0]])
    ends = np.flatnonzero(np.diff(rows["step"], append=-1))
    return rows.taken(np.union1d(chosen, ends[np.searchsorted(ends, chosen)]))


def packed(rows: Rows, payloads: dict[str, str], name: str) -> dict:
    """Adds the rows to `payloads` under this name; returns the name, their columns and their number."""
    columns = [column for column in rows.places if column not in STEP_KEY and rows.has(column)]
    keys = np.concatenate([rows[key] for key in STEP_KEY])
    payloads[f"{name}-keys"] = pack(keys.astype(np.uint32).reshape(-1, 1))
    payloads[f"{name}-values"] = pack_doubles(rows.values[[rows.places[column] for column in columns]])
    return {"payload": name, "columns": columns, "rows": len(rows)}


def targets_reached(rows: Rows) -> list[dict]:
    """For each of TARGETS the first recorded iteration of the first step that reached it, if one did."""
    first = rows.first_step
    errors = first["relative_error"] if "relative_error" in first.places else np.array([])
    reached = [first.taken(np.flatnonzero(errors <= target)[:1]) for target in TARGETS]
    return [{"iterations": one.last("iteration"), "seconds": one.last("elapsed_seconds")} for one in reached]


def sparkline(rows: Rows) -> list[float]:
    """The logarithm of the relative error of the first step at evenly spaced recorded iterates."""
    if not rows.has("relative_error"):
        return []
    errors = rows.first_step["relative_error"]
    places = np.linspace(0, len(errors) - 1, min(SPARKLINE_POINTS, len(errors))).round().astype(int)
    logarithms = np.log10(np.clip(errors[places], 1e-12, 1e6))
    return [round(float(value), 2) for value in logarithms if math.isfinite(value)]


def number(value: object) -> float | None:
    """A number for JSON, which has neither NaN nor infinity; None for these."""
    return float(value) if isinstance(value, Real) and math.isfinite(value) else None


def _safe(place, values: np.ndarray) -> int:
    """`place` (such as argmax) of the values, where NaN counts as their mean."""
    finite = values[np.isfinite(values)]
    return int(place(np.nan_to_num(values, nan=finite.mean() if len(finite) else 0)))
