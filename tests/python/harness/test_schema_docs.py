"""scripts/schema_docs.py writes a row with an example for each key of a schema, or names keys without one."""

import pytest
from conftest import load_script

schema_docs = load_script("schema_docs")


def form(properties: dict, *required: str) -> dict:
    return {"type": "object", "properties": properties, "required": list(required)}


VECTOR = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
STRAIN = form({"model": {"const": "strain"}, "k": {"type": "number", "exclusiveMinimum": 0.0}}, "model", "k")
STRAIN["properties"]["k"] |= {"description": "stiffness [Pa]", "examples": [1e8]}
LINEAR = form({"model": {"const": "linear"}, "e": {"type": "number", "default": 2.5}}, "model")
MATERIAL = {"type": "object", "oneOf": [STRAIN, LINEAR], "description": "the material"}
SCHEMA = form(
    {
        "$schema": True,
        "material": MATERIAL,
        "steps": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1, "default": 1},
        "gravity": VECTOR | {"description": "a | b", "default": [0.0, 0.0, -9.81]},
        "quiet": {"type": "boolean", "default": True},
        "weight": {"anyOf": [{"type": "number", "minimum": 0.5}, {"enum": ["auto"]}], "default": "auto"},
        "groups": {"type": "array", "items": form({"name": {"enum": ["x", "y"]}}, "name")},
        "before": form({"material": MATERIAL | {"description": "another one"}}, "material"),
        "empty": form({}),
    },
    "material",
)
PAGE = f"head\n{schema_docs.BEGIN}\nold\n{schema_docs.END}\ntail\n"


@pytest.fixture
def rows() -> dict[str, dict[str, list[str]]]:
    """Cells of every row, by heading and key."""
    sections = schema_docs.with_reference(PAGE, SCHEMA).split("\n## ")[1:]
    found = {}
    for section in sections:
        lines = [line for line in section.splitlines() if line.startswith("| `")]
        cells = [line.replace("\\|", "/").strip("| ").split(" | ") for line in lines]
        found[section.splitlines()[0].strip("`")] = {cell[0].strip("`"): cell[1:] for cell in cells}
    return found


def test_every_object_has_a_section_and_every_key_a_row(rows):
    assert {heading: list(keys) for heading, keys in rows.items()} == {
        "The file": ["material", "steps", "gravity", "quiet", "weight", "groups", "before", "empty"],
        "material": ["model", "k", "e"],
        "groups.N": ["name"],
        "before": ["material"],
        "before.material": [],  # the same object again
    }


def test_a_row_says_values_default_meaning_and_example(rows):
    assert rows["The file"]["steps"] == ["integer at least 1", "`1`", "", '`"steps": 1`']
    gravity = ["list of 3: number", "`[0, 0, -9.81]`", "a / b", '`"gravity": [0, 0, -9.81]`']
    assert rows["The file"]["gravity"] == gravity
    assert rows["The file"]["quiet"] == ["`true` or `false`", "`true`", "", '`"quiet": false`']
    assert rows["The file"]["weight"][:2] == ["number at least 0.5, or `auto`", '`"auto"`']
    assert rows["The file"]["groups"] == ["[list: objects](#groupsn)", "", "", '`"groups": [{"name": "x"}]`']
    assert rows["The file"]["empty"][0] == "object"


def test_keys_of_alternatives_say_when_they_are_allowed(rows):
    assert rows["material"]["model"] == ["`strain` or `linear`", "required", "", '`"model": "strain"`']
    meaning = "stiffness [Pa]; with `model` = `strain`"
    assert rows["material"]["k"] == ["number greater than 0", "required", meaning, '`"k": 1e8`']
    assert rows["material"]["e"][2] == "with `model` = `linear`"


def test_objects_that_exclude_each_other():
    either = {
        "oneOf": [form({"beam": form({"n": {"default": 1}})}), form({"mesh": form({"n": {"default": 2}})})]
    }
    conditions = {member.key: member.condition for member in schema_docs.members(either, "body")}
    assert conditions == {
        "beam": "instead of `mesh`; one of them is required",
        "mesh": "instead of `beam`; one of them is required",
    }


def test_the_text_around_the_reference_stays_and_writing_again_changes_nothing():
    page = schema_docs.with_reference(PAGE, SCHEMA)
    assert page.startswith("head\n") and page.endswith("\ntail\n") and "\nold\n" not in page
    assert schema_docs.with_reference(page, SCHEMA) == page


def test_keys_without_an_example_are_named():
    schema = form({"text": {"type": "string", "default": ""}, "inner": form({"n": {"type": "number"}}, "n")})
    with pytest.raises(schema_docs.NoExampleError, match=r"^text, inner\.n$"):
        schema_docs.Reference(schema)


def test_the_script_says_what_it_needs(run_script, tmp_path):
    (tmp_path / "schema.json").write_text('{"properties": {"n": {"type": "number"}}}')
    (tmp_path / "page.md").write_text("no markers")
    finished = run_script("schema_docs.py", tmp_path / "schema.json", tmp_path / "page.md", check=False)
    assert finished.returncode == 2 and schema_docs.BEGIN in finished.stderr
    (tmp_path / "page.md").write_text(PAGE)
    finished = run_script("schema_docs.py", tmp_path / "schema.json", tmp_path / "page.md", check=False)
    assert finished.returncode == 1 and "description of n" in finished.stderr
    assert (tmp_path / "page.md").read_text() == PAGE
