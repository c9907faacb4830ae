"""Objective (J) and relative error over the iterations of a time step, with published samples.

The logarithmic relative error is shown if the runs have a reference minimum. With samples a third panel shows
the deviations in %, and our lines have no markers.
"""

from matplotlib.figure import Figure

from simbench import drawing, line_names, published
from simbench.figures.relative_error import draw_error_panel
from simbench.results import Run

ITERATIONS = 1000  # if no source shows the setting


def draw(runs: list[Run]) -> Figure:
    plot = published.plot_of(runs, "objective")
    last = plot.iterations if plot else ITERATIONS
    with_errors = any(run.curve["relative_error"].notna().any() for run in runs)
    figure, (axes, *below) = drawing.stack(2.6, *([2.2] if with_errors else []), *([1.1] if plot else []))
    looks = drawing.looks(runs)
    for run, look in zip(runs, looks, strict=True):
        rows = run.curve[run.curve["iteration"] <= last]
        drawing.draw_run(axes, rows, "iteration", "objective", published.line_look(look, plot))
    published.draw_samples(axes, plot, runs, looks)
    axes.set(title=drawing.title(runs), ylabel="objective in J")
    drawing.log_scale(axes.yaxis)
    sources = published.legend(plot)
    if with_errors:
        sources |= draw_error_panel(below[0], runs, looks, plot, last)
    if plot:
        published.draw_deviations(below[-1], plot, runs, looks)
    [axes, *below][-1].set_xlabel("iteration")
    line_names.name_lines(axes, sources)
    return figure
