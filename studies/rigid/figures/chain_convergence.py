"""Figure 2 of Waterson 2026: iterations that remove a part of the error of a chain of ten, in three ways.

RESULTS is the folder of the sweep plans/rigid_figure_2.json. Dotted is the source's formula, thin the
spectral radius of the solver's matrix, and in steps what the runs need until the error stays below: bold in
the energy norm, thinner by |c| (dashed) and by ‖Λ − Λ*‖ (dash-dotted).
"""

import math

import numpy as np
from matplotlib.figure import Figure

from rigid.claims.chain_counts import FIGURE_2
from rigid.looks import EIGENVALUES, FORMULA, LOOKS, legend_keys
from rigid.theory.chain import chain_of, gauss_seidel_radius, jacobi_radius, optimal_relaxation
from rigid.theory.rates import error, first_lasting_below
from simbench import drawing
from simbench.results import Run

LEFT = np.logspace(0, -4, 81)  # parts of the error that are left
TICKS = {0.5: "50 %", 0.9: "90 %", 0.99: "99 %", 0.999: "99.9 %", 0.9999: "99.99 %"}
NORMS = {
    "energy": {"linestyle": "-", "linewidth": 1.6},
    "constraints": {"linestyle": (0, (4, 1.5)), "linewidth": 0.9},
    "multipliers": {"linestyle": (0, (6, 1.5, 1, 1.5)), "linewidth": 0.9},
}
NORM_KEYS = {"runs, energy": "energy", "runs, $|c|$": "constraints", "runs, multipliers": "multipliers"}


def radius(run: Run) -> float:
    """The spectral radius of a sweep of this solver."""
    of = chain_of(run.scene)
    if run.solver == "jacobi":
        return jacobi_radius(of)
    return gauss_seidel_radius(of, optimal_relaxation(of) if run.solver == "sor" else 1.0)


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(5.6, 4.4))
    axes = figure.subplots()
    removed = [math.log(1 / left) for left in LEFT]
    runs = [run for run in runs if run.solver in FIGURE_2]
    for run in runs:
        colour, bodies = LOOKS[run.solver]["color"], run.scene["chain"]["bodies"]
        formula = FIGURE_2[run.solver](bodies)
        exact = -1 / math.log(radius(run))
        axes.plot(
            removed, [formula * x for x in removed], color=colour, label=f"_{run.solver} formula", **FORMULA
        )
        axes.plot(
            removed,
            [exact * x for x in removed],
            color=colour,
            label=f"_{run.solver} spectral",
            **EIGENVALUES,
        )
        for norm, look in NORMS.items():
            values = error(run, norm)
            counts = [first_lasting_below(values, left) for left in LEFT]
            axes.step(
                removed,
                [count if math.isfinite(count) else np.nan for count in counts],
                where="post",
                color=colour,
                label=f"_{run.solver} {norm}",
                **look,
            )
    axes.set_xticks([math.log(1 / (1 - part)) for part in TICKS], TICKS.values())
    axes.set(xlabel="part of the error that is removed", ylabel="iterations", yscale="log", ylim=(0.8, None))
    sources = {"formula": FORMULA, "spectral radius": EIGENVALUES}
    sources |= {label: NORMS[norm] for label, norm in NORM_KEYS.items()}
    keys = legend_keys([run.solver for run in runs], {})
    for handle in keys:
        handle.set_marker("")
    keys += [drawing.key(label, **look) for label, look in sources.items()]
    figure.legend(handles=keys, loc="outside lower center", ncols=3)
    return figure
