"""Linear (kg m/s) and angular (kg m²/s) momentum over the iterations of a time step.

Samples that a source has published lie over our lines, and a panel below shows the deviations in %.
"""

from matplotlib.figure import Figure

from simbench.figures.terms import draw_columns
from simbench.results import Run

NAMES = {"linear_momentum": "linear momentum in kg m/s", "angular_momentum": "angular momentum in kg m²/s"}
ITERATIONS = 1000  # if no source shows the setting
SMALLEST = 1e-12  # the axis is linear below it, so that it can show zero
TICKS = 8  # at most, so that their labels do not touch


def draw(runs: list[Run]) -> Figure:
    figure, panels = draw_columns(runs, NAMES, ITERATIONS)
    for axes in panels.values():
        axes.set_yscale("symlog", linthresh=SMALLEST)
        axes.yaxis.get_major_locator().set_params(numticks=TICKS)
        axes.set_ylim(bottom=0)
    return figure
