"""Parts of the page of budgets, from the tables of results/budget that scripts/budget.py has recorded."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd

from simbench.budget import words
from simbench.budget.budget import Budget, is_balanced, of_table
from simbench.errors import ResultsError
from simbench.labels import solver_label
from simbench.pages.benchmark_rows import markdown

FOLDER = "budget"
DIAGONAL = ((2, 5), (4, 8), (6, 10), (10, 15))  # substeps and iterations that newton's issue 3084 compares


def text(results: Path, name: str, part: str) -> str:
    """A part of the budget results/budget/NAME.csv."""
    if part not in PARTS:
        raise ResultsError(f"a budget has no part '{part}'; it has {', '.join(PARTS)}")
    file = results / FOLDER / f"{name}.csv"
    if not file.is_file():
        raise ResultsError(f"there is no budget {file}; scripts/budget.py records it")
    return PARTS[part](of_table(pd.read_csv(file)))


def errors(budget: Budget) -> str:
    """A row for each solver and number of substeps, a column for each number of iterations."""
    return _table(budget, _error, [f"**{words.percent(error)}**" for error in budget.integrator])


def work(budget: Budget) -> str:
    """As `errors`, with the work of a frame."""
    own = budget.newton["work"].iloc[:-2]
    return _table(budget, lambda cell: f"{cell['work']:.0f}", [f"{one:.0f}" for one in own])


def diagonal(budget: Budget) -> str:
    """The errors of DIAGONAL, in which substeps and iterations grow together."""
    cells = budget.cells.set_index(["solver", "substeps", "iterations"])
    rows = []
    for substeps, iterations in DIAGONAL:
        own = {"substeps × iterations": f"{substeps} × {iterations}"}
        own |= {solver_label(name): _error(cells.loc[name, substeps, iterations]) for name in budget.cells_of}
        rows.append(own | {"Newton": words.percent(budget.integrator[substeps])})
    return markdown(pd.DataFrame(rows))


def equality(budget: Budget) -> str:
    return "\n".join(f"* {words.equality(solver, cells)}" for solver, cells in budget.cells_of.items())


def reference(budget: Budget) -> str:
    return f"The motion's extent is {budget.extent:.3g} m. {' '.join(words.of_reference(budget))}"


def _error(cell: pd.Series) -> str:
    """The error, and in brackets the solver's part, both in %; bold if it is the smaller part."""
    if pd.isna(cell["error"]):
        return cell["status"].replace("_", " ")
    both = f"{words.percent(cell['error'])} ({words.percent(cell['solver_error'])})"
    return f"**{both}**" if is_balanced(cell.to_frame().T).item() else both


def _table(budget: Budget, shown: Callable[[pd.Series], str], of_newton: list[str]) -> str:
    rows = []
    for solver, cells in budget.cells_of.items():
        for substeps, own in cells.groupby("substeps"):
            row = {"solver": solver_label(solver), "substeps": substeps}
            rows.append(row | {f"{cell['iterations']:.0f}": shown(cell) for _, cell in own.iterrows()})
    newton = dict(zip(budget.integrator.index, of_newton, strict=True))
    return markdown(pd.DataFrame([row | {"Newton": newton[row["substeps"]]} for row in rows]))


PARTS = {
    "errors": errors,
    "work": work,
    "diagonal": diagonal,
    "equality": equality,
    "reference": reference,
}
