"""Relative error over the iterations, a line for each solver."""

from matplotlib.figure import Figure

from simbench import Run, drawing


def draw(runs: list[Run]) -> Figure:
    figure, (axes,) = drawing.stack(3)
    for run, look in zip(runs, drawing.looks(runs), strict=True):
        drawing.draw_run(axes, run.curve, "iteration", "relative_error", look)
    axes.set(title=drawing.title(runs), xlabel="iteration", ylabel="relative error", yscale="log")
    drawing.draw_legend(axes, {})
    return figure
