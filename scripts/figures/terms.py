"""Constraint and inertial term (J) over the first 500 iterations of a time step, and the thesis's samples."""

from matplotlib.figure import Figure

import common
from simbench_results import Run


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.3, 3.6))
    panels = dict(zip(("constraint", "inertial"), figure.subplots(1, 2), strict=True))
    thesis = common.thesis_style(runs, common.SAMPLES)
    for term, axes in panels.items():
        for run, look in zip(runs, common.looks(runs), strict=True):
            rows = run.curve.query("iteration <= 500")
            common.draw_run(axes, rows, "iteration", term, look)
        if thesis:
            common.draw_thesis(axes, f"strain_beam_untwist_{term}Objectives", "iteration", common.SAMPLES)
        axes.set(xlabel="iteration", ylabel=f"{term} term in J")

    common.log_scale(panels["constraint"].yaxis)
    panels["inertial"].ticklabel_format(axis="y", scilimits=(0, 0))  # linear, for it starts at 0
    figure.suptitle(common.setting(runs))
    common.draw_legend(panels["inertial"], thesis)
    return figure


if __name__ == "__main__":
    common.main("terms", __doc__, draw)
