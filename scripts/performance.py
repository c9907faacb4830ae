"""Draws the figures of a folder of the benchmark's records into that folder.

time_over_size: the time of an iteration over the size of the beam. history: the times of all recorded runs.
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
from simbench.benchmark import history
from simbench.commands import command
from simbench.figures.cost_over_size import exponent
from simbench.pages.benchmark_history import courses
from simbench.pages.benchmark_rows import CASES, load, name_of, of_tets, variant

LABELS = {"ms": "simbench", "baseline_ms": "baseline", "floor_ms": "floor"}
HISTORY_BEAMS = ("M", "L", "R")
COLOURS = 7  # of lines, before they repeat (simbench.mplstyle)
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


def draw_history(lines: list[dict]) -> Figure:
    """A panel for each beam: the time of each row over its first one on the same processor, run by run.

    On beams of tets it draws the rows of time_over_size alone; the tables of the page have all.
    """
    figure = Figure(figsize=(6.3, 7.5))
    panels = figure.subplots(len(HISTORY_BEAMS), 1, sharex=True)
    for axes, beam in zip(panels, HISTORY_BEAMS, strict=True):
        for processor in dict.fromkeys(line["processor"] for line in lines):
            for row, own in courses(lines, processor).items():
                case = row.split()[1]
                if row.split()[0] == beam and (case in CASES or beam == "R") and len(own) > 1:
                    runs, times = [lines.index(line) for line, _, _ in own], [ms for _, ms, _ in own]
                    marker = drawing.MARKERS[len(axes.lines) // COLOURS % len(drawing.MARKERS)]
                    label = f"{name_of(case, beam)} ({processor})"
                    axes.plot(
                        runs, [time / times[0] for time in times], marker=marker, label=label, clip_on=False
                    )
        axes.set(ylabel=f"{beam}: × first", ylim=(0, None))
        if axes.lines:
            axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=6)
    panels[-1].set_xticks(range(len(lines)), [line["commit"][:8] for line in lines], rotation=60, fontsize=6)
    return figure


@command
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="results/performance: files of scripts/benchmark.sh")
    folder = parser.parse_args().folder
    figure_files.save(
        draw(of_tets(load(sorted(folder.glob("*.json"))))), "time_over_size", folder, figure_files.any_file
    )
    if lines := history.load(folder):
        figure_files.save(draw_history(lines), "history", folder, figure_files.any_file)


if __name__ == "__main__":
    main()
