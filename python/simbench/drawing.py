"""Functions that all figures share: looks of solvers, lines, legends and titles."""

from collections.abc import Callable
from pathlib import Path

import matplotlib
import matplotlib.style
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogFormatterSciNotation, LogLocator, NullFormatter

from simbench.errors import ResultsError
from simbench.labels import LOOKS, material_label, scientific  # noqa: F401  figures find these here
from simbench.looks import (  # noqa: F401  and these
    COMBINED_XPBD,
    MARKERS,
    OTHER_COLOURS,
    look,
    looks,
    shaded,
    solver_looks,
)
from simbench.results import Run, precisions

matplotlib.style.use(Path(__file__).with_name("simbench.mplstyle"))

# Of all heat maps, as colours.GOOD_TO_BAD of pages. The words stand beside the scale.
GOOD_TO_BAD = matplotlib.colormaps["viridis_r"]
DARK_IS_WORSE = "dark is worse"
LARGEST = 1e200  # larger values are not drawn


def draw_run(axes: Axes, rows: pd.DataFrame, x: str, y: str, style: dict, spacing=np.linspace) -> None:
    """Draws our line with six filled markers (spaced like the x axis), the last one where the solver stopped.

    Larger values than LARGEST are left out, because limits and ticks of axes would overflow.
    """
    marked = np.unique(spacing(1, len(rows), 6).round().astype(int) - 1).tolist()
    axes.plot(rows[x], rows[y].clip(-LARGEST, LARGEST), markevery=marked, **style)


def stack(*heights: float, width: float = 6.3) -> tuple[Figure, list[Axes]]:
    """Panels below one another over the same x axis; heights in inches."""
    figure = Figure(figsize=(width, sum(heights) + 0.8))
    panels = figure.subplots(len(heights), sharex=True, squeeze=False, height_ratios=heights)
    for axes in panels[:, 0]:
        axes.margins(x=0.01)
    return figure, list(panels[:, 0])


def draw_legend(axes: Axes, sources: dict[str, dict]) -> None:
    """Draws a legend below the figure: labelled lines of `axes`, then `sources`, a style for each label."""
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    lines += [key(source, **style) for source, style in sources.items()]
    axes.figure.legend(handles=lines, loc="outside lower center", ncols=4, handlelength=4)


def key(label: str, **style) -> Line2D:
    """A legend entry for something that is not a line of the figure; grey if it stands for no colour."""
    return Line2D([], [], label=label, **{"color": "#555555", **style})


def shades(count: int) -> list[tuple]:
    """Colours from dark to light, for values that have an order."""
    # One shade more than needed: viridis ends in a yellow that is too pale on white.
    colours = matplotlib.colormaps["viridis"].resampled(count + 1)
    return [colours(place) for place in range(count)]


def log_scale(axis: Axis) -> None:
    """A logarithmic axis that also names 2 and 5 times the powers of ten, if it spans at most three."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(3, np.inf)))


def plain_log_ticks(axis: Axis, start: float, end: float) -> None:
    """Labels powers of ten as plain numbers, and 2 and 5 times these if there is room."""
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter("{x:g}" if end < 100 * start else NullFormatter())
    axis.set_major_formatter("{x:g}")


def title(runs: list[Run]) -> str:
    """The setting, and ADMM's weight if all its runs have the same."""
    weights = {weight_of(run) for run in runs if run.solver == "admm"}
    return ", ".join(
        [setting(runs), *(f"ADMM {weight}" for weight in weights if len(weights) == 1 and weight)]
    )


def weight_of(run: Run) -> str:
    """c of w = c √(k V), or w; empty if the run has no number as weight."""
    settings = run.scene["solvers"].get("admm", {})
    if settings.get("weight", "factor") != "factor":
        weight = settings["weight"]
        return f"$w$ = {weight}" if isinstance(weight, str) else f"$w$ = {weight:g}"
    return f"$c$ = {settings['weight_factor']:.3g}" if "weight_factor" in settings else ""


def setting(runs: list[Run]) -> str:
    """Experiment, law, time step, stiffness, single precision. Refuses different settings in one figure."""
    titles = {_setting_of(run, scientific) for run in runs}
    if len(titles) > 1:
        settings = sorted({_setting_of(run, "{:g}".format).replace("$", "") for run in runs})
        raise ResultsError("the runs have different settings: " + "; ".join(settings))
    found = precisions(runs)
    both = "single precision (lighter: double)" if len(found) > 1 else "single precision"
    return ", ".join([titles.pop(), both] if "single" in found else titles)


def _setting_of(run: Run, number: Callable[[float], str]) -> str:
    law, stiffness = _material_words(run.scene.get("material"), number)
    words = [
        _experiment(run.scene),
        law,
        f"$h$ = {number(run.scene['step']['time_step'])} s",
        stiffness,
        f"time step {run.step} of {run.steps}" if run.steps > 1 else "",
    ]
    return ", ".join(word for word in words if word)


def _experiment(scene: dict) -> str:
    """The experiment with a twisted beam: anchors turn it further, or it is let go."""
    now, before = ((holder or {}).get("anchors") or {} for holder in (scene, scene.get("preparation")))
    turning = [any(group.get("rotation") for group in anchors.get("groups", [])) for anchors in (now, before)]
    return "twist further" if turning[0] else "untwist" if turning[1] and not now.get("groups") else ""


def _material_words(material: dict | None, number: Callable[[float], str]) -> tuple[str, str]:
    """Law and stiffness; empty for particles and surfaces, which have no material."""
    if material is None:
        return "", ""
    symbol, key = ("k", "stiffness") if "stiffness" in material else ("E", "youngs_modulus")
    return material_label(material["model"]), f"${symbol}$ = {number(material[key])} Pa"
