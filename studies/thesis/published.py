"""The thesis's published curves and its table of errors, for the runs that repeat them."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from simbench.published import ITERATION, errors_of_samples
from simbench.results import Run
from thesis.plots import PLOTS, Plot, load_reference


def samples_with_errors(figure: str) -> pd.DataFrame:
    """Samples of an objective with their relative_error; its minimum is the least of all samples."""
    samples = load_reference(figure)
    start, least = samples["value"].iloc[0], samples["value"].min()
    return samples.assign(relative_error=(samples["value"] - least) / (start - least))


def plot_of(runs: Sequence[Run], column: str, over: str = ITERATION, weights: bool = False) -> Plot | None:
    """The plot of a column that all runs belong to; with `weights` one that compares weights of ADMM."""
    for plot in PLOTS.values():
        asked_for = (plot.column, plot.over, len(plot.weights) > 1) == (column, over, weights)
        # Runs in double precision do not repeat the rounding of single precision.
        if asked_for and all(map(plot.is_of, runs)) and plot.precision in map(_precision, runs):
            return plot
    return None


def _precision(run: Run) -> str | None:
    return run.manifest.get("precision")


def is_thesis_setting(run: Run) -> bool:
    """True if the run's curve is of the problem of the thesis's first plot, solved in double precision."""
    return plot_of([run], "objective") is PLOTS["strain_beam_untwist_objectives"]


def samples_of(run: Run) -> dict[str, list]:
    """The thesis's samples in the run's setting, by column, as simbench.published.samples_of."""
    found: dict[str, list] = {}
    try:
        plots = [plot for plot in PLOTS.values() if plot.over == ITERATION and plot.problem.is_of(run)]
        for plot in plots:
            if plot.series_of(run) is None or _precision(run) != plot.precision:
                continue
            samples = plot.samples_of(run)
            iterations, values = samples[ITERATION].tolist(), samples["value"]
            found.setdefault(plot.column, [iterations, values.tolist()])
            if plot.column == "objective" and run.curve["relative_error"].notna().any():
                errors, less_than = errors_of_samples(values, run)
                places = np.flatnonzero(less_than).tolist()
                found.setdefault("relative_error", [iterations, errors.tolist(), places])
    except (LookupError, AttributeError, TypeError, OSError):  # a damaged manifest
        return {}
    return found


# The thesis's table: relative errors in % after so many iterations.
ERRORS = {
    "qn": (0.0, 0.0, 0.0, 0.0),
    "admm": (0.4, 0.0, 0.0, 0.0),
    "pd": (22.7, 12.6, 0.0, 0.0),
    "xpbd": (67.8, 47.8, 4.0, 1.8),
}
ITERATIONS_OF_ERRORS = (40, 60, 260, 1000)
NOTE_ON_ERRORS = "The thesis's own ADMM curve gives 0.3, not 0.4, after 40 iterations."


def errors_of(run: Run) -> tuple[str, dict[int, float], str]:
    """The source's name, its errors [%] for the run by iteration, and a note on them."""
    errors = ERRORS.get(run.solver) if is_thesis_setting(run) else None
    note = NOTE_ON_ERRORS if run.solver == "admm" else ""
    return "thesis", dict(zip(ITERATIONS_OF_ERRORS, errors, strict=True)) if errors else {}, note
