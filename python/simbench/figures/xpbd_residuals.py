"""XPBD by sweeps and by global solves: constraint term (J), C + α̃λ (√J) and g (N) over the iterations.

The runs are of xpbd and xpbd_global in one setting; scalar constraints are above, vectors below. From h²∇f =
g + Jᵀα̃⁻¹(C + α̃λ): a solver of XPBD's equations makes the second column's residual vanish, and the third
column then is the gradient that remains. If there is a run of newton, its constraint term is a grey line.
"""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.results import Run

PANELS = {
    "constraint": "constraint term in J",
    "multiplier_residual": "residual of $C + \\tilde\\alpha\\lambda$ in √J",
    "gradient_residual": "$\\|g\\|/h^2$ in N",
}
COLOURS = {False: "#0072B2", True: "#009E73"}  # g dropped, g kept
MINIMUM = {"color": "#888888", "linewidth": 0.8}
LINE_STYLES = {"full": "-", "line_search_on_residual": (0, (1, 1)), "line_search_on_objective": (0, (4, 1.5))}
STEPS = {
    "full": "full",
    "line_search_on_residual": "search on residual",
    "line_search_on_objective": "search on $f$",
}
LEAST = 1e-8  # smaller values are drawn here


def draw(runs: list[Run]) -> Figure:
    sweeps = [run for run in runs if run.solver == "xpbd"]
    solves = [run for run in runs if run.solver == "xpbd_global"]
    if not sweeps and not solves:
        raise ResultsError("no run of xpbd or xpbd_global")
    constraints = list(dict.fromkeys(run.scene["solvers"]["xpbd_global"]["constraint"] for run in solves))
    rows = constraints or [""]
    figure = Figure(figsize=(6.9, 1.8 + 2.2 * len(rows)))
    panels = figure.subplots(len(rows), len(PANELS), sharex=True, sharey="col", squeeze=False)
    minima = [run.curve["constraint"].iloc[-1] for run in runs if run.solver == "newton"]
    for row, constraint in zip(panels, rows, strict=True):
        shown = [run for run in solves if run.scene["solvers"]["xpbd_global"]["constraint"] == constraint]
        for axes, (column, label) in zip(row, PANELS.items(), strict=True):
            for run in [*sweeps, *shown]:
                curve = run.curve[run.curve["iteration"] > 0].dropna(subset=[column])
                axes.plot(curve["iteration"], curve[column].clip(lower=LEAST), **look(run))
            axes.set(xscale="log", yscale="log", ylabel=label)
        for value in minima:
            row[0].axhline(value, **MINIMUM, label="at the minimum of $f$")
        row[1].set_title(f"{constraint} constraints" if constraint else "")
    for axes in panels[-1]:
        axes.set_xlabel("iteration")
    figure.suptitle(drawing.setting([*sweeps, *solves]))
    named = {line.get_label(): line for axes in panels[:, 0] for line in axes.lines}
    figure.legend(handles=list(named.values()), loc="outside lower center", ncols=3)
    return figure


def look(run: Run) -> dict:
    if run.solver == "xpbd":
        return {"color": drawing.look("xpbd")["color"], "label": "XPBD, sweeps", "linewidth": 2}
    settings = run.scene["solvers"]["xpbd_global"]
    step, kept = settings["step"], settings["keep_g"]
    return {
        "color": COLOURS[kept],
        "linestyle": LINE_STYLES.get(step, (0, (6, 1.5, 1, 1.5))),
        "label": f"{STEPS.get(step, step)}, {'with' if kept else 'without'} $g$",
    }
