"""Linear (kg m/s) and angular (kg m²/s) momentum over the first 1000 iterations of a time step."""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run

UNITS = {"linear_momentum": "kg m/s", "angular_momentum": "kg m²/s"}
SMALLEST = 1e-12  # below it the axis is linear, so that zero has a place


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.3, 3.6))
    panels = dict(zip(UNITS, figure.subplots(1, 2), strict=True))
    for column, axes in panels.items():
        for run, look in zip(runs, drawing.looks(runs), strict=True):
            drawing.draw_run(axes, run.curve.query("iteration <= 1000"), "iteration", column, look)
        axes.set(xlabel="iteration", ylabel=f"{column.replace('_', ' ')} in {UNITS[column]}")
        axes.set_yscale("symlog", linthresh=SMALLEST)
        axes.set_ylim(bottom=0)
    figure.suptitle(drawing.setting(runs))
    drawing.draw_legend(panels["linear_momentum"], {})
    return figure
