"""Performance profile (Dolan and Moré 2002): share of problems solved within a factor τ of the best solver.

Problems that no solver solves count, too: the curves end at the share of problems that are solved.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from simbench import cost_shares, drawing, sweeps
from simbench.results import load_summary

load = load_summary
OPTIONS = sweeps.OPTIONS


def ratios_to_best(costs: pd.DataFrame) -> pd.DataFrame:
    """Each cost over the least cost of its problem (row); NaN if the solver does not solve it."""
    best = costs.min(axis="columns")
    return costs.div(best, axis="index").mask(costs.eq(best, axis="index"), 1.0)  # 1 also for 0 / 0


def draw(summary: pd.DataFrame, target: str = "1e-3", best: bool = False, filters: Sequence = ()) -> Figure:
    runs = sweeps.comparison(summary, filters, best)
    figure, panels = cost_shares.cost_figure(runs)
    for axes, cost in zip(panels, sweeps.COSTS, strict=True):
        ratios = ratios_to_best(sweeps.costs_to_target(runs, cost, target))
        cost_shares.draw_shares(axes, runs, ratios, start=1)
        axes.set(title=cost, xlabel="factor τ of the best solver's cost")
    figure.suptitle(sweeps.title(runs, target, filters))
    drawing.draw_legend(panels[0], {})
    return figure
