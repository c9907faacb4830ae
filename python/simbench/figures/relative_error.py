"""Relative error over the iterations of a time step, logarithmic: 1 at the start, 0 at the reference minimum.

Errors below 1e-14, and negative ones as small as the objective's rounding, lie on the lower edge. Where a run
is farther below zero it has found a lower point than the reference minimum: its line has a gap there, and a
triangle on the edge marks where that begins. The thesis's samples end at 1e-5, which its six digits resolve.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.results import Run

LEAST = 1e-14
LEAST_OF_THESIS = 1e-5
BELOW = {"marker": "v", "markerfacecolor": "white", "markersize": 6, "linestyle": "none", "clip_on": False}


def draw(runs: list[Run]) -> Figure:
    runs = [run for run in runs if run.curve["relative_error"].notna().any()]
    if not runs:
        raise ResultsError("no run has relative errors: they need a reference minimum (simbench --reference)")
    figure = Figure()
    axes = figure.subplots()
    thesis = drawing.thesis_style(runs, drawing.SAMPLES)
    below = [draw_errors(axes, run, look) for run, look in zip(runs, drawing.looks(runs), strict=True)]
    if thesis:
        minimum, start = runs[0].minimum, runs[0].curve["objective"].iloc[0]

        def errors(objectives: pd.Series) -> pd.Series:
            relative = (objectives - minimum) / (start - minimum)
            return relative.where(relative >= LEAST_OF_THESIS)

        drawing.draw_thesis(axes, "strain_beam_untwist_objectives", "iteration", drawing.SAMPLES, errors)
    if any(below):
        axes.plot([], [], color="#555555", label="below the reference minimum", in_layout=False, **BELOW)
    axes.set(title=drawing.setting(runs), xlabel="iteration", ylabel="relative error", yscale="log")
    axes.set_ylim(bottom=LEAST)
    drawing.draw_legend(axes, thesis)
    return figure


def draw_errors(axes: Axes, run: Run, look: dict) -> bool:
    """The run's line; whether it is below the reference minimum somewhere, by more than rounding."""
    rows = run.curve
    errors = rows["relative_error"]
    start, minimum = rows["objective"].iloc[0], run.minimum
    rounding = 100 * np.finfo(float).eps * max(1, abs(minimum / (start - minimum)))
    below = errors < -max(LEAST, rounding)
    drawn = rows.assign(relative_error=errors.clip(lower=LEAST).mask(below))
    drawing.draw_run(axes, drawn, "iteration", "relative_error", {**look, "clip_on": False})
    if below.any():
        axes.plot(rows["iteration"][below].iloc[0], LEAST, **{**look, **BELOW, "label": f"_{look['label']}"})
    return bool(below.any())
