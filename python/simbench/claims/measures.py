"""What several claims measure on a run: a few lines each."""

import math
from collections.abc import Iterable

import pandas as pd

from simbench.results import Run

SOLVED = 5e-4  # relative error: what the thesis prints as 0.0 %


def final(run: Run, column: str = "objective") -> float:
    """Value of the last iterate; infinite where the run left the finite numbers."""
    value = run.first_step[column].iloc[-1]
    return value if math.isfinite(value) else math.inf


def first_iteration(run: Run, relative_error: float) -> int | None:
    """The first recorded iteration with an error below this."""
    rows = run.first_step
    reached = rows.loc[rows["relative_error"] < relative_error, "iteration"]
    return None if reached.empty else int(reached.iloc[0])


def seconds_to(run: Run, relative_error: float) -> float:
    """Seconds of iterations to an error below this, set-up not counted; infinite if it is not reached."""
    rows = run.first_step
    reached = rows.loc[rows["relative_error"] < relative_error, "elapsed_seconds"]
    return math.inf if reached.empty else float(reached.iloc[0])


def iteration_milliseconds(run: Run) -> float:
    """Median over the recorded iterations."""
    rows = run.first_step
    return 1e3 * float(rows.loc[rows["iteration"] > 0, "iteration_seconds"].median())


def is_about_twice(ratio: float) -> bool:
    """Nearer to 2 than to 1 or to 4, in proportion; times differ from machine to machine."""
    return math.sqrt(2) < ratio < 2 * math.sqrt(2)


def monotone_violations(run: Run, column: str, *, falls: bool) -> list[int]:
    """Recorded iterations at which the term went the wrong way, by more than 0.1 % of the start objective."""
    rows = run.first_step
    steps = rows[column].diff() * (1 if falls else -1)
    return rows.loc[steps > 1e-3 * rows["objective"].iloc[0], "iteration"].tolist()


def first_below(run: Run, other: Run) -> int | None:
    """First iteration recorded by both from which on the run's objective stays below the other's."""
    rows = pd.merge(run.first_step, other.first_step, on="iteration", suffixes=("", "_other"))
    below = (rows["objective"] < rows["objective_other"])[::-1].cummin()[::-1]
    return int(rows.loc[below, "iteration"].iloc[0]) if below.any() else None


def listed(items: Iterable) -> str:
    return ", ".join(str(item) for item in items)
