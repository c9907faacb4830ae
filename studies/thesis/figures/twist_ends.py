"""Both ends of XPBD's beam that is twisted further, seen along the beam, with the outline of QN's ends.

RESULTS is the folder of the sweep plans/geometry_twist.json; filters choose one run of XPBD and one of QN.
"""

from matplotlib.figure import Figure

from simbench import drawing
from simbench.figures import geometry
from simbench.labels import SOLVER_LABELS
from simbench.rendering import FOCUS, VIEWS, beam_of, show
from simbench.results import Run
from simbench.shapes import shape
from thesis.figures.geometry_panels import degrees

ENDS = {"end_min": (0, "least"), "end_max": (-1, "largest")}  # by view: index of the section along x

save = geometry.save


def draw(runs: list[Run]) -> Figure:
    figure = Figure(figsize=(6.3, 4.3))
    by_solver = {run.solver: run for run in runs}
    shapes = {solver: shape(run) for solver, run in by_solver.items()}
    xpbd, qn = (drawing.look(solver)["color"] for solver in ("xpbd", "qn"))
    for axes, (name, (end, which)) in zip(figure.subplots(1, 2), ENDS.items(), strict=True):
        view = VIEWS[name]
        show(axes, [beam_of(by_solver["xpbd"])], view, edges=True)
        seen = (shapes["qn"].end_outline(end) - FOCUS) @ view.axes[:2].T
        axes.plot(*seen.T, color=qn, linewidth=2.5, label="outline of QN's end")
        angles = [f"{SOLVER_LABELS[s]} {degrees(of.twist_along[end])}" for s, of in shapes.items()]
        axes.set_title(f"the end with the {which} $x$\n{', '.join(angles)}", fontsize=8)
    handles = [drawing.key("XPBD's beam", color=xpbd, linewidth=6), axes.lines[0]]
    setting = drawing.setting([by_solver["xpbd"]])
    title = f"angles: how far the end has turned from rest\n{setting}, 1000 iterations"
    figure.legend(handles=handles, loc="outside lower center", ncols=2, title=title, title_fontsize=8)
    return figure
