"""The figure of errors over work draws the harness's counts, from iteration 0 of the step."""

import numpy as np
import pytest

from simbench import ResultsError, load_run
from simbench.figures import relative_error_over_work

PASSES = ("value_passes", "gradient_passes", "hessian_passes", "local_passes")


@pytest.fixture
def runs(write_run, tmp_path):
    def of(name):
        return lambda table: 3 + {"gradient_passes": 2, "solves": 5}.get(name, 0) * table["iteration"]

    write_run(tmp_path / "qn", **{name: of(name) for name in (*PASSES, "solves")})
    return [load_run(tmp_path / "qn")]


def test_panels_are_passes_and_solves_since_iteration_0(runs):
    passes, solves = relative_error_over_work.draw(runs).axes
    (line,) = (line for line in passes.lines if line.get_label() == "QN")
    np.testing.assert_array_equal(line.get_xdata(), 2 * runs[0].curve["iteration"])
    np.testing.assert_array_equal(line.get_ydata(), runs[0].curve["relative_error"].clip(lower=1e-14))
    (line,) = (line for line in solves.lines if line.get_label() == "QN")
    np.testing.assert_array_equal(line.get_xdata(), 5 * runs[0].curve["iteration"])
    assert passes.get_xlabel() == "passes over all elements"


def test_runs_without_counts_are_refused(write_run, tmp_path):
    write_run(tmp_path / "qn")
    with pytest.raises(ResultsError, match="counts of its work"):
        relative_error_over_work.draw([load_run(tmp_path / "qn")])


def test_time_is_in_iterations_of_pd(write_run, tmp_path):
    for solver in ("pd", "newton"):  # Newton's iterations take a hundred times as long (write_run)
        counts = {name: lambda table: table["iteration"] for name in (*PASSES, "solves")}
        write_run(tmp_path / solver, **counts)
    loaded = [load_run(tmp_path / name) for name in ("pd", "newton")]
    *_, time = relative_error_over_work.draw(loaded).axes
    assert time.get_xlabel() == "time in iterations of PD"
    for run, times in zip(loaded, (1, 100), strict=True):
        (line,) = (line for line in time.lines if line.get_label() == run.label)
        np.testing.assert_allclose(line.get_xdata(), times * run.curve["iteration"])
