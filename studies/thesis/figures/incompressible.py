"""Towards ν = 1/2: relative error, mean |det F − 1| and iterations to 1e-3, a row for each material.

The axis is 1/2 − ν, so that incompressible is on the far right. Split and combined XPBD are two lines; a run
that does not reach 1e-3 has no marker in the last column.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.labels import material_label
from simbench.results import Run
from thesis.claims.measures import final, first_iteration

TARGET = 1e-3
LIMITS = (1e-12, 1e6)  # relative errors beyond are drawn here
TITLES = {
    "error": "final relative error",
    "volume": "mean $|\\det F - 1|$",
    "iterations": "iterations to $10^{-3}$",
}


def draw(runs: list[Run]) -> Figure:
    models = list(dict.fromkeys(run.scene["material"]["model"] for run in runs))
    figure = Figure(figsize=(6.9, 1.2 + 2.3 * len(models)))
    looks = drawing.solver_looks(run.solver for run in runs)
    panels = figure.subplots(len(models), len(TITLES), sharex=True, squeeze=False)
    for row, model in zip(panels, models, strict=True):
        families: dict[tuple, list[Run]] = {}
        for run in runs:
            if run.scene["material"]["model"] == model:
                families.setdefault((run.solver, form(run)), []).append(run)
        for axes, quantity in zip(row, TITLES, strict=True):
            for (solver, its_form), family in families.items():
                draw_family(axes, quantity, family, of_form(looks[solver], its_form, family[0]))
            axes.set(xscale="log", yscale="log")
        row[0].set_ylabel(material_label(model))
    for axes, title in zip(panels[0], TITLES.values(), strict=True):
        axes.set_title(title)
    for axes in panels[-1]:
        axes.set_xlabel("$1/2 - \\nu$")
    panels[0][0].invert_xaxis()
    figure.legend(handles=panels[0][0].lines, loc="outside lower center", ncols=5)
    return figure


def form(run: Run) -> str:
    return run.scene["solvers"].get(run.solver, {}).get("form", "")


def of_form(look: dict, its_form: str, run: Run) -> dict:
    weight = drawing.weight_of(run) if run.solver == "admm" else ""
    label = ", ".join(word for word in (look["label"], its_form, weight) if word)
    return {
        **look,
        "markersize": 4,
        **(drawing.COMBINED_XPBD if its_form == "combined" else {}),
        "label": label,
    }


def draw_family(axes: Axes, quantity: str, runs: list[Run], style: dict) -> None:
    runs = sorted(runs, key=lambda run: run.scene["material"]["poisson_ratio"])
    distances = [0.5 - run.scene["material"]["poisson_ratio"] for run in runs]
    axes.plot(distances, [value(run, quantity) for run in runs], **style)


def value(run: Run, quantity: str) -> float:
    if quantity == "error":
        return float(np.clip(final(run, "relative_error"), *LIMITS))
    if quantity == "volume":
        return float(run.curve["mean_abs_volume_change"].iloc[-1])
    reached = first_iteration(run, TARGET)
    return float("nan") if reached is None else reached
