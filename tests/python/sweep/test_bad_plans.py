"""A bad plan ends with exit code 2 and a sentence that names the place and the error; nothing is written.

tests/sweep/test_plan.cpp has most errors of a plan; these are others, and those of the command."""

import json
import os
import re
from pathlib import Path

import pytest

PLAN = {
    "scene": "smoke.json",
    "axes": [
        {"path": "step.time_step", "values": [0.01, 0.02]},
        {"path": "material.stiffness", "range": {"from": 1e5, "to": 1e6, "count": 2}},
    ],
    "solvers": ["qn", "pd"],
}
THOUSAND = {"from": 1, "to": 2, "count": 1000}


def axis(**members) -> dict:
    return {"axes": [PLAN["axes"][0], members]}


# Name: members that replace members of PLAN, parts of the message.
PLANS = {
    "path through a number": (
        axis(path="density.x", values=[1]),
        ["density.x", "neither an object nor a list"],
    ),
    "path beyond a list": (axis(path="body.beam.cells.3", values=[1]), ["cells", "a list of 3"]),
    "path with an empty key": (axis(path="material..stiffness", values=[1]), ["empty"]),
    "path of 1000 levels": (axis(path=".".join("a" * 1000), values=[1]), ["deeper"]),
    "null as values": (axis(path="density", values=None), ["/axes/1"]),
    "range of text": (axis(path="density", range="1-2"), ["/axes/1/range", "object"]),
    "axis without members": ({"axes": [{}]}, ["/axes/0", "missing required key 'path'"]),
    "axis of unknown members": ({"axes": [{"colour": 1}]}, ["/axes/0", "'"]),
    "axis that is no object": ({"axes": [3]}, ["/axes/0", "object"]),
    "more runs than any number": (
        {"axes": [{"path": f"x.{i}", "range": {**THOUSAND, "count": 1000}} for i in range(110)]},
        ["/axes", "1e+06"],
    ),
    "a solver in capitals": ({"solvers": ["QN"]}, ["/solvers", "did you mean 'qn'?"]),
    "override of no value": (
        {"overrides": [{"where": {"step.time_step": 5}, "set": {}}]},
        ["/overrides/0", "5"],
    ),
    "override of nothing there": (
        {"overrides": [{"where": {}, "set": {"densty": 1}}]},
        ["densty", "did you mean 'density'?"],
    ),
    "an axis inside another": (
        {"axes": [{"path": "material", "values": [{}]}, {"path": "material.stiffness", "values": [1]}]},
        ["plan.json:", "/axes/1", "'material.stiffness' and the axis 'material' (plan.json:", ": /axes/0)"],
    ),
    "an axis around another": (
        {"axes": [{"path": "material.stiffness", "values": [1]}, {"path": "material", "values": [{}]}]},
        ["/axes/1", "'material' and the axis 'material.stiffness'"],
    ),
    "set of an axis": (
        {"set": {"density": 1, "step.time_step": 3}},
        ["/set/step.time_step", "'step.time_step' and the axis 'step.time_step'", ": /axes/0)"],
    ),
    "set around an axis": ({"set": {"material": {}}}, ["/set/material", ": /axes/1)"]),
    "override of an axis": (
        {"overrides": [{"where": {}, "set": {}}, {"where": {}, "set": {"material.stiffness": 1}}]},
        ["/overrides/1/set/material.stiffness", ": /axes/1)"],
    ),
    "override around an axis": (
        {"overrides": [{"where": {"solver": "qn"}, "set": {"step": {"time_step": 1}}}]},
        ["/overrides/0/set/step", ": /axes/0)"],
    ),
    "override of the precision on an axis": (
        {
            **axis(path="precision", values=["single"]),
            "overrides": [{"where": {}, "set": {"precision": "double"}}],
        },
        ["/overrides/0/set/precision", ": /axes/1)"],
    ),
    "the same item of a list by another name": (
        axis(path="body.beam.cells.00", values=[1]),
        ["cells", "no item '00'"],
    ),
    "unknown option": ({"options": {"record_evry": 1}}, ["/options", "did you mean 'record_every'?"]),
    "unknown reference": ({"options": {"reference": "nwton"}}, ["nwton", "newton"]),
    "reference of several solvers": ({"options": {"reference": "best"}}, ["/options/reference"]),
    "missing scene": ({"scene": "smok.json"}, ["smok.json", "did you mean 'smoke.json'?"]),
    "scene that is a folder": ({"scene": "scenes"}, ["scenes", "no such scene"]),
    "scene that is a plan": ({"scene": "plan.json"}, ["plan.json:", "error: /"]),
    "scene that is a number": ({"scene": 3}, ["/scene", "text"]),
    "empty name of a scene": ({"scene": ""}, ["scene"]),
}


@pytest.fixture
def refused(run_simbench, workplace):
    """Runs a plan that must be refused, with --list, --dry-run and without both; returns the message."""

    def run(plan: object) -> str:
        before = sorted(workplace.rglob("*"))
        messages = set()
        for options in ("--list", "--dry-run", "--output OUT", "--output OUT --replace-plan --jobs 2"):
            finished = run_simbench(
                "sweep", plan, options, exit_code=2, environment={"SIMBENCH_CACHE": str(workplace / "CACHE")}
            )
            assert sorted(workplace.rglob("*")) == before
            assert finished.stdout == ""
            messages.add(finished.stderr)
        (message,) = messages
        assert message.startswith("simbench: ") and message.count("\n") == 1
        assert "terminate" not in message and "json.exception" not in message
        return message

    return run


def write(workplace: Path, text: str) -> None:
    (workplace / "plan.json").write_text(text)


def test_the_plan_from_which_bad_plans_are_made_is_good(run_simbench, workplace):
    write(workplace, json.dumps(PLAN))
    assert len(run_simbench("sweep plan.json --list").stdout.splitlines()) == 8


@pytest.mark.parametrize("name", PLANS)
def test_a_bad_plan_is_refused(refused, workplace, name):
    change, parts = PLANS[name]
    write(workplace, json.dumps({**PLAN, **change}, indent=1))
    message = refused("plan.json")
    for part in parts:
        assert part in message


def test_a_plan_without_a_scene_is_refused(refused, workplace):
    write(workplace, json.dumps({key: value for key, value in PLAN.items() if key != "scene"}))
    assert "/scene: missing required key 'scene'" in refused("plan.json")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"solvers": ["qm"]}, "qm"),
        ({"solverz": ["qn"]}, "solverz"),
        ({"exclude": [{"density": 1}]}, None),
        ({"axes": [{"path": "density", "values": []}]}, "values"),
        ({"axes": [{"path": "density", "range": {"from": 1, "to": 2, "count": 0}}]}, "count"),
    ],
)
def test_the_message_names_the_place_of_the_key(refused, workplace, change, key):
    text = json.dumps({**PLAN, **change}, indent=2)
    write(workplace, text)
    line, column = map(
        int, re.match(r"simbench: plan\.json:(\d+):(\d+): error: /", refused("plan.json")).groups()
    )
    rest = text.splitlines()[line - 1][column - 1 :]
    assert rest.startswith(f'"{key}"' if key else "{")


def test_the_message_names_the_place_of_a_path_that_the_scene_does_not_have(refused, workplace):
    """The message names the plan, because the error is not in the scene."""
    write(workplace, json.dumps({**PLAN, **axis(path="materal.stiffness", values=[1])}))
    assert "plan.json" in refused("plan.json")


def test_a_bad_value_in_one_run_of_many_is_refused(refused, workplace):
    """The last of 2000 runs is bad. No run begins before all are checked."""
    values = [*range(1, 1000), -1]
    write(workplace, json.dumps({**PLAN, "axes": [{"path": "density", "values": values}]}))
    assert "-1 is out of range" in refused("plan.json")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["syntax error"]),
        ("[]", ["expected an object"]),
        (json.dumps(PLAN)[:-1] + ', "solvers": ["pd"]}', ["duplicate key 'solvers'"]),
        (json.dumps(PLAN)[:-1] + ', "set": ' + 100_000 * "[" + 100_000 * "]" + "}", ["deeper than 64"]),
        (json.dumps(PLAN)[:-1] + ', "set": {"density": 1e999}}', ["1e999", "too large"]),
    ],
    ids=lambda value: str(value)[:30] + "…" if len(str(value)) > 30 else str(value),
)
def test_text_that_is_not_a_plan_is_refused(refused, workplace, text, parts):
    write(workplace, text)
    message = refused("plan.json")
    assert "plan.json:" in message and all(part in message for part in parts)


@pytest.mark.parametrize(
    ("scene", "reason"), [("smoke.json", "unknown key"), ("beam_untwist.json", "/solvers: expected a list")]
)
def test_a_scene_is_not_a_plan(refused, scene, reason):
    message = refused(f"scenes/deformable/{scene}")
    assert scene in message and reason in message


def test_files_that_are_not_plans_are_refused(refused, workplace):
    assert "/dev/null" in (message := refused("/dev/null")) and "not a regular file" in message
    (workplace / "folder.json").mkdir()
    assert "folder.json" in (message := refused("folder.json")) and "no such plan" in message
    assert "nothing.json" in (message := refused("nothing.json")) and "no such plan" in message
    os.mkfifo(workplace / "fifo.json")
    assert "not a regular file" in refused("fifo.json")
    with (workplace / "huge.json").open("wb") as file:
        file.truncate(1 << 30)
    assert "larger than" in refused("huge.json")
