"""The linearised system of implicit Euler, iterated: relative error over iterations, a line for each k h².

RESULTS is the sweep linearised_strain, --neo-hookean FOLDER the sweep linearised_neo_hookean, whose lines are
for each E h². Unit: Pa s². Errors below 1e-14 lie on the lower edge, and those above 1e6 are cut off.
"""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from thesis.claims.measures import stiffness_number

OPTIONS = {
    "--neo-hookean": {
        "type": Path,
        "required": True,
        "metavar": "FOLDER",
        "help": "stable Neo-Hookean's sweep",
    }
}
LEAST, MOST = 1e-14, 1e6


def draw(runs: list[Run], neo_hookean: Path) -> Figure:
    figure = Figure(figsize=(6.9, 3.6))
    panels = {"strain, k h²": runs, "stable Neo-Hookean, E h²": load_runs(neo_hookean)}
    for (title, of_panel), axes in zip(panels.items(), figure.subplots(1, 2, sharey=True), strict=True):
        draw_panel(axes, sorted(of_panel, key=stiffness_number))
        axes.set_title(title)
    figure.axes[0].set_ylabel("relative error (1: the start)")
    return figure


def draw_panel(axes: Axes, runs: list[Run]) -> None:
    for run, colour in zip(runs, drawing.shades(len(runs)), strict=True):
        rows = run.curve
        errors = rows["relative_error"].clip(LEAST, 1e3 * MOST).fillna(1e3 * MOST)
        axes.plot(rows["iteration"], errors, color=colour, label=drawing.scientific(stiffness_number(run)))
    axes.set(yscale="log", ylim=(LEAST, MOST), xlim=(0, 15), xlabel="iteration")
    axes.legend(fontsize="small", ncols=2, handlelength=1.5, columnspacing=1)
