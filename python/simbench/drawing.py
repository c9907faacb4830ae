"""Functions that all figures share: looks of solvers, lines, legends and titles."""

from collections.abc import Callable, Iterable
from pathlib import Path

import matplotlib
import matplotlib.style
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogFormatterSciNotation, LogLocator

from simbench.errors import ResultsError
from simbench.labels import LOOKS, material_label, solver_label
from simbench.results import Run, precisions

matplotlib.style.use(Path(__file__).with_name("simbench.mplstyle"))

# XPBD's combined form, one constraint for the Neo-Hookean energy. The split form has XPBD's own look.
COMBINED_XPBD = {"color": "#81AFFF", "marker": "p", "linestyle": (0, (2, 1, 6, 1))}
# For solvers that are not in LOOKS; in turns, so that some thirty differ in colour, marker or line style.
OTHER_COLOURS = ("#00838F", "#A50F63", "#4B5FA6", "#A0A000", "#999999")
OTHER_MARKERS = "X*<>dp"
OTHER_LINE_STYLES = ("-", (0, (5, 2)), (0, (1, 1)))
MARKERS = "oDs^vP*hX"  # for several runs of one solver
LARGEST = 1e200  # larger values are not drawn
SHADE = 0.2  # how far the shades of a colour go towards black and white; with more they would look alike
LIGHTER = {"alpha": 0.45, "linewidth": 0.9}  # for double precision beside single


def solver_looks(solvers: Iterable[str]) -> dict[str, dict]:
    """A style with a label for each solver, in their order: from LOOKS, or an unused one."""
    names = list(dict.fromkeys(solvers))
    others = sorted(name for name in names if name not in LOOKS)
    automatic = {
        name: {
            "color": OTHER_COLOURS[i % len(OTHER_COLOURS)],
            "marker": OTHER_MARKERS[i % len(OTHER_MARKERS)],
            "linestyle": OTHER_LINE_STYLES[i % len(OTHER_LINE_STYLES)],
        }
        for i, name in enumerate(others)
    }
    return {name: {"label": solver_label(name), **(LOOKS | automatic)[name]} for name in names}


def look(solver: str) -> dict:
    return solver_looks([solver])[solver]


def shaded(colour: str, place: int, count: int) -> tuple:
    """One of `count` shades of a colour, from dark to light."""
    shade = np.linspace(-SHADE, SHADE, count)[place] if count > 1 else 0
    return tuple((np.array(to_rgb(colour)) * (1 - abs(shade)) + max(shade, 0)).tolist())


def looks(runs: list[Run]) -> list[dict]:
    """A style for each run: its solver's; several runs of a solver differ in shade, marker and name.

    A run is named after its folder if that says more than the solver, and in a sweep after those of its
    solver's settings in which the runs differ. If single and double precision are together, runs in double
    are lighter, and only runs in single have names.
    """
    of_solver = solver_looks(run.solver for run in runs)
    both = precisions(runs) == {"single", "double"}
    styles = []
    for run in runs:
        alike = [other for other in runs if _method(other) == _method(run)]
        family = [other for other in alike if precisions([other]) == precisions([run])]
        form = _form(run)
        style = of_solver[run.solver] | (COMBINED_XPBD if form == "combined" else {})
        if len(family) > 1:
            place = family.index(run)
            colour = shaded(style["color"], place, len(family))
            style = style | {"color": colour, "marker": MARKERS[place % len(MARKERS)]}
        namesakes = [other for other in family if other.label == run.label]
        differences = _differences(run, namesakes) if len(namesakes) > 1 else []
        name = run.label.replace("$", r"\$")  # otherwise matplotlib reads it as a formula
        label = ", ".join([f"{form} {name}" if form and name == solver_label("xpbd") else name, *differences])
        if both and precisions([run]) == {"double"}:
            style = style | LIGHTER
            label = f"_{label} in double" if len(alike) > len(family) else label
        styles.append(style | {"label": run.marked(label)})
    return styles


def _form(run: Run) -> str | None:
    """XPBD's form, split or combined, in a Neo-Hookean material; only there these are different methods."""
    law = (run.scene.get("material") or {}).get("model", "")
    return run.scene["solvers"].get("xpbd", {}).get("form") if law.endswith("neo_hookean") else None


def _method(run: Run) -> tuple[str, str | None]:
    return run.solver, _form(run)


def _differences(run: Run, family: list[Run]) -> list[str]:
    settings = [
        {**other.scene["solvers"].get(run.solver, {}), **other.manifest["options"]} for other in family
    ]
    own = settings[family.index(run)]
    return [
        f"$c$ = {own[key]:g}"
        if key == "weight_factor"
        else f"$w$ = {own[key]}"
        if key == "weight"
        else str(own[key])
        for key in own
        if any(other.get(key) != own[key] for other in settings)
    ]


def draw_run(axes: Axes, rows: pd.DataFrame, x: str, y: str, style: dict, spacing=np.linspace) -> None:
    """Draws our line with six filled markers (spaced like the x axis), the last one where the solver stopped.

    Larger values than LARGEST are left out, because limits and ticks of axes would overflow.
    """
    marked = np.unique(spacing(1, len(rows), 6).round().astype(int) - 1).tolist()
    axes.plot(rows[x], rows[y].clip(-LARGEST, LARGEST), markevery=marked, **style)


def stack(*heights: float, width: float = 6.3) -> tuple[Figure, list[Axes]]:
    """Panels below one another over the same x axis; heights in inches."""
    figure = Figure(figsize=(width, sum(heights) + 0.8))
    panels = figure.subplots(len(heights), sharex=True, squeeze=False, height_ratios=heights)
    for axes in panels[:, 0]:
        axes.margins(x=0.01)
    return figure, list(panels[:, 0])


def draw_legend(axes: Axes, sources: dict[str, dict]) -> None:
    """Draws a legend below the figure: labelled lines of `axes`, then `sources`, a style for each label."""
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    lines += [key(source, **style) for source, style in sources.items()]
    axes.figure.legend(handles=lines, loc="outside lower center", ncols=4, handlelength=4)


def key(label: str, **style) -> Line2D:
    """A legend entry for something that is not a line of the figure; grey if it stands for no colour."""
    return Line2D([], [], label=label, **{"color": "#555555", **style})


def shades(count: int) -> list[tuple]:
    """Colours from dark to light, for values that have an order."""
    # One shade more than needed: viridis ends in a yellow that is too pale on white.
    colours = matplotlib.colormaps["viridis"].resampled(count + 1)
    return [colours(place) for place in range(count)]


def log_scale(axis: Axis) -> None:
    """A logarithmic axis that also names 2 and 5 times the powers of ten, if it spans at most three."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(3, np.inf)))


def title(runs: list[Run]) -> str:
    """The setting, and ADMM's weight if all its runs have the same."""
    weights = {weight_of(run) for run in runs if run.solver == "admm"}
    return ", ".join(
        [setting(runs), *(f"ADMM {weight}" for weight in weights if len(weights) == 1 and weight)]
    )


def weight_of(run: Run) -> str:
    """c of w = c √(k V), or w; empty if the run has no number as weight."""
    settings = run.scene["solvers"].get("admm", {})
    if settings.get("weight", "factor") != "factor":
        weight = settings["weight"]
        return f"$w$ = {weight}" if isinstance(weight, str) else f"$w$ = {weight:g}"
    return f"$c$ = {settings['weight_factor']:.3g}" if "weight_factor" in settings else ""


def setting(runs: list[Run]) -> str:
    """Experiment, law, time step, stiffness, single precision. Refuses different settings in one figure."""
    titles = {_setting_of(run, scientific) for run in runs}
    if len(titles) > 1:
        settings = sorted({_setting_of(run, "{:g}".format).replace("$", "") for run in runs})
        raise ResultsError("the runs have different settings: " + "; ".join(settings))
    found = precisions(runs)
    both = "single precision (lighter: double)" if len(found) > 1 else "single precision"
    return ", ".join([titles.pop(), both] if "single" in found else titles)


def _setting_of(run: Run, number: Callable[[float], str]) -> str:
    law, stiffness = _material_words(run.scene.get("material"), number)
    words = [
        _experiment(run.scene),
        law,
        f"$h$ = {number(run.scene['step']['time_step'])} s",
        stiffness,
        f"time step {run.step} of {run.steps}" if run.steps > 1 else "",
    ]
    return ", ".join(word for word in words if word)


def _experiment(scene: dict) -> str:
    """The experiment with a twisted beam: anchors turn it further, or it is let go."""
    now, before = ((holder or {}).get("anchors") or {} for holder in (scene, scene.get("preparation")))
    turning = [any(group.get("rotation") for group in anchors.get("groups", [])) for anchors in (now, before)]
    return "twist further" if turning[0] else "untwist" if turning[1] and not now.get("groups") else ""


def _material_words(material: dict | None, number: Callable[[float], str]) -> tuple[str, str]:
    """Law and stiffness; empty for particles and surfaces, which have no material."""
    if material is None:
        return "", ""
    symbol, key = ("k", "stiffness") if "stiffness" in material else ("E", "youngs_modulus")
    return material_label(material["model"]), f"${symbol}$ = {number(material[key])} Pa"


def scientific(value: float) -> str:
    mantissa, exponent = (float(part) for part in f"{value:e}".split("e"))
    if exponent == 0:
        return f"${mantissa:g}$"
    factor = "" if mantissa == 1 else rf"{mantissa:g} \cdot "
    return f"${factor}10^{{{exponent:.0f}}}$"
