"""Objective (J) of ADMM over its iterations, a line for each weight: c of w = c √(k V), or w.

In a setting of the thesis its samples are over our lines, and a panel below shows in % how far these are from
them. Of RESULTS, a folder of runs or a sweep of which --filter chooses the runs, those of ADMM are drawn.
"""

from matplotlib.figure import Figure

from simbench import drawing, line_names, thesis_drawing
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.thesis_curves import admm_weight, plot_of

ITERATIONS = 300  # where the thesis does not show the setting


def draw(runs: list[Run]) -> Figure:
    weights = {admm_weight(run): run for run in runs if run.solver == "admm"}
    if None in weights or not weights:
        raise ResultsError("the figure needs runs of ADMM with numbers as weights")
    runs = [weights[weight] for weight in sorted(weights)]
    plot = plot_of(runs, "objective", weights=True)
    last = plot.iterations if plot else ITERATIONS
    figure, panels = drawing.stack(3.2, *([1.2] if plot else []))
    axes = panels[0]
    looks = [
        {"color": shade, "label": drawing.weight_of(run), "marker": "o", "markersize": 3, "linestyle": "-"}
        for run, shade in zip(runs, drawing.shades(len(runs)), strict=True)
    ]
    for run, look in zip(runs, looks, strict=True):
        rows = run.curve[run.curve["iteration"] <= last]
        drawing.draw_run(axes, rows, "iteration", "objective", thesis_drawing.line_look(look, plot))
    thesis_drawing.draw_samples(axes, plot, runs, looks)
    axes.set(title=f"ADMM, {drawing.setting(runs)}", ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    if plot:
        thesis_drawing.draw_deviations(panels[-1], plot, runs, looks)
    panels[-1].set_xlabel("iteration")
    line_names.name_lines(axes, thesis_drawing.sources(plot))
    return figure
