"""Draws the shares of a sweep's problems that are solved at a cost."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing, sweeps


def cost_figure(runs: pd.DataFrame) -> tuple[Figure, list[Axes]]:
    """A panel for each of sweeps.COSTS, over a legend with four names per line."""
    figure = Figure(figsize=(6.3, 3.2 + 0.17 * np.ceil(runs["label"].nunique() / 4)))
    panels = figure.subplots(1, len(sweeps.COSTS), sharey=True)
    panels[0].set_ylabel("share of problems solved")
    return figure, list(panels)


def draw_shares(axes: Axes, runs: pd.DataFrame, values: pd.DataFrame, start: float | None = None) -> None:
    """Draws a step curve for each column of `values`; the logarithmic axis ends just after the last step."""
    finite = values.to_numpy()[np.isfinite(values.to_numpy()) & (values.to_numpy() > 0)]
    start = start or (finite.min() / 1.3 if len(finite) else 1)
    end = 1.3 * max(finite, default=start)
    for label, style in sweeps.looks(runs).items():
        steps = sweeps.share_at_most(values[label], start, end)
        drawing.draw_run(axes, steps, "x", "share", {**style, "drawstyle": "steps-post", "clip_on": False})
    axes.set(xscale="log", xlim=(start, end), ylim=(0, 1.02))
    drawing.plain_log_ticks(axes.xaxis, start, end)
