"""Volumetric locking: how far a cantilever sags (mm, root mean square) over its cells, by split and ν."""

import math

from matplotlib.figure import Figure

from simbench import drawing
from simbench.claims.measures import displacement
from simbench.results import Run

LOOKS = {"five": {"linestyle": "-", "marker": "o"}, "six": {"linestyle": (0, (4, 1.5)), "marker": "s"}}


def draw(runs: list[Run]) -> Figure:
    figure = Figure()
    axes = figure.subplots()
    ratios = sorted({poisson_ratio(run) for run in runs})
    shades = drawing.shades(len(ratios))
    for split, look in LOOKS.items():
        for index, ratio in enumerate(ratios):
            chosen = [
                r for r in runs if r.scene["body"]["beam"]["split"] == split and poisson_ratio(r) == ratio
            ]
            chosen.sort(key=cells)
            sags = [1e3 * displacement(run).iloc[-1] for run in chosen]
            axes.plot(
                [cells(run) for run in chosen], sags, **look, color=shades[index], label=f"_{split} {ratio:g}"
            )
    axes.set(xscale="log", xlabel="cells", ylabel="mean sag in mm", ylim=(0, None))
    handles = [
        drawing.key(f"$\\nu$ = {ratio:g}", color=shade) for ratio, shade in zip(ratios, shades, strict=True)
    ]
    handles += [drawing.key(f"{split} tets a cell", **look) for split, look in LOOKS.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def poisson_ratio(run: Run) -> float:
    return run.scene["material"]["poisson_ratio"]


def cells(run: Run) -> int:
    return math.prod(run.scene["body"]["beam"]["cells"])
