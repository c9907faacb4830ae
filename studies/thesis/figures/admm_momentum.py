"""ADMM's linear momentum (kg m/s) at the end of a time step from rest, over the factor c of its weights.

Each iterate solves A q = b, where 1ᵀA = 1ᵀM/h²: a residual r of that solve leaves the momentum h 1ᵀr. The
entries of A, which are rounded, are proportional to c² (inertia is negligible at this stiffness), so rounding
alone gives a line of slope 2, drawn through the largest c. PD stands at c = 1: its matrix is the same.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from simbench import drawing, sweeps
from simbench.errors import ResultsError
from simbench.results import axes_of, filtered, load_summary
from thesis.figures import momentum_causes
from thesis.figures.momentum_causes import MOMENTUM

load = load_summary
OPTIONS = {"--filter": sweeps.OPTIONS["--filter"]}

FACTOR, GLOBAL_STEP = "solvers.admm.weight_factor", "solvers.pd.global_step"


def draw(summary: pd.DataFrame, filters: Sequence[str] = ()) -> Figure:
    runs = momentum_causes.with_distances(filtered(summary, filters))
    if FACTOR not in axes_of(runs):
        raise ResultsError(f"the sweep has no axis {FACTOR}")
    shades = momentum_causes.shades_of(runs["distance"])
    figure = Figure(figsize=(6.3, 3.8))
    axes = figure.subplots()
    for (precision, distance), rows in runs.groupby(["precision", "distance"]):
        admm = rows[rows["solver"] == "admm"].sort_values(FACTOR)
        style = momentum_causes.dot(precision, shades[distance]) | {"linestyle": "-"}
        axes.plot(admm[FACTOR], admm[MOMENTUM], label=f"_{precision} {distance:g}", **style)
        last = admm.iloc[-1]
        axes.plot(
            admm[FACTOR],
            last[MOMENTUM] * (admm[FACTOR] / last[FACTOR]) ** 2,
            color=shades[distance],
            linestyle=(0, (1, 2)),
            label=f"_rounding {precision} {distance:g}",
        )
        pd_runs = rows[(rows["solver"] == "pd") & (rows.get(GLOBAL_STEP, "positions") == "positions")]
        style |= {"marker": "s", "linestyle": "none", "markersize": 7}
        axes.plot([1] * len(pd_runs), pd_runs[MOMENTUM], label=f"_pd {precision} {distance:g}", **style)

    axes.set(xscale="log", yscale="log", xlabel="$c$ in $w = c \\sqrt{kV}$")
    axes.set_ylabel("linear momentum at the end in kg m/s")
    factors = sorted(runs[FACTOR].dropna().unique())
    axes.set_xticks(factors, [f"{factor:.2g}" for factor in factors])
    axes.xaxis.set_minor_locator(NullLocator())
    others = {
        "rounding alone: $\\propto c^2$": {"linestyle": (0, (1, 2))},
        "PD": {"marker": "s", "linestyle": "none", "markersize": 7},
    }
    handles = momentum_causes.legend(shades)
    handles += [drawing.key(label, **style) for label, style in others.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure
