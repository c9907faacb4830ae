"""Linear momentum (kg m/s) at the end of a time step from rest: a row for each solver and variant of a sweep.

Without external forces the exact value is 0: what is there was gained by the solver or by rounding. Filled
markers are runs in single precision, hollow ones in double; the lighter, the farther from the origin.
A grey line joins the runs of a row.
"""

import json
from collections.abc import Sequence

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench import sweeps
from simbench.errors import ResultsError
from simbench.results import axes_of, load_summary

load = load_summary
OPTIONS = {"--filter": sweeps.OPTIONS["--filter"]}

ORIGIN = "body.beam.origin"
MOMENTUM = "final_linear_momentum"
# Below the axis of a row for single, above it for double precision.
PRECISIONS = {"single": 0.14, "double": -0.14}


def draw(summary: pd.DataFrame, filters: Sequence[str] = ()) -> Figure:
    runs = sweeps.comparison(with_distances(summary), filters, best=False)
    labels = list(runs["label"].unique())
    shades = shades_of(runs["distance"])
    figure = Figure(figsize=(6.3, 1.3 + 0.32 * len(labels)))
    axes = figure.subplots()
    for (label, precision), rows in runs.groupby(["label", "precision"]):
        rows = rows.sort_values("distance")
        height = labels.index(label) + PRECISIONS[precision]
        axes.plot(rows[MOMENTUM], [height] * len(rows), color="#BBBBBB", linewidth=0.8, zorder=1)
        for distance, momentum in zip(rows["distance"], rows[MOMENTUM], strict=True):
            axes.plot(momentum, height, label=f"_{label}", **dot(precision, shades[distance]))

    axes.set(xscale="log", xlabel="linear momentum at the end in kg m/s", ylim=(len(labels) - 0.4, -0.6))
    axes.set_yticks(range(len(labels)), [label.replace("_", " ") for label in labels])
    figure.legend(handles=legend(shades), loc="outside lower center", ncols=3)
    return figure


def with_distances(summary: pd.DataFrame) -> pd.DataFrame:
    """The runs with a column `distance`: from the origin to the beam [m]."""
    for axis in ("precision", ORIGIN):
        if axis not in axes_of(summary):
            raise ResultsError(f"the sweep has no axis {axis}")
    return summary.assign(distance=[float(np.linalg.norm(json.loads(cell))) for cell in summary[ORIGIN]])


def shades_of(distances: pd.Series) -> dict[float, tuple]:
    """Distance to colour, from dark to light; one shade more than needed, for the last is too pale."""
    values = sorted(distances.unique())
    return dict(zip(values, matplotlib.colormaps["viridis"](np.linspace(0, 0.85, len(values))), strict=True))


def dot(precision: str, colour: tuple) -> dict:
    face = colour if precision == "single" else "white"
    return {"marker": "o", "color": colour, "markerfacecolor": face, "linestyle": "none", "zorder": 2}


def legend(shades: dict[float, tuple]) -> list[Line2D]:
    grey = (0.35, 0.35, 0.35)
    dots = {f"{precision} precision": dot(precision, grey) for precision in reversed(PRECISIONS)}
    dots |= {f"{distance:g} m from the origin": dot("single", shades[distance]) for distance in shades}
    return [Line2D([], [], label=label, **style) for label, style in dots.items()]
