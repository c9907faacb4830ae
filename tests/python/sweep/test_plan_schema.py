"""The JSON Schema of plans and docs/plan.md match the program. Schema and program judge plans alike."""

import copy
import json
import re

import jsonschema
import pytest
from conftest import REPOSITORY, load_script
from test_scene_schema import mutations

schema_docs = load_script("schema_docs")

SCHEMA = REPOSITORY / "scenes/sweeps/plan.schema.json"
PAGE = REPOSITORY / "docs/plan.md"
PLANS = [
    path
    for folder in ("scenes/sweeps", "studies/*/plans")
    for path in sorted(REPOSITORY.glob(f"{folder}/*.json"))
    if path != SCHEMA
]
ALL_MEMBERS = {
    "$schema": "plan.schema.json",
    "description": "members that smoke.json does not have",
    "scene": "smoke.json",
    "set": {"density": 500},
    "axes": [
        {"path": "step.time_step", "values": [1e-2, 2e-2]},
        {"path": "material.stiffness", "range": {"from": 1e5, "to": 1e6, "count": 2}},
    ],
    "solvers": ["qn", "pd"],
    "exclude": [{"solver": "pd", "step.time_step": [2e-2]}],
    "overrides": [{"where": {"solver": "pd"}, "set": {"step.iterations": 3}}],
    "collapse": False,
    "options": {"record_every": 2, "until_relative_error": 1e-3, "max_seconds": 10, "reference": "newton"},
}
# Rules that a schema cannot express: between members, on names of scenes, and on values in the scene.
RULES_BEYOND_THE_SCHEMA = (
    "values or a range",
    "is no axis of this plan",
    "never has the value",
    "no such scene",
    "'' is not",
    "excludes every run",
    "write the same member",
    "neither an object nor a list",
    "a key of the path is empty",
    "--set ",
    "needs a reference",
    "reference",
    "smoke.json:",
    "/axes/0: ",
    "error: /density",
    "error: /step",
    "error: /material",
)


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def test_the_schema_beside_the_plans_equals_the_one_that_the_program_prints(run_simbench):
    assert run_simbench("schema --plan").stdout == SCHEMA.read_text()


def test_the_page_equals_the_one_that_the_script_writes():
    page = PAGE.read_text()
    assert schema_docs.with_reference(page, json.loads(SCHEMA.read_text())) == page


@pytest.mark.parametrize("file", PLANS, ids=lambda path: path.name)
def test_every_plan_is_valid_and_names_its_schema(validator, file):
    plan = json.loads(file.read_text())
    validator.validate(plan)
    assert (file.parent / plan["$schema"]).resolve() == SCHEMA


def test_schema_and_program_judge_mutated_plans_alike(run_simbench, workplace, validator):
    """The program refuses what the schema refuses. It also checks rules that a schema cannot express."""
    verdicts, disagreements = [], []
    for what, change in [("nothing", lambda _: None), *list(mutations(ALL_MEMBERS))[::3]]:
        plan = copy.deepcopy(ALL_MEMBERS)
        change(plan)
        (workplace / "mutated.json").write_text(json.dumps(plan))
        finished = run_simbench("sweep mutated.json --list", exit_code=None)
        assert finished.returncode in (0, 2), what
        accepted = finished.returncode == 0
        verdicts.append(accepted)
        beyond = any(rule in finished.stderr for rule in RULES_BEYOND_THE_SCHEMA)
        if accepted > validator.is_valid(plan) or (validator.is_valid(plan) and not accepted and not beyond):
            disagreements.append(f"{what}: simbench says {finished.stderr or 'good'}")
    assert disagreements == []
    assert verdicts[0] and 10 < sum(verdicts) < len(verdicts) - 50  # both verdicts occurred


def examples_of(schema: dict, path: str = "") -> list[tuple[str, dict, object]]:
    """Path, schema and example of every key."""
    found = []
    for member in schema_docs.members(schema, path):
        found.append(
            (member.path, member.schema, schema_docs.example(member.schema, member.path, member.words))
        )
        inner = member.schema if schema_docs.is_object(member.schema) else member.schema.get("items", {})
        if schema_docs.is_object(inner):
            found += examples_of(inner, member.path)
    return found


def test_every_example_is_good():
    examples = examples_of(json.loads(SCHEMA.read_text()))
    assert len(examples) >= 20
    for path, schema, example in examples:
        assert jsonschema.Draft7Validator(schema).is_valid(example), path


def test_the_examples_can_be_combined_to_a_plan(run_simbench, workplace):
    """A reader can combine the examples of the members of a plan."""
    page = PAGE.read_text().split("## The file\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `\w+` \|.*\| `(\"\w+\": .*)` \|$", page, re.MULTILINE)
    plan = json.loads("{" + ", ".join(rows) + "}")
    plan.pop("collapse")  # excludes the single precision in the example of options
    plan["solvers"] += ["xpbd", "newton"]  # the examples of exclude and overrides refer to it
    (workplace / "plan.json").write_text(json.dumps(plan))
    assert len(run_simbench("sweep plan.json --list").stdout.splitlines()) == 7


def test_the_plan_of_the_page_is_good(run_simbench, workplace):
    (block,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (workplace / "plan.json").write_text(block)
    assert len(run_simbench("sweep plan.json --list").stdout.splitlines()) == 15
