"""PD's untwisting beam in double and in single precision, with its centre of mass and that of the start.

RESULTS is the folder of the sweep plans/geometry_precision.json.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures import geometry
from simbench.rendering import FOCUS, VIEWS, beam_of, frame_growth, show
from simbench.results import Run, find_run, load_run
from simbench.shapes import shape, start_shape
from thesis.figures.geometry_panels import millimetres

VIEW = VIEWS["front"]
MARK = {"markeredgecolor": "black", "linestyle": "none"}
START = {
    "marker": "o",
    "markerfacecolor": "white",
    "markersize": 13,
    "label": "centre of mass at the start",
    **MARK,
}
END = {
    "marker": "X",
    "markerfacecolor": "black",
    "markersize": 9,
    "label": "centre of mass at the end",
    **MARK,
}

save = geometry.save


def load(results: Path) -> dict[str, Run]:
    return {name: load_run(find_run(results, precision=name)) for name in ("double", "single")}


def draw(runs: dict[str, Run]) -> Figure:
    figure = Figure(figsize=(6.3, 4.7))
    beams = [beam_of(run) for run in runs.values()]
    growth = frame_growth(beams, VIEW)
    for axes, beam, (precision, run) in zip(
        figure.subplots(2, 1, sharex=True, sharey=True), beams, runs.items(), strict=True
    ):
        show(axes, [beam], VIEW, growth=growth)
        start, end = start_shape(run).centre_of_mass, shape(run).centre_of_mass
        for place, style in ((start, START), (end, END)):
            x, z = VIEW.axes[:2] @ (place - FOCUS)
            axes.plot(x, z, **style)
        words = ", ".join(f"{1e3 * value:.0f}" for value in end)
        away = millimetres(1e3 * np.linalg.norm(end - start))
        axes.set_title(f"{precision} precision: centre of mass at ({words}) mm, {away} from the start's")
    title = f"PD after 1000 iterations, {drawing.setting([runs['double']])}"
    figure.legend(handles=axes.lines, loc="outside lower center", ncols=2, title=title, title_fontsize=8)
    return figure
