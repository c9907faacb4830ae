"""How far the joints of a rope open over the mass of its bodies, by AVBD's constants and other solvers.

RESULTS is the folder of the sweep plans/rigid_units.json. The published constants have units, and the
other settings have none; the grey line is the opening that claim R68 allows.
"""

from pathlib import Path

from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.measures import settled
from rigid.claims.peers import SMALL
from rigid.claims.units import PUBLISHED
from rigid.looks import LOOKS
from simbench import drawing
from simbench.study import one_sweep

FOLLOWING = {"effective_mass": (0, (5, 2)), "heavier_mass": (0, (1, 1))}
LEAST = 1e-7  # m; smaller openings are not drawn


def load(results: Path) -> Path:
    return results


def draw(results: Path) -> Figure:
    by = one_sweep(results, AXES)
    figure = Figure(figsize=(5.0, 4.1))
    axes = figure.subplots()
    shades = drawing.shades(len(PUBLISHED))
    for ((k, growth), label), shade in zip(PUBLISHED.items(), shades, strict=True):
        runs = by("avbd", "masses", s=k / 3600, ramp=growth)
        draw_line(axes, runs, f"AVBD, {label}", color=shade, marker="o")
    for penalty, line in FOLLOWING.items():
        label = f"AVBD, $s$ = {penalty.replace('_', ' ')}"
        draw_line(axes, by("avbd", "masses", s=penalty), label, color=LOOKS["avbd"]["color"], linestyle=line)
    label = f"{LOOKS['gs']['label']}, {LOOKS['xpbd']['label']}"  # the same method on hard joints
    draw_line(axes, by("gs", "masses"), label, color=LOOKS["gs"]["color"], marker=LOOKS["gs"]["marker"])
    axes.axhline(SMALL, color="#999999", linewidth=0.7, label="_allowed")
    axes.set(xscale="log", yscale="log", xlabel="mass of a body in kg", ylabel="largest opening in m")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def draw_line(axes, runs: dict, label: str, **look) -> None:
    shown = {mass: settled(run) for mass, run in runs.items()}
    shown = {mass: opening for mass, opening in shown.items() if LEAST < opening < drawing.LARGEST}
    axes.plot(list(shown), list(shown.values()), label=label, markersize=4, linewidth=0.9, **look)
