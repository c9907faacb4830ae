#!/usr/bin/env python3
"""Writes the reference part of a page from a JSON Schema: a table per object, a row with an example per key.

    scripts/schema_docs.py scenes/scene.schema.json docs/scene.md

replaces the text between the two markers in the page; the text around them is written by hand. An example
comes from the schema ("examples"), or else from the default or the allowed words. The script names the keys
that have none of these.
"""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

BEGIN = "<!-- What follows is written by scripts/schema_docs.py from the schema. -->"
END = "<!-- Until here. -->"
LARGEST_INTEGER = 2**31 - 1  # a bound of this size adds nothing to "an integer"


@dataclass
class Member:
    """A key of an object. Alternatives of the object that have it with the same schema share one member."""

    path: str  # "anchors.groups.N.vertices"; N stands for the number of an item
    schema: dict
    required: bool
    condition: str  # when the key is allowed: "with `model` = `strain`"; empty if always
    words: list[str]  # values of a key that chooses among alternatives; empty for other keys

    @property
    def key(self) -> str:
        return self.path.rsplit(".", 1)[-1]


class NoExampleError(Exception):
    """Keys with these paths have no example."""


def alternatives(schema: dict) -> list[dict]:
    return schema.get("oneOf", [schema])


def without(schema: dict, *keys: str) -> dict:
    return {key: value for key, value in schema.items() if key not in keys}


def choices(forms: list[dict]) -> dict[str, list[str]]:
    """The keys whose values tell the alternatives apart, with these values."""
    found: dict[str, list[str]] = {}
    for form in forms:
        for key, value in form.get("properties", {}).items():
            if (
                isinstance(value, dict)
                and "const" in value
                and value["const"] not in found.setdefault(key, [])
            ):
                found[key].append(value["const"])
    return found


def listed(words: list[str], last: str = "or") -> str:
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"


def members(schema: dict, path: str) -> list[Member]:
    """The keys of an object in the order of the schema."""
    forms = alternatives(schema)
    words = choices(forms)
    groups: dict[str, list[tuple[dict, dict]]] = {}  # a group has the forms with the same key and schema
    for form in forms:
        for key, value in form.get("properties", {}).items():
            if isinstance(value, dict):
                same = "" if key in words else json.dumps(value)
                groups.setdefault(json.dumps([key, same]), []).append((form, value))
    result = []
    for name, group in groups.items():
        key = json.loads(name)[0]
        conditions = []
        for choice, all_words in words.items():
            here = list(dict.fromkeys(form["properties"][choice]["const"] for form, _ in group))
            if len(here) < len(all_words):
                conditions.append(f"with `{choice}` = {listed(here)}")
        exclusive = not words and len(group) < len(forms)
        if exclusive:
            others = [other for form in forms for other in form["properties"] if other != key]
            conditions.append(f"instead of {listed(others)}; one of them is required")
        # If the key chooses a form, only the form of the default value has the default.
        value = max((value for _, value in group), key=lambda value: "default" in value)
        required = not exclusive and all(key in form.get("required", []) for form, _ in group)
        full_path = f"{path}.{key}" if path else key
        result.append(Member(full_path, value, required, " and ".join(conditions), words.get(key, [])))
    return result


def is_object(schema: dict) -> bool:
    return "properties" in schema or "oneOf" in schema


def number(value: float) -> str:
    """As a person writes it: 0.01, 1000, 1e8."""
    plain, scientific = f"{value:.15g}", f"{Decimal(repr(value)).normalize():e}".replace("e+", "e")
    return scientific if "e" in plain or len(scientific) + 2 < len(plain) else plain


def json_text(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    if isinstance(value, list):
        return f"[{', '.join(map(json_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)}: {json_text(item)}' for key, item in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)


def allowed(schema: dict, words: list[str]) -> str:
    """Which values a key takes."""
    if words:
        return listed(words)
    if "enum" in schema:
        return listed(schema["enum"])
    if "anyOf" in schema:
        return ", or ".join(allowed(option, []) for option in schema["anyOf"])
    kind = schema.get("type")
    if kind in ("number", "integer"):
        bounds = []
        lowest, highest = schema.get("minimum"), schema.get("maximum")
        if "exclusiveMinimum" in schema:
            bounds.append(f"greater than {number(schema['exclusiveMinimum'])}")
        if lowest is not None and lowest > -LARGEST_INTEGER:
            bounds.append(f"at least {number(lowest)}")
        if "exclusiveMaximum" in schema:
            bounds.append(f"less than {number(schema['exclusiveMaximum'])}")
        if highest is not None and highest < LARGEST_INTEGER:
            bounds.append(f"at most {number(highest)}")
        return " ".join([kind, " and ".join(bounds)]).strip()
    if kind == "array":
        items = schema.get("items", {})
        length = schema.get("minItems", 0)
        if length and schema.get("maxItems") == length:
            return f"list of {length}: {allowed(items, [])}"
        of_items = "objects" if is_object(items) else allowed(items, [])
        return f"list of at least {length}: {of_items}" if length else f"list: {of_items}"
    return {"boolean": "`true` or `false`", "string": "text", "object": "object"}.get(kind, "any value")


def example(schema: dict, path: str, words: list[str] = ()) -> object:
    """A value that the key could have. Raises NoExampleError with the path of a key without an example."""
    if "examples" in schema:
        return schema["examples"][0]
    default = schema.get("default")
    words = words or [word for form in [schema, *schema.get("anyOf", [])] for word in form.get("enum", [])]
    if words:
        return next((word for word in words if word != default), words[0])
    if "const" in schema:
        return schema["const"]
    if schema.get("type") == "boolean":
        return not default
    if default not in (None, "", []):
        return default
    if is_object(schema):
        form = alternatives(schema)[0]
        keys = (
            form.get("required")
            or [key for key, value in form["properties"].items() if value is not True][:1]
        )
        return {key: example(form["properties"][key], f"{path}.{key}") for key in keys}
    if is_object(schema.get("items", {})):
        return [example(schema["items"], f"{path}.N")]
    raise NoExampleError(path)


class Reference:
    """The Markdown of a schema, object by object, outer ones first; the same object again is a link."""

    def __init__(self, schema: dict) -> None:
        self.parts: list[str] = []
        self.lacking: list[str] = []  # paths of the keys without an example
        self.described: dict[str, str] = {}  # for each object's schema the path where it is described
        self.describe(schema, "")
        if self.lacking:
            raise NoExampleError(", ".join(dict.fromkeys(self.lacking)))

    def describe(self, schema: dict, path: str) -> None:
        rows = members(schema, path)
        if not rows:
            return
        title = f"`{path}`" if path else "The file"
        about = f"{sentence(schema.get('description', ''))}\n\n" if schema.get("description") else ""
        same = self.described.setdefault(json.dumps(without(schema, "description", "examples")), path)
        if same != path:
            self.parts.append(f"## {title}\n\n{about}The keys are those of [`{same}`](#{anchor(same)}).\n")
            return
        table = "".join(self.row(member) for member in rows)
        header = "| key | values | default | meaning | example |\n|---|---|---|---|---|\n"
        self.parts.append(f"## {title}\n\n{about}{header}{table}")
        for member in rows:
            if is_object(member.schema):
                self.describe(member.schema, member.path)
            elif is_object(member.schema.get("items", {})):
                self.describe(member.schema["items"], f"{member.path}.N")

    def row(self, member: Member) -> str:
        try:
            shown = json_text(example(member.schema, member.path, member.words))
        except NoExampleError as error:
            self.lacking.append(str(error))
            return ""
        schema = member.schema
        values = allowed(schema, member.words)
        inner = (
            member.path
            if is_object(schema)
            else f"{member.path}.N"
            if is_object(schema.get("items", {}))
            else ""
        )
        if inner and members(schema if is_object(schema) else schema["items"], inner):
            values = f"[{values}](#{anchor(inner)})"
        default = (
            "required"
            if member.required
            else f"`{json_text(schema['default'])}`"
            if "default" in schema
            else ""
        )
        meaning = "; ".join(filter(None, [schema.get("description", ""), member.condition]))
        cells = [f"`{member.key}`", values, default, meaning, f"`{json.dumps(member.key)}: {shown}`"]
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def anchor(path: str) -> str:
    """The anchor of a heading, as GitHub forms it."""
    return re.sub(r"[^\w-]", "", path.lower())


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def with_reference(page: str, schema: dict) -> str:
    """The page with the reference part of the schema."""
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    reference = "\n".join(Reference(schema).parts)
    return f"{before}{BEGIN}\n\n{reference}\n{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("schema", type=Path, help="JSON Schema, as simbench schema prints it")
    parser.add_argument("page", type=Path, help="Markdown file that has the two markers")
    arguments = parser.parse_args()
    page = arguments.page.read_text()
    if BEGIN not in page or END not in page.split(BEGIN, 1)[1]:
        print(f"{arguments.page}: needs the lines\n{BEGIN}\n{END}", file=sys.stderr)
        return 2
    try:
        arguments.page.write_text(with_reference(page, json.loads(arguments.schema.read_text())))
    except NoExampleError as error:
        print(f"{arguments.schema}: give an example in the description of {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
