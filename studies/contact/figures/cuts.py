"""Steps that the time of impact cuts: their share and all iterations, over the distance of the barrier.

RESULTS is the folder of the sweep plans/barriers.json. Solid lines have soft barriers, dashed ones barriers
that are a hundred times as stiff.
"""

from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from contact.axes import AXES
from contact.claims.impact import DISTANCES, FORCES, SOLVERS, by_barrier
from simbench import drawing
from simbench.study import Results


def load(results: Path) -> Path:
    return results.resolve()


def draw(results: Path) -> Figure:
    found = by_barrier(Results(results.parent, AXES), results.name)
    figure = Figure(figsize=(6.9, 3.2))
    shares, counts = figure.subplots(1, 2, sharex=True)
    for solver in SOLVERS:
        for force, style in zip(FORCES, ("-", (0, (4, 1.5))), strict=True):
            cuts = [found[solver, d, force] for d in DISTANCES]
            look = drawing.look(solver) | {"linestyle": style, "markersize": 4}
            shares.plot(DISTANCES, [100 * one.share for one in cuts], **look)
            counts.plot(DISTANCES, [one.iterations / one.steps for one in cuts], **look)
    shares.set(xscale="log", xlabel=r"$\hat d$ in m", ylabel="iterations that are cut in %", ylim=(0, 105))
    counts.set(yscale="log", xlabel=r"$\hat d$ in m", ylabel="iterations of a step to 1e-6")
    plain = {"linestyle": "-", "markersize": 4}
    handles = [Line2D([], [], **drawing.look(solver) | plain) for solver in SOLVERS]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(SOLVERS))
    return figure
