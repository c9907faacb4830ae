"""Ten boxes with ball joints: relative error and constraint error of all solvers, over the mass ratio.

RESULTS is the folder of the sweep plans/rigid_three_dimensions.json. Joints are vectors; AVBD has
s = 100 kg. The relative error, of energy, stays where an iteration does not end at the minimum.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.looks import legend_keys, style
from simbench.errors import NotRunError
from simbench.results import Run
from simbench.study import one_sweep

CHOSEN = {
    "gs": {"gs_form": "vector"},
    "jacobi": {"averaging": "none"},
    "sor": {"sor_form": "vector"},
    "xpbd": {},
    "avbd": {"s": 100, "avbd_form": "vector"},
    "alm": {},
    "si": {},
    "direct": {},
}
BODIES = 10
COLUMNS = {"relative_error": "relative error", "constraint_error": "$|c|$ in m"}
LEAST = 1e-20


def load(results: Path) -> dict[float, dict[str, Run]]:
    """Runs by mass ratio and solver, for the solvers of the sweep."""
    by, found = one_sweep(results, AXES), {}
    for solver, setting in CHOSEN.items():
        try:
            runs = by(solver, "R", bodies=BODIES, **setting)
        except NotRunError:
            continue
        for ratio, run in runs.items():
            found.setdefault(ratio, {})[solver] = run
    if not found:
        raise NotRunError(f"{results} has no run of {BODIES} boxes")
    return found


def draw(runs: dict[float, dict[str, Run]]) -> Figure:
    figure = Figure(figsize=(6.9, 5.2))
    panels = figure.subplots(len(COLUMNS), len(runs), sharex=True, sharey="row", squeeze=False)
    solvers = list(dict.fromkeys(solver for of in runs.values() for solver in of))
    for column_of_panels, (ratio, of) in zip(panels.T, sorted(runs.items()), strict=True):
        for axes, column in zip(column_of_panels, COLUMNS, strict=True):
            for solver, run in of.items():
                rows = run.first_step
                values = np.maximum(rows[column].astype(float), LEAST)
                marked = np.unique(np.logspace(0, np.log10(len(rows)), 5).astype(int) - 1).tolist()
                axes.plot(
                    rows["iteration"], values, **style(solver), markevery=marked, linewidth=0.9, markersize=4
                )
            axes.set(xscale="symlog", yscale="log")
        column_of_panels[0].set_title(f"$R$ = {ratio:g}")
        column_of_panels[-1].set_xlabel("iteration")
    for row, label in zip(panels, COLUMNS.values(), strict=True):
        row[0].set_ylabel(label)
    figure.legend(handles=legend_keys(solvers, {}), loc="outside lower center", ncols=4)
    return figure
