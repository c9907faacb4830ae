"""Objective (J) over the accumulated time of the iterations (s, without set-up): ours, and the thesis's code.

Time is logarithmic, for codes and machines differ by an order of magnitude: iteration 0, at 0 s, is left out.
"""

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run

THESIS_LINE = {**drawing.SAMPLES, "linestyle": "--", "linewidth": 0.7, "markersize": 3, "markevery": 5}


def draw(runs: list[Run]) -> Figure:
    figure = Figure()
    axes = figure.subplots()
    thesis = drawing.thesis_style(runs, THESIS_LINE, "the thesis's code, its machine")
    for run, look in zip(runs, drawing.looks(runs), strict=True):
        seconds = run.curve["elapsed_seconds"]  # of earlier time steps, too
        rows = run.curve.assign(elapsed_seconds=seconds - seconds.iloc[0])
        drawing.draw_run(axes, rows, "elapsed_seconds", "objective", look, np.geomspace)
    if thesis:
        drawing.draw_thesis(axes, "strain_beam_untwist_objectives_time", "duration_s", THESIS_LINE)

    axes.set(title=drawing.setting(runs), ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    axes.set_xscale("log", nonpositive="mask")
    axes.set_xlabel("accumulated time of the iterations in s, without set-up")
    drawing.draw_legend(axes, thesis)
    return figure
