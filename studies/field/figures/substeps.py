"""Substeps against iterations: the distance to a fine reference at the end of a frame, over the substeps.

RESULTS is the folder of the sweep plans/substeps_let_go.json, --exact that of substeps_exact, --reference
that of substeps_reference. All points of a line have as many iterations in the frame. The dotted line has
exact substeps, so it shows the error of the integrator alone.
"""

from pathlib import Path

from matplotlib.figure import Figure

from field.axes import AXES
from field.claims.trajectories import by_substeps, end_of
from field.claims.trajectories import reference as reference_of
from simbench import drawing
from simbench.study import one_sweep

SOLVERS = ("xpbd", "vbd", "pd", "qn")
EXACT_LOOK = {"color": "black", "linestyle": (0, (1, 1)), "label": "exact substeps"}
OPTIONS = {
    f"--{name}": {
        "type": Path,
        "required": True,
        "metavar": "SWEEP",
        "help": f"folder of the sweep substeps_{name}",
    }
    for name in ("exact", "reference")
}


def load(results: Path) -> Path:
    return results


def draw(results: Path, exact: Path, reference: Path) -> Figure:
    let_go, of_exact, fine = (one_sweep(folder, AXES) for folder in (results, exact, reference))
    stiffnesses = list(dict.fromkeys(k for k, _ in let_go("xpbd", "k", "step")))
    figure = Figure(figsize=(6.9, 3.4))
    panels = figure.subplots(1, len(stiffnesses), sharey=True)
    for axes, k in zip(panels, stiffnesses, strict=True):
        ref = reference_of(fine, k)
        lines = [(by_substeps(let_go, solver, k), drawing.look(solver)) for solver in SOLVERS]
        lines.append((by_substeps(of_exact, "newton", k), EXACT_LOOK))
        for runs, look in lines:
            distances = [1000 * ref.distance(end_of(run)) for run in runs.values()]
            axes.plot(list(runs), distances, **look | {"markersize": 4})
        axes.set(title=f"$k$ = {drawing.scientific(k)} Pa", xlabel="substeps", xscale="log", yscale="log")
        axes.set_xticks(list(runs), [f"{n}" for n in runs])
        axes.minorticks_off()
    panels[0].set_ylabel("distance to the reference in mm")
    figure.legend(handles=panels[0].lines, loc="outside lower center", ncols=5)
    return figure
