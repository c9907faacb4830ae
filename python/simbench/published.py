"""The thesis's samples over our lines, and below them how far our lines are from the samples."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from simbench.results import Run
from simbench.thesis_curves import Plot

# Hollow, each in the marker and the colour of its solver.
SAMPLES = {
    "markerfacecolor": "none",
    "markeredgewidth": 0.7,
    "markersize": 4,
    "linestyle": "none",
    "clip_on": False,
}
DECADES = 10.0 ** np.arange(-2, 9, 2)
RESOLVED = 0.01  # %: the axis of deviations is linear below it; the thesis logged six digits


def line_look(look: dict, plot: Plot | None) -> dict:
    """Our line has no markers where the thesis's samples have them."""
    return look | {"marker": ""} if plot else look


def sources(plot: Plot | None, style: dict | None = None, name: str = "thesis") -> dict[str, dict]:
    """For legends: how the data of simbench and the thesis are drawn."""
    return {"simbench": {}, name: {"marker": "o", **(style or SAMPLES)}} if plot else {}


def draw_samples(
    axes: Axes,
    plot: Plot | None,
    runs: Sequence[Run],
    looks: Sequence[dict],
    convert: Callable[[pd.Series], pd.Series] = lambda values: values,
    style: dict = SAMPLES,
) -> None:
    """The samples of the series that our runs repeat; `convert` makes of them what is drawn."""
    for run, look in repeated(plot, runs, looks):
        rows = plot.samples_of(run)
        label = f"_thesis {plot.series_of(run)}"
        shown = {"color": look["color"], "marker": look["marker"], "label": label, "zorder": 3, **style}
        axes.plot(rows[plot.over], convert(rows["value"]), **shown)


def draw_deviations(axes: Axes, plot: Plot, runs: Sequence[Run], looks: Sequence[dict]) -> None:
    """In %, ours against the sample at the same iteration: logarithmic on both sides of zero."""
    for run, look in repeated(plot, runs, looks):
        percent = 100 * plot.deviations(run)
        style = {key: look[key] for key in ("color", "linestyle")} | {"label": f"_deviation {look['label']}"}
        axes.plot(percent.index, percent, **style, marker=look["marker"], markersize=2, linewidth=0.7)
    axes.set_yscale("symlog", linthresh=RESOLVED)
    named = DECADES[1:] if np.abs(axes.get_ylim()).max() > 100 else DECADES  # where there is room
    axes.yaxis.set_major_locator(FixedLocator([0, *named, *-named]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    axes.set_ylabel("ours against\nthe thesis in %")


def repeated(plot: Plot | None, runs: Sequence[Run], looks: Sequence[dict]) -> list[tuple[Run, dict]]:
    """The runs that have a series in the plot, and its precision, with their looks."""
    return [
        (run, look)
        for run, look in zip(runs, looks, strict=True)
        if plot and run.manifest.get("precision") == plot.precision and plot.series_of(run)
    ]
