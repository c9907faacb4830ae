"""How far a bar of steel sags over the iterations of a frame; the black line is the exact sag.

RESULTS is the folder of the sweep plans/bar_iterations.json. Above the grey line one sees the sag.
"""

from pathlib import Path

from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.measures import SOLVERS, STEEL, VISIBLE, sag
from simbench import drawing
from simbench.study import one_sweep

MILLIMETRES = 1000  # per metre, the length of the bar


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(5.6, 3.9))
    axes = figure.subplots()
    for solver in SOLVERS:
        sags = {count: MILLIMETRES * sag(run) for count, run in by(solver, "iterations", k=STEEL).items()}
        axes.plot(list(sags), list(sags.values()), markersize=4, **drawing.look(solver))
    exact = MILLIMETRES * sag(by("newton", "iterations", k=STEEL)[100])
    axes.axhline(MILLIMETRES * VISIBLE, color="#999999", linewidth=0.7, label="_visible")
    axes.axhline(exact, color="black", linewidth=0.7, label="_exact")
    axes.set(xscale="log", yscale="log", xlabel="iterations a frame", ylabel="sag in mm")
    figure.legend(loc="outside lower center", ncols=4)
    return figure
