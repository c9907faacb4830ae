"""Projective Dynamics and its accelerations in one time step: relative errors over passes and solves.

RESULTS is the folder of the sweep plans/accelerations_untwist.json. The upper panels have direct solves, the
lower ones Jacobi sweeps or other methods without a factor. A column is a stiffness.
"""

from matplotlib.figure import Figure

from field.claims.measures import WORK
from simbench import drawing
from simbench.results import Run, load_runs

DIRECT, JACOBI = "stiffness", "diagonal"
TUNED = {DIRECT: 0.98, JACOBI: 0.997}  # the ρ that is best for the stiff beam
TITLES = {DIRECT: "direct solves", JACOBI: "without a factor"}
# Chebyshev's form by ρ, which is None if the run measures it: a line style, and a word for the legend.
BROKEN = (0, (4, 1))
FORMS = {None: ("-", "ρ measured"), 0.98: (BROKEN, "ρ tuned (stiff)"), 0.997: (BROKEN, "ρ tuned (stiff)")}
PLAIN_JACOBI = {"color": "black", "marker": "", "linestyle": (0, (1, 1)), "label": "Jacobi sweeps"}

load = load_runs


def draw(runs: list[Run]) -> Figure:
    stiffnesses = sorted({run.scene["material"]["stiffness"] for run in runs})
    figure = Figure(figsize=(6.9, 5.6))
    panels = figure.subplots(2, len(stiffnesses), sharex="col", sharey=True, squeeze=False)
    lines = {}
    for row, metric in zip(panels, (DIRECT, JACOBI), strict=True):
        for axes, stiffness in zip(row, stiffnesses, strict=True):
            for run in runs:
                style = look(run)
                if style and metric_of(run) == metric and run.scene["material"]["stiffness"] == stiffness:
                    rows = run.curve
                    counts = rows[WORK].fillna(0).sum(axis="columns")
                    drawing.draw_run(
                        axes, rows.assign(work=counts - counts.iloc[0]), "work", "relative_error", style
                    )
            axes.set(title=f"$k$ = {drawing.scientific(stiffness)} Pa, {TITLES[metric]}", yscale="log")
            lines |= {line.get_label(): line for line in axes.lines}
        row[0].set_ylabel("relative error")
    for axes, right in zip(panels[-1], (80, 250), strict=False):
        axes.set(xlabel="passes and solves", xlim=(0, right))
    figure.legend(handles=list(lines.values()), loc="outside lower center", ncols=4, handlelength=4)
    return figure


def metric_of(run: Run) -> str:
    """Whether the run solves with S or with its diagonal. L-BFGS from the identity is beside the latter."""
    settings = run.scene["solvers"].get(run.solver, {})
    if run.solver == "qn":
        return DIRECT if settings["initial_matrix"] == "stiffness" else JACOBI
    return settings.get("metric", DIRECT)


def look(run: Run) -> dict | None:
    """The style of a run, None for settings that the figure leaves out."""
    own = drawing.look(run.solver) | {"markersize": 4, "linestyle": "-"}
    settings = run.scene["solvers"].get(run.solver, {})
    if run.solver in ("qn", "anderson") and settings["history"] != 5:
        return None
    if run.solver == "qn" and metric_of(run) == JACOBI:
        return own | {"linestyle": (0, (1, 1)), "label": f"{own['label']} from the identity"}
    if run.solver != "chebyshev":
        return own
    rho = settings.get("rho")
    if rho == 0:
        return PLAIN_JACOBI
    tuned = {
        "rho": TUNED[settings["metric"]],
        "start": 2,
        "interval": "positive" if settings["metric"] == DIRECT else "symmetric",
    }
    measured = {"start": 10, "interval": "symmetric"}
    if any(settings.get(name) != value for name, value in (tuned if rho else measured).items()):
        return None
    style, words = FORMS[rho]
    return own | {"linestyle": style, "label": f"Chebyshev, {words}"}
