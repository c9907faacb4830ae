"""Linear (kg m/s) and angular (kg m²/s) momentum over the iterations of a time step.

Where a source has published samples, they are over our lines, with a panel below that shows in % how far our
lines are from them.
"""

from matplotlib.figure import Figure

from simbench.figures.terms import draw_columns
from simbench.results import Run

NAMES = {"linear_momentum": "linear momentum in kg m/s", "angular_momentum": "angular momentum in kg m²/s"}
ITERATIONS = 1000  # where no source shows the setting
SMALLEST = 1e-12  # below it the axis is linear, so that zero has a place


def draw(runs: list[Run]) -> Figure:
    figure, panels = draw_columns(runs, NAMES, ITERATIONS)
    for axes in panels.values():
        axes.set_yscale("symlog", linthresh=SMALLEST)
        axes.set_ylim(bottom=0)
    return figure
