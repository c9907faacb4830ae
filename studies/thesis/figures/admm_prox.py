"""ADMM's lowest and final relative error over the weight w (√J), a panel for each stiffness.

All tets have the same weight. The relative error is 1 at the start: below it the objective has been lowered.
A line for each number of Newton iterations that the z-update may make; without that setting it is exact.
A cross at the top is a run that left the finite numbers, or an error beyond the picture.
"""

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.results import Run

EXACT = 50  # Newton iterations of the z-update that suffice for all digits
LIMITS = (1e-12, 1e6)  # relative errors beyond are drawn here
LOWEST = {"linestyle": "--", "markerfacecolor": "white", "markersize": 7}


def draw(runs: list[Run]) -> Figure:
    runs = [
        run for run in runs if isinstance(run.scene["solvers"].get("admm", {}).get("weight"), (int, float))
    ]
    if not runs:
        raise ResultsError("no run of admm has a number as weight")
    moduli = sorted({run.scene["material"]["youngs_modulus"] for run in runs})
    counts = sorted({prox_iterations(run) for run in runs}, reverse=True)
    colours = matplotlib.colormaps["viridis"](np.linspace(0, 0.85, len(counts)))
    looks = [{"color": colour, "marker": drawing.MARKERS[i]} for i, colour in enumerate(colours)]
    figure = Figure(figsize=(6.3, 3.4))
    panels = figure.subplots(1, len(moduli), sharey=True, squeeze=False)[0]
    for modulus, axes in zip(moduli, panels, strict=True):
        for count, look in zip(counts, looks, strict=True):
            chosen = [
                run
                for run in runs
                if run.scene["material"]["youngs_modulus"] == modulus and prox_iterations(run) == count
            ]
            if chosen:
                draw_runs(axes, chosen, look, f"{count}")
        axes.axhline(1, color="#555555", linewidth=0.8)
        axes.set(
            title=f"$E$ = {drawing.scientific(modulus)} Pa", xlabel="$w$ in √J", xscale="log", yscale="log"
        )
    panels[0].set_ylabel("relative error (1: the start)")
    handles = [
        drawing.key(f"z-update: {name_of(count)}", **look) for count, look in zip(counts, looks, strict=True)
    ]
    handles += [
        drawing.key(label, **style)
        for label, style in {"final": {"linestyle": "-"}, "lowest": LOWEST}.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


def draw_runs(axes: Axes, runs: list[Run], look: dict, name: str) -> None:
    """Draws final and lowest relative errors over the weight; larger values lie on the upper limit."""
    runs = sorted(runs, key=lambda run: run.scene["solvers"]["admm"]["weight"])
    weights = [run.scene["solvers"]["admm"]["weight"] for run in runs]
    finals, lowest = np.array([relative_errors(run) for run in runs]).T
    axes.plot(weights, lowest.clip(*LIMITS), **look | LOWEST, label=f"_lowest {name}")
    axes.plot(weights, finals.clip(*LIMITS), **look, label=f"_final {name}")
    beyond = finals > LIMITS[1]
    axes.plot(np.array(weights)[beyond], finals[beyond].clip(*LIMITS), "x", color="black", label="_beyond")


def relative_errors(run: Run) -> tuple[float, float]:
    """The last relative error, and the lowest one from iteration 1 on; infinite if it is not finite."""
    errors = run.curve["relative_error"].iloc[1:].fillna(np.inf)
    return errors.iloc[-1], errors.min()


def name_of(count: int) -> str:
    return "exact" if count == EXACT else f"{count} Newton iteration{'s' * (count > 1)}"


def prox_iterations(run: Run) -> int:
    return run.scene["solvers"]["admm"].get("prox_iterations", EXACT)
