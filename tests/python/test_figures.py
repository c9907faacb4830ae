"""Each figure draws the loaded numbers, the thesis's only in its setting, in the same bytes each time."""

import numpy as np
import pytest

import admm_weights
import common
import objective
import objective_over_time
import terms
from simbench_results import ResultsError, load_reference, load_run, load_runs

FACTORS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2)


@pytest.fixture
def weights(write_run, tmp_path):
    """ADMM with the nine weights, told apart by a shift of the objective that leaves iteration 0 alone."""
    for factor in FACTORS:
        write_run(
            tmp_path / "weights" / f"c{factor}" / "admm",
            objective=lambda table, factor=factor: table["objective"] + factor * table["iteration"],
        )
    return tmp_path / "weights"


def lines_of(axes):
    return {line.get_label(): line for line in axes.lines}


def assert_draws(line, x, y):
    np.testing.assert_array_equal(line.get_xdata(), x)
    np.testing.assert_array_equal(line.get_ydata(), y)


@pytest.mark.parametrize("name", ["objective", "terms", "objective_over_time", "admm_weights"])
def test_script_writes_the_same_png_and_pdf_twice(name, results, weights, run_script, tmp_path):
    data = weights if name == "admm_weights" else results
    for attempt in ("first", "second"):
        run_script(f"figures/{name}.py", data, "--output", tmp_path / attempt)
    for kind, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        first = (tmp_path / "first" / f"{name}.{kind}").read_bytes()
        assert first.startswith(magic)
        assert len(first) > 10_000
        assert first == (tmp_path / "second" / f"{name}.{kind}").read_bytes()
    assert len(list((tmp_path / "first").iterdir())) == 2


def test_objective_draws_ours_and_the_thesis_samples(results):
    runs = load_runs(results)
    (axes,) = objective.draw(runs).axes
    lines = lines_of(axes)
    assert len(lines) == 6 + 4
    for run in runs:
        line = lines[common.look(run.solver)["label"]]
        assert_draws(line, run.iterations["iteration"], run.iterations["objective"])
    for series, rows in load_reference("strain_beam_untwist_objectives").groupby("series"):
        sample = lines[f"_thesis {series}"]
        assert_draws(sample, rows["iteration"], rows["value"])
        assert sample.get_color() == lines[series].get_color()
        assert sample.get_markerfacecolor() == "none"
    assert "10^{-2}" in axes.get_title() and "10^{8}" in axes.get_title()
    assert axes.get_yscale() == "log"


def test_terms_draws_both_terms_up_to_iteration_500(results):
    runs = load_runs(results)
    for axes, term in zip(terms.draw(runs).axes, ("constraint", "inertial"), strict=True):
        lines = lines_of(axes)
        for run in runs:
            rows = run.iterations[run.iterations["iteration"] <= 500]
            assert_draws(lines[common.look(run.solver)["label"]], rows["iteration"], rows[term])
        for series, rows in load_reference(f"strain_beam_untwist_{term}Objectives").groupby("series"):
            assert_draws(lines[f"_thesis {series}"], rows["iteration"], rows["value"])


def test_objective_over_time_draws_elapsed_seconds(results):
    runs = load_runs(results)
    (axes,) = objective_over_time.draw(runs).axes
    lines = lines_of(axes)
    for run in runs:
        line = lines[common.look(run.solver)["label"]]
        assert_draws(line, run.iterations["elapsed_seconds"], run.iterations["objective"])
    for series, rows in load_reference("strain_beam_untwist_objectives_time").groupby("series"):
        assert_draws(lines[f"_thesis {series}"], rows["duration_s"], rows["value"])


def test_admm_weights_matches_each_factor_with_its_samples(weights):
    runs = admm_weights.load(weights)
    assert tuple(runs) == FACTORS
    (axes,) = admm_weights.draw(runs).axes
    lines = lines_of(axes)
    reference = load_reference("strain_admm_weights_1e-2")
    for factor, run in runs.items():
        rows = run.iterations[run.iterations["iteration"] <= 300]
        assert_draws(lines[f"c = {factor:g}"], rows["iteration"], rows["objective"])
        samples = reference[reference["series"].str.startswith(f"w={factor}*")]
        assert len(samples) == 31
        assert_draws(lines[f"_thesis {factor:g}"], samples["iteration"], samples["value"])


@pytest.mark.parametrize("figure", [objective, terms, objective_over_time])
def test_the_thesis_is_not_drawn_in_another_setting(figure, write_run, tmp_path):
    write_run(tmp_path / "qn", time_step=1e-1, stiffness=2e9)
    drawn = figure.draw([load_run(tmp_path / "qn")])
    for axes in drawn.axes:
        assert list(lines_of(axes)) == ["QN"]
    assert [text.get_text() for text in drawn.legends[0].texts] == ["QN"]


def test_the_legend_says_whose_data_are_drawn(results):
    (legend,) = objective.draw(load_runs(results)).legends
    labels = [text.get_text() for text in legend.texts]
    assert labels == ["PBD", "XPBD", "PD", "ADMM", "QN", "Newton", "simbench", "thesis"]


def test_solvers_differ_in_colour_marker_and_line_style():
    for property_ in ("color", "marker", "linestyle"):
        assert len({look[property_] for look in common.LOOKS.values()}) == len(common.LOOKS)


def test_different_settings_are_not_mixed(write_run, tmp_path):
    write_run(tmp_path / "qn")
    write_run(tmp_path / "pd", stiffness=1e9)
    with pytest.raises(ResultsError, match="different settings"):
        objective.draw(load_runs(tmp_path))


def test_a_folder_without_runs_is_an_error_of_one_line(run_script, tmp_path):
    for name in ("objective", "admm_weights"):
        result = run_script(f"figures/{name}.py", tmp_path, "--output", tmp_path / "figures", check=False)
        assert result.returncode == 1
        assert result.stderr.startswith("error: no ") and result.stderr.count("\n") == 1
