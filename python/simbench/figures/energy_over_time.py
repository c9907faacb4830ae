"""Total energy (J) at the end of each time step over time (s): a panel for each h, a line per integrator.

The runs must have several steps. A particle on a spring without gravity has closed forms, which are dashed:
with a = h √(k/m), explicit Euler multiplies the energy by 1 + a² in each step, implicit Euler divides it by
that, and symplectic Euler's energy oscillates about a constant. Energies of unstable runs are cut off, and a
panel names runs that do not appear in it.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.labels import INTEGRATOR_LABELS, solver_label
from simbench.motion import seconds_of_step
from simbench.results import Run

ALL_STEPS = True

LOOKS = {
    "implicit_euler": {"color": "#0072B2", "marker": "o"},
    "linear_implicit_euler": {"color": "#56B4E9", "marker": "s", "linestyle": (0, (3, 3))},
    "bdf2": {"color": "#009E73", "marker": "D"},
    "symplectic_euler": {"color": "#E69F00", "marker": "^"},
    "explicit_euler": {"color": "#D55E00", "marker": "v"},
    "quasi_static": {"color": "#CC79A7", "marker": "P"},
}
OTHER = {"color": "#666666"}  # for integrators that are not in LOOKS
COLUMNS = 4  # panels per row
CLOSED_FORM = {"color": "black", "linestyle": (0, (2, 2)), "linewidth": 0.8, "zorder": 3}
ABOVE, BELOW = (
    0.6,
    3.0,
)  # a panel ends at so many first energies above and below the first; the median of runs


def draw(runs: list[Run]) -> Figure:
    runs = sorted((run for run in runs if run.steps > 1), key=lambda run: (place(run), seconds_of_step(run)))
    if not runs:
        raise ResultsError("no run has several time steps, so there is no energy over time")
    steps = sorted({seconds_of_step(run) for run in runs})
    columns = min(len(steps), COLUMNS)
    rows = math.ceil(len(steps) / columns)
    figure = Figure(figsize=(6.9, 1.2 + 2.4 * rows) if len(steps) > 1 else None)
    panels = figure.subplots(rows, columns, squeeze=False)
    for axes in panels.flat[len(steps) :]:
        axes.set_visible(False)
    for step, axes in zip(steps, panels.flat, strict=False):
        draw_panel(axes, [run for run in runs if seconds_of_step(run) == step])
    for row in panels:
        row[0].set_ylabel("total energy in J")
    named = {line.get_label(): line for axes in panels.flat for line in axes.lines}
    handles = [line for label, line in named.items() if not label.startswith("_")]
    if any(label.startswith("_exact") for label in named):
        handles.append(drawing.key("closed form", **CLOSED_FORM))
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def draw_panel(axes: Axes, runs: list[Run]) -> None:
    for run, style in zip(runs, looks(runs), strict=True):
        rows = energies(run)
        axes.plot(rows["time"], rows["total_energy"], markevery=max(1, len(rows) // 6), markersize=3, **style)
        with np.errstate(over="ignore"):  # in unstable runs
            exact = closed_form(run, rows["step"].to_numpy())
        if exact is not None:
            axes.plot(rows["time"], exact, label=f"_exact {style['label']}", **CLOSED_FORM)
    low, high = limits(runs)
    axes.set(xlabel="time in s", ylim=(low, high), title=title(runs))
    gone = [
        style["label"]
        for run, style in zip(runs, looks(runs), strict=True)
        if not energies(run)["total_energy"].between(low, high).any()
    ]
    if gone:
        words = "\n".join(["outside:", *gone])
        axes.text(0.96, 0.96, words, transform=axes.transAxes, fontsize="small", ha="right", va="top")


def integrator(run: Run) -> str:
    return run.scene["step"].get("integrator", "implicit_euler")


def place(run: Run) -> int:
    order = list(LOOKS)
    return order.index(integrator(run)) if integrator(run) in order else len(order)


def look(integrator: str) -> dict:
    return {"label": INTEGRATOR_LABELS.get(integrator, integrator), **LOOKS.get(integrator, OTHER)}


def energies(run: Run) -> pd.DataFrame:
    """The last row of each step, and the time [s] at which the step ends."""
    rows = run.ends_of_steps
    return rows.assign(time=rows["step"] * seconds_of_step(run))


def looks(runs: list[Run]) -> list[dict]:
    """Looks of runs with the same h: by integrator, or by solver if all runs have one integrator."""
    if len({integrator(run) for run in runs}) == 1 < len(runs):
        return drawing.looks(runs)
    styles = []
    for run in runs:
        style = look(integrator(run))
        alike = {other.solver for other in runs if integrator(other) == integrator(run)}
        name = f", {solver_label(run.solver)}" if len(alike) > 1 else ""
        styles.append({**style, "label": style["label"] + name})
    return styles


def closed_form(run: Run, steps: np.ndarray) -> np.ndarray | None:
    """Energies after each step of a particle on a spring of rest length 0 that starts at rest."""
    scene = run.scene
    points = scene.get("body", {}).get("particles", {}).get("points", [])
    anchors = scene.get("anchors", {})
    group = next(iter(anchors.get("groups", [])), {})
    pulled_by_one_spring = (
        len(points) == len(anchors.get("groups", [])) == 1
        and isinstance(anchors.get("stiffness"), int | float)
        and not any(group.get("translation", [0]))
        and not group.get("rotation")
        and not any(scene.get("gravity", [0]))
        and not any(scene.get("initial_velocity", [0]))
        and not any(scene.get(key) for key in ("forces", "potentials", "preparation", "state"))
        and scene.get("masses", "lumped") == "lumped"
    )
    if not pulled_by_one_spring:
        return None
    stiffness = anchors["stiffness"]
    pivot = group.get("target", {}).get("point", points[0]["position"])
    start = stiffness / 2 * math.dist(points[0]["position"], pivot) ** 2
    a = seconds_of_step(run) * math.sqrt(stiffness / points[0].get("mass", 1))
    if integrator(run) == "explicit_euler":
        return start * (1 + a * a) ** steps
    if integrator(run) in ("implicit_euler", "linear_implicit_euler"):
        return start / (1 + a * a) ** steps
    if integrator(run) == "symplectic_euler" and a < 2:
        phase = 2 * math.asin(a / 2)
        swings = np.sin(steps * phase) ** 2 + np.cos((steps + 0.5) * phase) ** 2
        return start * swings / math.cos(phase / 2) ** 2
    return None


def limits(runs: list[Run]) -> tuple[float, float]:
    """Limits of the picture: all of the stable runs, and a part of the unstable ones."""
    tables = [energies(run)["total_energy"].to_numpy() for run in runs]
    first = np.median([table[0] for table in tables])
    away = np.concatenate(tables) - first
    kept = first + away[(away <= ABOVE * abs(first)) & (away >= -BELOW * abs(first))]
    margin = 0.05 * (np.ptp(kept) or 1)
    return kept.min() - margin, kept.max() + margin


def title(runs: list[Run]) -> str:
    used = {integrator(run) for run in runs}
    words = [f"$h$ = {drawing.scientific(seconds_of_step(runs[0]))} s"]
    return ", ".join(words + ([look(used.pop())["label"]] if len(used) == 1 else []))
