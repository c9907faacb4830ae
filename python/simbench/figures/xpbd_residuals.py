"""XPBD by sweeps and by global solves: constraint term (J), C + α̃λ (√J) and g (N) over the iterations.

Runs of xpbd and xpbd_global, all of one setting. h²∇f = g + Jᵀα̃⁻¹(C + α̃λ): a solver of XPBD's equations makes
the second panel's residual vanish, and where it does the gradient that is left is that of the third.
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
COLOURS = {"scalar": "#0072B2", "vector": "#009E73"}
LINE_STYLES = {"full": "-", "line_search_on_residual": (0, (1, 1)), "line_search_on_objective": (0, (4, 1.5))}
STEPS = {
    "full": "full",
    "line_search_on_residual": "search on residual",
    "line_search_on_objective": "search on $f$",
}
LEAST = 1e-8  # what is smaller is drawn here


def draw(runs: list[Run]) -> Figure:
    runs = [run for run in runs if run.solver in ("xpbd", "xpbd_global")]
    if not runs:
        raise ResultsError("no run of xpbd or xpbd_global")
    figure = Figure(figsize=(6.9, 4.4))
    for axes, (column, label) in zip(figure.subplots(1, len(PANELS)), PANELS.items(), strict=True):
        for run in runs:
            rows = run.curve[run.curve["iteration"] > 0].dropna(subset=[column])
            axes.plot(rows["iteration"], rows[column].clip(lower=LEAST), **look(run))
        axes.set(xscale="log", yscale="log", xlabel="iteration", ylabel=label)
    figure.suptitle(drawing.setting(runs))
    figure.legend(handles=figure.axes[0].lines, loc="outside lower center", ncols=3, fontsize="x-small")
    return figure


def look(run: Run) -> dict:
    if run.solver == "xpbd":
        return {"color": drawing.look("xpbd")["color"], "label": "XPBD, sweeps", "linewidth": 2}
    settings = run.scene["solvers"]["xpbd_global"]
    step = settings["step"]
    kept = settings["keep_g"]
    return {
        "color": COLOURS[settings["constraint"]],
        "linestyle": LINE_STYLES.get(step, (0, (6, 1.5, 1, 1.5))),
        "linewidth": 0.9 if kept else 1.6,
        "marker": "o" if kept else None,
        "markevery": 0.15,
        "markersize": 3,
        "label": f"{settings['constraint']}, {STEPS.get(step, step)}{', with $g$' if kept else ''}",
    }
