"""Constraint and inertial term (J) over the first 500 iterations of a time step, and the thesis's samples."""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.3, 3.6))
    panels = dict(zip(("constraint", "inertial"), figure.subplots(1, 2), strict=True))
    thesis = drawing.thesis_style(runs, drawing.SAMPLES)
    for term, axes in panels.items():
        for run, look in zip(runs, drawing.looks(runs), strict=True):
            rows = run.curve.query("iteration <= 500")
            drawing.draw_run(axes, rows, "iteration", term, look)
        if thesis:
            drawing.draw_thesis(axes, f"strain_beam_untwist_{term}Objectives", "iteration", drawing.SAMPLES)
        axes.set(xlabel="iteration", ylabel=f"{term} term in J")

    drawing.log_scale(panels["constraint"].yaxis)
    panels["inertial"].ticklabel_format(axis="y", scilimits=(0, 0))  # linear, for it starts at 0
    figure.suptitle(drawing.setting(runs))
    drawing.draw_legend(panels["inertial"], thesis)
    return figure
