"""Where ADMM ends over k h² and c: solved, in another minimum, oscillating; with the path of the automatic c.

RESULTS is the folder of the sweep plans/admm_phase_untwist.json. The states are those of the
claims on the beam that is twisted further.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from simbench import drawing
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.study import one_sweep
from thesis.axes import AXES
from thesis.claims.measures import SOLVED, final, stiffness_number
from thesis.claims.other_minima import far_below, oscillates

OPTIONS = {
    "--twist": {
        "type": Path,
        "required": True,
        "metavar": "SWEEP",
        "help": "folder of the sweep plans/admm_phase_twist.json",
    }
}
SCENES = ("untwist", "twist further")
# With the marks that tell them apart in grey.
STATES = {
    "stays above the minimum": "_",
    "oscillates": "x",
    "another, lower minimum": "v",
    "solved": "o",
    "diverged": "X",
}
DIVERGED = "#BBBBBB"
PATH = {"color": "black", "marker": "D", "markersize": 4, "markerfacecolor": "white"}


@dataclass(frozen=True)
class Phases:
    states: pd.DataFrame  # names of STATES; a row for each c, a column for each k h² [Pa s²]
    automatic: pd.Series  # the c of the last iteration, by k h²
    iterations: int


def state(admm: Run, qn: Run) -> str:
    if admm.manifest["status"] == "diverged" or not math.isfinite(final(admm)):
        return "diverged"
    if abs(final(admm, "relative_error")) < SOLVED:
        return "solved"
    if oscillates(admm):
        return "oscillates"
    return "another, lower minimum" if far_below(admm, qn) else "stays above the minimum"


def load(folder: Path) -> Phases:
    by = one_sweep(folder, AXES)
    qn = {problem_number(run): run for run in by("qn").values()}
    states, automatic = {}, {}
    for run in by("admm").values():
        number = problem_number(run)
        settings = run.scene["solvers"]["admm"]
        if "weight_factor" in settings:
            states[settings["weight_factor"], number] = state(run, qn[number])
        else:
            automatic[number] = run.iterations["weight_factor"].iloc[-1]
    if not states or not automatic:
        raise ResultsError(f"{folder} is no sweep of fixed weights and the automatic one")
    return Phases(
        pd.Series(states).unstack().sort_index(),
        pd.Series(automatic).sort_index(),
        run.scene["step"]["iterations"],
    )


def problem_number(run: Run) -> float:
    """k h² [Pa s²], without the rounding of the product."""
    return float(f"{stiffness_number(run):.12g}")


def draw(untwist: Phases, twist: Path) -> Figure:
    return figure_of([untwist, load(twist)])


def figure_of(phases: list[Phases]) -> Figure:
    """A panel for each scene; a cell for each run."""
    figure = Figure(figsize=(6.3, 3.9))
    panels = figure.subplots(1, len(phases), sharex=True, sharey=True, squeeze=False)[0]
    for axes, name, of in zip(panels, SCENES, phases, strict=False):
        draw_states(axes, of.states)
        axes.plot(of.automatic, **PATH)
        axes.set(
            title=f"{name}, {of.iterations} iterations", xlabel="$k h^2$ in Pa s²", xscale="log", yscale="log"
        )
        axes.grid(False)
        drawing.plain_log_ticks(axes.yaxis, of.states.index.min(), of.states.index.max())
    panels[0].set_ylabel("$c$ in $w = c \\sqrt{kV}$")
    found = {name for of in phases for name in of.states.to_numpy().ravel()}
    cells = {"marker": "s", "markersize": 9, "linestyle": "none"}
    handles = [
        drawing.key(name, color=colour, **cells)
        for name, colour in zip(STATES, colours(), strict=True)
        if name in found
    ]
    handles.append(drawing.key("the automatic weight's last c", **PATH))
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    return figure


def colours() -> list:
    return [*drawing.shades(len(STATES) - 1), DIVERGED]


def draw_states(axes: Axes, states: pd.DataFrame) -> None:
    names = list(STATES)
    numbers = states.map(names.index).to_numpy()
    look = {"cmap": ListedColormap(colours()), "vmin": -0.5, "vmax": len(names) - 0.5}
    axes.pcolormesh(edges(states.columns), edges(states.index), numbers, **look)
    for number, mark in enumerate(STATES.values()):
        rows, columns = np.nonzero(numbers == number)
        style = {"color": "white", "linestyle": "none", "markersize": 3, "markeredgewidth": 0.8}
        axes.plot(states.columns[columns], states.index[rows], marker=mark, label="_mark", **style)


def edges(values: pd.Index) -> np.ndarray:
    """Borders of cells around these values, in the middle of their logarithms."""
    logs = np.log10(values.to_numpy(float))
    inner = (logs[1:] + logs[:-1]) / 2
    return 10 ** np.concatenate([[2 * logs[0] - inner[0]], inner, [2 * logs[-1] - inner[-1]]])
