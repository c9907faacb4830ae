"""Volumetric locking: a cantilever's displacement as a share of beam theory's over its cells, by split and ν.

Displacements are root mean squares over the beam. Beam theory is Timoshenko's, with the moduli that the law
has near rest; a mesh without error is at 1.
"""

import math

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run
from thesis import beam_theory

LOOKS = {"five": {"linestyle": "-", "marker": "o"}, "six": {"linestyle": (0, (4, 1.5)), "marker": "s"}}
REFERENCE = {"color": "black", "linestyle": (0, (2, 2)), "linewidth": 0.8}


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.3, 4.0))
    panels = figure.subplots(1, len(LOOKS), sharex=True, sharey=True)
    ratios = sorted({poisson_ratio(run) for run in runs})
    shades = dict(zip(ratios, drawing.shades(len(ratios)), strict=True))
    for axes, (split, look) in zip(panels, LOOKS.items(), strict=True):
        for ratio in ratios:
            chosen = [
                r for r in runs if r.scene["body"]["beam"]["split"] == split and poisson_ratio(r) == ratio
            ]
            chosen.sort(key=cells)
            shares = [beam_theory.share_of_deflection(run) for run in chosen]
            axes.plot(
                [cells(run) for run in chosen],
                shares,
                **look,
                color=shades[ratio],
                label=f"_{split} {ratio:g}",
            )
        axes.axhline(1, **REFERENCE, label="_beam theory")
        axes.set(xscale="log", xlabel="cells", ylim=(0, 1.1), title=f"{split} tets a cell")
    panels[0].set_ylabel("displacement over beam theory's")
    handles = [
        drawing.key(
            f"$\\nu$ = {ratio:g} (near rest {beam_theory.near_rest(law(runs, ratio))[1]:.3g})", color=shade
        )
        for ratio, shade in shades.items()
    ]
    figure.legend(
        handles=[*handles, drawing.key("beam theory", **REFERENCE)], loc="outside lower center", ncols=3
    )
    return figure


def law(runs: list[Run], ratio: float) -> dict:
    return next(run.scene["material"] for run in runs if poisson_ratio(run) == ratio)


def poisson_ratio(run: Run) -> float:
    return run.scene["material"]["poisson_ratio"]


def cells(run: Run) -> int:
    return math.prod(run.scene["body"]["beam"]["cells"])
