"""How stiff a chain may be: error of one step in single precision over k (N/m), of KKT systems and penalty.

The error is that of the kinetic energy against the same step in double precision: rounding times the
condition of the system that is solved. Penalty is linearly implicit Euler's. Beside it are the condition
numbers of both matrices, for multipliers also with one spring twice.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench.results import Run
from thesis.chains import condition_numbers
from thesis.claims.measures import error_of_rounding

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
MATRICES = {
    "penalty": {**LOOKS["penalty"], "label": "$M + h^2 k J^T J$"},
    "multipliers": {**LOOKS["compliant"], "label": "$J M^{-1} J^T + 1/(k h^2)$"},
}
TWICE = {"markerfacecolor": "none", "markersize": 9, "linestyle": "none"}  # around penalty's markers
LEAST = 1e-9  # what is smaller is drawn here


def draw(runs: list[Run]) -> Figure:
    found = {(way(run), stiffness(run), run.manifest["options"]["precision"]): run for run in runs}
    numbers = sorted({stiffness(run) for run in runs})
    figure = Figure(figsize=(6.9, 4.1))
    axes, conditions = figure.subplots(1, 2)
    for name, look in LOOKS.items():
        errors = [error_of_rounding(found[name, k, "single"], found[name, k, "double"]) for k in numbers]
        axes.plot(numbers, np.maximum(errors, LEAST), **look)
    axes.set(xscale="log", yscale="log", xlabel="$k$ in N/m", ylabel="relative error in single precision")
    axes.legend(loc="upper left", fontsize="small")
    draw_conditions(conditions, runs[0].scene, numbers)
    return figure


def draw_conditions(axes: Axes, scene: dict, numbers: list[float]) -> None:
    penalty, multipliers = zip(*(condition_numbers(scene, k) for k in numbers), strict=True)
    axes.plot(numbers, penalty, **MATRICES["penalty"])
    axes.plot(numbers, multipliers, **MATRICES["multipliers"])
    twice = [condition_numbers(scene, k, twice=True)[1] for k in numbers]
    axes.plot(numbers, twice, **MATRICES["multipliers"] | TWICE | {"label": "the same, one spring twice"})
    axes.set(xscale="log", yscale="log", xlabel="$k$ in N/m", ylabel="condition number")
    axes.legend(loc="upper left", fontsize="small")


def way(run: Run) -> str:
    if run.solver == "formula":
        return "penalty"
    return "hard" if run.scene["solvers"]["kkt"]["hard"] else "compliant"


def stiffness(run: Run) -> float:
    return run.scene["potentials"][0]["stiffness"]
