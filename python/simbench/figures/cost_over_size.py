"""Iterations and seconds (without set-up) to a relative error over the number of tets, on log-log axes.

A hollow marker above a panel means that the error was not reached in the number of iterations beside it.
Prints a table with the exponent p of the least-squares fit, seconds of an iteration ∝ tetsᵖ.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing, sweeps
from simbench.labels import solver_label
from simbench.results import load_runs, load_summary, place_in_order

OPTIONS = {
    "--large": {
        "type": Path,
        "metavar": "SWEEP",
        "help": "a second sweep, of larger beams, for the same figure",
    }
}

TARGETS = ("1e-3", "1e-6")
QUANTITIES = {"iterations": "iterations to {}", "seconds": "seconds to {}"}


def load(results: Path) -> pd.DataFrame:
    """The summary, with the number of tets of each run that exists."""
    tets = {run.manifest["run_id"]: run.manifest["tets"] for run in load_runs(results)}
    summary = load_summary(results)
    return summary.assign(tets=summary["run_id"].map(tets)).dropna(subset="tets")


def draw(runs: pd.DataFrame, large: Path | None = None) -> Figure:
    if large:
        runs = pd.concat([runs, load(large)], ignore_index=True)
    runs = sweeps.of_solved(runs)
    print(table(runs).to_string())
    figure = Figure(figsize=(6.3, 5.8))
    panels = figure.subplots(len(QUANTITIES), len(TARGETS), sharex=True, sharey="row")
    for row, (quantity, label) in zip(panels, QUANTITIES.items(), strict=True):
        for axes, target in zip(row, TARGETS, strict=True):
            draw_panel(axes, runs, sweeps.target_column(runs, quantity, target))
            axes.set(xscale="log", yscale="log", ylabel=label.format(f"relative error {target}"))
            axes.yaxis.set_major_formatter("{x:g}")
    for axes in panels[-1]:
        axes.set_xlabel("tets")
        drawing.plain_log_ticks(axes.xaxis, runs["tets"].min(), runs["tets"].max())
    hollow = {"marker": "o", "markerfacecolor": "none", "linestyle": "none", "color": "#555555"}
    panels[0, 0].plot([], [], label="not reached", **hollow)
    drawing.draw_legend(panels[0, 0], {})
    return figure


def draw_panel(axes: Axes, runs: pd.DataFrame, column: str) -> None:
    """Draws lines of solvers that reach the target; above it a row for each that somewhere misses it."""
    row = 1.0
    looks = drawing.solver_looks(sorted(runs["solver"], key=place_in_order))
    for solver, look in looks.items():
        own = runs[runs["solver"] == solver].sort_values("tets")
        values = own[column]
        axes.plot(own["tets"], values, **look)
        if values.isna().any():
            row += 0.055
            place = {"transform": axes.get_xaxis_transform(), "clip_on": False}
            missed = own[values.isna()]
            hollow = {
                **look,
                "markerfacecolor": "none",
                "linestyle": "none",
                "label": f"_{look['label']} missed",
            }
            axes.plot(missed["tets"], [row] * len(missed), **hollow, **place)
            limit = "> " + ", ".join(f"{number:.0f}" for number in missed["iterations"].unique())
            axes.annotate(
                limit, (1.03, row), xycoords="axes fraction", fontsize=7, va="center", color=look["color"]
            )


def table(runs: pd.DataFrame) -> pd.DataFrame:
    """Iterations and seconds to the targets, milliseconds per iteration, set-up, exponents of both."""
    rows = []
    for solver in sorted(runs["solver"].unique(), key=place_in_order):
        own = runs[runs["solver"] == solver].sort_values("tets")
        milliseconds = 1e3 * own["iteration_seconds"] / own["iterations"]
        columns = {f"{q} to {t}": own[sweeps.target_column(own, q, t)] for t in TARGETS for q in QUANTITIES}
        rows.append(
            pd.DataFrame(
                {
                    "solver": solver_label(solver),
                    "tets": own["tets"].astype(int),
                    **columns,
                    "ms an iteration": milliseconds,
                    "its exponent": exponent(own["tets"], milliseconds),
                    "set-up in s": own["setup_seconds"],
                    "exponent of set-up": exponent(own["tets"], own["setup_seconds"]),
                }
            )
        )
    return pd.concat(rows).set_index(["solver", "tets"])


def exponent(sizes: pd.Series, values: pd.Series) -> float:
    """p of the least-squares fit values ∝ sizesᵖ."""
    fits = values > 0
    if fits.sum() < 2:
        return np.nan
    return float(np.polyfit(np.log(sizes[fits]), np.log(values[fits]), 1)[0])
