"""Draws time_over_size: the time of an iteration over the size of the beam, of the benchmark's records.

simbench-pages writes the tables of docs/performance.md. Rows of a later file replace those of an earlier one.
"""

import argparse
import math
from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench import drawing, figure_files
from simbench.commands import command
from simbench.figures.cost_over_size import exponent
from simbench.pages.benchmark_rows import CASES, load, name_of, of_tets, variant

LABELS = {"ms": "simbench", "baseline_ms": "baseline", "floor_ms": "floor"}
LINES = {
    "ms": {"marker": "o"},
    "baseline_ms": {"marker": "o", "markerfacecolor": "none", "linestyle": (0, (4, 1.5))},
    "floor_ms": {"linestyle": ":"},
}


def draw(rows: pd.DataFrame) -> Figure:
    """One thread, double precision: a panel for each case, with the exponents of its lines."""
    rows = variant(rows)
    figure = Figure(figsize=(6.3, 8.4))
    panels = figure.subplots(math.ceil(len(CASES) / 3), 3, sharex=True, sharey=True)
    for axes in panels.flat[len(CASES) :]:
        axes.set_axis_off()
    for axes, case in zip(panels.flat, CASES, strict=False):
        own = rows[rows["case"] == case]
        if not own.empty:
            draw_case(axes, own, drawing.look(CASES[case][0]))
        axes.set(xscale="log", yscale="log", title=name_of(case))
    for axes in panels[-1]:
        axes.set_xlabel("tets")
    for axes in panels[:, 0]:
        axes.set_ylabel("ms an iteration")
        axes.yaxis.set_major_formatter("{x:g}")
    lines = [Line2D([], [], label=label, **LINES[of], color="#555555") for of, label in LABELS.items()]
    figure.legend(handles=lines, loc="outside lower center", ncols=3)
    return figure


def draw_case(axes: Axes, rows: pd.DataFrame, look: dict) -> None:
    texts = []
    for of, label in LABELS.items():
        if rows[of].notna().any():
            colour = "#555555" if of == "floor_ms" else look["color"]
            axes.plot(rows["tets"], rows[of], **LINES[of], color=colour)
            texts.append(f"{label}: $p$ = {exponent(rows['tets'], rows[of]):.2f}")
    axes.text(0.96, 0.04, "\n".join(texts), transform=axes.transAxes, ha="right", fontsize=7)


@command
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="results/performance: files of scripts/benchmark.sh")
    folder = parser.parse_args().folder
    figure_files.save(
        draw(of_tets(load(sorted(folder.glob("*.json"))))), "time_over_size", folder, figure_files.any_file
    )


if __name__ == "__main__":
    main()
