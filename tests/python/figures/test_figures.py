"""Figures draw the numbers of every run, and samples of the thesis in its setting."""

import numpy as np
import pytest
from conftest import files_of, lines_of
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from simbench import ResultsError, drawing, load_run, load_runs
from simbench.figures import admm_weights, objective, objective_over_time, relative_error, terms
from simbench.labels import SOLVER_LABELS
from simbench.line_names import moved_apart
from thesis.plots import load_reference

pytestmark = pytest.mark.slow


def assert_draws(line, x, y):
    np.testing.assert_array_equal(line.get_xdata(), x)
    np.testing.assert_array_equal(line.get_ydata(), y)


def test_a_new_process_writes_the_same_png_and_pdf(results, start_command, run_command, tmp_path):
    """What other figures show is the same in each process, too: test_every_figure.py."""
    names = ["objective", "relative_error"]
    for draw, folder in ((start_command, tmp_path / "first"), (run_command, tmp_path / "second")):
        said = draw("simbench-figure", ",".join(names), results, "--output", folder)
        paths = [folder / name for name in names]
        assert said.stdout == "".join(f"wrote {path}.png and {path}.pdf\n" for path in paths)
    files = files_of(tmp_path / "first")
    assert files == files_of(tmp_path / "second") and len(files) == 4
    for name, content in files.items():
        assert content.startswith(b"\x89PNG" if name.endswith(".png") else b"%PDF") and len(content) > 10_000


def test_objective_draws_ours_and_the_thesis_samples(results):
    runs = load_runs(results)
    axes, errors, deviations = objective.draw(runs).axes
    lines = lines_of(axes)
    assert len(lines) == len(lines_of(errors)) == 6 + 4
    assert len(lines_of(deviations)) == 4
    for run in runs:
        line = lines[drawing.look(run.solver)["label"]]
        assert_draws(line, run.iterations["iteration"], run.iterations["objective"])
    for series, rows in load_reference("strain_beam_untwist_objectives").groupby("series"):
        sample = lines[f"_thesis {series}"]
        assert_draws(sample, rows["iteration"], rows["value"])
        assert sample.get_color() == lines[series].get_color()
        assert (
            sample.get_markerfacecolor() == "none"
            and sample.get_marker() == drawing.look(series.lower())["marker"]
        )
        assert not lines[series].get_marker()
        run = next(run for run in runs if run.solver == series.lower())
        ours = run.iterations.set_index("iteration")["objective"]
        rows = rows[rows["iteration"].isin(ours.index)]
        percent = 100 * (ours[rows["iteration"]].to_numpy() / rows["value"].to_numpy() - 1)
        drawn = lines_of(deviations)[f"_deviation {series}"]
        np.testing.assert_array_equal(drawn.get_xdata(), rows["iteration"])
        np.testing.assert_allclose(drawn.get_ydata(), percent, rtol=1e-9, atol=1e-12)
    assert "10^{-2}" in axes.get_title() and "10^{8}" in axes.get_title()
    assert axes.get_yscale() == "log"


def test_objective_over_time_draws_elapsed_seconds(results):
    runs = load_runs(results)
    (axes,) = objective_over_time.draw(runs).axes
    lines = lines_of(axes)
    for run in runs:
        line = lines[drawing.look(run.solver)["label"]]
        assert_draws(line, run.iterations["elapsed_seconds"], run.iterations["objective"])
    for series, rows in load_reference("strain_beam_untwist_objectives_time").groupby("series"):
        assert_draws(lines[f"_thesis {series}"], rows["duration_s"], rows["value"])


def test_admm_weights_needs_weights(write_run, tmp_path):
    write_run(tmp_path / "qn")
    with pytest.raises(ResultsError, match="needs runs of ADMM with numbers as weights"):
        admm_weights.draw(load_runs(tmp_path))
    write_run(tmp_path / "admm", settings={"weight": "auto"})
    with pytest.raises(ResultsError, match="needs runs of ADMM with numbers as weights"):
        admm_weights.draw(load_runs(tmp_path))


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
    assert names_of(drawn) == ["QN"]


def names_of(figure):
    """The names in the legend and beside the ends of lines."""
    return [text.get_text() for holder in (*figure.axes, *figure.legends) for text in holder.texts]


def test_names_are_beside_the_ends_and_the_legend_names_the_source_of_the_data(results):
    figure = objective.draw(load_runs(results))
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.texts] == ["simbench", "thesis"]
    FigureCanvasAgg(figure).draw()
    names = {text.get_text(): Text.get_window_extent(text) for text in figure.axes[0].texts}
    assert set(names) == {"PBD", "XPBD", "PD", "ADMM", "QN", "Newton"}
    for name, box in names.items():
        assert not any(box.overlaps(other) for key, other in names.items() if key != name), name
        assert figure.bbox.contains(box.x0, box.y0) and figure.bbox.contains(box.x1, box.y1), name


def test_names_are_in_the_legend_if_there_are_too_many(write_run, tmp_path):
    for place in range(40):
        write_run(tmp_path / f"qn-{place}", solver="qn")
    figure = objective.draw(load_runs(tmp_path))
    assert not figure.axes[0].texts
    assert len(figure.legends[0].texts) == 40 + 2


def test_moved_apart_keeps_the_order_and_free_places():
    places = moved_apart(np.array([0.9, 0.5, 0.5, 0.5, 0.0]), 0.1)
    np.testing.assert_allclose(places, [0.9, 0.4, 0.5, 0.6, 0.0])
    np.testing.assert_allclose(moved_apart(np.array([1.0, 0.99, 0.98]), 0.2), [1.0, 0.8, 0.6])


def test_solvers_differ_in_colour_marker_and_line_style(solvers, rigid_solvers):
    """Only solvers of one system are compared, because no figure shows both systems."""
    rigid = [name for name in rigid_solvers if name not in solvers]
    deformable = [name for name in drawing.LOOKS if name not in rigid]
    for property_ in ("color", "marker", "linestyle"):
        for names in (rigid, deformable):
            assert len({drawing.LOOKS[name][property_] for name in names}) == len(names)
    for names in (rigid_solvers, deformable):
        assert len({(drawing.LOOKS[name]["color"], drawing.LOOKS[name]["marker"]) for name in names}) == len(
            names
        )


def test_solvers_without_their_own_look_differ_from_all_others():
    looks = drawing.solver_looks([*drawing.LOOKS, *(f"solver{i}" for i in range(20))])
    assert len({str({**look, "label": ""}) for look in looks.values()}) == len(drawing.LOOKS) + 20
    assert [look["label"] for look in looks.values()][-1] == "solver19"


def test_labels_and_looks_belong_to_existing_solvers(solvers, rigid_solvers):
    assert SOLVER_LABELS.keys() == drawing.LOOKS.keys() <= {*solvers, *rigid_solvers, "formula"}
    assert set(rigid_solvers) <= SOLVER_LABELS.keys()
    names = ("xpbd_global", "kkt", "bfgs", "gradient_descent", "formula")
    new = {name: drawing.look(name)["label"] for name in names}
    assert new == {
        "xpbd_global": "XPBD global",
        "kkt": "KKT",
        "bfgs": "BFGS",
        "gradient_descent": "steepest descent",
        "formula": "formula",
    }


def test_every_solver_of_the_registry_is_drawn(run_simbench, workplace, solvers):
    run_simbench("--scene smoke.json --solver every --iterations 2 --quiet --output runs")
    for figure in (objective, relative_error):
        axes = figure.draw(load_runs(workplace / "runs")).axes[0]
        assert set(lines_of(axes)) == {drawing.look(name)["label"] for name in solvers}


def test_variants_of_a_solver_bear_the_names_of_their_folders(write_run, tmp_path):
    for name in ("admm", "admm-weight=auto", "admm-weight_factor=0.5"):
        write_run(tmp_path / name, solver="admm")
    axes = objective.draw(load_runs(tmp_path)).axes[0]
    ours = {label: line for label, line in lines_of(axes).items() if not label.startswith("_")}
    assert set(ours) == {"ADMM", "admm-weight=auto", "admm-weight_factor=0.5"}
    assert len({line.get_color() for line in ours.values()}) == 3


def test_different_settings_are_not_mixed(write_run, tmp_path):
    write_run(tmp_path / "qn")
    write_run(tmp_path / "pd", stiffness=1e9)
    with pytest.raises(ResultsError, match="different settings"):
        objective.draw(load_runs(tmp_path))
