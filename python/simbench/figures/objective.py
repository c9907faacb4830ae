"""Objective (J) over the first 1000 iterations of a time step, with the thesis's samples over our lines."""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run


def draw(runs: list[Run]) -> Figure:
    figure = Figure()
    axes = figure.subplots()
    thesis = drawing.thesis_style(runs, drawing.SAMPLES)
    for run, look in zip(runs, drawing.looks(runs), strict=True):
        rows = run.curve.query("iteration <= 1000")
        drawing.draw_run(axes, rows, "iteration", "objective", look)
    if thesis:
        drawing.draw_thesis(axes, "strain_beam_untwist_objectives", "iteration", drawing.SAMPLES)

    axes.set(title=drawing.setting(runs), xlabel="iteration", ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    drawing.draw_legend(axes, thesis)
    return figure
