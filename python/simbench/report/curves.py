"""Prepares a run's rows for a page: columns over iterations, thinned if there are very many."""

import math
from numbers import Real

import numpy as np
import pandas as pd

from simbench.report.packing import pack, pack_doubles
from simbench.result_files import STEP_KEY
from simbench.results import Run

TARGETS = (1e-1, 1e-3, 1e-6)  # relative errors; the table shows when a run reached them
ROWS_IN_ALL, ROWS_AT_MOST, ROWS_AT_LEAST = 300_000, 8_000, 400
SPARKLINE_POINTS = 24


def rows_of_each(runs: int) -> int:
    """Number of rows that a page keeps of each run."""
    return int(np.clip(ROWS_IN_ALL // max(runs, 1), ROWS_AT_LEAST, ROWS_AT_MOST))


def thinned(rows: pd.DataFrame, keep: int) -> pd.DataFrame:
    """About `keep` rows: those with the least and the largest value of equal parts, and all ends of steps.

    The value is the relative error, or else the objective; so its oscillations stay visible. The last row of
    each time step stays, because a curve over time steps shows it.
    """
    if len(rows) <= keep:
        return rows
    value = next((rows[name] for name in ("relative_error", "objective") if _has_values(rows, name)), None)
    values = (rows["iteration"] if value is None else value).to_numpy(float)
    parts = np.array_split(np.arange(len(rows)), max(keep // 2, 1))
    chosen = [part[[_safe(np.argmin, values[part]), _safe(np.argmax, values[part])]] for part in parts]
    chosen = np.concatenate([*chosen, [0]])
    ends = np.flatnonzero(np.diff(rows["step"].to_numpy(), append=-1))
    return rows.iloc[np.union1d(chosen, ends[np.searchsorted(ends, chosen)])]


def packed(rows: pd.DataFrame, payloads: dict[str, str], name: str) -> dict:
    """Adds the rows to `payloads` under this name; returns the name, their columns and their number."""
    columns = [column for column in rows.columns if column not in STEP_KEY and _has_values(rows, column)]
    keys = rows[list(STEP_KEY)].to_numpy().T.reshape(-1, 1)
    payloads[f"{name}-keys"] = pack(keys.astype(np.uint32))
    payloads[f"{name}-values"] = pack_doubles(rows[columns].to_numpy(float).T)
    return {"payload": name, "columns": columns, "rows": len(rows)}


def targets_reached(run: Run) -> list[dict]:
    """For each of TARGETS the first recorded iteration of the first step that reached it, if one did."""
    rows, found = _first_step(run), []
    for target in TARGETS:
        reached = rows[rows["relative_error"] <= target] if "relative_error" in rows else rows[:0]
        first = reached.iloc[0] if len(reached) else {}
        found.append(
            {"iterations": number(first.get("iteration")), "seconds": number(first.get("elapsed_seconds"))}
        )
    return found


def sparkline(run: Run) -> list[float]:
    """The logarithm of the relative error of the first step at evenly spaced recorded iterates."""
    if not _has_values(run.iterations, "relative_error"):
        return []
    errors = _first_step(run)["relative_error"]
    places = np.linspace(0, len(errors) - 1, min(SPARKLINE_POINTS, len(errors))).round().astype(int)
    logarithms = np.log10(np.clip(errors.to_numpy()[places], 1e-12, 1e6))
    return [round(float(value), 2) for value in logarithms if math.isfinite(value)]


def _first_step(run: Run) -> pd.DataFrame:
    """The first step with rows; in a damaged run it need not be step 1."""
    return run.iterations[run.iterations["step"] == run.iterations["step"].min()]


def number(value: object) -> float | None:
    """A number for JSON, which has neither NaN nor infinity; None for these."""
    return float(value) if isinstance(value, Real) and math.isfinite(value) else None


def _has_values(rows: pd.DataFrame, column: str) -> bool:
    return column in rows and rows[column].notna().any()


def _safe(place, values: np.ndarray) -> int:
    """`place` (such as argmax) of the values, where NaN counts as their mean."""
    finite = values[np.isfinite(values)]
    return int(place(np.nan_to_num(values, nan=finite.mean() if len(finite) else 0)))
