"""Curves that a source has published: finds those that our runs repeat, and draws them over our lines.

The curves come from the studies of the repository that have a module `published` (docs/studies.md). Without
the repository there are none.
"""

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

import numpy as np
import pandas as pd

from simbench.repository import REPOSITORY
from simbench.results import Run
from simbench.study.modules import has_module, import_module

if TYPE_CHECKING:  # reports need no matplotlib
    from matplotlib.axes import Axes

DIGITS = 6  # that sources print
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
    """Samples that sources have published for this run's setting, by column: [iterations, values].

    A third list has the places of samples that are only known to be less than their value.
    """
    return {column: pair for source in sources() for column, pair in source.samples_of(run).items()}


def errors_of(run: Run) -> tuple[str, dict[int, float], str]:
    """The source of a table of errors, its errors [%] for this run by iteration, and a note on it."""
    found = (source.errors_of(run) for source in sources() if hasattr(source, "errors_of"))
    return next((one for one in found if one[1]), ("", {}, ""))


def last_digit(values: pd.Series) -> pd.Series:
    """A unit of the last printed digit: a smaller difference to a printed value is only known to be less."""
    return 10.0 ** (np.floor(np.log10(np.abs(values))) + 1 - DIGITS)


def errors_of_samples(objectives: pd.Series, run: Run) -> tuple[pd.Series, pd.Series]:
    """Relative errors of printed objectives, and which of them are only known to be less than that."""
    away, known = objectives - run.minimum, last_digit(objectives)
    return np.maximum(away, known) / (run.curve["objective"].iloc[0] - run.minimum), away < known


# Hollow, with the marker and the colour of its solver.
SAMPLES = {
    "markerfacecolor": "none",
    "markeredgewidth": 0.7,
    "markersize": 4,
    "linestyle": "none",
    "clip_on": False,
}
LESS_THAN = {**SAMPLES, "marker": "v"}  # the sample is only known to be less than its place
DECADES = 10.0 ** np.arange(-2, 9, 2)
RESOLVED = 0.01  # [%] below it the axis of deviations is linear, because samples have six digits


def line_look(look: dict, plot: Plot | None) -> dict:
    """The look of our line, without markers if samples with markers lie over it."""
    return look | {"marker": ""} if plot else look


def legend(plot: Plot | None, style: dict | None = None, words: str = "{}") -> dict[str, dict]:
    """Legend entries of our lines and of the source's samples; `words` is a format for the source's name."""
    return {"simbench": {}, words.format(plot.source): {"marker": "o", **(style or SAMPLES)}} if plot else {}


def draw_samples(
    axes: "Axes", plot: Plot | None, runs: Sequence[Run], looks: Sequence[dict], style: dict = SAMPLES
) -> None:
    """Draws the samples of the series that our runs repeat, up to the iteration where the last run ends."""
    for run, look in repeated(plot, runs, looks):
        rows = _until_the_end(plot, plot.samples_of(run), runs)
        axes.plot(rows[plot.over], rows["value"], **_look(plot, run, look, style))


def draw_errors_of_samples(
    axes: "Axes", plot: Plot | None, runs: Sequence[Run], looks: Sequence[dict]
) -> dict[str, dict]:
    """Draws the samples' errors; returns an entry for the legend if some are less than their place."""
    keys = {}
    for run, look in repeated(plot, runs, looks):
        rows = _until_the_end(plot, plot.samples_of(run), runs)
        errors, less_than = errors_of_samples(rows["value"], run)
        axes.plot(rows[plot.over], errors.mask(less_than), **_look(plot, run, look, SAMPLES))
        if less_than.any():
            shown = _look(plot, run, look, LESS_THAN, ", less than")
            axes.plot(rows[plot.over][less_than], errors[less_than], **shown)
            keys = {f"{plot.source}, less than": LESS_THAN}
    return keys


def _until_the_end(plot: Plot, rows: pd.DataFrame, runs: Sequence[Run]) -> pd.DataFrame:
    """The samples that lie over our lines; times are those of another machine, and all of them are shown."""
    if plot.over != ITERATION:
        return rows
    return rows[rows[plot.over] <= max(run.curve[ITERATION].iloc[-1] for run in runs)]


def _look(plot: Plot, run: Run, look: dict, style: dict, words: str = "") -> dict:
    label = f"_{plot.source} {plot.series_of(run)}{words}"
    return {"color": look["color"], "marker": look["marker"], "label": label, "zorder": 3, **style}


def draw_deviations(axes: "Axes", plot: Plot, runs: Sequence[Run], looks: Sequence[dict]) -> None:
    """Draws deviations [%] of our values from samples at the same iterations, on a symmetric log scale."""
    from matplotlib.ticker import FixedLocator, FuncFormatter

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
