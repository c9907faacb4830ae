"""Error of a motion over substeps and iterations, and the parts of the integrator and of the solver.

Draws a sweep that `simbench budget` has made. A cell has the error against a converged motion, and below it
the solver's part, both in % of the motion. The last column is the integrator's error: Newton's method.
Left of the red line the solver's error is the larger one, and right of it the integrator's.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from simbench import drawing
from simbench.budget.budget import Budget, enough
from simbench.budget.loading import load_budget
from simbench.budget.words import percent
from simbench.labels import solver_label

load = load_budget
EQUAL = {"color": "#D55E00", "linewidth": 2.2, "zorder": 3, "solid_capstyle": "butt"}
NO_VALUE = {"facecolor": "#DDDDDD", "edgecolor": "#999999", "hatch": "//////", "linewidth": 0}
CELL = (0.62, 0.4)  # inches


def draw(budget: Budget) -> Figure:
    of_solver = budget.cells_of
    columns = sorted(set(budget.cells["iterations"].astype(int)))
    substeps = budget.integrator.index.tolist()
    width = 1.1 + len(of_solver) * (CELL[0] * (len(columns) + 1) + 0.15)
    figure = Figure(figsize=(max(6.3, width), 1.5 + CELL[1] * len(substeps)))
    panels = figure.subplots(1, len(of_solver), sharey=True, squeeze=False)[0]
    errors = budget.rows["error"].to_numpy()
    shown = np.concatenate([errors[errors > 0], budget.integrator])
    norm = LogNorm(max(shown.min(), 1e-4), min(max(shown.max(), 1e-3), 1), clip=True)
    for axes, (solver, cells) in zip(panels, of_solver.items(), strict=True):
        draw_solver(axes, cells, budget.integrator, columns, norm)
        axes.set(title=solver_label(solver), xlabel="iterations of a substep")
    panels[0].set(ylabel="substeps")
    figure.suptitle("error in % of the motion, and below it in brackets the solver's part")
    line = drawing.key(
        "left of it the solver's error is the larger one, right of it the integrator's", **EQUAL
    )
    figure.legend(handles=[line], loc="outside lower center", handlelength=2)
    return figure


def draw_solver(
    axes: Axes, cells: pd.DataFrame, integrator: pd.Series, columns: list[int], norm: LogNorm
) -> None:
    substeps = integrator.index.tolist()
    axes.set(xlim=(-0.5, len(columns) + 0.5), ylim=(len(substeps) - 0.5, -0.5))
    axes.set_xticks(range(len(columns) + 1), [*columns, "Newton"])
    axes.set_yticks(range(len(substeps)), substeps)
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    for _, cell in cells.iterrows():
        place = (columns.index(int(cell["iterations"])), substeps.index(cell["substeps"]))
        if np.isnan(cell["error"]):
            draw_cell(axes, place, None, cell["status"].replace("_", "\n"))
        else:
            both = f"{percent(cell['error'])}\n({percent(cell['solver_error'])})"
            draw_cell(axes, place, float(norm(cell["error"])), both)
    for row, error in enumerate(integrator):
        draw_cell(axes, (len(columns), row), float(norm(error)), percent(error))
    draw_equality(axes, enough(cells), columns, substeps)


def draw_cell(axes: Axes, place: tuple[int, int], shade: float | None, text: str) -> None:
    colour = drawing.GOOD_TO_BAD(shade) if shade is not None else None
    look = {"facecolor": colour, "edgecolor": "white", "linewidth": 0.6} if colour else NO_VALUE
    axes.add_patch(Rectangle(np.subtract(place, 0.5), 1, 1, **look))
    dark = colour is not None and np.dot(colour[:3], (0.299, 0.587, 0.114)) < 0.5
    axes.annotate(text, place, ha="center", va="center", fontsize=7, color="white" if dark else "black")


def draw_equality(axes: Axes, first: dict[int, int | None], columns: list[int], substeps: list[int]) -> None:
    """The line between the cells whose larger error is the solver's, and those with the integrator's."""
    edges = [len(columns) if first[n] is None else columns.index(first[n]) for n in substeps]
    x = np.repeat(edges, 2) - 0.5
    y = np.repeat(np.arange(len(substeps) + 1), 2)[1:-1] - 0.5
    axes.plot(x, y, clip_on=False, **EQUAL)
