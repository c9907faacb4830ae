"""Objective (J) over the first 1000 iterations of a time step, with the thesis's samples over our lines."""

from matplotlib.figure import Figure

import common
from simbench_results import Run


def draw(runs: list[Run]) -> Figure:
    figure = Figure()
    axes = figure.subplots()
    thesis = common.thesis_style(runs, common.SAMPLES)
    for run, look in zip(runs, common.looks(runs), strict=True):
        rows = run.curve.query("iteration <= 1000")
        common.draw_run(axes, rows, "iteration", "objective", look)
    if thesis:
        common.draw_thesis(axes, "strain_beam_untwist_objectives", "iteration", common.SAMPLES)

    axes.set(title=common.setting(runs), xlabel="iteration", ylabel="objective in J")
    common.log_scale(axes.yaxis)
    common.draw_legend(axes, thesis)
    return figure


if __name__ == "__main__":
    common.main("objective", __doc__, draw)
