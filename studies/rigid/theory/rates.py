"""Measures convergence rates and numbers of iterations from the columns of a run.

An error is a pandas Series over iterations.
"""

import numpy as np
import pandas as pd

from simbench.results import Run

NORMS = ("energy", "multipliers", "constraints")
LATE = 0.5  # rates use the last half of the iterates whose error is above rounding
ROUNDING = 1e-11  # as a share of the first error; smaller errors are not used
ROUNDING_OF_POSES = 1e-13  # m: smaller |c| of boxes of 1 m are not used


def error(run: Run, norm: str = "energy") -> pd.Series:
    """The error of each iterate of the first step, divided by the first error.

    energy: √relative_error. multipliers: ‖Λ − Λ*‖. constraints: |c|.
    """
    rows = run.first_step.set_index("iteration")
    column = {
        "energy": "relative_error",
        "multipliers": "multiplier_error",
        "constraints": "constraint_error",
    }
    values = rows[column[norm]].astype(float)
    values = np.sqrt(values.clip(lower=0)) if norm == "energy" else values
    return values / values.iloc[0]


def first_lasting_below(values: pd.Series, limit: float) -> float:
    """The first iteration from which on all errors are at most `limit`; infinite if the last one is not.

    NaN counts as above every limit.
    """
    if not len(values) or not values.iloc[-1] <= limit:
        return np.inf
    above = np.flatnonzero(~(values <= limit).to_numpy())
    return float(values.index[above[-1] + 1] if len(above) else values.index[0])


def iterations_to_remove(run: Run, part: float, norm: str = "energy") -> float:
    """The first iteration from which on the error stays at most 1 − `part` of the first error."""
    return first_lasting_below(error(run, norm), 1 - part)


def late_rate(values: pd.Series, rounding: float = ROUNDING) -> float:
    """ρ: the mean factor per iteration, over the last half of the iterates whose error is above rounding.

    A least-squares line through the logarithms gives it, because errors with complex eigenvalues oscillate.
    Infinite if an error is not finite; 0 if fewer than two iterates remain.
    """
    numbers = values.astype(float)
    if not np.isfinite(numbers).all():
        return np.inf
    small = np.flatnonzero((numbers <= rounding * numbers.iloc[0]).to_numpy())
    trusted = numbers.iloc[: small[0]] if len(small) else numbers
    late = trusted.iloc[int(len(trusted) * LATE) :]
    if len(late) < 2:
        return 0.0
    slope = np.polyfit(late.index.to_numpy(float), np.log(late.to_numpy()), 1)[0]
    return float(np.exp(slope))


def rate(run: Run, norm: str = "energy") -> float:
    """The late rate of a run; infinite if it ended as diverged."""
    if run.manifest["status"] == "diverged":
        return np.inf
    opened = float(run.first_step["constraint_error"].iloc[0]) if norm == "constraints" else np.inf
    return late_rate(error(run, norm), max(ROUNDING, ROUNDING_OF_POSES / opened))
