"""Accelerations of Projective Dynamics in one time step: their relative errors at two stiffnesses.

RESULTS is the folder of the sweep plans/accelerations.json. PD and QN are thin.
"""

from collections.abc import Callable

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs

LEAST_ERROR = 1e-12  # below, the errors are those of the arithmetic
# Chebyshev's form by rho and interval: a line style, and words for the legend. `None`: rho from the run.
CHEBYSHEV = {
    (None, "symmetric"): ("-", "Chebyshev"),
    (None, "positive"): ((0, (5, 1.5)), r"Chebyshev, $[0, \rho]$"),
    (0.9, "symmetric"): ((0, (1, 1)), r"Chebyshev, $\rho$ = 0.9"),
    (0.9992, "symmetric"): ((0, (4, 1, 1, 1)), r"Chebyshev, $\rho$ = 0.9992"),
}

load = load_runs


def draw(runs: list[Run]) -> Figure:
    return draw_panels(runs, look, legend_columns=4)


def draw_panels(runs: list[Run], look: Callable[[Run], dict], *, legend_columns: int) -> Figure:
    """A panel for each stiffness, with the line of each run in its look."""
    stiffnesses = sorted({run.scene["material"]["stiffness"] for run in runs})
    figure = Figure(figsize=(6.9, 4.2))
    panels = figure.subplots(1, len(stiffnesses), sharex=True, sharey=True, squeeze=False)[0]
    for axes, stiffness in zip(panels, stiffnesses, strict=True):
        its_runs = [run for run in runs if run.scene["material"]["stiffness"] == stiffness]
        for run in its_runs:
            rows = run.curve[run.curve["relative_error"] > LEAST_ERROR]
            drawing.draw_run(axes, rows, "iteration", "relative_error", look(run))
        axes.set(title=f"$k$ = {drawing.scientific(stiffness)} Pa", xlabel="iteration", yscale="log")
    panels[0].set_ylabel("relative error")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=legend_columns, handlelength=4)
    return figure


def look(run: Run) -> dict:
    own = drawing.look(run.solver) | {"markersize": 4}
    if run.solver == "chebyshev":
        settings = run.scene["solvers"]["chebyshev"]
        style, label = CHEBYSHEV[settings.get("rho"), settings["interval"]]
        return own | {"linestyle": style, "label": label}
    return own | {"linestyle": "-", "linewidth": 0.9 if run.solver in ("pd", "qn") else 1.5}
