"""Hard volumes: how well solvers of constraints keep det F = 1, and how far a cantilever sags with it.

RESULTS is the sweep hard_volumes: the mean change of volume over the stiffness κ (Pa), ∞ for the hard
constraint, with a panel per mesh; × marks systems that stop at a singular matrix. --locking FOLDER is the
sweep hard_volumes_locking: the displacement as a share of beam theory's over κ, by split and mesh.
"""

import math
from pathlib import Path

from matplotlib.figure import Figure

from simbench import drawing
from simbench.results import Run, load_runs
from thesis import beam_theory
from thesis.claims.hard_volumes import Key, cells_of, key_of, stiffness_of, stopped, volume_change
from thesis.claims.measures import cells_label
from thesis.figures.locking import REFERENCE

OPTIONS = {
    "--locking": {
        "type": Path,
        "required": True,
        "metavar": "FOLDER",
        "help": "the sweep hard_volumes_locking",
    }
}
LEAST = 1e-16  # what is smaller is drawn here
SPLITS = {"five": "-", "six": (0, (4, 1.5))}

load = load_runs


def draw(runs: list[Run], locking: Path) -> Figure:
    found = {key_of(run): run for run in runs}
    meshes = sorted({key.mesh[1] for key in found}, key=math.prod)
    figure = Figure(figsize=(7.6, 4.4))
    *volumes, sag = figure.subplots(1, len(meshes) + 1)
    for axes in (*volumes, sag):
        axes.set(xscale="log", xlabel="κ in Pa")
    for axes, cells in zip(volumes, meshes, strict=True):
        draw_changes(axes, {key: run for key, run in found.items() if key.mesh[1] == cells})
        axes.set(title=f"volumes, {cells_label(cells)} cells", ylim=(LEAST / 3, 10))
    volumes[0].set_ylabel("mean |det F − 1|")
    draw_sag(sag, load_runs(locking))
    sag.set(title="locking", ylabel="displacement over beam theory's", ylim=(0, 1.1))
    splits = [drawing.key(f"{split} tets a cell", color="black", linestyle=s) for split, s in SPLITS.items()]
    looks = drawing.solver_looks(key.solver for key in found)
    solvers = [drawing.key(look["label"], color=look["color"]) for look in looks.values()]
    cells = [line for line in sag.lines if not line.get_label().startswith("_")]
    figure.legend(handles=[*solvers, *splits, *cells], loc="outside lower center", ncols=3)
    return figure


def draw_changes(axes, runs: dict[Key, Run]) -> None:
    stiffnesses = sorted({key.stiffness for key in runs})
    finite = [stiffness for stiffness in stiffnesses if math.isfinite(stiffness)]
    infinity = finite[-1] ** 2 / finite[-2]  # where ∞ is drawn
    for solver, split in dict.fromkeys((key.solver, key.mesh[0]) for key in runs):
        own = {
            key.stiffness: run for key, run in runs.items() if (key.solver, key.mesh[0]) == (solver, split)
        }
        look = {"color": drawing.look(solver)["color"], "label": f"_{solver} {split}"}
        solved = {k: max(volume_change(own[k]), LEAST) for k in sorted(own) if not stopped(own[k])}
        axes.plot(
            [min(k, infinity) for k in solved],
            list(solved.values()),
            **look,
            linestyle=SPLITS[split],
            marker="o",
            markersize=3,
        )
        singular = [min(k, infinity) for k in sorted(own) if stopped(own[k])]
        axes.plot(
            singular,
            [1] * len(singular),
            **look | {"label": f"{look['label']} stopped"},
            linestyle="",
            marker="x",
        )
    axes.set_yscale("log")
    ticks = [*finite[::2], infinity]
    axes.set_xticks(ticks, [*(f"$10^{{{round(math.log10(k))}}}$" for k in finite[::2]), "∞"])
    axes.set_xticks([], minor=True)


def draw_sag(axes, runs: list[Run]) -> None:
    meshes = sorted({cells_of(run) for run in runs}, key=math.prod)
    shades = dict(zip(meshes, drawing.shades(len(meshes)), strict=True))
    for cells, shade in shades.items():
        for split, style in SPLITS.items():
            own = [
                run for run in runs if cells_of(run) == cells and run.scene["body"]["beam"]["split"] == split
            ]
            own.sort(key=stiffness_of)
            shares = [beam_theory.share_of_deflection(run) for run in own]
            words = f"{cells_label(cells)} cells"
            axes.plot(
                [stiffness_of(run) for run in own],
                shares,
                color=shade,
                linestyle=style,
                marker="o",
                markersize=3,
                label=words if style == "-" else f"_{words} {split}",
            )
    axes.axhline(1, **REFERENCE, label="_beam theory")
