"""Solvers on several materials: relative error over the iterations, a row for each time step.

RESULTS is the folder of the sweep plans/materials.json. XPBD's two forms are two lines. Axes are
logarithmic: iteration 0 is left out. A cross at the top is an iteration whose objective is infinite, where
the line has a gap; a value between two gaps is a dot. A panel names the methods that have no line in it.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.labels import material_label
from simbench.results import Run, load_runs
from thesis.figures.incompressible import form

LIMITS = (1e-8, 1e7)  # of relative errors
INFINITE = {"linestyle": "none", "marker": "x", "markersize": 4, "clip_on": False}

load = load_runs


def draw(runs: list[Run]) -> Figure:
    models = list(dict.fromkeys(run.scene["material"]["model"] for run in runs))
    steps = sorted({run.scene["step"]["time_step"] for run in runs})
    figure = Figure(figsize=(1.2 + 1.5 * len(models), 1 + 2 * len(steps)))
    panels = figure.subplots(len(steps), len(models), sharex=True, sharey=True, squeeze=False)
    looks = drawing.solver_looks(run.solver for run in runs)
    for row, step in zip(panels, steps, strict=True):
        for axes, model in zip(row, models, strict=True):
            chosen = [
                run
                for run in runs
                if (run.scene["material"]["model"], run.scene["step"]["time_step"]) == (model, step)
            ]
            for run in chosen:
                draw_run(axes, run, style(run, looks))
            axes.set(xscale="log", yscale="log", ylim=LIMITS)
            axes.text(0.04, 0.04, absent(chosen, looks), transform=axes.transAxes, fontsize=7)
        row[0].set_ylabel(f"$h$ = {drawing.scientific(step)} s\nrelative error")
    for axes, model in zip(panels[0], models, strict=True):
        axes.set_title(material_label(model).replace(" ", "\n", 1))
    for axes in panels[-1]:
        axes.set_xlabel("iteration")
    named = {**looks, "combined": {**drawing.COMBINED_XPBD, "label": "XPBD, combined"}}
    handles = [drawing.key(look["label"], **line_of(look)) for look in named.values()]
    handles.append(drawing.key("objective is infinite", **INFINITE))
    figure.legend(handles=handles, loc="outside lower center", ncols=4, handlelength=4)
    return figure


def draw_run(axes: Axes, run: Run, look: dict) -> None:
    rows = run.curve[run.curve["iteration"] > 0]
    finite = np.isfinite(rows["relative_error"])
    axes.plot(rows["iteration"], rows["relative_error"].where(finite), **look)
    lonely = finite & ~finite.shift(1, fill_value=False) & ~finite.shift(-1, fill_value=False)
    axes.plot(
        rows["iteration"][lonely], rows["relative_error"][lonely], ".", color=look["color"], label="_lonely"
    )
    infinite = rows["iteration"][~finite]
    if len(infinite):
        top = np.full(len(infinite), LIMITS[1])
        axes.plot(infinite, top, color=look["color"], label=f"{look['label']} infinite", **INFINITE)


def absent(runs: list[Run], looks: dict[str, dict]) -> str:
    """The methods without a line among the runs of a panel, and why."""
    solvers = {run.solver for run in runs}
    said = [f"{look['label']} declines" for solver, look in looks.items() if solver not in solvers]
    if "xpbd" in solvers and all(run.scene["material"]["model"] == "strain" for run in runs):
        said.append("XPBD has\none form")
    return "\n".join(said)


def style(run: Run, looks: dict[str, dict]) -> dict:
    # The strain law has one constraint: both forms are the same method.
    one = run.scene["material"]["model"] == "strain"
    combined = run.solver == "xpbd" and form(run) == "combined" and not one
    look = drawing.COMBINED_XPBD if combined else looks[run.solver]
    return {**line_of(look), "label": f"_{run.solver}{' combined' if combined else ''}"}


def line_of(look: dict) -> dict:
    return {key: look[key] for key in ("color", "linestyle")}
