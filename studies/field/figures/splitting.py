"""The work of ADMM and its accelerations over the weight, for several materials.

RESULTS is the folder of the sweep plans/splitting_untwist.json. A solver that does not arrive has no point.
"""

import math
from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.splitting import COLUMNS, COLUMNS_OF_DR, WEIGHT, law, work
from simbench import drawing
from simbench.study import one_sweep

SETTINGS = {  # of the lines above: with the columns of the papers or of their codes
    "admm": {},
    "anderson_admm": {"solvers.anderson_admm.history": COLUMNS},
    "douglas_rachford": {
        "solvers.douglas_rachford.history": COLUMNS_OF_DR,
        "solvers.douglas_rachford.merit": "envelope",
    },
}


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(6.9, 3.4))
    materials = list(dict.fromkeys(key[0] for key in by("admm", "material", WEIGHT["admm"])))
    panels = figure.subplots(1, len(materials), sharex=True, sharey=True)
    for axes, material in zip(panels, materials, strict=True):
        for solver, setting in SETTINGS.items():
            runs = by(solver, WEIGHT[solver], material=material, **setting)
            totals = {c: work(run) for c, run in runs.items() if math.isfinite(work(run))}
            axes.plot(list(totals), list(totals.values()), **drawing.look(solver) | {"markersize": 4})
        axes.set(title=law(material), xlabel="weight factor $c$", xscale="log", yscale="log")
        axes.set_xticks([0.3, 0.5, 1, 2], ["0.3", "0.5", "1", "2"])
        axes.minorticks_off()
    panels[0].set_ylabel("passes and solves to $10^{-6}$")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=3)
    return figure
