"""What is measured on the columns of a run: rates of convergence and numbers of iterations.

An error is a pandas Series over iterations, or whatever pandas makes one of.
"""

import numpy as np
import pandas as pd

from simbench.results import Run

NORMS = ("energy", "multipliers", "constraints")
LATE = 0.5  # rates are taken over the last half of what is above rounding
ROUNDING = 1e-11  # share of the first error below which an error is not trusted
ROUNDING_OF_POSES = 1e-13  # m: |c| of boxes of a metre below which it is not


def error(run: Run, norm: str = "energy") -> pd.Series:
    """Of the first step's iterates, by iteration, as a share of the first one's.

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

    A value that is no number is above every limit.
    """
    if not len(values) or not values.iloc[-1] <= limit:
        return np.inf
    above = np.flatnonzero(~(values <= limit).to_numpy())
    return float(values.index[above[-1] + 1] if len(above) else values.index[0])


def iterations_to_remove(run: Run, part: float, norm: str = "energy") -> float:
    """First k from which on the error stays below 1 − part of the first one."""
    return first_lasting_below(error(run, norm), 1 - part)


def late_rate(values: pd.Series, rounding: float = ROUNDING) -> float:
    """ρ: the mean factor an iteration late in a run, over the last half of the iterates above rounding.

    A least-squares line through the logarithms: errors that beat, as those of complex eigenvalues do, do not
    decide by where a period ends. Infinite where the run left the numbers, 0 where two iterates solve it.
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
