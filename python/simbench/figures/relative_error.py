"""Relative error over the iterations of a time step, logarithmic: 1 at the start, 0 at the reference minimum.

Errors below 1e-14, and negative errors as small as the objective's rounding, lie on the lower edge. An error
farther below zero means that the run has found a lower point than the reference minimum. Its line then has a
gap, and a triangle on the edge marks the beginning. A published sample that its six digits do not tell
from the minimum is only known to be less than its place, and is drawn as a triangle that points down.
"""

from itertools import compress

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing, line_names, published
from simbench.errors import ResultsError
from simbench.results import NO_MINIMUM, Run

LEAST = 1e-14
BELOW = {"marker": "v", "markerfacecolor": "white", "markersize": 6, "linestyle": "none", "clip_on": False}


def draw(runs: list[Run]) -> Figure:
    lacks_minimum = all(run.lacks_minimum for run in runs)
    runs = [run for run in runs if run.curve["relative_error"].notna().any()]
    if not runs:
        reason = NO_MINIMUM if lacks_minimum else "they need a reference minimum (simbench --reference)"
        raise ResultsError(f"no run has relative errors: {reason}")
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
    with_errors = [run.curve["relative_error"].notna().any() for run in runs]
    runs, looks = list(compress(runs, with_errors)), list(compress(looks, with_errors))
    below = [
        draw_errors(axes, run, published.line_look(look, plot), last)
        for run, look in zip(runs, looks, strict=True)
    ]
    keys = published.draw_errors_of_samples(axes, plot, runs, looks)
    axes.set(ylabel="relative error", yscale="log")
    axes.set_ylim(bottom=LEAST)
    return keys | ({"below the reference minimum": BELOW} if any(below) else {})


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
