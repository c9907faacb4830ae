"""Filters of Newton's Hessian on a beam that is drawn out: the gradient over the iterations.

RESULTS is the folder of the sweep plans/newton_stretch.json. Dotted lines are the loose and the
tight stop of claims F8 and F9.
"""

import math

from matplotlib.figure import Figure

from simbench.results import Run, load_runs

LOOKS = {
    "clamped": {"color": "C0", "label": "clamped"},
    "absolute": {"color": "C1", "label": "absolute", "linestyle": (0, (5, 1.5))},
    "trust_region": {"color": "C2", "label": "trust region", "linestyle": (0, (1, 1))},
}
LENGTH = 0.8  # m
STARTS = (1, 3, 10)  # lengths
RATIOS = (0.49, 0.499, 0.4999)
STOPS = (1e-5, 1e-8)
LEAST = 1e-12  # below, the gradients are rounding

load = load_runs


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.9, 5.6))
    grid = figure.subplots(len(RATIOS), len(STARTS), sharex="col", sharey=True)
    for row, nu in zip(grid, RATIOS, strict=True):
        for axes, start in zip(row, STARTS, strict=True):
            for run in runs:
                if is_of(run, nu, start):
                    norms = run.curve["gradient_norm"] / run.curve["gradient_norm"].iloc[0]
                    look = LOOKS[run.scene["solvers"]["newton"]["hessian"]]
                    axes.plot(run.curve["iteration"], norms.clip(lower=LEAST), linewidth=1.2, **look)
            for stop in STOPS:
                axes.axhline(stop, color="0.6", linewidth=0.8, linestyle=":")
            axes.set(yscale="log", ylim=(LEAST, 10))
            words = "1 length" if start == 1 else f"{start} lengths"
            axes.set_title(f"{words}, ν = {nu:g}", fontsize="medium")
        row[0].set_ylabel(r"$|g|/|g_0|$")
    for axes in grid[-1]:
        axes.set_xlabel("iteration")
    figure.legend(handles=grid[0][0].lines[: len(LOOKS)], loc="outside lower center", ncols=len(LOOKS))
    return figure


def is_of(run: Run, nu: float, lengths: float) -> bool:
    metres = run.scene["anchors"]["groups"][1]["translation"][0]
    return run.scene["material"]["poisson_ratio"] == nu and math.isclose(metres, lengths * LENGTH)
