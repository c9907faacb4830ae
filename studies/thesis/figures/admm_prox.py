"""ADMM's lowest and final relative error over the weight w (√J), a panel for each stiffness.

All tets have the same weight. The relative error is 1 at the start, the grey line: below it the objective
has been lowered.
A line for each number of iterations of Newton's method or of L-BFGS that the z-update may make; without that
setting it is exact.
A black cross at the top is a run that left the finite numbers, or an error beyond the picture.
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
    updates = sorted({z_update(run) for run in runs}, key=lambda update: (update[0], -update[1]))
    colours = matplotlib.colormaps["viridis"](np.linspace(0, 0.85, len(updates)))
    looks = [{"color": colour, "marker": drawing.MARKERS[i]} for i, colour in enumerate(colours)]
    figure = Figure(figsize=(6.3, 3.4))
    panels = figure.subplots(1, len(moduli), sharey=True, squeeze=False)[0]
    for modulus, axes in zip(moduli, panels, strict=True):
        for update, look in zip(updates, looks, strict=True):
            chosen = [
                run
                for run in runs
                if run.scene["material"]["youngs_modulus"] == modulus and z_update(run) == update
            ]
            if chosen:
                draw_runs(axes, chosen, look, label_of(update))
        axes.axhline(1, color="#555555", linewidth=0.8)
        axes.set(
            title=f"$E$ = {drawing.scientific(modulus)} Pa", xlabel="$w$ in √J", xscale="log", yscale="log"
        )
    panels[0].set_ylabel("relative error (1: the start)")
    handles = [
        drawing.key(f"z-update: {name_of(*update)}", **look)
        for update, look in zip(updates, looks, strict=True)
    ]
    handles += [
        drawing.key(label, **style)
        for label, style in {"final": {"linestyle": "-"}, "lowest": LOWEST}.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4 if len(updates) <= 2 else 3)
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


def name_of(method: str, count: int) -> str:
    if method == "exact" and count == EXACT:
        return "exact"
    return f"{count} {'Newton' if method == 'exact' else 'L-BFGS'} iteration{'s' * (count > 1)}"


def label_of(update: tuple[str, int]) -> str:
    method, count = update
    return f"{count}" if method == "exact" else f"{method} {count}"


def z_update(run: Run) -> tuple[str, int]:
    """How the z-update finds the proximal map, and its largest number of iterations."""
    settings = run.scene["solvers"]["admm"]
    return settings.get("prox", "exact"), settings.get("prox_iterations", EXACT)
