"""What the figures of rigid chains share: looks of solvers, and lines over the length or the mass ratio."""

from collections.abc import Callable, Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from simbench import drawing

SOLVERS = ("gs", "jacobi", "sor", "avbd", "xpbd", "vbd", "alm", "si", "direct")
LOOKS = {
    solver: {key: look[key] for key in ("color", "marker", "label")}
    for solver, look in drawing.solver_looks(SOLVERS).items()
}
FORMULA = {"linestyle": (0, (1, 1.5)), "linewidth": 1.0}
EIGENVALUES = {"linestyle": "-", "linewidth": 0.8}
MEASURED = {"linestyle": "none", "markersize": 4}
SOURCES = {"formula of the source": FORMULA, "eigenvalues": EIGENVALUES, "runs": {**MEASURED, "marker": "o"}}


def style(solver: str, *but: str) -> dict:
    """The style of a line without an entry in the legend, and without the members in `but`."""
    return {key: value for key, value in LOOKS[solver].items() if key not in but} | {"label": f"_{solver}"}


def draw_three_ways(
    axes: Axes,
    solver: str,
    measured: dict[float, float],
    exact: Callable[[float], float],
    formula: Callable[[float], float] | None = None,
) -> None:
    """Runs as markers, eigenvalues as a line, the source's formula dotted, over the keys of `measured`."""
    where = sorted(measured)
    colour = LOOKS[solver]["color"]
    finite = [(x, y) for x, y in sorted(measured.items()) if np.isfinite(y)]
    axes.plot(*np.array(finite).T.reshape(2, -1), **style(solver) | MEASURED)
    axes.plot(where, [exact(x) for x in where], color=colour, label=f"_{solver} eigenvalues", **EIGENVALUES)
    if formula:
        axes.plot(where, [formula(x) for x in where], color=colour, label=f"_{solver} formula", **FORMULA)


def legend_keys(solvers: Iterable[str], sources: dict[str, dict] = SOURCES) -> list[Line2D]:
    keys = [
        drawing.key(LOOKS[name]["label"], color=LOOKS[name]["color"], marker=LOOKS[name]["marker"])
        for name in solvers
    ]
    return keys + [drawing.key(label, **look) for label, look in sources.items()]
