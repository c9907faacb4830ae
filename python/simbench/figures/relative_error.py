"""Relative error over the iterations of a time step, logarithmic: 1 at the start, 0 at the reference minimum.

Errors below 1e-14, and negative errors as small as the objective's rounding, lie on the lower edge. An error
farther below zero means that the run has found a lower point than the reference minimum. Its line then has a
gap, and a triangle on the edge marks the beginning. Published samples end where six digits are
not enough.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing, line_names, published
from simbench.errors import ResultsError
from simbench.results import Run

LEAST = 1e-14
LEAST_OF_SAMPLES = 1e-5  # as a part of the objective at the minimum, and of its error at the start
BELOW = {"marker": "v", "markerfacecolor": "white", "markersize": 6, "linestyle": "none", "clip_on": False}


def draw(runs: list[Run]) -> Figure:
    runs = [run for run in runs if run.curve["relative_error"].notna().any()]
    if not runs:
        raise ResultsError("no run has relative errors: they need a reference minimum (simbench --reference)")
    plot = published.plot_of(runs, "objective")
    figure, (axes,) = drawing.stack(3.4)
    keys = draw_error_panel(axes, runs, drawing.looks(runs), plot)
    axes.set(title=drawing.title(runs), xlabel="iteration")
    line_names.name_lines(axes, published.legend(plot) | keys)
    return figure


def draw_error_panel(
    axes: Axes, runs: list[Run], looks: list[dict], plot: published.Plot | None, last: float = np.inf
) -> dict[str, dict]:
    """Draws the errors of runs and of published samples; returns the entries for the legend."""
    below = [
        draw_errors(axes, run, published.line_look(look, plot), last)
        for run, look in zip(runs, looks, strict=True)
        if run.curve["relative_error"].notna().any()
    ]
    minimum, start = runs[0].minimum, runs[0].curve["objective"].iloc[0]

    resolved = LEAST_OF_SAMPLES * max(1, minimum / (start - minimum))

    def errors(objectives: pd.Series) -> pd.Series:
        relative = (objectives - minimum) / (start - minimum)
        return relative.where(relative >= resolved)

    published.draw_samples(axes, plot, runs, looks, errors)
    axes.set(ylabel="relative error", yscale="log")
    axes.set_ylim(bottom=LEAST)
    return {"below the reference minimum": BELOW} if any(below) else {}


def draw_errors(axes: Axes, run: Run, look: dict, last: float = np.inf) -> bool:
    """Draws the run's line; returns whether it is below the reference minimum by more than rounding."""
    rows = run.curve[run.curve["iteration"] <= last]
    errors = rows["relative_error"]
    start, minimum = rows["objective"].iloc[0], run.minimum
    rounding = 100 * np.finfo(float).eps * max(1, abs(minimum / (start - minimum)))
    below = errors < -max(LEAST, rounding)
    drawn = rows.assign(relative_error=errors.clip(lower=LEAST).mask(below))
    drawing.draw_run(axes, drawn, "iteration", "relative_error", {**look, "clip_on": False})
    if below.any():
        axes.plot(rows["iteration"][below].iloc[0], LEAST, **{**look, **BELOW, "label": f"_{look['label']}"})
    return bool(below.any())
