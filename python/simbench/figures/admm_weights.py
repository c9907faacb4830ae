"""Objective (J) of ADMM over its iterations, a line for each weight: c of w = c √(k V), or w.

Samples that a source has published lie over our lines, and a panel below shows the deviations in %. The
figure draws the runs of ADMM in RESULTS, a folder of runs or a sweep with --filter.
"""

from matplotlib.figure import Figure

from simbench import drawing, line_names, published
from simbench.errors import ResultsError
from simbench.results import Run, admm_weight

ITERATIONS = 300  # if no source shows the setting


def draw(runs: list[Run]) -> Figure:
    weights = {admm_weight(run): run for run in runs if run.solver == "admm"}
    if None in weights or not weights:
        raise ResultsError("the figure needs runs of ADMM with numbers as weights")
    runs = [weights[weight] for weight in sorted(weights)]
    plot = published.plot_of(runs, "objective", weights=True)
    last = plot.iterations if plot else ITERATIONS
    figure, panels = drawing.stack(3.2, *([1.2] if plot else []))
    axes = panels[0]
    looks = [
        {"color": shade, "label": drawing.weight_of(run), "marker": "o", "markersize": 3, "linestyle": "-"}
        for run, shade in zip(runs, drawing.shades(len(runs)), strict=True)
    ]
    for run, look in zip(runs, looks, strict=True):
        rows = run.curve[run.curve["iteration"] <= last]
        drawing.draw_run(axes, rows, "iteration", "objective", published.line_look(look, plot))
    published.draw_samples(axes, plot, runs, looks)
    axes.set(title=f"ADMM, {drawing.setting(runs)}", ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    if plot:
        published.draw_deviations(panels[-1], plot, runs, looks)
    panels[-1].set_xlabel("iteration")
    line_names.name_lines(axes, published.legend(plot))
    return figure
