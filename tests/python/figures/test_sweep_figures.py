"""A sweep's figures, for a small summary whose profile and ECDF are computed by hand.

Iterations to 1e-3 (seconds: 4 ms an iteration for QN, 1 ms for the others; · not reached, x not run):

    problem          1    2    3    4
    PBD             (5)   ·    ·    8    (problem 1: passed, but it ends above: no solution)
    ADMM, c = 0.5   20   10    ·    ·
    ADMM, c = 1     30   40   10    x
    QN              10   20   40    ·
"""

import math

import numpy as np
import pandas as pd
import pytest
from conftest import lines_of
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from simbench import ResultsError, axes_of, load_summary, sweeps
from simbench.figures import cost_ecdf, performance_profile, sweep_heatmaps

pytestmark = pytest.mark.slow

H, K, C = "step.time_step", "material.stiffness", "solvers.admm.weight_factor"
PROBLEMS = [(0.01, 1e5), (0.01, 1e6), (0.02, 1e5), (0.02, 1e6)]
REACHED = {
    ("qn", np.nan): [10, 20, 40, None],
    ("admm", 0.5): [20, 10, None, None],
    ("admm", 1.0): [30, 40, 10, "x"],
    ("pbd", np.nan): [5, None, None, 8],
}
NAN = np.nan


@pytest.fixture
def sweep(tmp_path):
    """The folder of the summary above."""
    rows = [
        {
            "run_id": f"{len(REACHED) * i + j:014d}e5",  # a hexadecimal id that looks like a number
            "solver": solver,
            H: PROBLEMS[i][0],
            K: PROBLEMS[i][1],
            C: weight,
            "status": "max_iterations",
            "iterations": 100,
            "iterations_to_1e-1": 1,
            "iterations_to_1e-3": reached[i],
            "final_relative_error": 1e-15 if reached[i] not in (None, 5) else 0.25,
        }
        for i in range(len(PROBLEMS))
        for j, ((solver, weight), reached) in enumerate(REACHED.items())
        if reached[i] != "x"
    ]
    summary = pd.DataFrame(rows)
    times = summary[["run_id", "solver", H, K, C]].assign(setup_seconds=1.0, iteration_seconds=2.0)
    seconds_each = summary["solver"].map(lambda solver: 4e-3 if solver == "qn" else 1e-3)
    for target in ("1e-1", "1e-3"):
        times[f"seconds_to_{target}"] = summary[f"iterations_to_{target}"].astype(float) * seconds_each
    write(tmp_path / "sweep", summary, times)
    return tmp_path / "sweep"


def write(folder, summary, times):
    folder.mkdir(exist_ok=True)
    summary.to_csv(folder / "summary.csv", index=False)
    times.to_csv(folder / "summary_timings.csv", index=False)


def change(folder, row, **cells):
    summary = pd.read_csv(folder / "summary.csv", dtype={"run_id": str})
    for column, value in cells.items():
        summary.loc[row, column] = value
    summary.to_csv(folder / "summary.csv", index=False)


def value_at(line, x):
    """The value of a step curve at x."""
    return line.get_ydata()[np.searchsorted(line.get_xdata(), x * (1 + 1e-9), side="right") - 1]


def texts_of(axes):
    return {tuple(int(i) for i in note.xy): note.get_text() for note in axes.texts}


def test_the_loader_joins_both_tables(sweep):
    summary = load_summary(sweep)
    assert len(summary) == 15
    assert axes_of(summary) == [H, K, C]
    assert summary["run_id"][0] == "00000000000000e5"
    assert summary["seconds_to_1e-3"][0] == pytest.approx(0.04)
    assert summary["iterations_to_1e-3"].isna().sum() == 5
    assert not [column for column in summary if column.endswith(("_x", "_y"))]


def test_the_rows_of_both_tables_are_joined_by_run_id(sweep):
    expected = load_summary(sweep)
    times = pd.read_csv(sweep / "summary_timings.csv", dtype=str)
    times[::-1].to_csv(sweep / "summary_timings.csv", index=False)
    assert load_summary(sweep).equals(expected)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"no summary in .*: it has no summary_timings.csv .*sweep --output"),
        ("", "is empty"),
        ("run_id,solver,setup_seconds,iteration_seconds\n", "has no rows"),
        ("run_id,solver\nf,qn\n", "has no column iteration_seconds, setup_seconds"),
        ("run_id,solver,setup_seconds,iteration_seconds\nf,qn,1,1\n", "do not have the same runs"),
        ("run_id,solver,setup_seconds,iteration_seconds\nf,qn,1,1\nf,qn,1,1\n", "has a run twice"),
    ],
)
def test_a_damaged_summary_is_explained(sweep, content, message):
    path = sweep / "summary_timings.csv"
    path.unlink() if content is None else path.write_text(content)
    with pytest.raises(ResultsError, match=message):
        load_summary(sweep)


def test_costs_match_the_table(sweep):
    runs = sweeps.comparison(load_summary(sweep), [], best=False)
    costs = sweeps.costs_to_target(runs, "iterations", "1e-3")
    expected = {
        "PBD": [NAN, NAN, NAN, 8],
        "ADMM, c = 0.5": [20, 10, NAN, NAN],
        "ADMM, c = 1": [30, 40, 10, NAN],
        "QN": [10, 20, 40, NAN],
    }
    assert list(costs) == list(expected)
    for label, values in expected.items():
        np.testing.assert_array_equal(costs[label], values)


def test_ratios_to_the_best_solver():
    costs = pd.DataFrame({"a": [10, 4, 0, NAN, NAN], "b": [5, 4, 0, 7, NAN], "c": [NAN, 8, 3, NAN, NAN]})
    ratios = performance_profile.ratios_to_best(costs)
    np.testing.assert_array_equal(ratios["a"], [2, 1, 1, NAN, NAN])
    np.testing.assert_array_equal(ratios["b"], [1, 1, 1, 1, NAN])
    np.testing.assert_array_equal(ratios["c"], [NAN, 2, np.inf, NAN, NAN])


def test_the_performance_profile_matches_values_by_hand(sweep):
    """Least iterations 10, 10, 10, so the factors are QN 1 2 4, c = 0.5: 2 1, c = 1: 3 4 1; of 4 problems."""
    iterations, seconds = performance_profile.draw(load_summary(sweep)).axes
    lines = lines_of(iterations)
    assert list(lines) == ["PBD", "ADMM, c = 0.5", "ADMM, c = 1", "QN"]
    factors = (1, 1.99, 2, 2.99, 3, 3.99, 4, 5)
    expected = {
        "PBD": [0.25] * 8,
        "ADMM, c = 0.5": [0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
        "ADMM, c = 1": [0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75],
        "QN": [0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75],
    }
    for label, shares in expected.items():
        assert [value_at(lines[label], factor) for factor in factors] == shares
    # Least seconds 0.02, 0.01, 0.01; QN takes 0.04, 0.08, 0.16.
    assert [value_at(lines_of(seconds)["QN"], x) for x in (1, 2, 7.9, 8, 15.9, 16)] == [
        *(0, 0.25, 0.25, 0.5, 0.5, 0.75)
    ]
    assert "4 problems" in iterations.figure.get_suptitle()
    assert "1 not run, counted as unsolved" in iterations.figure.get_suptitle()


def test_the_best_weight_of_each_problem(sweep):
    """ADMM's best are 20, 10, 10, so its factors are 2 1 1."""
    iterations, _ = performance_profile.draw(load_summary(sweep), best=True).axes
    lines = lines_of(iterations)
    assert list(lines) == ["PBD", "ADMM, best of 2", "QN"]
    assert [value_at(lines["ADMM, best of 2"], x) for x in (1, 1.9, 2, 5)] == [0.5, 0.5, 0.75, 0.75]
    assert "not run" not in iterations.figure.get_suptitle()


def test_the_cost_ecdf_matches_values_by_hand(sweep):
    iterations, seconds = cost_ecdf.draw(load_summary(sweep)).axes
    for axes, unit, unit_of_pbd in ((iterations, 1, 1), (seconds, 4e-3, 1e-3)):
        qn = lines_of(axes)["QN"]
        assert [value_at(qn, unit * x) for x in (9.9, 10, 19.9, 20, 39.9, 40, 50)] == [
            *(0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75)
        ]
        pbd = lines_of(axes)["PBD"]
        assert [value_at(pbd, x) for x in (unit_of_pbd * 7.9, unit_of_pbd * 8)] == [0, 0.25]
    assert [value_at(lines_of(iterations)["ADMM, c = 1"], x) for x in (10, 30, 40)] == [0.25, 0.5, 0.75]


def test_a_target_that_no_run_reaches_gives_flat_curves(sweep):
    summary = load_summary(sweep)
    summary[["iterations_to_1e-3", "seconds_to_1e-3"]] = NAN
    for figure in (performance_profile, cost_ecdf):
        for axes in figure.draw(summary).axes:
            assert not any(line.get_ydata().any() for line in axes.lines)
    sweep_heatmaps.draw(summary)


def test_filters_choose_runs(sweep):
    summary = load_summary(sweep)
    runs = sweeps.comparison(summary, [f"{H}=1e-2", "solver=qn", "solver=admm", f"{C}=1"], best=False)
    assert set(runs["label"]) == {"ADMM", "QN"}  # only one weight is left, so labels do not name it
    assert set(runs[H]) == {0.01} and set(runs[C].dropna()) == {1}
    assert runs["problem"].nunique() == 2
    with pytest.raises(ResultsError, match=rf"no axis 'k'; there are: solver, {H}"):
        sweeps.comparison(summary, ["k=1"], best=False)
    with pytest.raises(ResultsError, match=r"no run has material\.stiffness=7"):
        sweeps.comparison(summary, [f"{K}=7"], best=False)
    with pytest.raises(ResultsError, match="no target 1e-4; there are: 1e-1, 1e-3"):
        cost_ecdf.draw(summary, target="1e-4")
    assert sweeps.target_column(summary, "iterations", "0.001") == "iterations_to_1e-3"


def test_heat_maps_write_the_values_and_mark_failures(sweep):
    change(sweep, 1, status="diverged")  # ADMM, c = 0.5, problem 1: it had reached the target
    change(sweep, 7, status="failed", final_relative_error=NAN)  # PBD, problem 2
    figure = sweep_heatmaps.draw(load_summary(sweep))
    iterations, errors = figure.axes[:2]
    labels = [label.get_text() for label in iterations.get_yticklabels()]
    assert labels == ["PBD", "ADMM, c = 0.5", "ADMM, c = 1", "QN"]
    problems = [label.get_text() for label in errors.get_xticklabels()]
    # k h² of problems 1 to 4: 10, 100, 40, 400, so that these are columns 0, 2, 1, 3.
    assert problems == ["$10^{1}$", r"$4 \cdot 10^{1}$", "$10^{2}$", r"$4 \cdot 10^{2}$"]
    rows = {
        label: {x: text for (x, y), text in texts_of(iterations).items() if y == place}
        for place, label in enumerate(labels)
    }
    assert rows["QN"] == {0: "10", 2: "20", 1: "40", 3: ""}
    assert rows["PBD"] == {0: "", 2: "F", 1: "", 3: "8"}
    assert rows["ADMM, c = 0.5"][0] == "20 D"
    assert 3 not in rows["ADMM, c = 1"]
    hatched = [p.get_xy() for p in iterations.patches if isinstance(p, Rectangle) and p.get_hatch()]
    assert (2.5, 2.5) in {tuple(map(float, place)) for place in hatched}
    assert {x: text for (x, y), text in texts_of(errors).items() if y == 3} == {
        0: "≈0",
        2: "≈0",
        1: "≈0",
        3: "2e-1",
    }
    legend = [text.get_text() for text in figure.legends[0].texts]
    assert legend[0] == "target not reached, or no value"
    assert legend[2:] == ["not in the sweep", "D: diverged", "F: failed"]


def test_equal_problems_share_a_column(sweep):
    summary = load_summary(sweep)
    summary[K] = summary[K] / summary[H] ** 2
    figure = sweep_heatmaps.draw(summary)
    assert len(figure.axes[1].get_xticklabels()) == 2


def test_no_text_of_a_cell_overflows(sweep):
    summary = load_summary(sweep)
    summary["final_relative_error"] = -1.2e-10
    summary["iterations_to_1e-3"] = 123_456
    summary["status"] = "diverged"
    figure = sweep_heatmaps.draw(summary)
    FigureCanvasAgg(figure).draw()
    for axes in figure.axes[:2]:
        for note in axes.texts:
            x, y = note.xy
            cell = axes.transData.transform([(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)])
            box = Text.get_window_extent(note)
            assert cell[0, 0] <= box.x0 <= box.x1 <= cell[1, 0], note.get_text()
            assert cell[0, 1] <= box.y0 <= box.y1 <= cell[1, 1], note.get_text()


def test_variants_of_an_axis_of_objects_are_named_after_their_members(sweep):
    summary = load_summary(sweep)
    weights = summary.pop(C)
    summary.insert(4, "solvers.admm", weights.map({0.5: '{"weight":"tuned"}', 1.0: '{"weight_factor":0.3}'}))
    labels = sweeps.comparison(summary, [], best=False)["label"].unique()
    assert list(labels) == ["PBD", "ADMM, tuned", "ADMM, c = 0.3", "QN"]


def test_heat_maps_need_one_grid_of_time_step_and_stiffness(sweep):
    summary = load_summary(sweep)
    with pytest.raises(ResultsError, match=r"need the axes step\.time_step and material\.stiffness"):
        sweep_heatmaps.draw(summary.drop(columns=K))
    summary.insert(2, "precision", ["single", "double", "double"] * 5)
    with pytest.raises(
        ResultsError, match="the axis precision, too: choose a value with --filter precision="
    ):
        sweep_heatmaps.draw(summary)
    sweep_heatmaps.draw(summary, filters=["precision=single"])


def test_variants_differ_in_colour_and_marker(sweep):
    looks = sweeps.looks(sweeps.comparison(load_summary(sweep), [], best=False))
    for look in ("color", "marker"):
        assert len({style[look] for style in looks.values()}) == len(looks)


def test_the_program_writes_what_the_loader_reads(run_simbench, workplace):
    run_simbench("sweep scenes/sweeps/smoke.json --output sweep --quiet", exit_code=0)
    summary = load_summary(workplace / "sweep")
    assert axes_of(summary) == [H, K, C]
    assert set(summary["solver"]) == {"qn", "admm", "xpbd"}
    lines = lines_of(performance_profile.draw(summary).axes[0])
    assert list(lines) == ["XPBD", "ADMM, c = 0.5", "ADMM, c = 1", "QN"]
    assert value_at(lines["QN"], 100) == 1


def test_errors_in_cells_have_no_sign_before_a_positive_exponent():
    errors = {1e11: "1e11", 2e5: "2e5", 3.0: "3e0", 4e-12: "4e-12", 1e-13: "≈0", math.nan: ""}
    assert {error: sweep_heatmaps.error_text(error) for error in errors} == errors
