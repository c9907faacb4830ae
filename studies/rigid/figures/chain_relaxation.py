"""Relaxation of sweeps: iterations a factor e over ξ, with the formulas for the best ξ marked.

RESULTS is the folder of the sweep plans/rigid_relaxation.json. Markers are the late rates of runs,
lines Young's formula with the chain's own eigenvalues. A cross is where (4.79) has the best ξ, a plus where
(8.43) does.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import per_ln
from rigid.theory import seed
from rigid.theory.chain import chain, counts_per_ln, gauss_seidel_radius, jacobi_radius
from simbench import drawing
from simbench.results import Run
from simbench.study import one_sweep

FORMULAS = {"(4.79)": "x", "(8.43)": "+"}


def load(results: Path) -> dict[tuple[int, float], dict[float, Run]]:
    """Runs by length and mass ratio, then by ξ as a number."""
    found: dict[tuple[int, float], dict[float, Run]] = {}
    for (bodies, ratio, xi), run in one_sweep(results, AXES)("sor", "bodies", "R", "xi").items():
        if not isinstance(xi, str):
            found.setdefault((int(bodies), ratio), {})[xi] = run
    return found


def draw(runs: dict[tuple[int, float], dict[float, Run]]) -> Figure:
    figure = Figure(figsize=(5.6, 4.2))
    axes = figure.subplots()
    handles = []
    for ((bodies, ratio), of), colour in zip(runs.items(), drawing.shades(len(runs)), strict=True):
        chosen = chain(bodies, ratio)
        name = f"$N$ = {bodies}, $R$ = {ratio:g}"
        counts = {xi: per_ln(run) for xi, run in of.items()}
        finite = {xi: count for xi, count in counts.items() if np.isfinite(count)}
        axes.plot(list(finite), list(finite.values()), "o", markersize=3, color=colour, label=f"_{name} runs")
        fine = np.linspace(0.1, 1.99, 400)
        exact = [counts_per_ln(gauss_seidel_radius(chosen, xi)) for xi in fine]
        axes.plot(fine, exact, color=colour, linewidth=0.9, label=f"_{name} eigenvalues")
        said = (
            seed.eq_4_79(jacobi_radius(chosen)),
            seed.eq_8_43_from_radius(gauss_seidel_radius(chosen)),
        )
        for xi, marker in zip(said, FORMULAS.values(), strict=True):
            count = counts_per_ln(gauss_seidel_radius(chosen, xi))
            axes.plot([xi], [count], marker, color=colour, markersize=9, label=f"_{name} {marker}")
        handles.append(drawing.key(name, color=colour, marker="o"))
    handles += [drawing.key(f"best by {name}", marker=m, linestyle="none") for name, m in FORMULAS.items()]
    axes.set(xlabel="$\\xi$", ylabel="iterations a factor e", yscale="log", xlim=(0, 2))
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure
