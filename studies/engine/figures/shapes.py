"""The bar of steel one second after it was let go, from the side, with ten iterations a frame by each solver.

RESULTS is the folder of the sweep plans/bar_shapes.json.
"""

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from engine.claims.measures import SOLVERS
from simbench import drawing
from simbench.results import Run, load_runs
from simbench.snapshots import load_snapshot, snapshot_files

load = load_runs


def draw(runs: list[Run]) -> Figure:
    by_solver = {run.solver: run for run in runs}
    figure = Figure(figsize=(6.9, 4.0))
    panels = figure.subplots(2, 4, sharex=True, sharey=True).ravel()
    for axes, solver in zip(panels, SOLVERS, strict=False):
        look = drawing.look(solver)
        axes.add_collection(
            PolyCollection(side(by_solver[solver]), facecolor=look["color"], edgecolor="white", linewidth=0.2)
        )
        axes.set(title=look["label"], xlim=(-0.45, 1.1), ylim=(-0.9, 0.4), aspect="equal")
    for axes in panels[len(SOLVERS) :]:
        axes.set_axis_off()
    for axes in panels[::4]:
        axes.set_ylabel("z in m")
    for axes in panels[4:]:
        axes.set_xlabel("x in m")
    return figure


def side(run: Run) -> np.ndarray:
    """Triangles of the surface, seen along y, the nearest one last."""
    snapshot = load_snapshot(snapshot_files(run.folder)[-1].path)
    triangles = snapshot.points[snapshot.surface]
    nearest_last = np.argsort(-triangles[:, :, 1].mean(axis=1), kind="stable")
    return triangles[nearest_last][:, :, [0, 2]]
