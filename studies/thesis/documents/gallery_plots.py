"""The thesis's plots for the page of the gallery: its samples, our curves, and their differences."""

from pathlib import Path

import numpy as np

from simbench import drawing
from simbench.errors import NotRunError
from simbench.published import ITERATION, last_digit, repeated
from simbench.report.curves import number
from simbench.report.looks import Look, number_of
from simbench.report.packing import pack_doubles
from simbench.results import Run, load_runs
from simbench.study.description import Study
from simbench.study.figure_notes import short
from thesis.plots import PLOTS, Plot

# The figure that repeats each plot of studies/thesis/reference, and has the same curves.
FIGURES = {plot: figure for figure in Study(Path(__file__).parents[1]).figures for plot in figure.repeats}
AXIS_WORDS = {
    "objective": "objective in J",
    "constraint": "constraint term in J",
    "inertial": "inertial term in J",
    "linear_momentum": "linear momentum in kg m/s",
    "angular_momentum": "angular momentum in kg m²/s",
}


def plots(folder: Path, looks: list[Look], payloads: dict[str, str]) -> list[dict]:
    """All plots of the thesis, with the runs in `folder` that repeat them. Adds to `looks` and `payloads`."""
    by_source: dict[tuple, list[Run]] = {}
    found = []
    for plot in PLOTS.values():
        figure = FIGURES[plot.name]
        key = (*figure.of, *figure.filters)
        if key not in by_source:
            by_source[key] = load_runs(folder / figure.of[0], figure.filters)
        found.append(_plot(plot, by_source[key], looks, payloads))
    return found


def _plot(plot: Plot, runs: list[Run], looks: list[Look], payloads: dict[str, str]) -> dict:
    runs = [run for run in runs if plot.problem.is_of(run) and run.manifest["precision"] == plot.precision]
    ours = repeated(plot, runs, drawing.looks(runs))
    if len(plot.weights) > 1:  # all of one solver, in the order of their weights
        ours = [
            (run, style | {"color": colour})
            for (run, style), colour in zip(ours, drawing.shades(len(ours)), strict=True)
        ]
    names = [plot.series_of(run) for run, _ in ours]
    if not ours or len(set(names)) < len(names):
        sweep = FIGURES[plot.name].of[0]
        raise NotRunError(
            f"{sweep} does not have exactly one run for each series of {plot.name}, but {names}"
        )
    series = []
    for run, style in ours:
        look = Look.of(style | {"label": plot.series_of(run)})
        payload = f"{plot.name}-{len(series)}"
        series.append({"look": number_of(look, looks), **_series(plot, run, payload, payloads)})
    return words_of(plot) | {"series": series}


def words_of(plot: Plot) -> dict:
    """What the page says on a plot; it needs no runs."""
    figure = FIGURES[plot.name]
    symbol = "k" if plot.problem.law == "strain" else "E"
    return {
        "name": plot.name,
        "title": plot.title,
        "setting": f"h = {plot.problem.time_step:g} s, {symbol} = {short(plot.problem.stiffness)} Pa, "
        f"{plot.precision} precision",
        "figure": figure.name,
        "over": "iteration" if plot.over == ITERATION else "seconds",
        "words": AXIS_WORDS[plot.column],
        "sweep": figure.of[0],
    }


def with_limits(series: dict) -> dict:
    """The series with the places of residuals that its samples do not tell, and a bound [%] of each."""
    if "residual" not in series:
        return series
    samples = dict(zip(*series["samples"], strict=True))
    iterations, percents = series["residual"]
    values = np.array([samples[iteration] for iteration in iterations])
    limits = (100 * last_digit(values) / np.abs(values)).tolist()
    places = [i for i, percent in enumerate(percents) if percent is not None and percent < limits[i]]
    return series | {"limits": [places, [limits[i] for i in places]]}


def _series(plot: Plot, run: Run, payload: str, payloads: dict[str, str]) -> dict:
    """Samples, residuals in % and the largest one as JSON. Adds our rows within the plot to `payloads`."""
    samples = plot.samples_of(run)
    over = "iteration" if plot.over == ITERATION else "elapsed_seconds"
    rows = run.curve[run.curve["iteration"] <= plot.iterations]
    payloads[payload] = pack_doubles(rows[[over, plot.column]].to_numpy(float).T)
    found = {
        "label": plot.series_of(run),
        "run": run.run_id,
        "payload": payload,
        "rows": len(rows),
        "samples": [samples[plot.over].tolist(), samples["value"].tolist()],
    }
    if plot.over != ITERATION:  # the thesis's seconds are from another machine
        return found
    percent = 100 * np.abs(plot.deviations(run))
    largest = percent.idxmax() if len(percent) else None
    return found | {
        "residual": [percent.index.tolist(), [number(value) for value in percent]],
        "largest": None if largest is None else [int(largest), number(percent[largest])],
    }
