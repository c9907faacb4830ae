"""Volumetric locking: how far a cantilever sags (mm, root mean square) over its cells, by split and ν."""

import math

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench.figures.collapse import displacement
from simbench.results import Run

LOOKS = {"five": {"linestyle": "-", "marker": "o"}, "six": {"linestyle": (0, (4, 1.5)), "marker": "s"}}


def draw(runs: list[Run]) -> Figure:
    figure = Figure()
    axes = figure.subplots()
    ratios = sorted({poisson_ratio(run) for run in runs})
    # One shade more than needed: viridis ends in a yellow that is too pale on white.
    shades = matplotlib.colormaps["viridis"].resampled(len(ratios) + 1)
    for split, look in LOOKS.items():
        for index, ratio in enumerate(ratios):
            chosen = [
                r for r in runs if r.scene["body"]["beam"]["split"] == split and poisson_ratio(r) == ratio
            ]
            chosen.sort(key=cells)
            sags = [1e3 * displacement(run)[-1] for run in chosen]
            axes.plot(
                [cells(run) for run in chosen], sags, **look, color=shades(index), label=f"_{split} {ratio:g}"
            )
    axes.set(xscale="log", xlabel="cells", ylabel="mean sag in mm", ylim=(0, None))
    handles = [Line2D([], [], color=shades(i), label=f"$\\nu$ = {ratio:g}") for i, ratio in enumerate(ratios)]
    handles += [
        Line2D([], [], color="#555555", label=f"{split} tets a cell", **LOOKS[split]) for split in LOOKS
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def poisson_ratio(run: Run) -> float:
    return run.scene["material"]["poisson_ratio"]


def cells(run: Run) -> int:
    return math.prod(run.scene["body"]["beam"]["cells"])
