"""Draws a moment of a movie: a panel for each run's shape, and below them the curves with a cursor."""

import numpy as np
from matplotlib import colors
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from simbench.camera import axes_of_camera, turn_from_z
from simbench.movie.clips import Clip, Movie

TOWARDS_CAMERA = (0.3, -1.0, 0.42)  # with z upwards
LIGHT = np.array([-0.1, 0.35, 1.0])  # direction to the light as seen from the camera: right, up, back
FLOOR, FLOOR_EDGE = "0.93", "0.75"  # of half spaces
PALER = 0.25  # share of white in the colour of a body, because black has no shades
AMBIENT = 0.45  # brightness of a face that the light does not reach
COLUMNS = 3
WIDTH, CHART = 3.0, 1.9  # [in] of a panel, and the height of the chart
DOTS = 100  # per inch
NAMES = {
    "total_energy": "total energy in J",
    "objective": "objective in J",
    "relative_error": "relative error",
}


class Picture:
    """The figure is built once; image() moves only the shapes and the cursor."""

    def __init__(self, movie: Movie) -> None:
        self._movie = movie
        self._camera = camera_with(movie.up)
        low, high = _seen_box(movie, self._camera)
        columns = min(COLUMNS, len(movie.clips))
        rows = -(-len(movie.clips) // columns)
        height = WIDTH * float(np.clip((high - low)[1] / (high - low)[0], 0.3, 1.2)) + 0.3
        width = WIDTH * max(columns, 2)
        self._figure = Figure(figsize=(width, rows * height + CHART), dpi=DOTS)
        self._canvas = FigureCanvasAgg(self._figure)
        panels, chart = self._figure.subfigures(2, 1, height_ratios=[rows * height, CHART])
        grid = list(panels.subplots(rows, columns, squeeze=False).flat)
        for axes in grid:
            axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
            axes.axis("off")
        for axes, _ in zip(grid, movie.clips, strict=False):
            _draw_floors(axes, movie, self._camera)
        self._bodies = [_body(axes, clip) for axes, clip in zip(grid, movie.clips, strict=False)]
        self._title = panels.suptitle(" ")
        self._cursor = _chart(chart.subplots(), movie)

    def image(self, moment: int) -> Image.Image:
        """The picture of a moment, in the colours red, green and blue."""
        movie = self._movie
        for body, clip in zip(self._bodies, movie.clips, strict=True):
            faces, shades = _faces(clip.at(moment).positions, clip.surface.triangles, self._camera)
            body.set_verts(faces)
            colour = 1 - (1 - PALER) * (1 - np.array(colors.to_rgb(clip.look["color"])))
            body.set_facecolor(shades[:, None] * colour)
        at = moment * movie.seconds_of_step if movie.has_steps else moment
        self._title.set_text(f"time {at:.4g} s" if movie.has_steps else f"iteration {moment}")
        self._cursor.set_xdata([at, at])
        self._canvas.draw()
        return Image.fromarray(np.asarray(self._canvas.buffer_rgba())).convert("RGB")


def camera_with(up: np.ndarray) -> np.ndarray:
    """The camera's axes, turned with the direction that is upwards."""
    return axes_of_camera(turn_from_z(up) @ TOWARDS_CAMERA, up)


def _seen_box(movie: Movie, camera: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lower left and upper right corner of the box of the movie, as the camera sees it [m]."""
    low, size = movie.box
    corners = low + size * np.array(np.meshgrid(*[[0, 1]] * 3)).reshape(3, 8).T
    seen = np.concatenate([corners, *(floor for floor, _ in movie.floors)]) @ camera[:2].T
    margin = 0.03 * np.ptp(seen, axis=0).max()
    return seen.min(axis=0) - margin, seen.max(axis=0) + margin


def _draw_floors(axes: Axes, movie: Movie, camera: np.ndarray) -> None:
    """A half space that is seen from its front is behind the bodies; of others the outline is drawn."""
    for corners, normal in movie.floors:
        look = {"facecolor": FLOOR, "zorder": 0} if normal @ camera[2] > 0 else {"fill": False, "zorder": 3}
        axes.fill(*(corners @ camera[:2].T).T, edgecolor=FLOOR_EDGE, **look)


def _body(axes: Axes, clip: Clip) -> PolyCollection:
    axes.set_title(clip.label, color=clip.look["color"])
    return axes.add_collection(PolyCollection([], edgecolors="face", linewidths=0.2, antialiaseds=False))


def _chart(axes: Axes, movie: Movie) -> Line2D:
    """Draws all curves; returns the cursor."""
    for clip in movie.clips:
        axes.plot(clip.x, clip.y, color=clip.look["color"], linestyle=clip.look.get("linestyle", "-"))
    values = np.concatenate([clip.y for clip in movie.clips])
    values = values[np.isfinite(values)]
    if movie.quantity == "relative_error":
        axes.set_yscale("log")
    elif len(values):
        axes.set_ylim(*_limits(movie, values))
    axes.set(xlabel="time in s" if movie.has_steps else "iteration", ylabel=NAMES[movie.quantity])
    axes.margins(x=0)
    return axes.axvline(0, color="black", linewidth=0.8, clip_on=False)


def _limits(movie: Movie, values: np.ndarray) -> tuple[float, float]:
    """Limits of the chart: those of the median run, widened by its span, so that one diverging run is cut."""
    spans = sorted(np.ptp(own) for clip in movie.clips if len(own := clip.y[np.isfinite(clip.y)]))
    usual = spans[(len(spans) - 1) // 2] or 1.0
    first = float(np.median([clip.y[0] for clip in movie.clips]))
    return max(values.min(), first - 3 * usual) - 0.05 * usual, min(
        values.max(), first + 3 * usual
    ) + 0.05 * usual


@np.errstate(over="ignore", invalid="ignore")  # in a run that diverges
def _faces(positions: np.ndarray, triangles: np.ndarray, camera: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Triangles (n × 3 × 2) that face the camera, the farthest first, and their brightness from 0 to 1."""
    corners = (positions @ camera.T)[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    shown = np.flatnonzero((normals[:, 2] > 0) & (lengths > 0) & np.isfinite(lengths))
    order = shown[np.argsort(corners[shown, :, 2].mean(axis=1))]
    cosines = normals[order] @ (LIGHT / np.linalg.norm(LIGHT)) / lengths[order]
    return corners[order, :, :2], AMBIENT + (1 - AMBIENT) * np.clip(cosines, 0, 1)
