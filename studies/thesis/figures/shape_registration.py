"""Solvers as optimisers of a shape: relative error over the iterations, and the shapes that they end with.

RESULTS is the folder of the sweep plans/shape_registration.json. Grey: the shape at rest, from which
all start; crosses: where the landmarks should be. Seen from the front, surfaces alone. The error's axes are
logarithmic: iteration 0 is left out.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from simbench import drawing
from simbench.labels import solver_label
from simbench.results import Run, load_runs
from simbench.shapes import Shape, shape
from simbench.snapshots import surface_triangles

# Directions of the picture: towards the viewer, as in the gallery's geometries, to the right, and up.
TOWARDS = np.array([0.3, -1.0, 0.42]) / np.linalg.norm([0.3, -1.0, 0.42])
RIGHT = np.array([1.0, 0.3, 0.0]) / np.linalg.norm([1.0, 0.3, 0.0])
UP = np.cross(TOWARDS, RIGHT)
SHAPES = ("pbd", "xpbd", "vbd", "pd", "qn", "gradient_descent")  # ADMM, BFGS and Newton end as QN does
REST = "#BBBBBB"
LEAST_ERROR = 1e-10
COLUMNS = 3

load = load_runs


def draw(runs: list[Run]) -> Figure:
    shown = {run.solver: run for run in runs if run.solver in SHAPES}
    rows = -(-len(shown) // COLUMNS)
    figure = Figure(figsize=(6.9, 3.4 + 1.4 * rows))
    grid = figure.add_gridspec(rows + 1, COLUMNS, height_ratios=[1.8] + rows * [1])
    looks = drawing.solver_looks(run.solver for run in runs)
    draw_errors(figure.add_subplot(grid[0, :]), runs, looks)
    for place, solver in enumerate(solver for solver in SHAPES if solver in shown):
        axes = figure.add_subplot(grid[1 + place // COLUMNS, place % COLUMNS])
        draw_shape(axes, shown[solver], looks[solver]["color"])
    return figure


def draw_errors(axes: Axes, runs: list[Run], looks: dict[str, dict]) -> None:
    for run in runs:
        rows = run.curve[run.curve["iteration"] > 0]
        rows = rows.assign(relative_error=rows["relative_error"].clip(lower=LEAST_ERROR))
        drawing.draw_run(axes, rows, "iteration", "relative_error", looks[run.solver], np.geomspace)
    axes.set(xscale="log", yscale="log", xlabel="iteration", ylabel="relative error")
    axes.set_ylim(bottom=LEAST_ERROR)
    axes.figure.legend(handles=axes.lines, loc="outside lower center", ncols=5)


def draw_shape(axes: Axes, run: Run, colour: str) -> None:
    ended = shape(run)
    draw_surface(axes, ended.rest, ended.tets, REST)
    draw_surface(axes, ended.positions, ended.tets, colour)
    targets = landmarks(run, ended)
    axes.plot(targets @ RIGHT, targets @ UP, "x", color="black", markersize=5, label="_landmarks")
    axes.set_title(solver_label(run.solver), fontsize=9)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set_axis_off()


def draw_surface(axes: Axes, points: np.ndarray, tets: np.ndarray, colour: str) -> None:
    """Draws triangles from the farthest to the nearest; steeper ones are darker."""
    corners = points[surface_triangles(tets)]
    corners = corners[np.argsort((corners @ TOWARDS).mean(axis=1))]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sizes = np.maximum(np.linalg.norm(normals, axis=1), np.finfo(float).tiny)
    light = 0.6 + 0.4 * np.abs(normals @ TOWARDS) / sizes
    axes.add_collection(
        PolyCollection(
            np.stack([corners @ RIGHT, corners @ UP], axis=-1),
            facecolors=light[:, None] * np.array(to_rgb(colour)),
            edgecolors="face",
            linewidths=0.2,
        )
    )


def landmarks(run: Run, ended: Shape) -> np.ndarray:
    """The target of each landmark (landmarks × 3), or its position at rest if it has no target."""
    places = []
    for group in run.scene["anchors"]["groups"]:
        point = np.array(group["vertices"]["point"])
        nearest = ended.rest[np.argmin(((ended.rest - point) ** 2).sum(axis=1))]
        places.append(group.get("target", {}).get("point", nearest))
    return np.array(places, float)
