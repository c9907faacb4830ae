"""What each part of the quasi-Newton method brings: relative error with that part changed.

RESULTS is the folder of the sweep plans/qn_ablations.json; each problem is a row. History, over the
iterations; line search, over the evaluations of the objective; initial matrix, over the time of the
iterations (s, without set-up). Axes are logarithmic: iteration 0 is left out.
"""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench import drawing
from simbench.errors import ResultsError
from simbench.figure_command import STEP
from simbench.results import Run, load_runs

OPTIONS = {"--step": STEP}

# For each column: the setting that it compares, the values of the others, and the x axis.
COLUMNS = {
    "history": ({"line_search": ["backtracking"], "initial_matrix": ["stiffness"]}, "iteration"),
    "line_search": ({"initial_matrix": ["stiffness"], "history": [0, 5]}, "evaluations"),
    "initial_matrix": ({"line_search": ["backtracking"], "history": [0, 5, 20]}, "elapsed_seconds"),
}
TITLES = {
    "history": "history\n($S$, backtracking)",
    "line_search": "line search\n($S$)",
    "initial_matrix": "initial matrix\n(backtracking)",
}
X_LABELS = {
    "iteration": "iterations",
    "evaluations": "evaluations of the objective",
    "elapsed_seconds": "time in s",
}
# Lines that lie on one another show each other's colour through the gaps.
LOOKS = {
    "backtracking": {"color": "#0072B2", "linestyle": "-"},
    "none": {"color": "#E69F00", "linestyle": (0, (4, 3))},
    "strong_wolfe": {"color": "#009E73", "linestyle": (0, (1, 1))},
    "stiffness": {"color": "#0072B2", "linestyle": "-"},
    "scaled_identity": {"color": "#D55E00", "linestyle": (0, (4, 1.5))},
}
WORDS = {"strong_wolfe": "strong Wolfe", "stiffness": "$S$", "scaled_identity": "scaled identity"}
MARKERS = {0: "o", 5: "s", 20: "D"}  # looks of histories in columns that compare another setting
LEAST_ERROR = 1e-12  # below, relative errors are those of the arithmetic


def load(results: Path) -> list[Run]:
    runs = [run for run in load_runs(results) if run.solver == "qn"]
    if not runs:
        raise ResultsError(f"no runs of qn in {results}")
    if any((run.iterations["iteration"].diff() > 1).any() for run in runs):
        raise ResultsError("evaluations are counted only where every iteration is recorded")
    return runs


def draw(runs: list[Run], step: int = 1) -> Figure:
    runs = [run.at_step(step) for run in runs]
    problems: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.scene["step"]["time_step"]):
        problems.setdefault(drawing.setting([run]), []).append(run)
    figure = Figure(figsize=(6.9, 1.9 + 2 * len(problems)))
    heights = [1] * len(problems) + [0.5]  # the last row is for the legends
    panels = figure.subplots(
        len(heights),
        len(COLUMNS),
        sharex="col",
        sharey="row",
        squeeze=False,
        gridspec_kw={"height_ratios": heights},
    )
    for row, (problem, its_runs) in zip(panels, problems.items(), strict=False):
        for axes, setting in zip(row, COLUMNS, strict=True):
            draw_panel(axes, setting, its_runs)
        row[0].set_ylabel(problem.replace(", $h$", "\n$h$") + "\nrelative error")
    for axes, setting in zip(panels[0], COLUMNS, strict=True):
        axes.set_title(TITLES[setting])
    for axes, (_, x) in zip(panels[-2], COLUMNS.values(), strict=True):
        axes.set_xlabel(X_LABELS[x])
        axes.xaxis.set_tick_params(labelbottom=True)
    for axes, setting in zip(panels[-1], COLUMNS, strict=True):
        axes.axis("off")
        ncols = 2 if setting == "history" else 1
        axes.legend(handles=legend(setting, runs), loc="upper center", ncols=ncols, handlelength=2.4)
    return figure


def draw_panel(axes: Axes, setting: str, runs: list[Run]) -> None:
    others, x = COLUMNS[setting]
    for run in ordered(runs):
        settings = run.scene["solvers"]["qn"]
        if all(settings[key] in values for key, values in others.items()):
            rows = run.curve.assign(evaluations=lambda rows: rows["evaluations"].fillna(0).cumsum())
            drawing.draw_run(axes, rows, x, "relative_error", style(setting, settings, runs), np.geomspace)
    axes.set(yscale="log", ylim=(LEAST_ERROR, 3))
    axes.set_xscale("log", nonpositive="mask")


def style(setting: str, settings: dict, runs: list[Run]) -> dict:
    if setting != "history":
        return {**LOOKS[settings[setting]], "marker": MARKERS[settings["history"]], "markersize": 3}
    histories = histories_of(runs)
    shade = drawing.shades(len(histories))[histories.index(settings["history"])]
    return {"color": shade, "marker": "o", "markersize": 2.5}


def legend(setting: str, runs: list[Run]) -> list[Line2D]:
    """The values of the setting, and the histories' markers where these are drawn, too."""
    values = dict.fromkeys(run.scene["solvers"]["qn"][setting] for run in ordered(runs))
    if setting == "history":
        return [drawing.key(value, **style(setting, {setting: value}, runs)) for value in values]
    marker = {"linestyle": "none", "markersize": 3}
    return [
        *(drawing.key(WORDS.get(value, value), **LOOKS[value]) for value in values),
        *(drawing.key(f"history {h}", marker=MARKERS[h], **marker) for h in COLUMNS[setting][0]["history"]),
    ]


def ordered(runs: list[Run]) -> list[Run]:
    """Sorted by their settings; words are in the order of LOOKS."""
    words = list(LOOKS)
    settings = [run.scene["solvers"]["qn"] for run in runs]
    keys = [(words.index(s["initial_matrix"]), words.index(s["line_search"]), s["history"]) for s in settings]
    return [runs[i] for i in sorted(range(len(runs)), key=keys.__getitem__)]


def histories_of(runs: list[Run]) -> list[int]:
    return sorted({run.scene["solvers"]["qn"]["history"] for run in runs})
