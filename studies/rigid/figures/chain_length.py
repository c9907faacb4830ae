"""Iterations that remove 99 % of the error (energy norm) over the length of free and anchored chains.

RESULTS is the folder of the sweep plans/rigid_length.json, --long that of rigid_length_long. Lines
are k ln(100) with k = −1/ln ρ from eigenvalues, dotted the source's formulas; AVBD has the best penalty of
the sweeps at each length.
"""

import math
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.looks import draw_three_ways, legend_keys, style
from rigid.theory import seed
from rigid.theory.chain import chain, gauss_seidel_radius, jacobi_radius, optimal_relaxation
from rigid.theory.rates import iterations_to_remove
from simbench.study import one_sweep

PART = 0.99
LN = math.log(1 / (1 - PART))
FORMULAS = {"gs": seed.eq_8_14, "jacobi": seed.eq_8_29, "sor": seed.eq_8_24}
OPTIONS = {"--long": {"type": Path, "help": "folder of the sweep rigid_length_long"}}

Counts = dict[bool, dict[str, dict[float, float]]]  # anchored, solver, bodies


def load(results: Path) -> Path:
    return results


def counts_of(folder: Path, solvers: tuple[str, ...]) -> Counts:
    by = one_sweep(folder, AXES)
    found: Counts = {False: {}, True: {}}
    for anchored, of in found.items():
        for solver in solvers:
            if solver == "avbd":
                of[solver] = {}
                for (bodies, _), run in by(solver, "bodies", "s", anchored=anchored).items():
                    least = of[solver].get(bodies, math.inf)
                    of[solver][bodies] = min(least, iterations_to_remove(run, PART))
            else:
                runs = by(solver, "bodies", anchored=anchored)
                of[solver] = {n: iterations_to_remove(run, PART) for n, run in runs.items()}
    return found


def radius(solver: str, bodies: float, anchored: bool) -> float:
    of = chain(int(bodies), anchored=anchored)
    if solver == "jacobi":
        return jacobi_radius(of)
    return gauss_seidel_radius(of, optimal_relaxation(of) if solver == "sor" else 1.0)


def draw(results: Path, long: Path | None = None) -> Figure:
    counts = counts_of(results, ("gs", "jacobi", "sor", "avbd"))
    if long:
        for anchored, of in counts_of(long, ("gs", "jacobi", "avbd")).items():
            for solver, more in of.items():
                counts[anchored][solver] |= more
    figure = Figure(figsize=(6.9, 3.9))
    panels = figure.subplots(1, 2, sharey=True)
    for axes, anchored, title in zip(panels, counts, ("free", "tied to the world"), strict=True):
        draw_counts(axes, counts[anchored], anchored)
        axes.set(xscale="log", yscale="log", xlabel="number of bodies $N$", title=title)
    panels[0].set_ylabel("iterations that remove 99 %")
    figure.legend(handles=legend_keys(counts[False]), loc="outside lower center", ncols=4)
    return figure


def draw_counts(axes: Axes, counts: dict[str, dict[float, float]], anchored: bool) -> None:
    for solver, measured in counts.items():
        if solver == "avbd":
            axes.plot(list(measured), list(measured.values()), **style(solver), linewidth=0.8, markersize=4)
            continue

        def exact(bodies: float, solver=solver) -> float:
            rate = radius(solver, bodies, anchored)
            return -LN / math.log(rate) if rate > 1e-12 else math.nan

        formula = FORMULAS[solver]
        draw_three_ways(axes, solver, measured, exact, lambda n, formula=formula: LN * formula(n))
