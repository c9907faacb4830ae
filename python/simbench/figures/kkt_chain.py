"""How stiff a chain may be: error of one step in single precision over k (N/m), of KKT systems and penalty.

The error is that of the kinetic energy against the same step in double precision: rounding times the
condition of the system that is solved. Penalty is linearly implicit Euler's.
"""

import numpy as np
from matplotlib.figure import Figure

from simbench.claims.measures import error_of_rounding
from simbench.results import Run

LOOKS = {
    "hard": {"color": "#0072B2", "marker": "o", "linestyle": "-", "label": "KKT, hard"},
    "compliant": {"color": "#009E73", "marker": "s", "linestyle": (0, (4, 1.5)), "label": "KKT, compliant"},
    "penalty": {
        "color": "#D55E00",
        "marker": "^",
        "linestyle": "-",
        "label": "penalty (linearly implicit Euler)",
    },
}
LEAST = 1e-9  # what is smaller is drawn here


def draw(runs: list[Run]) -> Figure:
    found = {(way(run), stiffness(run), run.manifest["options"]["precision"]): run for run in runs}
    numbers = sorted({stiffness(run) for run in runs})
    figure = Figure()
    axes = figure.subplots()
    for name, look in LOOKS.items():
        errors = [error_of_rounding(found[name, k, "single"], found[name, k, "double"]) for k in numbers]
        axes.plot(numbers, np.maximum(errors, LEAST), **look)
    axes.set(xscale="log", yscale="log", xlabel="$k$ in N/m", ylabel="relative error in single precision")
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def way(run: Run) -> str:
    if run.solver == "formula":
        return "penalty"
    return "hard" if run.scene["solvers"]["kkt"]["hard"] else "compliant"


def stiffness(run: Run) -> float:
    return run.scene["potentials"][0]["stiffness"]
