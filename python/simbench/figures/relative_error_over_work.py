"""Relative error over the work of a time step: passes over all elements, and solves with a factor.

The harness counts both (docs/output.md), so they do not depend on the machine. A pass evaluates energies,
gradients, second derivatives or local steps of all elements. Factorisations are not drawn: a solver that
factorises in each iteration pays more for its solves than the panel shows. The counts begin at iteration 0.
"""

from matplotlib.figure import Figure

from simbench import drawing, line_names
from simbench.errors import ResultsError
from simbench.figures.relative_error import LEAST
from simbench.results import Run

PANELS = {
    "passes over all elements": ["value_passes", "gradient_passes", "hessian_passes", "local_passes"],
    "solves with a factor": ["solves"],
}


def draw(runs: list[Run]) -> Figure:
    runs = [
        run for run in runs if "gradient_passes" in run.curve and run.curve["relative_error"].notna().any()
    ]
    if not runs:
        raise ResultsError("no run has both relative errors and counts of its work")
    figure = Figure(figsize=(6.3, 6.2))
    panels = figure.subplots(len(PANELS))
    for axes, (words, columns) in zip(panels, PANELS.items(), strict=True):
        for run, look in zip(runs, drawing.looks(runs), strict=True):
            work = run.curve[columns].sum(axis=1)
            rows = run.curve.assign(
                work=work - work.iloc[0], relative_error=run.curve["relative_error"].clip(lower=LEAST)
            )
            drawing.draw_run(axes, rows, "work", "relative_error", look)
        axes.set(xlabel=words, ylabel="relative error", yscale="log")
        axes.set_ylim(bottom=LEAST)
    panels[0].set(title=drawing.title(runs))
    line_names.name_lines(panels[0], {})
    return figure
