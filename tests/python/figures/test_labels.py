"""Every material, integrator and solver that a scene can name has a label."""

import json

from conftest import REPOSITORY

from simbench.labels import INTEGRATOR_LABELS, MATERIAL_LABELS, SOLVER_LABELS, material_label, solver_label

SCHEMA = json.loads((REPOSITORY / "scenes/scene.schema.json").read_text())


def properties_named(name: str, node=SCHEMA) -> list[dict]:
    """All definitions of a property, wherever it is in the schema."""
    if isinstance(node, list):
        return [found for item in node for found in properties_named(name, item)]
    if not isinstance(node, dict):
        return []
    own = node.get("properties", {}).get(name)
    return ([own] if own else []) + [
        found for item in node.values() for found in properties_named(name, item)
    ]


def choices(name: str) -> set[str]:
    return {
        choice
        for definition in properties_named(name)
        for choice in [*definition.get("enum", []), *([definition["const"]] if "const" in definition else [])]
    }


def test_every_name_in_the_schema_has_a_label():
    assert choices("model") == MATERIAL_LABELS.keys()
    assert choices("integrator") == INTEGRATOR_LABELS.keys()
    assert properties_named("solvers")[0]["properties"].keys() <= SOLVER_LABELS.keys()


def test_a_name_without_a_label_is_used_as_label():
    assert (solver_label("qn"), solver_label("mine")) == ("QN", "mine")
    assert material_label("st_venant_kirchhoff") == "St. Venant–Kirchhoff"
    assert material_label("my_law") == "my law"
