"""Relative errors of JGS2, Coordinate Condensation and others after untwisting by three angles.

RESULTS is the folder of the sweep plans/responses_angles.json.
"""

from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.measures import power_of_ten
from simbench import drawing
from simbench.study import one_sweep

OWN = {  # settings of the lines
    "jgs2": {"solvers.jgs2.bases": "rest"},
    "coordinate_condensation": {"solvers.coordinate_condensation.bases": "rest"},
    "mixed": {"solvers.mixed": "{}"},
    "newton": {"solvers.newton": "{}"},
    "vbd": {},
    "pd": {},
}
STIFFNESS = 1e8  # Pa
SECONDS = {0.01: "1.8°", 0.2: "36°", 1.34: "241.2°"}  # how long the ends are turned, and the angle in all
SHOWN = 60  # iterations
LEAST_ERROR = 1e-13  # below, the errors are those of the arithmetic


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(6.9, 3.6))
    panels = figure.subplots(1, len(SECONDS), sharey=True)
    for axes, (seconds, angle) in zip(panels, SECONDS.items(), strict=True):
        for solver, setting in OWN.items():
            run = by(solver, **{"k": STIFFNESS, "preparation.duration": seconds}, **setting)
            rows = next(iter(run.values())).curve
            rows = rows[(rows["relative_error"] > LEAST_ERROR) & (rows["iteration"] <= SHOWN)]
            drawing.draw_run(
                axes, rows, "iteration", "relative_error", drawing.look(solver) | {"markersize": 4}
            )
        axes.set(title=f"{angle}, k = {power_of_ten(STIFFNESS)} Pa", xlabel="iteration", yscale="log")
    panels[0].set_ylabel("relative error")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=3)
    return figure
