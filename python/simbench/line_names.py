"""Names lines in a legend below the figure, or beside their ends."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from simbench import drawing

FONT_SIZE, DISTANCE = 8, 10  # points
LEADER = (0, (1, 2))  # dots, which no reader takes for a part of the curve


def name_lines(axes: Axes, sources: dict[str, dict]) -> None:
    """Writes the labels of the lines of `axes` to the right of the axes, moved apart if they would touch.

    A leader joins each label with the end of its line. `sources` go into a legend below the figure. If the
    labels have no room, all go there.
    """
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    points = axes.get_position().height * axes.figure.get_figheight() * 72
    distance = DISTANCE / points
    axes.get_xlim(), axes.get_ylim()  # the limits follow the data only when they are asked for
    ends = [_end_of(line) for line in lines]
    if len(lines) * distance > 1 or None in ends:
        drawing.draw_legend(axes, sources)
        return
    ends = (axes.transScale + axes.transLimits).transform(ends).clip(0, 1)
    for line, end, place in zip(lines, ends, moved_apart(ends[:, 1], distance), strict=True):
        style = {"color": line.get_color(), "linestyle": LEADER, "linewidth": 0.7}
        axes.annotate(
            line.get_label(),
            tuple(end),
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
