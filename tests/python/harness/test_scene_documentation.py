"""docs/scene.md describes every key of a scene, and `simbench check` accepts every example in it."""

import json
import shutil
from collections.abc import Iterator

import numpy as np
import pytest
from conftest import REPOSITORY, load_script

schema_docs = load_script("schema_docs")

PAGE = REPOSITORY / "docs/scene.md"
# Settings that have no effect unless others are given, and those others.
NEEDED = {"stiffness_rule": {"stiffness": 0.5}, "held_weight": {"held_by": "indicator"}}
SCHEMA = json.loads((REPOSITORY / "scenes/scene.schema.json").read_text())


def test_the_tables_match_the_schema():
    assert schema_docs.with_reference(PAGE.read_text(), SCHEMA) == PAGE.read_text()


def objects_with(schema: dict, keys: list[str], value: object) -> Iterator[dict]:
    """For each form of an object with the key: the required members, and the value at the path."""
    for form in schema_docs.alternatives(schema):
        properties = form.get("properties", {})
        if keys[0] not in properties:
            continue
        needed = form.get("required", [])
        if "body" in needed and keys[0] != "material":
            needed = [*needed, "material"]  # every body of tets needs one, which the schema cannot express
        made = {key: schema_docs.example(properties[key], key) for key in needed}
        child = properties[keys[0]]
        if len(keys) == 1:
            if child.get("const", value) == value:
                yield {**made, keys[0]: value}
        elif keys[1] == "N":
            for item in objects_with(child["items"], keys[2:], value):
                yield {**made, keys[0]: [item]}
        else:
            for inner in objects_with(child, keys[1:], value):
                yield {**made, keys[0]: inner}


def examples() -> dict[str, object]:
    """The examples of the page by the paths of their keys."""
    found = {}
    for section in schema_docs.Reference(SCHEMA).parts:
        heading, *lines = section.splitlines()
        place = "" if heading == "## The file" else heading.strip("#` ") + "."
        for line in lines:
            if line.startswith("| `"):
                example = line.replace("\\|", "/").strip("| ").split(" | ")[-1].strip("`")
                ((key, value),) = json.loads(f"{{{example}}}").items()
                found[place + key] = value
    return found


@pytest.fixture
def mesh(workplace):
    """The mesh files that examples name: my.msh, and a surface of the repository."""
    shutil.copy(REPOSITORY / "tests/mesh/files/box41.msh", workplace / "my.msh")


@pytest.fixture
def states(run_simbench, workplace):
    """The states that examples name: a checkpoint, positions and velocities."""
    scene = next(objects_with(SCHEMA, ["step"], {"time_step": 0.01, "steps": 5}))
    (workplace / "beam.json").write_text(json.dumps(scene))
    options = "--iterations 1 --reference none --checkpoint-every 5 --quiet"
    run_simbench(f"--scene beam --solver qn --output runs/beam {options}")
    state = json.loads((workplace / "runs/beam/qn/checkpoint_000005.json").read_text())["state"]
    for name in ("positions", "velocities"):
        np.save(workplace / f"{name}.npy", np.reshape(state[name], (-1, 3)))
    shutil.copy(workplace / "positions.npy", workplace / "iterate.npy")


def springs_of_one_vertex(scene: dict) -> bool:
    """Whether the scene has springs of a single vertex, which has no edges."""
    springs = [potential for potential in scene.get("potentials", []) if potential["type"] == "springs"]
    return any(potential.get("vertices", {}).get("select") == "nearest" for potential in springs)


def complete(scene: dict) -> dict:
    """Adds members that the schema cannot require, and removes the material of bodies without tets."""
    if {"particles", "sheet", "surface"} & scene["body"].keys():
        scene.pop("material", None)
    if state := scene.get("state"):  # each member alone is no state
        needed = "positions" if any(key.startswith(("positions", "velocities")) for key in state) else "file"
        files = {"positions": "positions.npy", "file": "runs/beam/qn/checkpoint_000005.json"}
        state.setdefault(needed, files[needed])
        if "velocities_sha256" in state:
            state["velocities"] = "velocities.npy"
    if scene["step"].get("start") == "file":
        scene["step"].setdefault("start_file", "iterate.npy")
    contact = scene.get("contact", {})
    if {"slip_speed", "friction_lags"} & contact.keys():
        contact["friction"] = 0.3
    if {"parts", "friction_of_parts"} & contact.keys():
        named = {name for of in contact.get("friction_of_parts", []) for name in of["parts"]}
        ends = [{"name": name, "vertices": {"select": "x_max"}} for name in named]
        parts = contact.setdefault("parts", ends)
        contact.setdefault("friction_of_parts", [{"parts": 2 * [parts[0]["name"]], "friction": 0.1}])
    for solver, settings in scene.get("solvers", {}).items():
        for key in NEEDED.keys() & settings.keys():
            settings |= NEEDED[key]
        forms = schema_docs.alternatives(SCHEMA["properties"]["solvers"]["properties"][solver])
        for key in {"metric", "initial_matrix"} & forms[0]["properties"].keys():
            if settings.setdefault(key, "stiffness") not in ("stiffness", "hessian"):
                settings.pop("linear_solver", None)  # which only these two matrices need
    for group in scene.get("anchors", {}).get("groups", []):
        if "targets" in group:
            group["vertices"] = {"select": "indices", "indices": list(range(len(group["targets"])))}
    for potential in scene.get("potentials", []):
        if potential["type"] in ("membrane", "bending", "dihedral"):
            scene["body"] = {"sheet": {"length": 1, "width": 1, "length_cells": 4, "width_cells": 4}}
            scene.pop("material", None)
        if potential["type"] == "springs" and not {"vertices", "pairs"} & potential.keys():
            potential["vertices"] = {"select": "all"}
    return scene


def test_every_example_is_accepted(run_simbench, workplace, mesh, states, simbench):
    all_examples = examples()
    assert len(all_examples) > 60
    for path, value in all_examples.items():
        scenes = list(objects_with(SCHEMA, path.split("."), value))
        assert scenes, path
        for scene in scenes:
            if "tetgen" in scene["body"] and not (simbench.parent / "simbench-tetmesh").is_file():
                continue
            if path.endswith(".tag"):
                scene["body"] = {"mesh": {"file": "my.msh"}}
            (workplace / "example.json").write_text(json.dumps(complete(scene)))
            finished = run_simbench("check example", exit_code=None)
            if path.endswith("sha256"):  # no file has this hash: the key is read and compared with the file
                assert finished.returncode == 3 and f"not {value}" in finished.stderr, finished.stderr
            elif springs_of_one_vertex(scene):
                assert finished.returncode == 2 and "holds no element" in finished.stderr, finished.stderr
            else:
                assert finished.returncode == 0, f"{path}: {json.dumps(scene)}: {finished.stderr}"
