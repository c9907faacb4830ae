"""Curves that a source has published: finds those that our runs repeat, and draws them over our lines.

The curves come from the studies of the repository that have a module `published` (docs/studies.md). Without
the repository there are none.
"""

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Protocol

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from simbench.repository import REPOSITORY
from simbench.results import Run
from simbench.study.modules import has_module, import_module

ITERATION, SECONDS = "iteration", "duration_s"  # columns of the x axis of a plot


class Plot(Protocol):
    """A plot of a source. `source` is its name in legends, `iterations` the last iteration of the plot."""

    source: str
    over: str
    iterations: int
    precision: str

    def series_of(self, run: Run) -> str | None:
        """The series that a run repeats."""

    def samples_of(self, run: Run) -> pd.DataFrame:
        """Its rows: the column `over`, and the value."""

    def deviations(self, run: Run) -> pd.Series:
        """(ours − sample)/sample by iteration."""


@cache
def sources() -> tuple[ModuleType, ...]:
    folders = sorted(file.parent for file in (REPOSITORY / "studies").glob("*/study.json"))
    return tuple(import_module(folder, "published") for folder in folders if has_module(folder, "published"))


def plot_of(runs: Sequence[Run], column: str, over: str = ITERATION, weights: bool = False) -> Plot | None:
    """The plot of this column to which all runs belong; with `weights` one that compares weights of ADMM."""
    found = (source.plot_of(runs, column, over, weights) for source in sources())
    return next(filter(None, found), None)


def samples_of(run: Run) -> dict[str, list]:
    """Samples that sources have published for this run's setting, by column: [iterations, values]."""
    return {column: pair for source in sources() for column, pair in source.samples_of(run).items()}


def errors_of(run: Run) -> tuple[str, dict[int, float], str]:
    """The source of a table of errors, its errors [%] for this run by iteration, and a note on it."""
    found = (source.errors_of(run) for source in sources() if hasattr(source, "errors_of"))
    return next((one for one in found if one[1]), ("", {}, ""))


# Hollow, with the marker and the colour of its solver.
SAMPLES = {
    "markerfacecolor": "none",
    "markeredgewidth": 0.7,
    "markersize": 4,
    "linestyle": "none",
    "clip_on": False,
}
DECADES = 10.0 ** np.arange(-2, 9, 2)
RESOLVED = 0.01  # [%] below it the axis of deviations is linear, because samples have six digits


def line_look(look: dict, plot: Plot | None) -> dict:
    """The look of our line, without markers if samples with markers lie over it."""
    return look | {"marker": ""} if plot else look


def legend(plot: Plot | None, style: dict | None = None, words: str = "{}") -> dict[str, dict]:
    """Legend entries of our lines and of the source's samples; `words` is a format for the source's name."""
    return {"simbench": {}, words.format(plot.source): {"marker": "o", **(style or SAMPLES)}} if plot else {}


def draw_samples(
    axes: Axes,
    plot: Plot | None,
    runs: Sequence[Run],
    looks: Sequence[dict],
    convert: Callable[[pd.Series], pd.Series] = lambda values: values,
    style: dict = SAMPLES,
) -> None:
    """Draws the samples of the series that our runs repeat, after `convert`."""
    for run, look in repeated(plot, runs, looks):
        rows = plot.samples_of(run)
        label = f"_{plot.source} {plot.series_of(run)}"
        shown = {"color": look["color"], "marker": look["marker"], "label": label, "zorder": 3, **style}
        axes.plot(rows[plot.over], convert(rows["value"]), **shown)


def draw_deviations(axes: Axes, plot: Plot, runs: Sequence[Run], looks: Sequence[dict]) -> None:
    """Draws deviations [%] of our values from samples at the same iterations, on a symmetric log scale."""
    for run, look in repeated(plot, runs, looks):
        percent = 100 * plot.deviations(run)
        style = {key: look[key] for key in ("color", "linestyle")} | {"label": f"_deviation {look['label']}"}
        axes.plot(percent.index, percent, **style, marker=look["marker"], markersize=2, linewidth=0.7)
    axes.set_yscale("symlog", linthresh=RESOLVED)
    named = (
        DECADES[1:] if np.abs(axes.get_ylim()).max() > 100 else DECADES
    )  # all labels only if they have room
    axes.yaxis.set_major_locator(FixedLocator([0, *named, *-named]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    axes.set_ylabel(f"ours against\nthe {plot.source} in %")


def repeated(plot: Plot | None, runs: Sequence[Run], looks: Sequence[dict]) -> list[tuple[Run, dict]]:
    """The runs that have a series in the plot and its precision, with their looks."""
    return [
        (run, look)
        for run, look in zip(runs, looks, strict=True)
        if plot and run.manifest.get("precision") == plot.precision and plot.series_of(run)
    ]
