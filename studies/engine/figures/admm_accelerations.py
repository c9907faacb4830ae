"""Accelerations of ADMM in one time step: their relative errors at two stiffnesses.

RESULTS is the folder of the sweep plans/admm_accelerations.json. ADMM and QN are thin.
"""

from matplotlib.figure import Figure

from engine.figures.accelerations import draw_panels
from simbench import drawing
from simbench.results import Run, load_runs

MERITS = {
    "envelope": ("-", "Douglas–Rachford, envelope"),
    "residual": ((0, (1, 1)), "Douglas–Rachford, residual"),
}

load = load_runs


def draw(runs: list[Run]) -> Figure:
    return draw_panels(runs, look, legend_columns=3)


def look(run: Run) -> dict:
    own = drawing.look(run.solver) | {"markersize": 4}
    if run.solver == "douglas_rachford":
        style, label = MERITS[run.scene["solvers"]["douglas_rachford"]["merit"]]
        return own | {"linestyle": style, "label": label}
    return own | {"linestyle": "-", "linewidth": 0.9 if run.solver in ("admm", "qn") else 1.5}
