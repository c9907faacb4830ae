"""simbench-study --check --sample repeats recorded runs: equal ones pass, and a changed number is named."""

import json
import re
import shutil
from functools import partial

import pytest
from conftest import REPOSITORY
from studies import call_study

from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS
from simbench.study.repetitions import differing_numbers
from simbench.study.sampling import parsed

pytestmark = pytest.mark.slow

SETTINGS = [{}, {"weight_factor": 2}, {"weight_factor": 3}]
PLAN = {
    "description": "Three settings of a solver, and two other solvers",
    "scene": "smoke.json",
    "set": {"step.time_step": 1e-2, "step.iterations": 30},
    "axes": [{"path": "solvers.admm", "values": SETTINGS}, {"path": "material.stiffness", "values": [1e6]}],
    "solvers": ["admm", "xpbd", "pd", "qn"],
}
DOCUMENT = '''"""Publishes the rows of the plan."""

import json

from simbench.entry import board


def write(results, output, record):
    rows = []
    for solver in ("admm", "xpbd", "pd", "qn"):
        for setting, run in results.by("board", solver, "solvers.admm").items():
            settings = json.loads(setting) if solver == "admm" else {}
            rows.append(board.row_of_run("smoke", solver, settings, run))
    board.write(rows, output / "leaderboard.jsonl")
'''
STUDY = {
    "title": "A leaderboard",
    "introduction": [],
    "sources": [],
    "claims": {},
    "sweeps": [{"plans": ["board"]}],
    "documents": [{"name": "leaderboard", "writes": ["leaderboard.jsonl"], "of": ["board"]}],
}


@pytest.fixture(scope="module")
def prepared(module, tmp_path_factory):
    """A folder with a study, its runs and its leaderboard."""
    folder = tmp_path_factory.mktemp("prepared")
    for name, content in {
        "study.json": json.dumps(STUDY),
        "plans/board.json": json.dumps(PLAN),
        "documents/leaderboard.py": DOCUMENT,
    }.items():
        file = folder / "published" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(content)
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")
    call_study(folder, "published")
    return folder


@pytest.fixture
def call(tmp_path):
    """Calls simbench-study for the study in tmp_path."""
    return partial(call_study, tmp_path, "published")


@pytest.fixture
def study(prepared, tmp_path):
    """A copy of the prepared study."""
    return shutil.copytree(prepared, tmp_path, symlinks=True, dirs_exist_ok=True)


@pytest.fixture
def rows(study):
    return study / "results/published/leaderboard.jsonl"


def change_row(file, solver, change):
    """Applies a change to the first row of the solver."""
    found = [json.loads(line) for line in file.read_text().splitlines()]
    change(next(row for row in found if row["solver"] == solver))
    file.write_text("".join(json.dumps(row) + "\n" for row in found))


def forget_runs_and_build(study):
    """Leaves what a stranger has: published rows, and none of the runs of this build."""
    (study / "runs").rename(study / "elsewhere")
    (study / "results/published/manifests.sha256").unlink()


def one_more(name, place=0):
    def change(row):
        row[name][place] += 1

    return change


def test_an_untouched_record_passes(call, study):
    printed = call("--check", "--sample", "1", "--seed", "5").stdout.splitlines()
    assert printed == [
        "repeating 6 of 6 runs on record, drawn with --seed 5",
        "0 differences from the results on record",
    ]
    forget_runs_and_build(study)
    assert call("--check", "--sample", "1").stdout.endswith("0 differences from the results on record\n")
    assert not (study / "runs/published/board").exists()


def test_a_changed_file_of_a_run_is_named_with_both_numbers(call, study):
    file = next((study / "runs/published/board/runs").glob("*/*/iterations.csv"))
    manifest = json.loads(file.with_name("manifest.json").read_text())
    lines = file.read_text().splitlines(keepends=True)
    names = lines[0].split(",")
    cells = lines[4].split(",")
    place = names.index("objective")
    before, cells[place] = cells[place], "0.125"
    file.write_text("".join([*lines[:4], ",".join(cells), *lines[5:]]))
    finished = call("--check", "--sample", "1", exit_code=1)
    (line,) = finished.stderr.splitlines()
    assert line.startswith(f"smoke (plan board), {manifest['solver']}, ")
    assert line.endswith(f": iterations.csv differs: in line 5 objective is {before}, recorded is 0.125")


def test_a_changed_status_of_a_manifest_is_found(call, study):
    file = next((study / "runs/published/board/runs").glob("*/*/manifest.json"))
    status = json.loads(file.read_text())["status"]
    file.write_text(file.read_text().replace(f'"{status}"', '"target_reached"'))
    line = call("--check", "--sample", "1", exit_code=1).stderr
    assert f'manifest.json: status is "{status}", recorded is "target_reached"' in line


@pytest.mark.parametrize("prepare", [lambda study: None, forget_runs_and_build])
def test_a_changed_number_of_a_row_is_named_with_scene_solver_and_setting(call, study, rows, prepare):
    prepare(study)
    change_row(rows, "admm", one_more("work", 6))
    line = call("--check", "--sample", "1", exit_code=1).stderr
    found = re.fullmatch(
        r"smoke \(plan board\), admm, solvers.admm = {}, material.stiffness = 1000000.0: "
        r"work to 0.1 is (\d+), recorded is (\d+)\n",
        line,
    )
    assert found and int(found[2]) == int(found[1]) + 1


def test_a_row_without_a_run_and_a_run_without_a_row_are_found(call, study, rows):
    def rename(row):
        row["setting"] = {"weight_factor": 9}

    change_row(rows, "admm", rename)
    lines = call("--check", "--sample", "1", exit_code=1).stderr.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith(
        "solvers.admm = {}, material.stiffness = 1000000.0: the leaderboard on record has no row of this run"
    )
    assert lines[1] == 'smoke, admm with {"weight_factor":9}: this row is on record, and no plan computes it'


def test_a_seed_draws_the_same_runs_again(call, study, rows):
    for solver in ("admm", "xpbd", "pd", "qn"):
        change_row(rows, solver, one_more("first", 1))
    first, again = (call("--check", "--sample", "0.01", "--seed", "4", exit_code=1) for _ in range(2))
    assert first.stdout.startswith("repeating 5 of 6 runs on record, drawn with --seed 4\n")
    assert first.stderr == again.stderr and first.stderr


def test_without_a_record_nothing_is_checked(call, study, rows):
    forget_runs_and_build(study)
    rows.unlink()
    finished = call("--check", "--sample", "1", exit_code=2)
    assert finished.stderr.startswith("simbench: nothing to check: runs/published has no runs of this build")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--check", "--sample", "5"), "'5' is no share; it is above 0 and at most 1, as 0.05"),
        (("--check", "--sample", "a few"), "'a few' is no share"),
        (("--sample", "0.05"), "add --check"),
    ],
)
def test_a_sample_that_makes_no_sense_is_refused(call, words, message):
    assert message in call(*words, exit_code=2).stderr


ROW = {
    "status": "converged",
    "iterations": 90,
    "final_relative_error": 1e-15,
    **{name: list(range(49)) for name in board.CURVES},
    "counts": {},
    "norms": {"gradient": {"0.001": 7}},
}


def with_numbers(name, *places, by=1):
    values = [value + by * (place in places) for place, value in enumerate(ROW[name])]
    return ROW | {name: values}


def test_numbers_are_compared_as_far_as_roundings_agree():
    rounded = [ROW, with_numbers("first", 30), with_numbers("work", 40)]
    for place, is_compared in {0: True, 29: True, 30: False, 48: False}.items():
        lines = differing_numbers(with_numbers("for_good", place), ROW, rounded)
        assert bool(lines) == is_compared
    assert lines == [] and differing_numbers(with_numbers("for_good", 48), ROW)
    wrong = differing_numbers(with_numbers("for_good", 6, 7), ROW, rounded)
    assert wrong == [f"for_good to {CURVE_TARGETS[6]:g} is 6, recorded is 7 (2 numbers of the row differ)"]


def test_the_end_of_a_run_is_compared_only_with_the_same_rounding():
    other = ROW | {"iterations": 91, "status": "stalled"}
    assert differing_numbers(other, ROW) == [
        'status is "converged", recorded is "stalled" (2 numbers of the row differ)'
    ]
    assert differing_numbers(other, ROW, [ROW]) == []


def test_a_norm_that_needs_a_second_run_is_not_compared():
    recorded = ROW | {"norms": {"gradient": {"0.001": 7}, "after_one_step": {"0.001": 8}}}
    assert differing_numbers(recorded, ROW) == []
    assert differing_numbers(ROW | {"norms": {"gradient": {"0.001": None}}}, ROW) == [
        "iterations in the norm gradient to 0.001 is 7, recorded is null"
    ]


def test_a_line_of_a_plan_gives_the_values_that_concern_the_solver():
    line = 'ab12 qn solvers.qn={"history":2} solvers.vbd=- material.region=a b=c d'
    assert parsed(line, ["solvers.qn", "solvers.vbd", "material.region"]) == (
        "ab12",
        "qn",
        {"solvers.qn": '{"history":2}', "material.region": "a b=c d"},
    )
