"""Constraint and inertial term (J) over the iterations of a time step, with published samples.

With samples a panel below each shows the deviations in %.
"""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing, published
from simbench.results import Run

SMALL = {**published.SAMPLES, "markersize": 2.5}
ITERATIONS = 500  # if no source shows the setting
SPREAD = 100  # a linear axis hides values that are smaller than the largest by more than this


def draw(runs: list[Run]) -> Figure:
    names = {term: f"{term} term in J" for term in ("constraint", "inertial")}
    figure, panels = draw_columns(runs, names, ITERATIONS)
    drawing.log_scale(panels["constraint"].yaxis)
    if spread(runs) > SPREAD:  # otherwise linear, because a logarithmic axis cannot show the 0 at the start
        panels["inertial"].set_yscale("log", nonpositive="mask")  # 0 at the start
    else:
        panels["inertial"].ticklabel_format(axis="y", scilimits=(0, 0))
    return figure


def spread(runs: list[Run]) -> float:
    """Ratio of the largest to the least inertial term at the end of the runs."""
    ends = [run.curve["inertial"].dropna().iloc[-1] for run in runs]
    ends = [end for end in ends if end > 0]
    return max(ends, default=1) / min(ends, default=1)


def draw_columns(runs: list[Run], names: dict[str, str], iterations: int) -> tuple[Figure, dict[str, Axes]]:
    """A panel for each column, side by side, with deviations from published samples below.

    Panels go up to `iterations` if no source shows the setting.
    """
    plots = {column: published.plot_of(runs, column) for column in names}
    looks = drawing.looks(runs)
    rows = 2 if any(plots.values()) else 1
    figure = Figure(figsize=(6.3, 3.6 + 1.3 * (rows - 1)))
    grid = figure.subplots(rows, len(names), sharex="col", squeeze=False, height_ratios=[2.8, 1.1][:rows])
    panels = dict(zip(names, grid[0], strict=True))
    for (column, axes), below in zip(panels.items(), grid[-1], strict=True):
        plot = plots[column]
        last = plot.iterations if plot else iterations
        for run, look in zip(runs, looks, strict=True):
            shown = run.curve[run.curve["iteration"] <= last]
            drawing.draw_run(axes, shown, "iteration", column, published.line_look(look, plot))
        published.draw_samples(axes, plot, runs, looks, style=SMALL)
        axes.margins(x=0.01)
        below.margins(x=0.01)
        axes.set_ylabel(names[column])
        if plot:
            published.draw_deviations(below, plot, runs, looks)
        below.set_xlabel("iteration")
    figure.suptitle(drawing.title(runs))
    drawing.draw_legend(grid[0, 0], published.legend(next(iter(plots.values()))))
    return figure, panels
