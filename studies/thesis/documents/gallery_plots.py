"""The thesis's plots for the page of the gallery: its samples, our curves, and their differences."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simbench import drawing
from simbench.errors import NotRunError
from simbench.published import ITERATION, repeated
from simbench.report.curves import number
from simbench.report.looks import Look, number_of
from simbench.report.packing import pack_doubles
from simbench.results import Run, load_runs
from thesis.plots import PLOTS, Plot


@dataclass(frozen=True)
class Source:
    """Where the runs of a plot are: a sweep, and the values of axes that the plot's problem leaves open."""

    figure: str  # the figure of results/thesis with the same curves
    sweep: str
    filters: tuple[str, ...] = ()


# Selects the runs at the large time step that have the thesis's settings and start at the origin.
AS_THE_THESIS = (
    "body.beam.origin=[0,0,0]",
    "solvers.pd.global_step=positions",
    "solvers.qn.history=5",
    "solvers.qn.line_search=backtracking",
)
# By the name of the plot in studies/thesis/reference.
SOURCES = {
    "strain_beam_untwist_objectives": Source("untwist_1e-2_1e8_objective", "untwist_alone"),
    "strain_beam_untwist_constraintObjectives": Source("untwist_1e-2_1e8_terms", "untwist_alone"),
    "strain_beam_untwist_inertialObjectives": Source("untwist_1e-2_1e8_terms", "untwist_alone"),
    "strain_beam_untwist_objectives_time": Source("untwist_1e-2_1e8_time", "untwist_alone"),
    "strain_admm_weights_1e-2": Source("admm_weights_1e-2", "admm_weights"),
    "strain_admm_weights_1e-3": Source("admm_weights_1e-3", "admm_weights"),
    "strain_beam_untwist_objectives_large_ts": Source(
        "untwist_1e-1_1e9_objective", "momentum", AS_THE_THESIS
    ),
    "strain_beam_untwist_constraintObjectives_large_ts": Source(
        "untwist_1e-1_1e9_terms", "momentum", AS_THE_THESIS
    ),
    "strain_beam_untwist_inertialObjectives_large_ts": Source(
        "untwist_1e-1_1e9_terms", "momentum", AS_THE_THESIS
    ),
    "strain_beam_untwist_momenta_large_ts": Source("untwist_1e-1_1e9_momenta", "momentum", AS_THE_THESIS),
    "strain_beam_untwist_angular_momenta_large_ts": Source(
        "untwist_1e-1_1e9_momenta", "momentum", AS_THE_THESIS
    ),
    "strain_beam_twist_typical_objectives": Source("twist_1e-1_1e9_objective", "thesis_twist"),
    "strain_beam_twist_objectives": Source("twist_1e-2_1e10_objective", "thesis_twist"),
    "strain_beam_twist_constraintObjective": Source("twist_1e-2_1e10_terms", "thesis_twist"),
    "strain_beam_twist_inertialObjective": Source("twist_1e-2_1e10_terms", "thesis_twist"),
    "strain_beam_twist_objectives_admm_failure": Source("twist_1e-2_1e8_objective", "thesis_twist"),
    "neohookean_objectives": Source("neo_hookean_1e5_objective", "neo_hookean_alone"),
    "neohookean_objectives_time": Source("neo_hookean_1e5_time", "neo_hookean_alone"),
    "neohookean_admm_weights": Source("neo_hookean_1e7_weights", "neo_hookean_weights"),
}
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
    for name, source in SOURCES.items():
        key = (source.sweep, source.filters)
        if key not in by_source:
            by_source[key] = load_runs(folder / source.sweep, source.filters)
        found.append(_plot(PLOTS[name], source, by_source[key], looks, payloads))
    return found


def _plot(plot: Plot, source: Source, runs: list[Run], looks: list[Look], payloads: dict[str, str]) -> dict:
    runs = [run for run in runs if plot.problem.is_of(run) and run.manifest["precision"] == plot.precision]
    ours = repeated(plot, runs, drawing.looks(runs))
    if len(plot.weights) > 1:  # all of one solver, in the order of their weights
        ours = [
            (run, style | {"color": colour})
            for (run, style), colour in zip(ours, drawing.shades(len(ours)), strict=True)
        ]
    names = [plot.series_of(run) for run, _ in ours]
    if not ours or len(set(names)) < len(names):
        raise NotRunError(
            f"{source.sweep} does not have exactly one run for each series of {plot.name}, but {names}"
        )
    series = []
    for run, style in ours:
        look = Look.of(style | {"label": plot.series_of(run)})
        payload = f"{plot.name}-{len(series)}"
        series.append({"look": number_of(look, looks), **_series(plot, run, payload, payloads)})
    symbol = "k" if plot.problem.law == "strain" else "E"
    return {
        "name": plot.name,
        "title": plot.title,
        "setting": f"h = {plot.problem.time_step:g} s, {symbol} = {plot.problem.stiffness:.0e} Pa, "
        f"{plot.precision} precision",
        "figure": source.figure,
        "over": "iteration" if plot.over == ITERATION else "seconds",
        "words": AXIS_WORDS[plot.column],
        "sweep": source.sweep,
        "series": series,
    }


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
