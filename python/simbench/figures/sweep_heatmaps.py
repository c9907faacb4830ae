"""Iterations to a target and final relative error over time step h and stiffness k, a panel a solver."""

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

STIFFNESSES = {"material.stiffness": "$k$ in Pa", "material.youngs_modulus": "$E$ in Pa"}
TIME_STEP = "step.time_step"
MARKS = {
    "diverged": "D",
    "not_spd": "N",
    "not_finite": "I",
    "not_representable": "R",
    "no_minimum": "M",
    "failed": "F",
    "missing": "?",
    "declined": "–",
}
ROUNDING = 1e-12  # relative errors below are those of the arithmetic
NO_VALUE = {"facecolor": "#DDDDDD", "edgecolor": "#999999", "hatch": "//////", "linewidth": 0}
FAILED = {"fill": False, "edgecolor": "#D55E00", "linewidth": 1.2}
COLOURS = matplotlib.colormaps["viridis_r"]


def draw(summary: pd.DataFrame, target: str = "1e-3", best: bool = False, filters: Sequence = ()) -> Figure:
    runs = sweeps.comparison(summary, filters, best)
    stiffness = check_axes(runs)
    column = sweeps.target_column(runs, "iterations", target)
    runs = sweeps.best_runs(runs, column)
    steps, stiffnesses = (sorted(runs[axis].unique()) for axis in (TIME_STEP, stiffness))
    labels = list(sweeps.looks(runs))
    iterations, errors = runs[column], runs["final_relative_error"]
    most = max(iterations.max(), 10) if iterations.notna().any() else 10
    quantities = {
        f"iterations to {target}": (iterations, LogNorm(1, most, clip=True), count_text),
        "final relative error": (errors, LogNorm(ROUNDING, 1, clip=True), error_text),
    }
    width = max(6.3, 1.1 + (0.35 + 0.2 * len(steps)) * len(labels))
    figure = Figure(figsize=(width, 1.6 + 2 * (0.2 + 0.2 * max(len(stiffnesses), 6))))
    panels = figure.subplots(2, len(labels), sharex=True, sharey=True, squeeze=False)
    for row, (name, (values, norm, text)) in zip(panels, quantities.items(), strict=True):
        for axes, label in zip(row, labels, strict=True):
            name_cells(axes, steps, stiffnesses)
            for i, run in runs[runs["label"] == label].iterrows():
                place = (steps.index(run[TIME_STEP]), stiffnesses.index(run[stiffness]))
                draw_cell(axes, place, values[i], norm, text(values[i]), MARKS.get(run["status"], ""))
        bar = figure.colorbar(matplotlib.cm.ScalarMappable(norm, COLOURS), ax=row, pad=0.01, aspect=12)
        if norm.vmin == 1:
            sweeps.plain_log_ticks(bar.ax.yaxis, 1, norm.vmax)
        bar.set_label(name)
        row[0].set(ylabel=STIFFNESSES[stiffness])
    for axes, label in zip(panels[0], labels, strict=True):
        axes.set_title(label.replace(", ", "\n"))
    for axes in panels[-1]:
        axes.set_xlabel("$h$ in s")
    figure.suptitle(", ".join(filters))
    all_there = len(runs) == len(labels) * len(steps) * len(stiffnesses)
    figure.legend(handles=legend(runs, all_there), loc="outside lower center", ncols=4, handlelength=1.6)
    return figure


def check_axes(runs: pd.DataFrame) -> str:
    """The stiffness's axis, if the problems differ in it and in the time step alone."""
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
        fontsize=5.5,
        color="white" if dark else "black",
    )


def name_cells(axes: Axes, steps: list[float], stiffnesses: list[float]) -> None:
    axes.set(xlim=(-0.5, len(steps) - 0.5), ylim=(-0.5, len(stiffnesses) - 0.5))
    axes.set_xticks(range(len(steps)), map(drawing.scientific, steps), rotation=90, fontsize=6)
    axes.set_yticks(range(len(stiffnesses)), map(drawing.scientific, stiffnesses), fontsize=6)
    axes.grid(False)


def count_text(count: float) -> str:
    return "" if pd.isna(count) else f"{count:.0f}" if count < 1000 else f"{count / 1000:.2g}k"


def error_text(error: float) -> str:
    if pd.isna(error) or abs(error) < ROUNDING:
        return "" if pd.isna(error) else "≈0"
    return f"{error:.0e}".replace("e-0", "e-").replace("e+0", "e")


def legend(runs: pd.DataFrame, all_there: bool) -> list[Patch]:
    found = [status for status in MARKS if status in set(runs["status"])]
    marks = [Patch(**FAILED, label=f"{MARKS[status]}: {status.replace('_', ' ')}") for status in found]
    return [
        Patch(**NO_VALUE, label="target not reached, or no value"),
        Patch(facecolor=COLOURS(0.0), edgecolor="#BBBBBB", label=f"≈0: below {drawing.scientific(ROUNDING)}"),
        *([] if all_there else [Patch(facecolor="white", edgecolor="#BBBBBB", label="not in the sweep")]),
        *marks,
    ]
