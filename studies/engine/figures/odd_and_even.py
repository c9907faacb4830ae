"""Two solvers whose odd and even iterations differ, each beside a solver whose iterations do not.

RESULTS is the folder of the sweep plans/rope_iterations.json, --bar that of twist_elements.
"""

from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.parity import CELLS
from simbench import Run, drawing
from simbench.study import one_sweep

OPTIONS = {"--bar": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep twist_elements"}}
ITERATIONS = 40
FIRST = 20  # iteration of the bar


def load(results: Path) -> Path:
    return results


def draw(results: Path, bar: Path) -> Figure:
    rows, bars = one_sweep(results, AXES), one_sweep(bar, AXES)
    figure = Figure(figsize=(6.9, 3.5))
    left, right = figure.subplots(1, 2)
    for solver in ("jacobi", "gs"):
        (run,) = rows(solver).values()
        draw_line(left, run, run.curve["largest_stretch"], 0)
    for solver in ("pbd", "xpbd"):
        (run,) = bars(solver, cells=CELLS).values()
        draw_line(right, run, -run.curve["relative_error"].diff(), FIRST)
    left.set(title="a row of masses", ylabel="largest stretch in m")
    right.set(title="a twisted bar", ylabel="fall of the relative error")
    for axes in (left, right):
        axes.set_xlabel("iteration")
        axes.margins(x=0.02)
    figure.legend(loc="outside lower center", ncols=4)
    return figure


def draw_line(axes: Axes, run: Run, values: pd.Series, first: int) -> None:
    iterations = run.curve["iteration"]
    shown = iterations.between(first, first + ITERATIONS)
    look = {**drawing.look(run.solver), "linestyle": "-", "linewidth": 0.9, "markersize": 3}
    axes.plot(iterations[shown], values[shown], **look)
