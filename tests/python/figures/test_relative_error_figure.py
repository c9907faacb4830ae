"""The figure of relative errors draws errors, values at or below the minimum, and the thesis's samples."""

import numpy as np
import pytest
from conftest import MINIMUM, START

from simbench import ResultsError, drawing, load_run, load_runs
from simbench.figures import relative_error
from thesis.plots import load_reference


def draw(runs):
    (axes,) = relative_error.draw(runs).axes
    return axes, {line.get_label(): line for line in axes.lines}


def test_lines_are_the_relative_errors_on_a_logarithmic_axis(results):
    runs = load_runs(results)
    axes, lines = draw(runs)
    assert axes.get_yscale() == "log"
    for run in runs:
        line = lines[drawing.look(run.solver)["label"]]
        np.testing.assert_array_equal(line.get_xdata(), run.iterations["iteration"])
        expected = np.maximum(run.iterations["relative_error"], relative_error.LEAST)
        np.testing.assert_array_equal(line.get_ydata(), expected)


def test_samples_are_the_thesis_objectives_as_errors(results):
    _, lines = draw(load_runs(results))
    for series, rows in load_reference("strain_beam_untwist_objectives").groupby("series"):
        errors = (rows["value"].to_numpy() - MINIMUM) / (START - MINIMUM)
        drawn = lines[f"_thesis {series}"].get_ydata()
        resolved = errors >= relative_error.LEAST_OF_SAMPLES
        np.testing.assert_array_equal(drawn[resolved], errors[resolved])
        assert np.isnan(drawn[~resolved]).all()


def write_with_end(write_run, folder, error):
    """A run of PD whose last relative error is `error`."""

    def replaced(table):
        return table["relative_error"].mask(table["iteration"] == 1000, error)

    write_run(folder, relative_error=replaced)
    return load_run(folder)


@pytest.mark.parametrize("error", [0.0, 1e-20, -1e-15])
def test_rounding_at_the_minimum_lies_on_the_lower_edge(error, write_run, tmp_path):
    axes, lines = draw([write_with_end(write_run, tmp_path / "pd", error)])
    assert lines["PD"].get_ydata()[-1] == relative_error.LEAST == axes.get_ylim()[0]
    assert "_PD" not in lines


def test_errors_below_the_minimum_are_marked_and_not_drawn_as_converged(write_run, tmp_path):
    axes, lines = draw([write_with_end(write_run, tmp_path / "pd", -0.1)])
    assert np.isnan(lines["PD"].get_ydata()[-1])
    mark = lines["_PD"]
    assert (mark.get_xdata()[0], mark.get_ydata()[0]) == (1000, relative_error.LEAST)
    assert [text.get_text() for text in axes.texts] == ["PD"]
    assert axes.figure.legends[0].texts[-1].get_text() == "below the reference minimum"


def test_runs_without_a_reference_minimum_are_refused(write_run, tmp_path):
    write_run(tmp_path / "pd", relative_error=np.nan)
    with pytest.raises(ResultsError, match="no run has relative errors"):
        relative_error.draw(load_runs(tmp_path))
