"""Ways of holding positions: error over iterations, how far springs give way, and ADMM's indicator.

RESULTS is the sweep held; --envelope FOLDER is held_envelope, --indicator FOLDER held_indicator. The error is
(f − f*)/f*, each way of holding with its own f*, and held vertices put in place. Lines of slope −1 are the
envelope theorem's: the ends give way by ‖r‖/k_s, which lowers f* by ‖r‖²/2k_s.
"""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from simbench.shapes import held_inertia
from thesis.claims.measures import excess, reaction

OPTIONS = {
    "--envelope": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep held_envelope"},
    "--indicator": {"type": Path, "required": True, "metavar": "FOLDER", "help": "the sweep held_indicator"},
}
LEAST_ERROR = 1e-12  # below, errors are those of the arithmetic
HEADROOM = 1e10  # factor between the highest line and the top of a panel, where its legend is
ENVELOPE = {"color": "black", "linestyle": (0, (2, 2)), "linewidth": 0.8}
THIN = {"linewidth": 0.5, "zorder": 3}  # PBD, on XPBD's lines
WAYS = {"hard": "-", 1e12: (0, (4, 1.5)), 1e8: (0, (1, 1))}
WAY_NAMES = {"hard": "exactly", 1e12: "$k_s = 10^{12}$ N/m", 1e8: "$k_s = 10^{8}$ N/m"}

load = load_runs


def draw(runs: list[Run], envelope: Path, indicator: Path) -> Figure:
    figure = Figure(figsize=(6.9, 6.6))
    below = ["way"] * 2 + ["saved"] * 2 + ["weights"] * 2
    places = figure.subplot_mosaic([["double"] * 3 + ["single"] * 3, below])
    double, single, gives_way, saved, weights = places.values()
    looks = drawing.solver_looks(run.solver for run in runs)
    draw_errors(double, runs, "double", looks)
    draw_errors(single, runs, "single", looks)
    single.sharey(double)
    draw_envelope(gives_way, saved, load_runs(envelope))
    draw_indicator(weights, load_runs(indicator))
    handles = [
        drawing.key(look["label"], color=look["color"], **(THIN if solver == "pbd" else {}))
        for solver, look in looks.items()
    ]
    handles += [drawing.key(WAY_NAMES[way], linestyle=WAYS[way]) for way in WAYS]
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def draw_errors(axes: Axes, runs: list[Run], precision: str, looks: dict[str, dict]) -> None:
    for run in runs:
        way = run.scene["anchors"]["stiffness"]
        if run.manifest["options"].get("precision", "double") == precision and way in WAYS:
            axes.plot(
                run.first_step["iteration"],
                np.maximum(excess(run).abs(), LEAST_ERROR),
                color=looks[run.solver]["color"],
                linestyle=WAYS[way],
                **(THIN if run.solver == "pbd" else {}),
                label=f"_{run.solver} {way}",
            )
    axes.set(xscale="symlog", yscale="log", xlabel="iteration", title=f"{precision} precision")
    axes.set(ylabel="$(f - f^*)/f^*$", ylim=(LEAST_ERROR / 3, None))


def draw_envelope(gives_way: Axes, saved: Axes, runs: list[Run]) -> None:
    """Draws how far all ends together give way (m) and how much lower f* is (J), over k_s."""
    hard = next(run for run in runs if run.scene["anchors"]["stiffness"] == "hard")
    # Newton's method ends at a saddle with the softest springs: there is no f* to draw.
    known = (run for run in runs if run is not hard and run.minimum is not None)
    springs = sorted(known, key=lambda run: run.scene["anchors"]["stiffness"])
    stiffness = np.array([run.scene["anchors"]["stiffness"] for run in springs])
    force = reaction(springs[-1])
    complete = hard.minimum + held_inertia(springs[-1], hard)
    away = np.array([reaction(run) for run in springs]) / stiffness
    lower = [complete - run.minimum for run in springs]
    for axes, values, theorem, name, formula in (
        (gives_way, away, force / stiffness, "ends give way in m", "$\\|r\\|/k_s$"),
        (saved, lower, force**2 / (2 * stiffness), "$f^*$ lower, in J", "$\\|r\\|^2/2k_s$"),
    ):
        axes.plot(stiffness, values, color=drawing.OTHER_COLOURS[0], marker="o", label="springs")
        axes.plot(stiffness, theorem, **ENVELOPE, label=formula)
        axes.set(xscale="log", yscale="log", xlabel="$k_s$ in N/m", ylabel=name)
        axes.legend(fontsize="small", loc="upper right", handlelength=2)


def draw_indicator(axes: Axes, runs: list[Run]) -> None:
    runs = sorted(runs, key=lambda run: run.scene["solvers"]["admm"]["held_weight"])
    for run, shade in zip(runs, drawing.shades(len(runs)), strict=True):
        weight = run.scene["solvers"]["admm"]["held_weight"]
        axes.plot(
            run.first_step["iteration"],
            np.maximum(excess(run).abs(), LEAST_ERROR),
            color=shade,
            label=drawing.scientific(weight),
        )
    axes.set(yscale="log", xlabel="iteration", ylabel="$(f - f^*)/f^*$, ends put in place")
    axes.set(title="ADMM's indicator", ylim=(LEAST_ERROR / 3, None))
    name_above(axes, title="$w$ in √J", ncols=2, handlelength=1, columnspacing=1)


def name_above(axes: Axes, **legend) -> None:
    """A legend above the lines, on a logarithmic axis."""
    axes.set_ylim(top=HEADROOM * axes.dataLim.y1)
    axes.legend(fontsize="small", loc="upper right", **legend)
