"""Names lines in a legend below the figure, or beside their ends."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from simbench import drawing

FONT_SIZE, DISTANCE = 8, 10  # points


def name_lines(axes: Axes, sources: dict[str, dict]) -> None:
    """Writes the labels of the lines of `axes` to the right of their ends, moved apart if they would touch.

    `sources` go into a legend below the figure. If the ends have no room, all labels go there."""
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    points = axes.get_position().height * axes.figure.get_figheight() * 72
    distance = DISTANCE / points
    axes.get_xlim(), axes.get_ylim()  # the limits follow the data only when they are asked for
    ends = [_end_of(line) for line in lines]
    if len(lines) * distance > 1 or None in ends:
        drawing.draw_legend(axes, sources)
        return
    heights = (axes.transScale + axes.transLimits).transform(ends)[:, 1].clip(0, 1)
    for line, height, place in zip(lines, heights, moved_apart(heights, distance), strict=True):
        style = {"color": line.get_color(), "linestyle": line.get_linestyle(), "linewidth": 1.2}
        axes.annotate(
            line.get_label(),
            (1, height),
            (1.08, place),
            xycoords="axes fraction",
            textcoords="axes fraction",
            color=line.get_color(),
            fontsize=FONT_SIZE,
            va="center",
            arrowprops={"arrowstyle": "-", "shrinkA": 1, "shrinkB": 2, "relpos": (0, 0.5), **style},
        )
    if sources:
        keys = [drawing.key(source, **style) for source, style in sources.items()]
        axes.figure.legend(handles=keys, loc="outside lower center", ncols=4)


def moved_apart(heights: np.ndarray, distance: float) -> np.ndarray:
    """The heights in [0, 1] nearest to `heights` that are at least `distance` apart, in the same order."""
    order = np.argsort(heights, kind="stable")
    steps = distance * np.arange(len(heights))
    free = heights[order] - steps  # must not decrease: isotonic regression, whose solution is means of blocks
    rising = [
        max(min(free[a : b + 1].mean() for b in range(i, len(free))) for a in range(i + 1))
        for i in range(len(free))
    ]
    places = np.empty(len(heights))
    places[order] = np.clip(rising, 0, 1 - steps[-1]) + steps
    return places


def _end_of(line: Line2D) -> tuple[float, float] | None:
    """The last point of the line that is drawn."""
    points = [
        point for point in zip(line.get_xdata(), line.get_ydata(), strict=True) if np.isfinite(point).all()
    ]
    return points[-1] if points else None
