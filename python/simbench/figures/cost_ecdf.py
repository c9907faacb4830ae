"""Share of problems brought to the target over the cost: iterations, and seconds without set-up.

The curves are empirical distribution functions. They end at the share of problems that are solved.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from simbench import cost_shares, drawing, sweeps
from simbench.results import load_summary

load = load_summary
OPTIONS = sweeps.OPTIONS


def draw(summary: pd.DataFrame, target: str = "1e-3", best: bool = False, filters: Sequence = ()) -> Figure:
    runs = sweeps.comparison(summary, filters, best)
    figure, panels = cost_shares.cost_figure(runs)
    for axes, (cost, label) in zip(panels, sweeps.COSTS.items(), strict=True):
        cost_shares.draw_shares(axes, runs, sweeps.costs_to_target(runs, cost, target))
        axes.set(xlabel=label)
    figure.suptitle(sweeps.title(runs, target, filters))
    drawing.draw_legend(panels[0], {})
    return figure
