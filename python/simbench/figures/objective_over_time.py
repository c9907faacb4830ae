"""Objective (J) over the accumulated time of the iterations (s, without set-up): ours, and a source's code.

Time is logarithmic, because codes and machines differ by an order of magnitude; iteration 0, at 0 s, is left
out. Deviations from published samples are not shown, because times depend on the code and the machine.
"""

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing, line_names, published
from simbench.results import Run

LINE_OF_SOURCE = {
    **published.SAMPLES,
    "linestyle": "--",
    "linewidth": 0.7,
    "markersize": 3,
    "markevery": 5,
}


def draw(runs: list[Run]) -> Figure:
    plot = published.plot_of(runs, "objective", over=published.SECONDS)
    looks = drawing.looks(runs)
    figure, (axes,) = drawing.stack(3.4)
    for run, look in zip(runs, looks, strict=True):
        seconds = run.curve["elapsed_seconds"]  # includes earlier time steps
        rows = run.curve.assign(elapsed_seconds=seconds - seconds.iloc[0])
        shown = published.line_look(look, plot)
        drawing.draw_run(axes, rows, "elapsed_seconds", "objective", shown, np.geomspace)
    published.draw_samples(axes, plot, runs, looks, style=LINE_OF_SOURCE)

    axes.set(title=drawing.title(runs), ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    axes.set_xscale("log", nonpositive="mask")
    axes.set_xlabel("accumulated time of the iterations in s, without set-up")
    line_names.name_lines(axes, published.legend(plot, LINE_OF_SOURCE, "the {}'s code, its machine"))
    return figure
