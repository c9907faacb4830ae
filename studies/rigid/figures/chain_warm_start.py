"""Stability of warm starts: the stretch of a hanging rope after all frames, over sweeps a frame and w.

RESULTS is the folder of the sweep plans/rigid_warm_start.json. Crosses are ropes that have run away;
the line is the bound w ρ(G)^K = ½ of theory.
"""

from pathlib import Path

import matplotlib.colors
import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import settled
from rigid.theory.chain import chain_of
from rigid.theory.warm_start import bound
from simbench import drawing
from simbench.results import Run
from simbench.study import one_sweep

RAN_AWAY = 10.0  # m, of a rope with links of 1 m


def load(results: Path) -> dict[tuple[int, float], Run]:
    """Runs by sweeps per frame and w."""
    runs = one_sweep(results, AXES)("gs", "iterations", "warm_start")
    return {(int(sweeps), w): run for (sweeps, w), run in runs.items()}


def draw(runs: dict[tuple[int, float], Run]) -> Figure:
    figure = Figure(figsize=(5.2, 4.0))
    axes = figure.subplots()
    stretch = {key: settled(run) for key, run in runs.items()}
    held = {key: value for key, value in stretch.items() if value < RAN_AWAY}
    where = np.array(list(held))
    scale = matplotlib.colors.LogNorm()
    sizes = np.maximum(list(held.values()), 1e-12)
    dots = axes.scatter(where[:, 0], where[:, 1], c=sizes, norm=scale, s=45)
    away = np.array([key for key in stretch if key not in held]).reshape(-1, 2)
    axes.plot(away[:, 0], away[:, 1], "x", color="#D55E00", label="_ran away")
    of = chain_of(next(iter(runs.values())).scene)
    counts = np.linspace(min(k for k, _ in runs), max(k for k, _ in runs), 200)
    axes.plot(counts, [bound(of, k) for k in counts], color="black", linewidth=0.9, label="_bound")
    axes.set(xscale="log", xlabel="sweeps a frame $K$", ylabel="$w$", ylim=(-0.05, 1.08))
    figure.colorbar(dots, ax=axes, label="largest stretch in m")
    handles = [
        drawing.key("ran away", color="#D55E00", marker="x", linestyle="none"),
        drawing.key("$w\\,\\rho(G)^K = ½$", color="black"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    return figure
