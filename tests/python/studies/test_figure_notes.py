"""Below each figure of a page are its source, the settings of its runs and the command that draws it."""

import json
import re
import shlex
from pathlib import Path

import pytest
from conftest import REPOSITORY
from pages import pictures_of
from studies import RIGID, THESIS

from simbench.study.figure_notes import FigureNotes, short
from simbench.study.pages import pages_of
from simbench.study.plans import runs_of, scene_of
from simbench.study.selection import select
from thesis.plots import PLOTS

STUDIES = {study.name: study for study in (THESIS, RIGID)}
PREPARED = ("admm_rules",)  # a command makes its weights
PLANS = [
    (study, sweep.plan) for study in STUDIES.values() for sweep in study.sweeps if sweep.plan not in PREPARED
]

PLAN = {
    "scene": "nowhere.json",
    "set": {"material": {"model": "strain", "stiffness": 1e6}, "step.iterations": 50},
    "axes": [
        {"path": "step.time_step", "values": [0.01, 0.02]},
        {"path": "material.stiffness", "range": {"from": 1e5, "to": 1e7, "count": 3}},
        {"path": "solvers.admm.weight_factor", "values": [0.5, 1]},
    ],
    "solvers": ["qn", "admm"],
    "exclude": [{"step.time_step": 0.02, "material.stiffness": [1e5, 1e6]}],
    "overrides": [{"where": {"solver": "admm", "step.time_step": 0.02}, "set": {"step.iterations": 90}}],
}


@pytest.fixture
def notes(tmp_path):
    """The notes of a study with one figure of PLAN, whose entry in study.json has these members."""

    def of(**entry) -> list[str]:
        study = tmp_path / "studies/small"
        (study / "plans").mkdir(parents=True)
        (study / "plans/grid.json").write_text(json.dumps(PLAN))
        description = json.loads((Path(STUDIES["rigid"].folder) / "study.json").read_text())
        figure = {"name": "shown", "figure": "objective", "of": ["grid"], **entry}
        description |= {"claims": {}, "sweeps": [{"plans": ["grid"]}], "figures": [figure], "pages": {}}
        (study / "study.json").write_text(json.dumps(description))
        return FigureNotes(type(RIGID)(study), tmp_path / "results/small", link=str).of("shown")

    return of


def test_notes_have_the_source_the_settings_and_the_command(notes):
    assert notes(repeats=["Figure 4", "Figure 5"]) == [
        "- **Repeats** Figure 4 and Figure 5 of the source.",
        "- **Settings** of [grid](studies/small/plans/grid.json): strain; h = 0.01, 0.02 s; "
        "k = 1e5, 1e6, 1e7 Pa; 50, 90 iterations; `solvers.admm.weight_factor` = 0.5, 1; solvers ADMM, QN.",
        "- **Command:** `simbench study studies/small --only shown`",
    ]


def test_settings_are_those_of_the_runs_that_the_filters_of_a_figure_choose(notes):
    found = notes(filters=["step.time_step=2e-2", "solver=qn"])[0]
    assert found.endswith(": strain; h = 0.02 s; k = 1e7 Pa; 50 iterations; solvers QN.")


def test_the_runs_of_a_plan_have_the_values_that_docs_plan_states():
    scenes = [scene_of(PLAN, run, {"step": {"time_step": 1, "steps": 3}}) for run in runs_of(PLAN)]
    assert len(scenes) == 4 + 2 * 4  # QN; ADMM with two weights
    assert {scene["step"]["steps"] for scene in scenes} == {3}
    by_solver = {
        scene["solver"]: scene["step"]["iterations"] for scene in scenes if scene["step"]["time_step"] > 0.01
    }
    assert by_solver == {"qn": 50, "admm": 90}
    assert {scene["material"]["stiffness"] for scene in scenes} == {1e5, 1e6, 1e7}


@pytest.mark.parametrize(("study", "plan"), PLANS, ids=[plan for _, plan in PLANS])
def test_the_program_lists_the_same_values_of_a_plan(study, plan, run_simbench):
    file = study.plans / f"{plan}.json"
    listed = run_simbench(f"sweep {file} --list").stdout.splitlines()
    theirs = {(axis, value) for line in listed for axis, value in axes_in(line.split(" ", 2)[2:])}
    ours = {
        (axis, as_listed(value))
        for run in runs_of(json.loads(file.read_text()))
        for axis, value in run.items()
        if axis != "solver"
    }
    assert {line.split()[1] for line in listed} <= set(json.loads(file.read_text())["solvers"])
    assert theirs == ours


def axes_in(words: list[str]) -> list[tuple[str, str]]:
    """The axes and values of a line of `simbench sweep --list`, without those of other solvers."""
    found = re.findall(r"([a-z_][\w.]*)=(.*?)(?= [a-z_][\w.]*=|$)", " ".join(words))
    return [(axis, as_listed(parsed(value))) for axis, value in found if value != "-"]


def parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def as_listed(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else json.dumps(value).replace(".0", "")


@pytest.mark.parametrize("name", STUDIES)
def test_every_picture_of_a_gallery_has_a_command_that_draws_it(name):
    study = STUDIES[name]
    page = pages_of(study, REPOSITORY / "results" / name)["README.md"]
    shown = page.split("![")[1:]
    assert len(shown) == len(pictures_of(page))
    for part, picture in zip(shown, pictures_of(page), strict=True):
        (command,) = re.findall(r"^- \*\*Command:\*\* `(.*)`$", part, re.MULTILINE)
        program, subcommand, folder, only, figure, *request = shlex.split(command)
        assert [program, subcommand, folder, only] == ["simbench", "study", f"studies/{name}", "--only"]
        chosen = select(study, figure, request[1:], None, {})
        assert [f"{picture}.png" in one.writes for one in chosen.figures] == [True]
        assert chosen.sweeps and not chosen.claims
        assert re.search(r"^- \*\*Settings\*\* of \[\w+\]\(.*?\): .*solvers .*\.$", part, re.MULTILINE)


def test_one_figure_repeats_each_plot_of_the_thesis():
    repeated = [plot for figure in THESIS.figures for plot in figure.repeats]
    assert sorted(repeated) == sorted(PLOTS)


def test_numbers_are_written_as_people_write_them():
    assert list(map(short, (1e8, 1.5e-5, 1000, 0.01, 1e10))) == ["1e8", "1.5e-5", "1000", "0.01", "1e10"]
