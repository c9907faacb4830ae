"""Solvers that are stopped early: a swinging cantilever's energy (kJ) and mean sag (m) over time.

Of the sweep early_stopping at one time step. Rows: energy on each mesh, and on the finest how far the centre
of mass is below where it began. A line for each number of iterations a step; Newton's with the most is
dashed. Energies are linear up to the largest of the converged steps, and logarithmic above.
"""

from collections.abc import Callable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from simbench import drawing, figure_files
from simbench.errors import ResultsError
from simbench.labels import solver_label
from simbench.results import Run
from thesis.claims.measures import mean_sag

ALL_STEPS = True
save = figure_files.save_with_palette  # many smooth lines

SOLVERS = ("pd", "admm", "qn", "xpbd", "vbd")
CONVERGED = {"color": "black", "linestyle": (0, (3, 2)), "linewidth": 1}
TICKS = (0, 1, 2, 3, 10, 100, 1000)  # kJ


def draw(runs: list[Run]) -> Figure:
    if len({time_step(run) for run in runs}) > 1:
        raise ResultsError("the runs have different time steps; choose one with --filter step.time_step=H")
    meshes = sorted({cells(run) for run in runs})
    newton = [run for run in runs if run.solver == "newton"]
    if {cells(run) for run in newton} < set(meshes):
        raise ResultsError("there is no run of newton to compare with")
    converged = {mesh: max((run for run in newton if cells(run) == mesh), key=iterations) for mesh in meshes}
    solvers = [solver for solver in SOLVERS if any(run.solver == solver for run in runs)]
    counts = sorted({iterations(run) for run in runs})
    colours = dict(zip(counts, drawing.shades(len(counts)), strict=True))
    rows = [(mesh, energy, "energy in kJ") for mesh in meshes] + [
        (meshes[-1], mean_sag, "sag of centre of mass in m")
    ]
    figure = Figure(figsize=(6.9, 1.2 + 1.6 * len(rows)))
    panels = figure.subplots(len(rows), len(solvers), sharex=True, sharey="row", squeeze=False)
    for row, (mesh, values, label) in zip(panels, rows, strict=True):
        for axes, solver in zip(row, solvers, strict=True):
            family = [run for run in runs if (run.solver, cells(run)) == (solver, mesh)]
            for run in sorted(family, key=iterations):
                draw_run(axes, run, values, {"color": colours[iterations(run)]})
            draw_run(axes, converged[mesh], values, CONVERGED)
        row[0].set_ylabel(f"{'×'.join(map(str, mesh))}\n{label}")
        if values is energy:
            row[0].set_yscale("symlog", linthresh=energy(converged[mesh]).max(), linscale=2)
            row[0].yaxis.set_major_locator(FixedLocator(TICKS))
            row[0].yaxis.set_major_formatter("{x:g}")
            row[0].yaxis.set_minor_locator(NullLocator())
    for axes, solver in zip(panels[0], solvers, strict=True):
        axes.set_title(solver_label(solver))
    for axes in panels[-1]:
        axes.set_xlabel("time in s")
    panels[-1][0].invert_yaxis()
    handles = [drawing.key(f"{n} iteration{'s' * (n > 1)}", color=colour) for n, colour in colours.items()]
    figure.legend(
        handles=[*handles, drawing.key("converged", **CONVERGED)], loc="outside lower center", ncols=3
    )
    return figure


def draw_run(axes: Axes, run: Run, values: Callable[[Run], pd.Series], look: dict) -> None:
    label = f"_{run.solver} {iterations(run)}"
    axes.plot(run.ends_of_steps["step"] * time_step(run), values(run), label=label, **look)


def energy(run: Run) -> pd.Series:
    """[kJ]"""
    return run.ends_of_steps["total_energy"] / 1000


def cells(run: Run) -> tuple[int, ...]:
    return tuple(run.scene["body"]["beam"]["cells"])


def iterations(run: Run) -> int:
    return run.scene["step"]["iterations"]


def time_step(run: Run) -> float:
    return run.scene["step"]["time_step"]
