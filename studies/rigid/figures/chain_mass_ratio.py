"""Iterations a factor e over the mass ratio: both ends of a chain heavy, one end, and the tip of a rope.

RESULTS is the folder of the sweep plans/rigid_ratio.json, --tip that of rigid_tip. Markers are the
late rates of runs, lines eigenvalues, dotted the source's formulas for both ends; AVBD has the effective
mass as penalty.
"""

import math
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import per_ln
from rigid.looks import draw_three_ways, legend_keys
from rigid.theory import avbd, seed
from rigid.theory.chain import (
    Chain,
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    optimal_relaxation,
)
from simbench.results import Run
from simbench.study import one_sweep

OPTIONS = {"--tip": {"type": Path, "help": "folder of the sweep rigid_tip"}}
SOLVERS = ("gs", "jacobi", "sor", "avbd")
BODIES = 10


def load(results: Path) -> Path:
    return results


def exact(solver: str, of: Chain) -> float:
    """k/ln by eigenvalues"""
    if solver == "avbd":
        return counts_per_ln(avbd.effective_mass_radius(of))
    if solver == "jacobi":
        return counts_per_ln(jacobi_radius(of))
    return counts_per_ln(gauss_seidel_radius(of, optimal_relaxation(of) if solver == "sor" else 1.0))


def formula(solver: str):
    """The source's formula for two heavy ends, over R."""
    if solver == "gs":
        return lambda ratio: seed.eq_8_42(BODIES, 1 / ratio)
    return (lambda ratio: seed.eq_8_45(BODIES, 1 / ratio)) if solver == "sor" else None


def draw(results: Path, tip: Path | None = None) -> Figure:
    figure = Figure(figsize=(6.9 if tip else 3.6, 3.9))
    panels = figure.subplots(1, 3 if tip else 1, sharey=True, squeeze=False)[0]
    both = one_sweep(results, AXES)
    draw_panel(
        panels[0],
        {s: both(s, "R", bodies=BODIES, **chosen(s)) for s in SOLVERS},
        lambda ratio: chain(BODIES, ratio),
        formula,
    )
    panels[0].set(title="both ends heavy", ylabel="iterations a factor e")
    for axes, anchored, title in zip(
        panels[1:], (False, True), ("one end heavy", "tip of a rope"), strict=False
    ):
        by = one_sweep(tip, AXES)
        draw_panel(
            axes,
            {s: by(s, "tip", bodies=BODIES, anchored=anchored, **chosen(s)) for s in SOLVERS},
            lambda ratio, anchored=anchored: chain(BODIES, anchored=anchored, tip=ratio),
        )
        axes.set_title(title)
    figure.legend(handles=legend_keys(SOLVERS), loc="outside lower center", ncols=4)
    return figure


def chosen(solver: str) -> dict:
    return {"s": "effective_mass"} if solver == "avbd" else {}


def draw_panel(axes: Axes, runs: dict[str, dict[float, Run]], chain_at, formulas=lambda solver: None) -> None:
    for solver, of in runs.items():
        measured = {ratio: per_ln(run) for ratio, run in of.items()}
        draw_three_ways(
            axes,
            solver,
            {ratio: count if count > 0 else math.nan for ratio, count in measured.items()},
            lambda ratio, solver=solver: exact(solver, chain_at(ratio)),
            formulas(solver),
        )
    axes.set(xscale="log", yscale="log", xlabel="mass ratio $R$")
