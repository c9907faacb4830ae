"""Relative error over the work of a time step: passes over all elements, solves with a factor, and time.

The harness counts passes and solves (docs/output.md), so they do not depend on the machine. A pass evaluates
energies, gradients, second derivatives or local steps of all elements. Factorisations are not counted: a
solver that factorises in each iteration pays more for its solves than the panel shows. The last panel, if PD
is among the runs, shows all of the work: the time in mean iterations of PD. All begin at iteration 0.
"""

import pandas as pd
from matplotlib.axes import Axes
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
    unit = seconds_of_pd(runs)
    figure = Figure(figsize=(6.3, 6.2 if unit is None else 9))
    panels = figure.subplots(len(PANELS) + (unit is not None))
    for axes, (words, columns) in zip(panels, PANELS.items(), strict=False):
        draw_panel(axes, runs, words, [run.curve[columns].sum(axis=1) for run in runs])
    if unit is not None:
        elapsed = [run.curve["elapsed_seconds"] / unit for run in runs]
        draw_panel(panels[-1], runs, "time in iterations of PD", elapsed)
    panels[0].set(title=drawing.title(runs))
    line_names.name_lines(panels[0], {})
    return figure


def seconds_of_pd(runs: list[Run]) -> float | None:
    """The mean time of an iteration of PD [s]; None if it is not among the runs."""
    for run in runs:
        last = run.curve.iloc[-1]
        if run.solver == "pd" and last["iteration"] > 0:
            return (last["elapsed_seconds"] - run.curve["elapsed_seconds"].iloc[0]) / last["iteration"]
    return None


def draw_panel(axes: Axes, runs: list[Run], words: str, work: list[pd.Series]) -> None:
    for run, done, look in zip(runs, work, drawing.looks(runs), strict=True):
        rows = run.curve.assign(
            work=done - done.iloc[0], relative_error=run.curve["relative_error"].clip(lower=LEAST)
        )
        drawing.draw_run(axes, rows, "work", "relative_error", look)
    axes.set(xlabel=words, ylabel="relative error", yscale="log")
    axes.set_ylim(bottom=LEAST)
