"""Short measurements on runs that several claims use."""

import math
from collections.abc import Callable, Iterable
from io import BytesIO

import numpy as np
import pandas as pd

from rigid.theory import rates
from rigid.theory.chain import counts_per_ln
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.run_files import read_run_file
from simbench.study import words
from simbench.study.results import Results
from simbench.study.words import in_prose

GRAVITY = 9.81  # m/s²
LENGTHS = (10, 100, 1000)
RATIOS = (1.0, 10.0, 100.0, 1e4)
GRID = [(bodies, ratio) for bodies in LENGTHS for ratio in RATIOS]
PARTS_REMOVED = (0.9, 0.99, 0.999)
# Numbers of bodies at which begins_to_hold compares a formula with eigenvalues.
MANY_LENGTHS = (3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000)


def grid(results: Results, solver: str) -> dict[tuple[int, float], Run]:
    """The runs of GRID, collected from several plans."""
    sweeps = ("rigid_rates_sor",) if solver == "sor" else ("rigid_rates", "rigid_rates_long")
    runs = {}
    for sweep in sweeps:
        runs |= {(int(n), ratio): run for (n, ratio), run in results.by(sweep, solver, "bodies", "R").items()}
    return {key: runs[key] for key in GRID}


def per_ln(run: Run, norm: str = "energy") -> float:
    """k/ln of a run's late rate"""
    return counts_per_ln(rates.rate(run, norm))


def begins_to_hold(deviation: Callable[[int], float], tolerance: float, lengths=MANY_LENGTHS) -> str:
    """In words: the number of bodies from which on a formula agrees with the eigenvalues."""
    close = [deviation(n) <= tolerance for n in lengths]
    lasting = np.flatnonzero(~np.array(close))
    first = lasting[-1] + 1 if len(lasting) else 0
    if first == len(lengths):
        return f"at no length up to N = {lengths[-1]}"
    return f"from N = {lengths[first]} on" if first else f"already at N = {lengths[0]}"


def last(run: Run, column: str) -> float:
    """The value in the last row; infinite if it is not finite or the run diverged."""
    value = float(run.iterations[column].iloc[-1])
    return value if math.isfinite(value) and run.manifest["status"] != "diverged" else math.inf


def reduction(run: Run, column: str = "constraint_error") -> float:
    """The last value of the first step over its first one; infinite if the run diverged."""
    values = run.first_step[column]
    return last(run, column) / float(values.iloc[0])


def last_poses(run: Run) -> pd.DataFrame:
    """The run's last snapshot of poses, with a row for each body, by its name."""
    files = sorted(run.folder.glob("poses_*.csv"))
    if not files:
        raise ResultsError(f"{run.folder} has no snapshot of poses")
    return pd.read_csv(BytesIO(read_run_file(files[-1]))).set_index("body")


def ends_of_frames(run: Run, column: str) -> pd.Series:
    return run.ends_of_steps[column].astype(float)


def gravity_of(run: Run) -> float:
    """The size of gravity in the run's scene [m/s²]."""
    return math.hypot(*run.scene["gravity"])


def settled(run: Run, column: str = "largest_stretch", frames: int = 20) -> float:
    """The largest absolute value in the last frames; infinite if the run diverged."""
    if run.manifest["status"] == "diverged":
        return math.inf
    values = ends_of_frames(run, column).iloc[-frames:].abs()
    return float(values.max()) if np.isfinite(values).all() else math.inf


def largest(run: Run, column: str) -> float:
    values = run.iterations[column].astype(float)
    return float(values.abs().max()) if np.isfinite(values).all() else math.inf


def exponent(x: Iterable[float], y: Iterable[float]) -> float:
    """p of y ~ x^p by least squares; NaN if a value of y is not finite and positive."""
    x, y = np.array(list(x), float), np.array(list(y), float)
    if not (np.isfinite(y).all() and (y > 0).all()):
        return math.nan
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def number(value: float) -> str:
    return "never" if value == math.inf else f"{value:.4g}"


def rounded(value: float, digits: int = 2) -> str:
    """A number, rounded for a sentence."""
    if not math.isfinite(value):
        return "infinitely much" if value > 0 else "nothing that is a number"
    return in_prose(f"{value:.{digits}g}")


def power(exponent: float) -> str:
    """An exponent with two decimals, for example 1.01 in N^1.01."""
    return in_prose(f"{round(exponent, 2) + 0:.2f}")  # + 0: no minus before 0.00


def percent(share: float, digits: int = 2) -> str:
    return f"{rounded(100 * share, digits)} %"


def span(values: Iterable[float], digits: int = 2) -> str:
    """The smallest and the largest value, 2 to 41,000; one number if both round to the same."""
    values = list(values)
    return words.span(values, lambda value: rounded(value, digits)) if values else "nothing"


def when_reached(counts: Iterable[float]) -> str:
    """When runs reach a target, in words: after 12 to 1600 iterations in 5 of 6 cases."""
    counts = list(counts)
    finite = [count for count in counts if math.isfinite(count)]
    after = f"after {span(finite, 6)} iterations" if finite else "never"
    return after if len(finite) in (0, len(counts)) else f"{after} in {len(finite)} of {len(counts)} cases"
