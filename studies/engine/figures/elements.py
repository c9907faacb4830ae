"""The sag of a bar of steel with ten iterations a frame, and the iterations that a step needs, over the tets.

RESULTS is the folder of the sweep plans/bar_elements.json, --twist that of twist_elements.
"""

import math
from pathlib import Path

from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.elements import NEAR, tets
from engine.claims.measures import SOLVERS, iterations_to, sag
from engine.figures.iterations import MILLIMETRES
from simbench import drawing
from simbench.study import one_sweep

OPTIONS = {
    "--twist": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep twist_elements"}
}


def load(results: Path) -> Path:
    return results


def draw(results: Path, twist: Path) -> Figure:
    bars, steps = one_sweep(results, AXES), one_sweep(twist, AXES)
    figure = Figure(figsize=(6.9, 3.7))
    left, right = figure.subplots(1, 2)
    for solver in SOLVERS:
        look = {"markersize": 4, **drawing.look(solver)}
        if solver != "newton":
            sags = {tets(run): MILLIMETRES * sag(run) for run in bars(solver, "cells").values()}
            left.plot(list(sags), list(sags.values()), **look)
        counts = {tets(run): iterations_to(run, NEAR) for run in steps(solver, "cells").values()}
        reached = {count: needed for count, needed in counts.items() if math.isfinite(needed)}
        right.plot(list(reached), list(reached.values()), **look)
    left.set(title="ten iterations a frame", ylabel="sag in mm")
    right.set(title="one time step", ylabel="iterations to an error of 10 %")
    for axes in (left, right):
        axes.set(xscale="log", yscale="log", xlabel="tets")
    figure.legend(handles=right.lines, loc="outside lower center", ncols=4)
    return figure
