"""Objective (J) over the accumulated time of the iterations (s, without set-up): ours, and the thesis's code.

Time is logarithmic, for codes and machines differ by an order of magnitude: iteration 0, at 0 s, is left out.
There are no deviations from the thesis's samples, since a time belongs to its code and machine.
"""

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing, line_names, thesis_drawing
from simbench.results import Run
from simbench.thesis_curves import SECONDS, plot_of

THESIS_LINE = {
    **thesis_drawing.SAMPLES,
    "linestyle": "--",
    "linewidth": 0.7,
    "markersize": 3,
    "markevery": 5,
}


def draw(runs: list[Run]) -> Figure:
    plot = plot_of(runs, "objective", over=SECONDS)
    looks = drawing.looks(runs)
    figure, (axes,) = drawing.stack(3.4)
    for run, look in zip(runs, looks, strict=True):
        seconds = run.curve["elapsed_seconds"]  # of earlier time steps, too
        rows = run.curve.assign(elapsed_seconds=seconds - seconds.iloc[0])
        shown = thesis_drawing.line_look(look, plot)
        drawing.draw_run(axes, rows, "elapsed_seconds", "objective", shown, np.geomspace)
    thesis_drawing.draw_samples(axes, plot, runs, looks, style=THESIS_LINE)

    axes.set(title=drawing.title(runs), ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    axes.set_xscale("log", nonpositive="mask")
    axes.set_xlabel("accumulated time of the iterations in s, without set-up")
    line_names.name_lines(axes, thesis_drawing.sources(plot, THESIS_LINE, "the thesis's code, its machine"))
    return figure
