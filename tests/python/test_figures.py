"""Each figure draws the loaded numbers of every run, the thesis's only in its setting, in the same bytes."""

import numpy as np
import pytest
from conftest import lines_of

from simbench import ResultsError, drawing, load_run, load_runs
from simbench.figures import admm_weights, objective, objective_over_time, relative_error, terms
from simbench.results import SOLVER_LABELS
from simbench.thesis_curves import load_reference

pytestmark = pytest.mark.slow

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


def assert_draws(line, x, y):
    np.testing.assert_array_equal(line.get_xdata(), x)
    np.testing.assert_array_equal(line.get_ydata(), y)


@pytest.mark.parametrize(
    "name", ["objective", "terms", "objective_over_time", "relative_error", "admm_weights"]
)
def test_script_writes_the_same_png_and_pdf_twice(name, results, weights, run_command, tmp_path):
    data = weights if name == "admm_weights" else results
    for attempt in ("first", "second"):
        path = tmp_path / attempt / name
        printed = run_command("simbench-figure", name, data, "--output", tmp_path / attempt).stdout
        assert printed == f"wrote {path}.png and {path}.pdf\n"
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
        line = lines[drawing.look(run.solver)["label"]]
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
            assert_draws(lines[drawing.look(run.solver)["label"]], rows["iteration"], rows[term])
        for series, rows in load_reference(f"strain_beam_untwist_{term}Objectives").groupby("series"):
            assert_draws(lines[f"_thesis {series}"], rows["iteration"], rows["value"])


def test_objective_over_time_draws_elapsed_seconds(results):
    runs = load_runs(results)
    (axes,) = objective_over_time.draw(runs).axes
    lines = lines_of(axes)
    for run in runs:
        line = lines[drawing.look(run.solver)["label"]]
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


@pytest.mark.parametrize(
    "setting",
    [
        {"time_step": 1e-1},
        {"stiffness": 2e9},
        {"precision": "single"},
        {"cells": (16, 3, 3)},
        {"objective": 2.9e6},
    ],
)
@pytest.mark.parametrize("figure", [objective, terms, objective_over_time, relative_error])
def test_the_thesis_is_not_drawn_in_another_setting(figure, setting, write_run, tmp_path):
    write_run(tmp_path / "qn", **setting)
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
        assert len({look[property_] for look in drawing.LOOKS.values()}) == len(drawing.LOOKS)


def test_solvers_without_a_look_of_their_own_differ_from_all_others():
    looks = drawing.solver_looks([*drawing.LOOKS, *(f"solver{i}" for i in range(20))])
    assert len({str({**look, "label": ""}) for look in looks.values()}) == len(drawing.LOOKS) + 20
    assert [look["label"] for look in looks.values()][-1] == "solver19"


def test_labels_and_looks_are_of_solvers_that_there_are(solvers):
    assert SOLVER_LABELS.keys() == drawing.LOOKS.keys() <= {*solvers, "formula"}
    new = {name: drawing.look(name)["label"] for name in list(drawing.LOOKS)[-5:]}
    assert new == {
        "xpbd_global": "XPBD global",
        "kkt": "KKT",
        "bfgs": "BFGS",
        "gradient_descent": "steepest descent",
        "formula": "formula",
    }


def test_every_solver_of_the_registry_is_drawn(run_simbench, workplace, solvers):
    run_simbench("--scene smoke.json --solver all --iterations 2 --quiet --output runs")
    for figure in (objective, relative_error):
        (axes,) = figure.draw(load_runs(workplace / "runs")).axes
        assert set(lines_of(axes)) == {drawing.look(name)["label"] for name in solvers}


def test_variants_of_a_solver_bear_the_names_of_their_folders(write_run, tmp_path):
    for name in ("admm", "admm-weight=auto", "admm-weight_factor=0.5"):
        write_run(tmp_path / name, solver="admm")
    (axes,) = objective.draw(load_runs(tmp_path)).axes
    ours = {label: line for label, line in lines_of(axes).items() if not label.startswith("_")}
    assert set(ours) == {"ADMM", "admm-weight=auto", "admm-weight_factor=0.5"}
    assert len({line.get_color() for line in ours.values()}) == 3


def test_different_settings_are_not_mixed(write_run, tmp_path):
    write_run(tmp_path / "qn")
    write_run(tmp_path / "pd", stiffness=1e9)
    with pytest.raises(ResultsError, match="different settings"):
        objective.draw(load_runs(tmp_path))
