"""Ways of holding positions: how far springs give way, and what solvers need and reach with both.

RESULTS is the sweep held, --envelope FOLDER held_envelope. Errors are (f − f*)/f*, each way of holding with
its own f*, and held vertices put in place. The line of slope −1 is the envelope theorem's: the ends give way
by ‖r‖/k_s.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from thesis.claims.held import GAUSS_SEIDEL, GLOBAL, NEAR, final_excess, iterations_to
from thesis.claims.measures import reaction

OPTIONS = {
    "--envelope": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep held_envelope"},
}
ENVELOPE = {"color": "black", "linestyle": (0, (2, 2)), "linewidth": 0.8}
ON_SPRINGS = ("pd", "qn", "newton")  # the solvers of claims 34 and 39
SIZES = (9, 6.5, 4)  # of markers that lie on one another, in points

load = load_runs


def draw(runs: list[Run], envelope: Path) -> Figure:
    runs = [run for run in runs if run.manifest["options"].get("precision", "double") == "double"]
    every = [*runs, *load_runs(envelope)]
    figure = Figure(figsize=(6.9, 3.5))
    away, needed, left = figure.subplots(1, 3)
    looks = drawing.solver_looks(run.solver for run in every)
    springs = [run for run in every if way(run) != "hard" and run.solver in ON_SPRINGS]
    draw_giving_way(away, springs, looks)
    draw_ways(
        needed, [run for run in runs if run.solver in GLOBAL], lambda run: iterations_to(run, NEAR), looks
    )
    draw_ways(left, [run for run in runs if run.solver in GAUSS_SEIDEL], final_excess, looks)
    needed.set(title=f"iterations to {NEAR:g}", yscale="log")
    drawing.plain_log_ticks(needed.yaxis, *needed.get_ylim())
    left.set(title="last error", yscale="log")
    figure.legend(
        handles=[drawing.key(**look) for look in looks.values()] + [drawing.key("$\\|r\\|/k_s$", **ENVELOPE)],
        loc="outside lower center",
        ncols=4,
        handlelength=4,
    )
    return figure


def way(run: Run) -> float | str:
    """k_s [N/m], or "hard"."""
    return run.scene["anchors"]["stiffness"]


def draw_giving_way(axes: Axes, springs: list[Run], looks: dict[str, dict]) -> None:
    """Draws how far all ends together give way (m), over k_s, and the line of the stiffest springs' force."""
    for solver, size in zip(ON_SPRINGS, SIZES, strict=True):
        own = sorted((run for run in springs if run.solver == solver), key=way)
        style = {"linestyle": "none", "markersize": size}
        axes.plot(
            [way(run) for run in own],
            [reaction(run) / way(run) for run in own],
            **looks.get(solver, {}) | style,
        )
    known = np.unique([way(run) for run in springs])
    axes.plot(known, reaction(max(springs, key=way)) / known, **ENVELOPE, label="_theorem")
    axes.set(xscale="log", yscale="log", xlabel="$k_s$ in N/m", title="ends give way, in m")


def draw_ways(axes: Axes, runs: list[Run], value: Callable[[Run], float], looks: dict[str, dict]) -> None:
    """Draws a value of each run over the ways of holding: springs by stiffness, then exactly."""
    ways = [*sorted({way(run) for run in runs} - {"hard"}), "hard"]
    for solver in dict.fromkeys(run.solver for run in runs):
        values = {way(run): value(run) for run in runs if run.solver == solver}
        below = {"markersize": SIZES[0]} if solver == "pbd" else {}  # XPBD's line lies on it
        axes.plot([values.get(one, np.nan) for one in ways], **looks[solver] | below)
    names = ["exactly" if one == "hard" else drawing.scientific(one) for one in ways]
    axes.set_xticks(range(len(ways)), names)
    axes.set(xlim=(-0.3, len(ways) - 0.5), xlabel="$k_s$ in N/m")
