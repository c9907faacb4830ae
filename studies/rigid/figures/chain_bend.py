"""Iterations a factor e over how much a chain of boxes bends: zigzags and arcs, light and heavy ends.

RESULTS is the folder of the sweep plans/rigid_bend.json. Markers are the late rates of |c|, the level
lines those of the straight chain by eigenvalues, of Gauss–Seidel and Jacobi. A cross at the top is a run
whose error does not fall.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import per_ln
from rigid.looks import LOOKS, legend_keys, style
from rigid.theory.chain import chain_of, counts_per_ln, gauss_seidel_radius, jacobi_radius
from simbench.results import Run
from simbench.study import one_sweep

SOLVERS = ("gs", "jacobi", "sor", "avbd")
SHAPES = ("zigzag", "arc")
STRAIGHT = {"gs": gauss_seidel_radius, "jacobi": jacobi_radius}
LEVEL = {"linestyle": (0, (1, 1.5)), "linewidth": 1.0}


def load(results: Path) -> dict[tuple[str, float], dict[tuple[str, float], Run]]:
    """Runs by shape and R, then by solver and bend."""
    by = one_sweep(results, AXES)
    found: dict = {}
    for solver in SOLVERS:
        for (shape, ratio, bend), run in by(solver, "shape", "R", "bend").items():
            found.setdefault((shape, ratio), {})[solver, bend] = run
    return found


def draw(runs: dict[tuple[str, float], dict[tuple[str, float], Run]]) -> Figure:
    ratios = sorted({ratio for _, ratio in runs})
    figure = Figure(figsize=(6.9, 1.4 + 2.2 * len(ratios)))
    panels = figure.subplots(len(ratios), len(SHAPES), sharex=True, sharey="row", squeeze=False)
    for row, ratio in zip(panels, ratios, strict=True):
        for axes, shape in zip(row, SHAPES, strict=True):
            of = runs[shape, ratio]
            for solver in SOLVERS:
                counts = {
                    bend: per_ln(run, "constraints") for (name, bend), run in of.items() if name == solver
                }
                shown = {bend: count if 0 < count < np.inf else np.nan for bend, count in counts.items()}
                axes.plot(list(shown), list(shown.values()), **style(solver), linewidth=0.8, markersize=4)
                never = [bend for bend, count in counts.items() if not np.isfinite(count)]
                axes.plot(
                    never,
                    np.ones(len(never)),
                    "x",
                    color=LOOKS[solver]["color"],
                    transform=axes.get_xaxis_transform(),
                    label=f"_{solver} never",
                )
            straight = chain_of(next(iter(of.values())).scene)
            for solver, radius in STRAIGHT.items():
                axes.axhline(
                    counts_per_ln(radius(straight)),
                    color=LOOKS[solver]["color"],
                    label=f"_straight {solver}",
                    **LEVEL,
                )
            axes.set(xscale="log", yscale="log", title=f"{shape}, {masses(ratio)}")
        row[0].set_ylabel("iterations a factor e")
    for axes in panels[-1]:
        axes.set_xlabel("$\\theta$ in rad")
    figure.legend(
        handles=legend_keys(SOLVERS, {"straight chain": LEVEL}), loc="outside lower center", ncols=5
    )
    return figure


def masses(ratio: float) -> str:
    return "equal masses" if ratio == 1 else f"ends {ratio:g} times as heavy"
