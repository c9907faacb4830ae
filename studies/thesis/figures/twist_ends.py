"""Both ends of XPBD's beam that is twisted further, seen along the beam, with the outline of QN's ends.

RESULTS is the folder of the sweep plans/geometry_twist.json.
"""

from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures import geometry
from simbench.labels import SOLVER_LABELS
from simbench.rendering import FOCUS, VIEWS, beam_of, show
from simbench.results import Run, find_run, load_run
from simbench.shapes import shape
from thesis.figures.geometry_panels import ITERATIONS, H, K, degrees

ENDS = {"end_min": (0, "least"), "end_max": (-1, "largest")}  # by view: index of the section along x

save = geometry.save


def load(results: Path) -> dict[str, Run]:
    where = {H: 1e-2, K: 1e12, ITERATIONS: 1000}
    return {solver: load_run(find_run(results, solver=solver, **where)) for solver in ("xpbd", "qn")}


def draw(runs: dict[str, Run]) -> Figure:
    figure = Figure(figsize=(6.3, 4.3))
    shapes = {solver: shape(run) for solver, run in runs.items()}
    xpbd, qn = (drawing.look(solver)["color"] for solver in ("xpbd", "qn"))
    for axes, (name, (end, which)) in zip(figure.subplots(1, 2), ENDS.items(), strict=True):
        view = VIEWS[name]
        show(axes, [beam_of(runs["xpbd"])], view, edges=True)
        seen = (shapes["qn"].end_outline(end) - FOCUS) @ view.axes[:2].T
        axes.plot(*seen.T, color=qn, linewidth=2.5, label="outline of QN's end")
        angles = [f"{SOLVER_LABELS[s]} {degrees(of.twist_along[end])}" for s, of in shapes.items()]
        axes.set_title(f"the end with the {which} $x$\n{', '.join(angles)}", fontsize=8)
    handles = [drawing.key("XPBD's beam", color=xpbd, linewidth=6), axes.lines[0]]
    title = (
        f"angles: how far the end has turned from rest\n{drawing.setting([runs['xpbd']])}, 1000 iterations"
    )
    figure.legend(handles=handles, loc="outside lower center", ncols=2, title=title, title_fontsize=8)
    return figure
