"""The table of plots describes the thesis's samples and finds the plot of runs. Runs match the samples."""

import re

import pytest
from conftest import REPOSITORY

from simbench import load_run
from thesis.plots import (
    NEO_HOOKEAN,
    PLOTS,
    SECONDS,
    TWIST,
    TWIST_LARGE,
    TWIST_SOFT,
    UNTWIST,
    UNTWIST_LARGE,
    UNTWIST_SMALL,
    load_reference,
)
from thesis.published import plot_of

REFERENCE = REPOSITORY / "studies/thesis/reference"
MATCHING_RUNS = {  # problem, settings, and for each solver: iterations, largest |ours/sample − 1|
    "untwist, small step": (UNTWIST_SMALL, ["solvers.admm.weight_factor=0.6"], [("admm", 60, 1e-4)]),
    "untwist, large step": (UNTWIST_LARGE, [], [("xpbd", 60, 1e-3)]),
    "twist further, large step": (TWIST_LARGE, [], [("pd", 60, 1e-4), ("xpbd", 60, 1e-3)]),
    "twist further": (TWIST, [], [("pd", 60, 1e-4), ("xpbd", 60, 1e-3)]),
    "twist further, soft": (TWIST_SOFT, [], [("pd", 60, 1e-4), ("xpbd", 60, 1e-3)]),
    "Neo-Hookean": (NEO_HOOKEAN, ["solvers.admm.weight=4"], [("qn", 60, 1e-3), ("admm", 30, 1e-4)]),
}


def test_the_table_has_every_file_and_no_other():
    assert {path.stem for path in REFERENCE.glob("*.csv")} == PLOTS.keys()
    assert len(PLOTS) == 19


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_the_table_describes_the_files(plot):
    samples = load_reference(plot.name)
    assert list(samples) == ["series", plot.over, "value"]
    starts = samples[samples[plot.over] == 0]
    assert set(starts["series"]) == set(samples["series"])
    if plot.column in ("objective", "constraint"):
        assert starts["value"].tolist() == pytest.approx([plot.problem.start] * len(starts), rel=1e-5)
    else:
        assert not starts["value"].any()
    if plot.over != SECONDS:
        assert samples["iteration"].max() == plot.iterations
    if len(plot.weights) > 1:
        assert {plot.weight_series(weight) for weight in plot.weights} == set(samples["series"])


def test_the_page_on_the_samples_names_every_file_with_its_setting():
    rows = re.findall(
        r"^\| `([-\w]+)\.csv` \| (.*?) \| (.*?) \|", (REFERENCE / "README.md").read_text(), re.MULTILINE
    )
    assert {(name, title) for name, title, _ in rows} == {(plot.name, plot.title) for plot in PLOTS.values()}
    for name, _, setting in rows:
        problem = PLOTS[name].problem
        for number in (problem.time_step, problem.stiffness):
            assert f"{number:.0e}".replace("e-0", "e-").replace("e+0", "e") in setting, name


def test_a_plot_is_found_by_setting_column_and_precision(write_run, tmp_path):
    start = {"objective": lambda table: table["objective"] * (UNTWIST_LARGE.start / UNTWIST.start)}
    write_run(tmp_path / "qn")
    write_run(tmp_path / "double" / "qn", time_step=1e-1, stiffness=1e9, **start)
    write_run(tmp_path / "single" / "qn", time_step=1e-1, stiffness=1e9, precision="single", **start)
    small, double, single = (load_run(tmp_path / name) for name in ("qn", "double/qn", "single/qn"))
    assert plot_of([small], "objective").name == "strain_beam_untwist_objectives"
    assert plot_of([small], "inertial").name == "strain_beam_untwist_inertialObjectives"
    assert plot_of([small], "objective", over=SECONDS).name == "strain_beam_untwist_objectives_time"
    assert plot_of([small], "objective", weights=True).name == "strain_admm_weights_1e-2"
    assert plot_of([small], "linear_momentum") is None
    assert plot_of([small, single], "objective") is None
    assert plot_of([double], "objective") is None
    assert plot_of([single, double], "objective").name == "strain_beam_untwist_objectives_large_ts"
    assert plot_of([single, double], "linear_momentum").name == "strain_beam_untwist_momenta_large_ts"


def test_a_run_belongs_to_the_series_of_its_solver_and_settings(write_run, tmp_path):
    for name, settings in (
        ("as", {"weight_factor": 0.3}),
        ("other", {"weight_factor": 0.5}),
        ("rule", {"weight": "auto"}),
    ):
        write_run(tmp_path / name, solver="admm", settings=settings)
    runs = {name: load_run(tmp_path / name) for name in ("as", "other", "rule")}
    solvers, weights = PLOTS["strain_beam_untwist_objectives"], PLOTS["strain_admm_weights_1e-2"]
    assert {name: solvers.series_of(run) for name, run in runs.items()} == {
        "as": "ADMM",
        "other": None,
        "rule": None,
    }
    assert [weights.series_of(runs[name]) for name in ("as", "other", "rule")] == [
        *("w=0.3*sqrt(k)", "w=0.5*sqrt(k)", None)
    ]
    deviations = solvers.deviations(runs["as"])
    assert deviations.index[0] == 0 and deviations.iloc[0] == pytest.approx(0, abs=1e-5)
    assert len(solvers.samples_of(runs["as"])) == len(deviations) == 51
    assert solvers.deviations(runs["other"]).empty


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "settings", "solvers"), MATCHING_RUNS.values(), ids=MATCHING_RUNS)
def test_our_runs_match_the_samples(problem, settings, solvers, run_simbench, workplace):
    stiffness = "stiffness" if problem.law == "strain" else "youngs_modulus"
    settings = [f"step.time_step={problem.time_step}", f"material.{stiffness}={problem.stiffness}", *settings]
    for solver, iterations, bound in solvers:
        run_simbench(
            f"--scene {problem.scene} --solver {solver} --iterations {iterations} --record-every 10",
            *(f"--set {setting}" for setting in settings),
            "--reference none --quiet --output runs",
        )
        run = load_run(workplace / "runs" / solver)
        assert problem.is_of(run)
        (plot,) = (
            plot
            for plot in PLOTS.values()
            if (plot.problem, plot.column, plot.over) == (problem, "objective", "iteration")
            and plot.series_of(run)
        )
        deviations = plot.deviations(run)
        assert deviations.index[-1] >= min(iterations, 40)
        assert deviations.abs().max() <= bound, solver
