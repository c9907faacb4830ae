"""Total energy (J) at the end of each time step over time (s): a line for each integrator, solver and h.

Of runs with several steps. A particle on a spring without gravity has closed forms, dashed: explicit Euler
multiplies its energy by 1 + a² in each step, a = h √(k/m), implicit Euler divides by as much, and symplectic
Euler's swings about a value that it keeps. Energies that leave the picture (unstable runs) are cut off.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.labels import INTEGRATOR_LABELS, solver_label
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
OTHER = {"color": "#666666"}  # of an integrator that is not in LOOKS
LINE_STYLES = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)))  # of time steps
CLOSED_FORM = {"color": "black", "linestyle": (0, (2, 2)), "linewidth": 0.8, "zorder": 3}
ABOVE, BELOW = 0.6, 3.0  # the picture ends at so many first energies above and below the first


def draw(runs: list[Run]) -> Figure:
    runs = sorted((run for run in runs if run.steps > 1), key=lambda run: (place(run), time_step(run)))
    if not runs:
        raise ResultsError("no run has several time steps, so there is no energy over time")
    figure = Figure()
    axes = figure.subplots()
    for run, style in zip(runs, looks(runs), strict=True):
        rows = energies(run)
        axes.plot(rows["time"], rows["total_energy"], markevery=max(1, len(rows) // 6), markersize=3, **style)
        exact = closed_form(run, rows["step"].to_numpy())
        if exact is not None:
            axes.plot(rows["time"], exact, label=f"_exact {style['label']}", **CLOSED_FORM)
    axes.set(xlabel="time in s", ylabel="total energy in J", ylim=limits(runs), title=title(runs))
    handles = [line for line in axes.lines if not line.get_label().startswith("_")]
    if any(line.get_label().startswith("_exact") for line in axes.lines):
        handles += axes.plot([], [], label="closed form", **CLOSED_FORM)
    # Labels that name time steps, too, are too long for three columns.
    columns = 3 if len({time_step(run) for run in runs}) == 1 else 2
    figure.legend(handles=handles, loc="outside lower center", ncols=columns)
    return figure


def integrator(run: Run) -> str:
    return run.scene["step"].get("integrator", "implicit_euler")


def time_step(run: Run) -> float:
    return run.scene["step"]["time_step"]


def place(run: Run) -> int:
    order = list(LOOKS)
    return order.index(integrator(run)) if integrator(run) in order else len(order)


def look(integrator: str) -> dict:
    return {"label": INTEGRATOR_LABELS.get(integrator, integrator), **LOOKS.get(integrator, OTHER)}


def energies(run: Run) -> pd.DataFrame:
    """The last row of each step, with the time [s] at which the step ends."""
    rows = run.ends_of_steps
    return rows.assign(time=rows["step"] * time_step(run))


def looks(runs: list[Run]) -> list[dict]:
    """An integrator's colour, a time step's line style; solvers' looks where they differ and these do not."""
    steps = sorted({time_step(run) for run in runs})
    if len(steps) == len({integrator(run) for run in runs}) == 1:
        return drawing.looks(runs)
    styles = []
    for run in runs:
        style = look(integrator(run))
        words = [style["label"]]
        if len({other.solver for other in runs if integrator(other) == integrator(run)}) > 1:
            words.append(solver_label(run.solver))
        if len(steps) > 1:
            words.append(f"$h$ = {time_step(run):g} s")
            style["linestyle"] = LINE_STYLES[steps.index(time_step(run)) % len(LINE_STYLES)]
        styles.append({**style, "label": ", ".join(words)})
    return styles


def closed_form(run: Run, steps: np.ndarray) -> np.ndarray | None:
    """Energies after so many steps, of a particle on a spring of rest length 0 that starts at rest."""
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
        and not any(scene.get(key) for key in ("forces", "potentials", "preparation"))
        and scene.get("masses", "lumped") == "lumped"
    )
    if not pulled_by_one_spring:
        return None
    stiffness = anchors["stiffness"]
    pivot = group.get("target", {}).get("point", points[0]["position"])
    start = stiffness / 2 * math.dist(points[0]["position"], pivot) ** 2
    a = time_step(run) * math.sqrt(stiffness / points[0].get("mass", 1))
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
    """Of the picture: what stable runs need, and a part of what unstable ones do."""
    tables = [energies(run)["total_energy"].to_numpy() for run in runs]
    first = [table[0] for table in tables]
    scale = max(np.ptp(first), max(map(abs, first)))
    away = np.concatenate(tables) - first[0]
    kept = first[0] + away[(away < ABOVE * scale) & (away > -BELOW * scale)]
    margin = 0.05 * (np.ptp(kept) or 1)
    return kept.min() - margin, kept.max() + margin


def title(runs: list[Run]) -> str:
    steps = {time_step(run) for run in runs}
    words = [f"$h$ = {drawing.scientific(steps.pop())} s"] if len(steps) == 1 else []
    used = {integrator(run) for run in runs}
    return ", ".join(words + ([look(used.pop())["label"]] if len(used) == 1 else []))
