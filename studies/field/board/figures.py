"""The figures of the leaderboard: targets reached over budget by six solvers, and a heat map of all."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from field.board.budgets import BUDGETS, FACTORISATION, areas, to_targets
from field.board.settings import ONE, RANKED_TARGET, factorising, of_column, ranked, work_by_scene
from field.catalogue import scenes_with_strain
from field.families import SPLITTING, family
from simbench import drawing
from simbench.entry.targets import CURVE_TARGETS
from simbench.figures.sweep_heatmaps import count_text
from simbench.labels import solver_label
from simbench.looks import LIGHTER

WIDTH = 6.9  # inches
MARKED = {"markersize": 3.5, "markevery": 0.2}
KNOWN = ("pd", "admm")  # always drawn: the unit of work, and the splitting that others accelerate
RULE = (
    "PD, whose iteration is the unit, ADMM, and of each family other than splittings the solver with the"
    f" largest area to {BUDGETS[1]} with free factorisations"
)


def leaders(rows: pd.DataFrame) -> list[str]:
    """The solvers that RULE adds to KNOWN. `rows` has at most one row for each solver and scene."""
    found = areas(rows, factorisation=0)[BUDGETS[1]]
    first = found.groupby(found.index.map(family)).idxmax().drop(SPLITTING, errors="ignore")
    return [solver for solver in found.index if solver in set(first) - {*KNOWN}]


def curves(rows: pd.DataFrame) -> Figure:
    """The share of all targets reached within a budget, of scenes with strain and with other laws."""
    figure = Figure(figsize=(WIDTH, 3.9))
    panels = figure.subplots(1, 2, sharey=True)
    chosen = ranked(of_column(rows, ONE))
    drawn = chosen[chosen["solver"].isin([*KNOWN, *leaders(chosen)])]
    strain = drawn["scene"].isin(scenes_with_strain())
    for axes, (law, own) in zip(
        panels, {"strain": drawn[strain], "other laws": drawn[~strain]}.items(), strict=True
    ):
        draw_curves(axes, own)
        axes.set(title=f"{law}, {own['scene'].nunique()} scenes", xlabel="budget in iterations of PD")
    panels[0].set_ylabel("share of targets reached")
    handles = [drawing.key(**drawing.look(solver)) for solver in drawn["solver"].unique()]
    handles.append(drawing.key(f"a factorisation counts as {FACTORISATION}", **LIGHTER))
    figure.legend(handles=handles, loc="outside lower center", ncols=4, handlelength=4)
    return figure


def draw_curves(axes: Axes, rows: pd.DataFrame) -> None:
    """A step curve for each solver, and a lighter one with the charge if it factorises in the step.

    Scenes that it declines count as not reached.
    """
    again = factorising(rows)
    for solver, own in rows.groupby("solver", sort=False):
        look = drawing.look(solver) | MARKED
        draw_steps(axes, to_targets(own), rows["scene"].nunique(), look)
        if solver in again:
            draw_steps(
                axes,
                to_targets(own, FACTORISATION),
                rows["scene"].nunique(),
                look | LIGHTER | {"label": "_charged"},
            )
    axes.set(xscale="log", xlim=(1, BUDGETS[-1]), ylim=(0, 1.02))


def draw_steps(axes: Axes, needed: np.ndarray, scene_count: int, look: dict) -> None:
    budgets = np.sort(np.maximum(np.ravel(needed), 1))
    budgets = budgets[np.isfinite(budgets)]
    axes.step(
        budgets, np.arange(1, len(budgets) + 1) / (len(CURVE_TARGETS) * scene_count), where="post", **look
    )


def heat(rows: pd.DataFrame, target: float = RANKED_TARGET) -> Figure:
    """The work to the target with the one setting, in PD iterations: scenes × solvers."""
    chosen = of_column(rows, ONE)
    work = work_by_scene(chosen, target)
    figure = Figure(figsize=(WIDTH, 1.6 + 0.24 * len(work)))
    axes = figure.subplots()
    colours = drawing.GOOD_TO_BAD.with_extremes(bad="white")
    picture = axes.imshow(np.log10(work.clip(1, 1e3)), cmap=colours, aspect="auto", vmin=0, vmax=3)
    for line, scene in enumerate(work.index):
        for place, solver in enumerate(work.columns):
            cost = work.at[scene, solver]
            dark = cost > 30
            words = "–" if np.isnan(cost) else "no" if np.isinf(cost) else count_text(cost)
            axes.text(
                place, line, words, ha="center", va="center", fontsize=7, color="white" if dark else "black"
            )
    axes.set_xticks(range(work.shape[1]), map(solver_label, work.columns), rotation=60, ha="right")
    axes.set_yticks(range(len(work)), work.index)
    axes.grid(False)
    bar = figure.colorbar(picture, ax=axes, ticks=range(4), format=lambda power, _: f"{10**power:g}")
    bar.set_label(f"PD iterations to {target:g}, {drawing.DARK_IS_WORSE}")
    return figure
