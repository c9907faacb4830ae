"""The figures of the leaderboard: targets reached over budget, factors of the least work, and a heat map."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from field.board.budgets import BUDGETS, FACTORISATION, PD_ITERATION, to_targets
from field.board.comparisons import factors
from field.board.settings import (
    ALIKE,
    BEST,
    DEFAULT,
    ONE,
    RANKED_TARGET,
    of_column,
    ranked,
    work_by_scene,
)
from field.catalogue import scenes
from simbench import drawing
from simbench.entry.board import IN_STEP, at
from simbench.entry.targets import CURVE_TARGETS, TARGETS
from simbench.labels import solver_label

SIZE = (6.9, 4.6)  # inches
LARGEST_FACTOR = 100
MARKED = {"markersize": 3, "markevery": 0.2}


def curves(rows: pd.DataFrame) -> Figure:
    """The share of all targets reached within a budget, of scenes with strain and with other laws."""
    figure = Figure(figsize=(SIZE[0], 7.4))
    panels = figure.subplots(2, 2, sharex=True, sharey=True)
    chosen = ranked(of_column(rows, ONE))
    strain = chosen["scene"].isin(scenes_with_strain())
    for place, (law, own) in enumerate({"strain": chosen[strain], "other laws": chosen[~strain]}.items()):
        for line, charge in enumerate((0, FACTORISATION)):
            axes = panels[line, place]
            draw_curves(axes, own, {name: to_targets(one, charge) for name, one in own.groupby("solver")})
            words = "factorisations charged" if charge else "without a charge"
            axes.set_title(f"{law}, {own['scene'].nunique()} scenes, {words}")
    return finished(figure, panels, "share of targets reached", "budget in iterations of PD")


def scenes_with_strain() -> list[str]:
    return [name for name, scene in scenes().items() if scene.get("material", {}).get("model") == "strain"]


def data_profiles(rows: pd.DataFrame) -> Figure:
    """The share of scenes and of the three targets that are reached within a budget (Moré and Wild 2009)."""
    figure = Figure(figsize=SIZE)
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for axes, column in zip(panels, (DEFAULT, BEST), strict=True):
        needed = {}
        for target in TARGETS:
            for solver, own in ranked(of_column(rows, column, target)).groupby("solver"):
                needed.setdefault(solver, []).append(at(own, "work", target) / PD_ITERATION)
        draw_curves(
            axes, ranked(rows), {name: np.concatenate(found) for name, found in needed.items()}, len(TARGETS)
        )
        axes.set(title={DEFAULT: "default settings", BEST: "best setting for each scene"}[column])
    return finished(figure, panels, "share of targets reached", "budget in iterations of PD")


def draw_curves(
    axes: Axes, rows: pd.DataFrame, needed: dict[str, np.ndarray], targets: int = len(CURVE_TARGETS)
) -> None:
    """A step curve for each solver. Scenes that it declines count as not reached."""
    count = targets * rows["scene"].nunique()
    for solver in rows["solver"].unique():
        budgets = np.sort(np.maximum(np.ravel(needed[solver]), 1))
        budgets = budgets[np.isfinite(budgets)]
        shares = np.arange(1, len(budgets) + 1) / count
        axes.step(budgets, shares, where="post", **drawing.look(solver) | MARKED)
    axes.set(xscale="log", xlim=(1, BUDGETS[-1]), ylim=(0, 1.02))


def performance_profiles(rows: pd.DataFrame) -> Figure:
    """The share of scenes with at most a factor of the least work, among all solvers and among some."""
    figure = Figure(figsize=(SIZE[0], 6.4))
    panels = figure.subplots(2, len(TARGETS), sharex=True, sharey=True)
    chosen = ranked(of_column(rows, ONE))
    for column, target in enumerate(TARGETS):
        without = at(chosen, IN_STEP, target) == 0
        draw_factors(panels[0, column], work_by_scene(chosen, target))
        draw_factors(panels[1, column], work_by_scene(chosen, target), work_by_scene(chosen[without], target))
        panels[0, column].set_title(f"to {target:g}, all runs")
        panels[1, column].set_title(f"to {target:g}, constant matrix")
    return finished(figure, panels, "share of scenes", "factor of the least work")


def draw_factors(axes: Axes, everything: pd.DataFrame, work: pd.DataFrame | None = None) -> None:
    """Shares of all scenes, of the runs in `work`. Each solver has a line for the legend, perhaps empty."""
    work = everything if work is None else work.reindex(index=everything.index)
    found = factors(work)
    for solver in everything:
        own = np.sort(found[solver]) if solver in found else np.array([])
        own = own[own <= LARGEST_FACTOR]
        shares = np.arange(1, len(own) + 1) / len(everything)
        axes.step(own, shares, where="post", **drawing.look(solver) | MARKED)
    axes.axvline(ALIKE, color="#999999", linewidth=0.6)
    axes.set(xscale="log", xlim=(1, LARGEST_FACTOR), ylim=(0, 1.02))


def heat(rows: pd.DataFrame, target: float = RANKED_TARGET) -> Figure:
    """The work to the target with the one setting, in PD iterations: scenes × solvers."""
    chosen = of_column(rows, ONE)
    work = work_by_scene(chosen, target)
    figure = Figure(figsize=(SIZE[0], 1.6 + 0.24 * len(work)))
    axes = figure.subplots()
    colours = drawing.matplotlib.colormaps["viridis_r"].with_extremes(bad="white")
    picture = axes.imshow(
        np.log10(work.replace(np.inf, np.nan).clip(lower=1)), cmap=colours, aspect="auto", vmin=0, vmax=3
    )
    for line, scene in enumerate(work.index):
        for place, solver in enumerate(work.columns):
            cost = work.at[scene, solver]
            dark = np.isfinite(cost) and cost > 30
            words = "–" if np.isnan(cost) else "no" if np.isinf(cost) else f"{cost:.0f}"
            axes.text(
                place, line, words, ha="center", va="center", fontsize=6, color="white" if dark else "black"
            )
    axes.set_xticks(range(work.shape[1]), map(solver_label, work.columns), rotation=60, ha="right")
    axes.set_yticks(range(len(work)), work.index)
    axes.grid(False)
    bar = figure.colorbar(picture, ax=axes, ticks=range(4), format=lambda power, _: f"{10**power:g}")
    bar.set_label(f"PD iterations to {target:g}")
    return figure


def finished(figure: Figure, panels: np.ndarray, vertical: str, horizontal: str) -> Figure:
    grid = np.atleast_2d(panels)
    for axes in grid[:, 0]:
        axes.set_ylabel(vertical)
    for axes in grid[-1]:
        axes.set_xlabel(horizontal)
    figure.legend(
        handles=grid[0, 0].lines[: _solvers(grid[0, 0])], loc="outside lower center", ncols=4, handlelength=4
    )
    return figure


def _solvers(axes: Axes) -> int:
    """The lines that have a name."""
    return sum(not str(line.get_label()).startswith("_") for line in axes.lines)
