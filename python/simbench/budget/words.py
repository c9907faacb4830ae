"""What a budget says in words: its table, where both errors are equal, and what fits into a frame."""

import numpy as np
import pandas as pd

from simbench.budget.budget import Budget, cancels, enough, is_balanced
from simbench.counted import counted
from simbench.labels import solver_label

HEAD = ["solver", "substeps", "iterations", "error", "integrator's", "solver's", "work"]
EQUAL, CANCELS = " =", " ±"  # marks of cells
FEWEST = " (the fewest here)"  # fewer iterations may be enough, too
MARKS = (
    "=: the solver's error is at most the integrator's. ±: the error is less than half of its larger part, "
    "because the parts cancel by chance."
)


def percent(error: float) -> str:
    """A relative error in %, with two digits; <0.01 if it is smaller."""
    value = 100 * error
    if 0 < value < 0.01:
        return "<0.01"
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def title(budget: Budget) -> str:
    work = " Work is that of a frame in iterations of PD." if budget.rows["work"].notna().any() else ""
    return (
        f"Errors in % of the motion, whose extent is {budget.extent:.3g} m in {budget.frames} frames.{work} "
        f"{MARKS}"
    )


def equality(solver: str, cells: pd.DataFrame) -> str:
    """The sentence that says from how many iterations on the integrator's error is the larger one."""
    fewest = cells["iterations"].min()
    by_count: dict[int | None, list[str]] = {}
    for substeps, count in enough(cells).items():
        by_count.setdefault(count, []).append(str(substeps))
    never = by_count.pop(None, [])
    words = []
    if by_count:
        reached = [
            counted(count, "iteration") + (FEWEST if count == fewest else "") + f" with {_substeps(on)}"
            for count, on in by_count.items()
        ]
        words.append(
            f"the integrator's error is the larger one from {_and(reached)} on, so more iterations buy little"
        )
    if never:
        most = counted(cells["iterations"].max(), "iteration")
        words.append(f"with {_substeps(never)} the solver's error is the larger one, even after {most}")
    return f"{solver_label(solver)}: {'; '.join(words)}."


def best_that_fits(solver: str, cells: pd.DataFrame, seconds: float) -> str:
    """The sentence on the cell with the least error of those that fit into a frame of so many seconds."""
    fitting = cells[(cells["seconds"] <= seconds) & ~cancels(cells)].dropna(subset="error")
    if fitting.empty:
        return f"{solver_label(solver)}: no cell fits into a frame of {seconds:g} s."
    row = fitting.loc[fitting["error"].idxmin()]
    return (
        f"{solver_label(solver)}: of the cells that fit into a frame of {seconds:g} s, "
        f"{counted(row['substeps'], 'substep')} with {counted(row['iterations'], 'iteration')} have the "
        f"least error, {percent(row['error'])} %, in {row['seconds']:.2g} s."
    )


def of_reference(budget: Budget) -> list[str]:
    """Sentences on the reference, its own error, and where it is not good enough."""
    said = [
        f"The reference is Newton's method with {budget.reference_substeps} substeps and iterations until "
        f"each step converges. Its own error is about {percent(budget.reference_error)} %."
    ]
    if budget.unknown:
        said.append(
            f"The integrator's error with {_substeps(list(map(str, budget.unknown)))} is not large "
            "against that, so it is not well known: the motion converges slowly with the substeps, or not at "
            "all."
        )
    if budget.unfinished:
        listed = _substeps(list(map(str, budget.unfinished)))
        said.append(f"Newton's method did not converge in every step with {listed}.")
    return said


def row(cell: pd.Series) -> list[str]:
    """The words of a row of the budget, as HEAD names them."""
    is_newton = np.isnan(cell["iterations"])
    words = [solver_label(cell["solver"]), str(cell["substeps"])]
    words.append("until it converges" if is_newton else f"{cell['iterations']:.0f}")
    if np.isnan(cell["error"]):
        return [*words, cell["status"].replace("_", " "), percent(cell["integrator_error"]), "", ""]
    words += [percent(cell["error"]), percent(cell["integrator_error"])]
    words.append("" if is_newton else percent(cell["solver_error"]) + _marks(cell))
    return [*words, "" if np.isnan(cell["work"]) else f"{cell['work']:.3g}"]


def times(cell: pd.Series, seconds: float) -> list[str]:
    """The seconds of a frame, and whether it fits into so many."""
    if np.isnan(cell["seconds"]):
        return ["", ""]
    return [f"{cell['seconds']:.2g}", "yes" if cell["seconds"] <= seconds else "no"]


def _marks(cell: pd.Series) -> str:
    one = cell.to_frame().T
    return (EQUAL if is_balanced(one).item() else "") + (CANCELS if cancels(one).item() else "")


def _substeps(numbers: list[str]) -> str:
    return f"{_and(numbers)} substep{'' if numbers == ['1'] else 's'}"


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
