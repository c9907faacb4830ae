"""What all figures share: the look of each solver, our lines, the thesis's samples over them, and saving."""

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
from simbench.output_files import complete_file
from simbench.results import Run, solver_label
from simbench.thesis_curves import is_thesis_setting, load_reference

matplotlib.style.use(Path(__file__).with_name("simbench.mplstyle"))

# Colours of Okabe and Ito, as far as they go; marker and line style tell the solvers apart in grey too.
LOOKS = {
    "pbd": {"color": "#CC79A7", "marker": "v", "linestyle": (0, (1, 1.5))},
    "xpbd": {"color": "#D55E00", "marker": "^", "linestyle": (0, (6, 1.5, 1, 1.5))},
    "pd": {"color": "#0072B2", "marker": "s", "linestyle": (0, (4, 1.5))},
    "admm": {"color": "#009E73", "marker": "D", "linestyle": (0, (9, 1.5))},
    "qn": {"color": "#E69F00", "marker": "o", "linestyle": "-"},
    "newton": {"color": "#000000", "marker": "P", "linestyle": (0, (3, 1, 1, 1, 1, 1))},
    "vbd": {"color": "#8C6D31", "marker": "h", "linestyle": (0, (2, 1))},
    "xpbd_global": {"color": "#7A3E9D", "marker": "<", "linestyle": (0, (8, 1, 1, 1))},
    "kkt": {"color": "#56B4E9", "marker": "X", "linestyle": (0, (5, 1, 2, 1))},
    "bfgs": {"color": "#B2182B", "marker": "*", "linestyle": (0, (1, 2.5))},
    "gradient_descent": {"color": "#5AAE61", "marker": ">", "linestyle": (0, (3, 3))},
    "formula": {"color": "#666666", "marker": "d", "linestyle": (0, (6, 3))},
}
# Of solvers that are not in LOOKS: in turns, so that some thirty differ in colour, marker or line style.
OTHER_COLOURS = ("#00838F", "#A50F63", "#4B5FA6", "#A0A000", "#999999")
OTHER_MARKERS = "X*<>dp"
OTHER_LINE_STYLES = ("-", (0, (5, 2)), (0, (1, 1)))
MARKERS = "oDs^vP*hX"  # of several runs of one solver
# The thesis's samples; draw_thesis puts each solver's marker.
SAMPLES = {"marker": "o", "markerfacecolor": "none", "markeredgewidth": 0.7, "linestyle": "none"}


def solver_looks(solvers: Iterable[str]) -> dict[str, dict]:
    """A style with a label for each solver, in their order: that of LOOKS, or one of its own."""
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


def looks(runs: list[Run]) -> list[dict]:
    """A style for each run: its solver's; several runs of a solver differ in shade, marker and name.

    A run's name is its folder's where that says more than the solver; of a sweep's runs it says in which of
    the solver's settings, or precision, the run differs from the others.
    """
    of_solver = solver_looks(run.solver for run in runs)
    styles = []
    for run in runs:
        family = [other for other in runs if other.solver == run.solver]
        style = of_solver[run.solver]
        if len(family) > 1:
            place = family.index(run)
            shade = np.linspace(-0.5, 0.5, len(family))[place]
            colour = np.array(to_rgb(style["color"])) * (1 - abs(shade)) + max(shade, 0)
            style = style | {"color": tuple(colour.tolist()), "marker": MARKERS[place % len(MARKERS)]}
        namesakes = [other for other in family if other.label == run.label]
        differences = _differences(run, namesakes) if len(namesakes) > 1 else []
        name = run.label.replace("$", r"\$")  # else matplotlib takes it for a formula
        styles.append(style | {"label": ", ".join([name, *differences])})
    return styles


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
    """A line of ours with six filled markers (spacing: as the x axis), the last where the solver stopped."""
    marked = np.unique(spacing(1, len(rows), 6).round().astype(int) - 1).tolist()
    axes.plot(rows[x], rows[y], markevery=marked, **style)


def thesis_style(runs: list[Run], style: dict, source: str = "thesis") -> dict[str, dict]:
    """For draw_legend: the thesis's samples, drawn if all runs are in its setting."""
    return {source: style} if all(map(is_thesis_setting, runs)) else {}


def draw_thesis(
    axes: Axes, figure: str, x: str, style: dict, convert: Callable[[pd.Series], pd.Series] | None = None
) -> None:
    """All series of one of the thesis's figures, in the solvers' colours and markers, drawn in `style`.

    `convert` makes what is drawn of the samples (J).
    """
    for series, rows in load_reference(figure).groupby("series", sort=False):
        solver_look = look(series.lower())
        style = {**style, "marker": solver_look["marker"], "color": solver_look["color"]}
        values = convert(rows["value"]) if convert else rows["value"]
        axes.plot(rows[x], values, **style, label=f"_thesis {series}", zorder=3)


def draw_legend(axes: Axes, thesis: dict[str, dict]) -> None:
    """Below the figure: the labelled lines of `axes`, then how the data of simbench and the thesis are drawn.

    `thesis` has a style for each label, and is empty where nothing of the thesis is drawn.
    """
    lines = [line for line in axes.lines if not line.get_label().startswith("_")]
    sources = {"simbench": {"marker": "o"}, **thesis} if thesis else {}
    lines += [key(source, **style) for source, style in sources.items()]
    axes.figure.legend(handles=lines, loc="outside lower center", ncols=4)


def key(label: str, **style) -> Line2D:
    """An entry of a legend that is no line of the figure; grey where no colour is meant."""
    return Line2D([], [], label=label, **{"color": "#555555", **style})


def shades(count: int) -> list[tuple]:
    """Colours from dark to light, of what has an order."""
    # One shade more than needed: viridis ends in a yellow that is too pale on white.
    colours = matplotlib.colormaps["viridis"].resampled(count + 1)
    return [colours(place) for place in range(count)]


def log_scale(axis: Axis) -> None:
    """A logarithmic axis that also names 2 and 5 times the powers of ten, if it spans at most three."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(3, np.inf)))


def setting(runs: list[Run]) -> str:
    """A title: time step, stiffness, material. Refuses to put different settings into one figure."""
    titles = {_setting_of(run, scientific) for run in runs}
    if len(titles) > 1:
        settings = sorted({_setting_of(run, "{:g}".format).replace("$", "") for run in runs})
        raise ResultsError("the runs have different settings: " + "; ".join(settings))
    return titles.pop()


def _setting_of(run: Run, number: Callable[[float], str]) -> str:
    words = [
        f"$h$ = {number(run.scene['step']['time_step'])} s",
        *_material_words(run.scene.get("material"), number),
        "single precision" if run.manifest.get("precision") == "single" else "",
        f"time step {run.step} of {run.steps}" if run.steps > 1 else "",
    ]
    return ", ".join(word for word in words if word)


def _material_words(material: dict | None, number: Callable[[float], str]) -> list[str]:
    """None of particles, which are of no material."""
    if material is None:
        return []
    symbol, key = ("k", "stiffness") if "stiffness" in material else ("E", "youngs_modulus")
    return [f"${symbol}$ = {number(material[key])} Pa", material["model"].replace("_", " ")]


def scientific(value: float) -> str:
    mantissa, exponent = (float(part) for part in f"{value:e}".split("e"))
    factor = "" if mantissa == 1 else rf"{mantissa:g} \cdot "
    return f"${factor}10^{{{exponent:.0f}}}$"


def save(figure: Figure, name: str, output: Path) -> None:
    """Writes OUTPUT/name.png, then .pdf, and prints their names; without dates, so same data, same bytes."""
    output.mkdir(parents=True, exist_ok=True)
    for kind, metadata in (("png", {"Software": None}), ("pdf", {"CreationDate": None})):
        with complete_file(output / f"{name}.{kind}") as partial:
            figure.savefig(partial, format=kind, metadata=metadata)
    print(f"wrote {output / name}.png and {output / name}.pdf")
