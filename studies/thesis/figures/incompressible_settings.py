"""Towards ν = 1/2 with other settings: final relative error of XPBD over E, and of ADMM over its weight.

RESULTS is the sweep incompressible_stiffness, --weights FOLDER incompressible_weights. A column for each
material. The axis is 1/2 − ν as in the figure incompressible. A cross is an error above the picture, or
infinite.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simbench import drawing
from simbench.labels import material_label
from simbench.results import Run, load_runs
from thesis.claims.measures import final
from thesis.figures.incompressible import LIMITS, form

OPTIONS = {
    "--weights": {
        "type": Path,
        "required": True,
        "metavar": "FOLDER",
        "help": "the sweep incompressible_weights",
    }
}
FORMS = {
    "split": {"linestyle": "-", "marker": "o"},
    "combined": {"linestyle": (0, (4, 1.5)), "marker": "s", "markerfacecolor": "white"},
}
AUTOMATIC = {"color": "black", "marker": "D", "linestyle": (0, (2, 1)), "label": "automatic $w$"}

load = load_runs


def draw(runs: list[Run], weights: Path) -> Figure:
    rules = load_runs(weights)
    models = list(dict.fromkeys(model(run) for run in runs))
    figure = Figure(figsize=(6.9, 5.6))
    sweeps, admm = figure.subplots(2, len(models), sharex=True, sharey="row", squeeze=False)
    for name, above, below in zip(models, sweeps, admm, strict=True):
        draw_lines(above, [run for run in runs if model(run) == name], modulus_and_form, xpbd_looks(runs))
        draw_lines(below, [run for run in rules if model(run) == name], factor, admm_looks(rules))
        above.set_title(material_label(name))
        below.set_xlabel("$1/2 - \\nu$")
    sweeps[0].set_ylabel("XPBD\nfinal relative error")
    moduli = ", ".join(map(drawing.scientific, sorted({modulus(run) for run in rules})))
    admm[0].set_ylabel(f"ADMM, $E$ = {moduli} Pa\nfinal relative error")
    sweeps[0].invert_xaxis()
    for axes in (sweeps[-1], admm[-1]):
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    return figure


def draw_lines(axes: Axes, runs: list[Run], setting: Callable, looks: dict[object, dict]) -> None:
    """A line over 1/2 − ν for each value that `setting` of a run has."""
    for value, look in looks.items():
        chosen = sorted((run for run in runs if setting(run) == value), key=poisson_ratio)
        away = np.array([0.5 - poisson_ratio(run) for run in chosen])
        errors = np.array([final(run, "relative_error") for run in chosen])
        axes.plot(away, errors.clip(*LIMITS), **look)
        beyond = errors > LIMITS[1]
        axes.plot(away[beyond], errors[beyond].clip(*LIMITS), "x", color="black", label="_beyond")
    axes.set(xscale="log", yscale="log")


def xpbd_looks(runs: list[Run]) -> dict[tuple[float, str], dict]:
    known = sorted({modulus(run) for run in runs})
    return {
        (stiffness, name): {
            **style,
            "color": shade,
            "label": f"{name}, $E$ = {drawing.scientific(stiffness)} Pa",
        }
        for stiffness, shade in zip(known, drawing.shades(len(known)), strict=True)
        for name, style in FORMS.items()
    }


def admm_looks(runs: list[Run]) -> dict[float | None, dict]:
    factors = sorted({factor(run) for run in runs} - {None})
    fixed = {
        c: {"color": shade, "marker": "o", "label": f"$c$ = {c:g}"}
        for c, shade in zip(factors, drawing.shades(len(factors)), strict=True)
    }
    return fixed | {None: AUTOMATIC}


def modulus_and_form(run: Run) -> tuple[float, str]:
    return modulus(run), form(run)


def factor(run: Run) -> float | None:
    """c; None if a rule chooses ADMM's weight."""
    settings = run.scene["solvers"]["admm"]
    return settings["weight_factor"] if settings.get("weight", "factor") == "factor" else None


def model(run: Run) -> str:
    return run.scene["material"]["model"]


def modulus(run: Run) -> float:
    return run.scene["material"]["youngs_modulus"]


def poisson_ratio(run: Run) -> float:
    return run.scene["material"]["poisson_ratio"]
