"""How far the joints of a hanging rope of ten bodies stretch over the mass of its tip, at ten sweeps a frame.

RESULTS is the folder of the sweep plans/rope_masses.json. The direct solver leaves no stretch, so that it has
no line. Above the grey line one sees the stretch.
"""

from pathlib import Path

from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.masses import RIGID, stretch
from engine.claims.measures import VISIBLE
from simbench import drawing
from simbench.study import one_sweep

LEAST = 1e-6  # m; smaller stretches are not drawn


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(5.6, 3.7))
    axes = figure.subplots()
    for solver in RIGID:
        stretches = {tip: stretch(run) for tip, run in by(solver, "tip").items()}
        shown = {tip: value for tip, value in stretches.items() if value > LEAST}
        if shown:
            axes.plot(list(shown), list(shown.values()), markersize=4, **drawing.look(solver))
    axes.axhline(VISIBLE, color="#999999", linewidth=0.7, label="_visible")
    axes.set(xscale="log", yscale="log", xlabel="mass of the tip in kg", ylabel="largest stretch in m")
    figure.legend(loc="outside lower center", ncols=3)
    return figure
