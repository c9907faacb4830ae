"""Where XPBD and PBD stop above the minimum of a time step, over k h²; PD and VBD do not.

RESULTS is the folder of the sweep plans/twist_floor.json. Below the grey line a solver has arrived.
"""

from pathlib import Path

from matplotlib.figure import Figure

from engine.axes import AXES
from engine.claims.measures import SOLVED, last_error
from engine.claims.multipliers import DENSITY, by_stiffness
from simbench import drawing
from simbench.study import one_sweep

PERCENT = 100
ROUNDING = 1e-10  # percent; below it the errors are rounding


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(5.6, 3.9))
    axes = figure.subplots()
    for solver in ("pbd", "xpbd", "pd", "vbd"):
        runs = by_stiffness(by(solver, "k", "h", density=DENSITY))
        floors = [max(PERCENT * last_error(run), ROUNDING) for run in runs.values()]
        axes.plot(list(runs), floors, markersize=4, **drawing.look(solver))
    axes.axhline(PERCENT * SOLVED, color="#999999", linewidth=0.7, label="_arrived")
    axes.set(xscale="log", yscale="log", xlabel="k h² in Pa s²", ylabel="error after 2000 iterations in %")
    figure.legend(loc="outside lower center", ncols=4)
    return figure
