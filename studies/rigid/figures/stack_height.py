"""How far the top of a stack moves in ten seconds, over its height and (--top) over the mass of its top.

RESULTS is the folder of the sweep plans/rigid_stack_height.json, --top that of rigid_heavy_top. Above the
grey line, half an edge, a stack has fallen.
"""

from pathlib import Path

from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.claims.stack_measures import STANDS, displacement, height
from rigid.claims.units import PUBLISHED
from rigid.looks import LOOKS
from simbench import drawing
from simbench.study import one_sweep

OPTIONS = {"--top": {"type": Path, "help": "folder of the sweep rigid_heavy_top"}}
DUAL = {
    "xpbd": "XPBD",
    "gs": "Gauss–Seidel, warm",
    "si": "sequential impulses, warm",
    "soft_step": "soft_step, 4 substeps",
}


def load(results: Path) -> Path:
    return results


def draw(results: Path, top: Path | None = None) -> Figure:
    figure = Figure(figsize=(6.9 if top else 4.4, 4.4))
    panels = figure.subplots(1, 2 if top else 1, sharey=True, squeeze=False)[0]
    draw_panel(panels[0], results, "system", "number of boxes")
    panels[0].set_ylabel("distance of the top from its start, in edges")
    if top:
        draw_panel(panels[1], top, "top", "mass of the top, of five boxes, in kg")
    lines = [line for line in panels[0].lines if not line.get_label().startswith("_")]
    figure.legend(handles=lines, loc="outside lower center", ncols=2)
    return figure


def draw_panel(axes, folder: Path, axis: str, label: str) -> None:
    by = one_sweep(folder, AXES)
    for solver, name in DUAL.items():
        look = drawing.look(solver) if solver not in LOOKS else LOOKS[solver]
        draw_line(axes, axis, by(solver, axis), name, color=look["color"], marker=look["marker"])
    shades = drawing.shades(len(PUBLISHED))
    for ((k, growth), name), shade in zip(PUBLISHED.items(), shades, strict=True):
        runs = by("avbd", axis, s=k / 3600, ramp=growth)
        draw_line(axes, axis, runs, f"AVBD, {name}", color=shade, linestyle="--")
    of_masses = by("avbd", axis, s="heavier_mass")
    draw_line(axes, axis, of_masses, "AVBD, $s$ = heavier mass", color=LOOKS["avbd"]["color"], linestyle="--")
    axes.axhline(STANDS, color="#999999", linewidth=0.7, label="_stands")
    axes.set(xscale="log", yscale="log", xlabel=label)
    values = sorted({x for line in axes.lines if line.get_label() != "_stands" for x in line.get_xdata()})
    axes.set_xticks(values, [f"{value:g}" for value in values])
    axes.set_xticks([], minor=True)


def draw_line(axes, axis: str, runs: dict, label: str, **look) -> None:
    points = [(height(run) if axis == "system" else key, displacement(run)) for key, run in runs.items()]
    shown = [(x, y) for x, y in points if 0 < y < drawing.LARGEST]
    axes.plot(*zip(*shown, strict=True), label=label, markersize=4, linewidth=0.9, **look)
