"""The figure of relative errors draws errors, values at or below the minimum, and the thesis's samples."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import MINIMUM, START

from simbench import ResultsError, load_run, load_runs
from simbench.figures import relative_error
from thesis.plots import load_reference


def draw(runs):
    (axes,) = relative_error.draw(runs).axes
    return axes, {line.get_label(): line for line in axes.lines}


def test_samples_are_the_thesis_objectives_as_errors(results):
    """Those that six digits do not tell from the minimum are less than a unit of the last digit."""
    runs = load_runs(results)
    minimum = MINIMUM + 0.2
    for run in runs:
        run.manifest["reference_minimum"] = [minimum]
    axes, lines = draw(runs)
    below = 0
    for series, rows in load_reference("strain_beam_untwist_objectives").groupby("series"):
        values = rows["value"].to_numpy()
        errors = (values - minimum) / (START - minimum)
        units = np.array([float("1e" + f"{value:.5e}".split("e")[1]) / 1e5 for value in values])
        less_than = values - minimum < units
        drawn = lines[f"_thesis {series}"].get_ydata()
        np.testing.assert_allclose(drawn[~less_than], errors[~less_than], rtol=1e-12)
        assert np.isnan(drawn[less_than]).all()
        assert (f"_thesis {series}, less than" in lines) == less_than.any()
        if less_than.any():
            marks = lines[f"_thesis {series}, less than"]
            np.testing.assert_array_equal(marks.get_xdata(), rows["iteration"][less_than])
            np.testing.assert_allclose(marks.get_ydata(), (units / (START - minimum))[less_than])
            below += 1
    assert below > 1
    assert "thesis, less than" in [text.get_text() for text in axes.figure.legends[0].texts]


def test_leaders_begin_at_the_ends_of_lines(results):
    """Also of a line that ends long before the others."""
    axes, lines = draw(load_runs(results))
    to_axes = axes.transData + axes.transAxes.inverted()
    leaders = {leader.get_text(): leader for leader in axes.texts}
    assert set(leaders) == {label for label in lines if not label.startswith("_")}
    for label, leader in leaders.items():
        end = to_axes.transform(lines[label].get_xydata()[-1])
        np.testing.assert_allclose(leader.xy, np.clip(end, 0, 1), atol=1e-9)
    assert leaders["Newton"].xy[0] < leaders["QN"].xy[0] < leaders["PD"].xy[0]


def test_samples_beyond_the_runs_are_not_drawn(results):
    runs = [
        replace(run, iterations=run.iterations[run.iterations["iteration"] <= 200])
        for run in load_runs(results)
    ]
    axes, lines = draw(runs)
    drawn = lines["_thesis PD"].get_xdata()
    assert 100 < drawn.max() <= 200 and axes.get_xlim()[1] < 210


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
