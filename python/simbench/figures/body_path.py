"""The path of a rigid body, by default in the plane of its two largest extents; needs --state-every."""

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing, states
from simbench.results import Run

ALL_STEPS = True
OPTIONS = {
    "--body": {"required": True, "metavar": "NAME", "help": "name of the body in the scene"},
    "--plane": {
        "choices": ["xy", "xz", "yz"],
        "help": "axes of the picture (default: the two along which the body moves farthest)",
    },
}


def draw(runs: list[Run], body: str, plane: str | None = None) -> Figure:
    tables = [states.body(run, body) for run in runs]
    across, up = plane or widest(tables)
    figure = Figure()
    axes = figure.subplots()
    for table, style in zip(tables, drawing.looks(runs), strict=True):
        axes.plot(table[across], table[up], markevery=[-1], **style)
    start = tables[0].iloc[0]
    axes.plot(start[across], start[up], "x", color="black", label="start")
    axes.set(xlabel=f"{across} in m", ylabel=f"{up} in m", title=f"Path of the body '{body}'")
    axes.set_aspect("equal", adjustable="datalim")
    drawing.draw_legend(axes, {})
    return figure


def widest(tables: list) -> str:
    """The two axes, in their order, along which the positions of the tables spread most."""
    spread = {axis: max(np.ptp(table[axis]) for table in tables) for axis in "xyz"}
    return "".join(sorted(sorted("xyz", key=spread.get)[1:]))
