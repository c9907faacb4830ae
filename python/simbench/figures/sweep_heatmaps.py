"""Iterations to a target and final relative error of each solver over problems, which differ in k h² (E h²).

Time steps and stiffnesses with the same k h² are one problem in different units, and share a column.
"""

from collections.abc import Sequence

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from simbench import drawing, sweeps
from simbench.errors import ResultsError
from simbench.results import axes_of, load_summary

load = load_summary
OPTIONS = sweeps.OPTIONS

STIFFNESSES = {"material.stiffness": "$k h^2$ in Pa s²", "material.youngs_modulus": "$E h^2$ in Pa s²"}
CELL = (0.38, 0.2)  # inches
TIME_STEP = "step.time_step"
MARKS = {
    "diverged": "D",
    "not_spd": "N",
    "not_finite": "I",
    "not_representable": "R",
    "no_minimum": "M",
    "not_solved": "S",
    "failed": "F",
    "missing": "?",
    "declined": "–",
}
ROUNDING = 1e-12  # smaller relative errors come from rounding
NO_VALUE = {"facecolor": "#DDDDDD", "edgecolor": "#999999", "hatch": "//////", "linewidth": 0}
FAILED = {"fill": False, "edgecolor": "#D55E00", "linewidth": 1.2}
COLOURS = drawing.GOOD_TO_BAD


def draw(summary: pd.DataFrame, target: str = "1e-3", best: bool = False, filters: Sequence = ()) -> Figure:
    runs = sweeps.comparison(summary, filters, best)
    stiffness = check_axes(runs)
    column = sweeps.target_column(runs, "iterations", target)
    # From rest, problems with the same k h² are one problem in different units.
    scaled = runs[stiffness] * runs[TIME_STEP] ** 2
    runs = sweeps.best_runs(runs.assign(problem=[f"{value:.3e}" for value in scaled]), column)
    problems, labels = sorted(runs["problem"].unique(), key=float), list(sweeps.looks(runs))
    iterations, errors = runs[column], runs["final_relative_error"]
    most = max(iterations.max(), 10) if iterations.notna().any() else 10
    quantities = {
        f"iterations to {target}": (iterations, LogNorm(1, most, clip=True), count_text),
        "final relative error": (errors, LogNorm(ROUNDING, 1, clip=True), error_text),
    }
    size = (max(6.3, 1.9 + CELL[0] * len(problems)), 1.6 + 2 * (0.3 + CELL[1] * len(labels)))
    figure = Figure(figsize=size)
    panels = figure.subplots(2, sharex=True)
    for axes, (name, (values, norm, text)) in zip(panels, quantities.items(), strict=True):
        axes.set(xlim=(-0.5, len(problems) - 0.5), ylim=(len(labels) - 0.5, -0.5), title=name)
        axes.set_yticks(range(len(labels)), labels)
        axes.grid(False)
        for i, run in runs.iterrows():
            place = (problems.index(run["problem"]), labels.index(run["label"]))
            draw_cell(axes, place, values[i], norm, text(values[i]), MARKS.get(run["status"], ""))
        bar = figure.colorbar(matplotlib.cm.ScalarMappable(norm, COLOURS), ax=axes, pad=0.01, aspect=12)
        bar.set_label(drawing.DARK_IS_WORSE)
        if norm.vmin == 1:
            drawing.plain_log_ticks(bar.ax.yaxis, 1, norm.vmax)
    panels[-1].set_xticks(range(len(problems)), [drawing.scientific(float(value)) for value in problems])
    panels[-1].set_xlabel(STIFFNESSES[stiffness])
    figure.suptitle(", ".join(filters))
    all_there = len(runs) == len(labels) * len(problems)
    figure.legend(handles=legend(runs, all_there), loc="outside lower center", ncols=4, handlelength=1.6)
    return figure


def check_axes(runs: pd.DataFrame) -> str:
    """The axis of the stiffness, if the problems differ only in it and in the time step."""
    shared = [axis for axis in axes_of(runs) if not axis.startswith("solvers.")]
    stiffness = next((axis for axis in STIFFNESSES if axis in shared), None)
    if TIME_STEP not in shared or stiffness is None:
        raise ResultsError(f"heat maps need the axes {TIME_STEP} and {' or '.join(STIFFNESSES)}")
    for axis in shared:
        if axis not in (TIME_STEP, stiffness) and runs[axis].nunique(dropna=False) > 1:
            raise ResultsError(
                f"the sweep has the axis {axis}, too: choose a value with --filter {axis}=VALUE"
            )
    return stiffness


def draw_cell(axes: Axes, place: tuple[int, int], value: float, norm: LogNorm, text: str, mark: str) -> None:
    colour = COLOURS(float(norm(max(value, norm.vmin)))) if pd.notna(value) else None
    look = {"facecolor": colour, "edgecolor": "white", "linewidth": 0.4} if colour else NO_VALUE
    corner = np.subtract(place, 0.5)
    axes.add_patch(Rectangle(corner, 1, 1, **look))
    if mark:
        axes.add_patch(Rectangle(corner + 0.06, 0.88, 0.88, **FAILED, zorder=2))
    dark = colour is not None and np.dot(colour[:3], (0.299, 0.587, 0.114)) < 0.5
    axes.annotate(
        f"{text} {mark}".strip(),
        place,
        ha="center",
        va="center",
        fontsize=7,
        color="white" if dark else "black",
    )


def count_text(count: float) -> str:
    return "" if pd.isna(count) else f"{count:.0f}" if count < 1000 else f"{count / 1000:.2g}k"


def error_text(error: float) -> str:
    if pd.isna(error) or abs(error) < ROUNDING:
        return "" if pd.isna(error) else "≈0"
    return f"{error:.0e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")


def legend(runs: pd.DataFrame, all_there: bool) -> list[Patch]:
    found = [status for status in MARKS if status in set(runs["status"])]
    marks = [Patch(**FAILED, label=f"{MARKS[status]}: {status.replace('_', ' ')}") for status in found]
    return [
        Patch(**NO_VALUE, label="target not reached, or no value"),
        Patch(facecolor=COLOURS(0.0), edgecolor="#BBBBBB", label=f"≈0: below {drawing.scientific(ROUNDING)}"),
        *([] if all_there else [Patch(facecolor="white", edgecolor="#BBBBBB", label="not in the sweep")]),
        *marks,
    ]
