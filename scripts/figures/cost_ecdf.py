"""Share of problems brought to the target over the cost: iterations, and seconds without set-up.

The curves are empirical distribution functions that end at the share of problems solved at all.
"""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

import common
import sweeps
from simbench_results import load_summary


def draw(summary: pd.DataFrame, target: str = "1e-3", best: bool = False, filters: Sequence = ()) -> Figure:
    runs = sweeps.comparison(summary, filters, best)
    figure, panels = sweeps.cost_figure(runs)
    for axes, (cost, label) in zip(panels, sweeps.COSTS.items(), strict=True):
        sweeps.draw_shares(axes, runs, sweeps.costs_to_target(runs, cost, target))
        axes.set(xlabel=label)
    figure.suptitle(sweeps.title(runs, target, filters))
    common.draw_legend(panels[0], {})
    return figure


if __name__ == "__main__":
    common.main("cost_ecdf", __doc__, draw, load_summary, sweeps.OPTIONS)
