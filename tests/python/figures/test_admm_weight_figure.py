"""The comparison of rules for ADMM's weight: by hand, and for part of the thesis's grid on a small beam."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, TIMEOUT
from studies import figure_named

from simbench import ResultsError
from thesis.figures import admm_weight_rules
from thesis.figures.admm_weight_rules import BEST, HOLLOW, SINGLE, STYLES, THESIS, Comparison, load

pytestmark = pytest.mark.slow

NAN = np.nan
FIXED = (0.3, 0.5, 0.7, 1.0)
ENDS = [
    {"vertices": {"select": end}, "rotation": {"origin": [0, 0.1, 0.1], "axis": [1, 0, 0], **turn}}
    for end, turn in (("x_min", {"degrees_per_second": 60}), ("x_max", {"degrees_per_second": -60}))
]
# Part of the thesis's grid: soft, medium and stiff k h². Twist has two time steps for one k h².
SETTINGS = {
    "untwist": ({}, [(1e-2, 1e5), (1e-2, 1e6), (1e-2, 1e9)]),
    "twist": (
        {"anchors": {"stiffness": "material", "groups": ENDS}},
        [(h, k) for h in (1e-1, 1e-2) for k in (1e5, 1e7)],
    ),
}


@pytest.fixture(scope="module")
def sweeps_folder(simbench, cache_folder, tmp_path_factory):
    """Both sweeps on the small beam with tuned weights. The tuned c of a problem is also a fixed one."""
    folder = tmp_path_factory.mktemp("weights")
    tuned = folder / "tuned.json"
    environment = {
        **os.environ,
        "SIMBENCH_CACHE": str(cache_folder),
        "SIMBENCH_TUNED_WEIGHTS": str(tuned),
    }

    def run(*arguments):
        subprocess.run(
            [simbench, *arguments],
            check=True,
            env=environment,
            cwd=folder,
            stdout=subprocess.PIPE,
            timeout=TIMEOUT,
        )

    for members, settings in SETTINGS.values():
        for h, k in settings:
            values = {"step.time_step": h, "material.stiffness": k, **members}
            words = [
                word for path, value in values.items() for word in ("--set", f"{path}={json.dumps(value)}")
            ]
            run("tune", REPOSITORY / "scenes/deformable/smoke.json", *words)
    entries = json.loads(tuned.read_text())
    for entry in entries.values():
        if entry["material"]["stiffness"] == 1e9:
            entry["weight_factor"] = 0.5
    tuned.write_text(json.dumps(entries))

    weights = [{"weight": "tuned"}, {"weight": "auto"}, *({"weight_factor": c} for c in FIXED)]
    for name, (members, settings) in SETTINGS.items():
        plan = {
            "scene": str(REPOSITORY / "scenes/deformable/smoke.json"),
            "set": {"step.iterations": 1000, **members},
            "axes": [
                {"path": "step.time_step", "values": sorted({h for h, _ in settings})},
                {"path": "material.stiffness", "values": sorted({k for _, k in settings})},
                {"path": "solvers.admm", "values": weights},
            ],
            "solvers": ["admm"],
            "options": {"until_relative_error": 1e-6},
        }
        (folder / f"{name}.json").write_text(json.dumps(plan))
        run("sweep", f"{name}.json", "--output", name, "--jobs", "2", "--quiet")
    return folder


def comparison(iterations, left=()):
    """Problems with k h² = 1, 10, …; `left`: pairs of problem and rule."""
    iterations = pd.DataFrame(iterations)[list(STYLES)]
    rows = range(len(iterations))
    marks = pd.DataFrame({rule: [(i, rule) in left for i in rows] for rule in STYLES})
    problems = pd.DataFrame(
        {"kh2": [10.0**i for i in rows], "time_step": 1.0, "stiffness": [10.0**i for i in rows]}
    )
    return Comparison(problems, iterations, marks, iterations.notna() * 0.5, 1000)


@pytest.fixture
def by_hand():
    iterations = {
        BEST: [10, 20, 30, NAN],
        THESIS: [10, NAN, NAN, NAN],
        SINGLE: [20, 20, 30, NAN],
        "tuned": [9, 20, NAN, NAN],
        "auto": [10, 80, NAN, 50],
    }
    return comparison(iterations, left={(2, "tuned"), (3, "tuned")})


def test_the_table_has_values_computed_by_hand(by_hand):
    table = by_hand.table()
    assert list(table.index) == list(STYLES)
    assert dict(table.loc["auto"]) == {
        "solved": 3,
        "left": 0,
        "not in 1000": 1,
        "median ratio": 2.5,
        "largest ratio": 4,
        "ratio > 3": 1,
    }
    assert list(table.loc["tuned"]) == [2, 2, 0, 0.95, 1, 0]
    assert list(table.loc[THESIS]) == [1, 0, 3, 1, 1, 0]


def test_settings_where_auto_is_slower_are_named(by_hand):
    assert by_hand.weak_spots() == [
        "h = 1 s, k = 10 Pa: auto 80, best fixed 20 (c = 0.5)",
        "h = 1 s, k = 100 Pa: auto fails, best fixed 30 (c = 0.5)",
    ]


def test_problems_that_are_not_solved_are_marked(by_hand):
    unsolved, _, iterations, *_ = admm_weight_rules.draw([by_hand, by_hand]).axes
    marks = {
        (line.get_color(), line.get_markerfacecolor()): list(line.get_xdata()) for line in unsolved.lines
    }
    color = {rule: style["color"] for rule, style in STYLES.items()}
    assert marks[color["tuned"], HOLLOW["markerfacecolor"]] == [100, 1000]
    assert marks[color["tuned"], color["tuned"]] == []
    assert marks[color["auto"], color["auto"]] == [100]
    assert marks[color[THESIS], color[THESIS]] == [10, 100, 1000]
    drawn = [
        line for line in iterations.lines if line.get_color() == color["auto"] and line.get_marker() == "o"
    ]
    np.testing.assert_array_equal(drawn[0].get_ydata(), [10, 80, NAN, 50])


def test_the_sweeps_are_read(sweeps_folder):
    found = load(sweeps_folder / "twist")
    assert list(found.problems["kh2"]) == [10, 1000, 1000, 1e5]
    assert list(found.problems["time_step"]) == [1e-2, 1e-2, 1e-1, 1e-1]
    assert found.limit == 1000
    summary = pd.read_csv(sweeps_folder / "twist/summary.csv", dtype={"run_id": str})
    for weight, rule in (('{"weight":"auto"}', "auto"), ('{"weight_factor":0.3}', THESIS)):
        rows = summary[summary["solvers.admm"] == weight].set_index(["step.time_step", "material.stiffness"])
        keys = list(zip(found.problems["time_step"], found.problems["stiffness"], strict=True))
        expected = rows["iterations_to_1e-6"].mask(rows["final_relative_error"] < -1e-6)
        np.testing.assert_array_equal(found.iterations[rule], expected[keys])


def test_a_run_with_a_weight_that_is_tuned_and_fixed_counts_as_both(sweeps_folder):
    found = load(sweeps_folder / "untwist")
    assert found.factors["tuned"].iloc[2] == 0.5
    summary = pd.read_csv(sweeps_folder / "untwist/summary.csv", dtype={"run_id": str})
    assert len(summary) == 3 * (2 + len(FIXED)) - 1
    assert found.iterations[BEST].iloc[2] <= found.iterations["tuned"].iloc[2]


@pytest.mark.parametrize("name", SETTINGS)
def test_auto_stays_near_the_best_fixed_weight(name, sweeps_folder):
    """It needs at most twice the iterations, and the period after which the rule first acts."""
    found = load(sweeps_folder / name)
    assert found.iterations["auto"].notna().all()
    assert (found.iterations["auto"] <= 2 * found.iterations[BEST] + 10).all(), found.iterations


def test_a_run_below_the_minimum_does_not_count_as_solved(sweeps_folder, tmp_path):
    for file in sweeps_folder.glob("untwist/summary*.csv"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "runs").symlink_to(sweeps_folder / "untwist/runs")
    summary = pd.read_csv(tmp_path / "summary.csv", dtype={"run_id": str})
    row = summary.index[summary["solvers.admm"] == '{"weight":"auto"}'][1]
    summary.loc[row, "final_relative_error"] = -0.3
    summary.to_csv(tmp_path / "summary.csv", index=False)
    found = load(tmp_path)
    assert list(found.left["auto"]) == [False, True, False]
    assert list(found.iterations["auto"].isna()) == [False, True, False]
    summary.loc[row, "status"] = "missing"
    summary.to_csv(tmp_path / "summary.csv", index=False)
    with pytest.raises(ResultsError, match=r"1 of 17 runs in .* are not done"):
        load(tmp_path)


def test_the_command_says_how_many_problems_it_compares(sweeps_folder, run_command, tmp_path):
    folders = [sweeps_folder / name for name in SETTINGS]
    said = run_command("simbench-figure", figure_named("admm_weight_rules"), *folders, "--output", tmp_path)
    assert "untwist: 3 problems" in said.stdout and "twist further: 4 problems" in said.stdout


def test_another_sweep_is_refused(run_simbench, workplace, run_command):
    run_simbench("sweep scenes/sweeps/smoke.json --output sweep --quiet")
    folder = workplace / "sweep"
    result = run_command("simbench-figure", figure_named("admm_weight_rules"), folder, folder, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("error: ") and "needs the axis solvers.admm" in result.stderr


def test_the_plans_of_the_repository_are_read(run_simbench, workplace):
    """Without tuned weights, which take minutes to find."""
    for name, runs in (("untwist", 14 * 13), ("twist", 32 * 13)):
        plan = json.loads((REPOSITORY / f"studies/thesis/plans/admm_weights_{name}.json").read_text())
        (axis,) = (axis for axis in plan["axes"] if axis["path"] == "solvers.admm")
        axis["values"].remove({"weight": "tuned"})
        (workplace / "plan.json").write_text(json.dumps(plan))
        assert len(run_simbench("sweep plan.json --list").stdout.splitlines()) == runs
