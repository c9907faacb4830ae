"""Optimisers in the same problem: relative error over the iterations, a panel for each problem.

RESULTS is the folder of the sweep plans/optimisers.json. Solid lines have backtracking, dotted ones
strong Wolfe line search. Axes are logarithmic: iteration 0 is left out.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs

LEAST_ERROR = 1e-10  # below, QN's and BFGS's errors are those of the arithmetic
# In the legend's order, in shades of the solvers' colours. BFGS lies on QN with all pairs: thin on wide.
LOOKS = {
    "newton clamped": {"color": "#000000", "label": "Newton, clamped"},
    "newton exact_if_spd": {"color": "#6E6E6E", "label": "Newton, exact where definite"},
    "newton absolute": {"color": "#B5B5B5", "label": "Newton, absolute"},
    "qn stiffness 5": {"color": "#F0A500", "label": "QN, $S$, 5 pairs"},
    "qn stiffness all": {"color": "#FBDDA0", "linewidth": 4, "label": "QN, $S$, all pairs"},
    "bfgs": {"color": "#B2182B", "linewidth": 1, "label": "BFGS, $S$"},
    "qn scaled_identity 5": {"color": "#B87400", "label": "QN, scaled identity, 5 pairs"},
    "qn scaled_identity all": {"color": "#6B4400", "label": "QN, scaled identity, all pairs"},
    "gradient_descent stiffness": {"color": "#1E6B2E", "label": "steepest descent, $S$"},
    "gradient_descent mass": {"color": "#5AAE61", "label": "steepest descent, masses"},
    "gradient_descent identity": {"color": "#A9D8A5", "label": "steepest descent, identity"},
}
MANY = 1000  # pairs that no run fills

load = load_runs


def draw(runs: list[Run]) -> Figure:
    problems: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.scene["step"]["time_step"]):
        problems.setdefault(drawing.setting([run]), []).append(run)
    figure = Figure(figsize=(6.9, 4.6))
    panels = figure.subplots(1, len(problems), sharex=True, sharey=True, squeeze=False)[0]
    for axes, (problem, its_runs) in zip(panels, problems.items(), strict=True):
        draw_problem(axes, its_runs)
        axes.set(title=problem, xlabel="iteration")
    panels[0].set_ylabel("relative error")
    there = {kind(run) for run in runs}
    handles = [drawing.key(**look) for name, look in LOOKS.items() if name in there]
    handles.append(drawing.key("strong Wolfe", linestyle=":"))
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def draw_problem(axes: Axes, runs: list[Run]) -> None:
    order = list(LOOKS)
    for run in sorted(runs, key=lambda run: order.index(kind(run))):
        rows = run.curve[run.curve["iteration"] > 0]
        style = LOOKS[kind(run)] | ({"linestyle": ":"} if strong_wolfe(run) else {})
        errors = np.maximum(rows["relative_error"], LEAST_ERROR)
        axes.plot(rows["iteration"], errors, **{**style, "label": f"_{kind(run)}"})
    axes.set(xscale="log", yscale="log", ylim=(LEAST_ERROR, 2))


def kind(run: Run) -> str:
    """The key of LOOKS."""
    settings = run.scene["solvers"].get(run.solver, {})
    if run.solver == "qn":
        pairs = "all" if settings["history"] >= MANY else settings["history"]
        return f"qn {settings['initial_matrix']} {pairs}"
    chosen = {"newton": "hessian", "gradient_descent": "metric"}.get(run.solver)
    return f"{run.solver} {settings[chosen]}" if chosen else run.solver


def strong_wolfe(run: Run) -> bool:
    return run.scene["solvers"].get(run.solver, {}).get("line_search") == "strong_wolfe"
