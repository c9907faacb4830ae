"""The force (N) of a joint of rigid bodies and its error (m) over time (s); needs --state-every."""

import numpy as np
from matplotlib.figure import Figure

from simbench import drawing, states
from simbench.results import Run

ALL_STEPS = True
OPTIONS = {
    "--joint": {
        "type": int,
        "default": 0,
        "metavar": "N",
        "help": "number of the joint in the scene's list, from 0 (default: %(default)s)",
    }
}
FORCE = ["force_x", "force_y", "force_z"]


def draw(runs: list[Run], joint: int = 0) -> Figure:
    tables = [states.joint(run, joint) for run in runs]
    figure, (force, error) = drawing.stack(2.4, 1.6)
    for table, style in zip(tables, drawing.looks(runs), strict=True):
        every = max(1, len(table) // 6)
        force.plot(table["time"], np.linalg.norm(table[FORCE], axis=1), markevery=every, **style)
        # A joint that holds to the last bit has no place on a logarithmic axis.
        error.plot(table["time"], table["error"].where(table["error"] > 0), markevery=every, **style)
    first, second = tables[0].iloc[0][["first", "second"]]
    kind = tables[0].iloc[0]["type"]
    force.set(ylabel="force in N", title=f"Joint {joint}, a {kind} of '{first}' and '{second}'")
    error.set(xlabel="time in s", ylabel="error in m", yscale="log")
    drawing.draw_legend(force, {})
    return figure
