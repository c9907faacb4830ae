"""The JSON Schema beside the scenes is the program's own, and accepts what the program accepts."""

import copy
import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import jsonschema
import pytest
from conftest import REPOSITORY, SCENE_FILES

from simbench import Scene, SimbenchError

pytestmark = pytest.mark.slow

SCENES = {path.name: json.loads(path.read_text()) for path in SCENE_FILES}
# Members that no shipped scene has.
SCENES["all_members.json"] = {
    **{key: value for key, value in SCENES["beam_release.json"].items() if key != "material"},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
    "initial_velocity": [0.5, 0, -0.5],
    "anchors": {
        "stiffness": 1e5,
        "groups": [
            {"vertices": {"select": "indices", "indices": [1, 2]}, "translation": [0.5, 0, 0]},
            {"vertices": {"select": "box", "minimum": [-1, -1, -1], "maximum": [1, 1, 1]}},
            {
                "vertices": {"select": "all"},
                "rotation": {"origin": [0, 0, 0.5], "axis": [0, 1, 0], "degrees_per_second": 5},
            },
        ],
    },
    "solvers": {
        "xpbd": {"form": "combined"},
        "pd": {"global_step": "increment"},
        "admm": {"weight": 4},
        "qn": {"history": 3, "line_search": "none", "initial_matrix": "scaled_identity"},
        "pbd": {},
        "newton": {},
    },
}
SCENES["dynamic.json"] = copy.deepcopy(SCENES["smoke.json"])
del SCENES["dynamic.json"]["preparation"]["increments"]
SCENES["dynamic.json"]["preparation"].update(method="dynamic", time_step=0.02)
SCENES["dynamic.json"]["solvers"] = {"admm": {"weight_factor": 0.5}}

# Parts of messages on rules between members, which a schema cannot express.
RULES_BEYOND_THE_SCHEMA = (
    "missing required key 'material'",
    "hard anchors hold every vertex",
    "particles have no material; leave",
    "particles and surfaces have no material from which",
    "a surface has no material but potentials",
    "there must be at least one particle",
    "give either vertices or pairs",
    "two ends, which are different vertices",
    "has no direction; move one of them",
    "Poisson's ratio must be greater than 0",  # of stable Neo-Hookean; its schema allows more than -1
    "the axis needs a direction",
    "weight or weight_factor, not both",
    "more than 2 million cells",
    "holds no vertex of the mesh",
    "does not exist; there are",
    "turns of more than 180 cannot be followed",
    "there is nothing that moves",
    "fewer than two bodies have one",
    "is so deep that a contact could",
    "the contacts are planar, so",
    "a plane stands still, so",
    "a capsule needs a radius",
    "a body has one shape",
    "the bodies of a chain have no contacts",
    "the first limit has to be below the second",
    "give limits, or a limit on one side",
    "the limits replace this value",
    "cannot be damped",
    "give a frequency, or a compliance",
    "the angle between two axes is never below 0",
    "a joint needs 2",
    "a limit cannot be damped",
    "has no direction where it holds",
    "the duration must hold between 1 and a million time steps",
    "none of them can move",
    "the zero vector has no direction",
    "one for each",
    "already give the places of the bodies",
    "it has no joint otherwise",
    "of length 1",
    "is the name of /bodies",
    "no body '",
    "no body has a mass",
    "; a constraint of type",
    "cannot be constrained to itself",
    "must not be above static_friction",
    "numbers of a step have to be between",
    "none of them can turn",
    "it has no angle about the axis",
    "no such file; looked in",
    "it has no effect",
    "the surface crosses itself at the start",
    "the shortest edge of the surface",
    "no part of contact.parts has the name",
    "expected the names of two parts",
    "another item has the same two parts",
    "another part has this name",
    "only friction_of_parts names parts",
    "at most 1e9 substeps and lags",
)


def schema_file(scene: dict) -> Path:
    is_rigid = scene.get("kind") == "rigid"
    return REPOSITORY / "scenes" / ("rigid.schema.json" if is_rigid else "scene.schema.json")


@functools.cache
def validator_of(file: Path) -> jsonschema.Draft7Validator:
    schema = json.loads(file.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def places(value: object, path: tuple = ()) -> Iterator[tuple]:
    """The paths of all members and items below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield (*path, key)
        yield from places(child, (*path, key))


def parent_of(scene: dict, path: tuple) -> dict | list:
    parent = scene
    for key in path[:-1]:
        parent = parent[key]
    return parent


def mutations(scene: dict) -> Iterator[tuple[str, Callable[[dict], None]]]:
    """Renames one member, removes it or gives it another value; each has a name, and changes a copy."""

    def rename(copied: dict, path: tuple) -> None:
        parent = parent_of(copied, path)
        parent[f"{path[-1]}x"] = parent.pop(path[-1])

    def remove(copied: dict, path: tuple) -> None:
        del parent_of(copied, path)[path[-1]]

    def replace(copied: dict, path: tuple, value: object) -> None:
        parent_of(copied, path)[path[-1]] = value

    for path in places(scene):
        name = "/".join(map(str, path))
        value = parent_of(scene, path)[path[-1]]
        if isinstance(path[-1], str):
            yield f"{name} renamed", functools.partial(rename, path=path)
        yield f"{name} removed", functools.partial(remove, path=path)
        others = ["text", True, None, [], {}, 0, 1.5, -1, 3e9]
        if isinstance(value, (int, float)):
            others += [-value, value * 2, float(value)]
        if isinstance(value, list):
            others += [[*value, 1], value * 2]
        for other in others:
            yield f"{name} = {json.dumps(other)}", functools.partial(replace, path=path, value=other)


# The number of mutations of a scene that are tried; they are spread over the scene. All scenes together make
# some thousands.
SAMPLE = 60


def test_the_schema_beside_the_scenes_is_what_the_program_prints(run_simbench):
    for command, name in (("schema", "scene"), ("schema --rigid", "rigid")):
        printed = run_simbench(command).stdout
        assert printed == (REPOSITORY / f"scenes/{name}.schema.json").read_text()


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_valid_for_both(run_simbench, workplace, name):
    validator_of(schema_file(SCENES[name])).validate(SCENES[name])
    (workplace / name).write_text(json.dumps(SCENES[name]))
    run_simbench(f"check {name}")


def test_editors_find_the_schema_from_every_scene():
    for path in SCENE_FILES:
        reference = SCENES[path.name]["$schema"]
        assert (path.parent / reference).resolve() == schema_file(SCENES[path.name])


def refusal(scene: dict) -> str:
    """Why simbench refuses the scene, in this process, because thousands of processes take a minute."""
    try:
        Scene.load(scene).check()
    except SimbenchError as error:
        return str(error)
    return ""


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize("name", SCENES)
def test_mutated_scenes_are_judged_alike(workplace, monkeypatch, name):
    monkeypatch.chdir(workplace)  # from where files of scenes are read
    validator = validator_of(schema_file(SCENES[name]))
    all_mutations = list(mutations(SCENES[name]))
    step = max(1, len(all_mutations) // SAMPLE) | 1  # an odd step reaches every kind of mutation
    verdicts, disagreements = [], []
    for what, change in all_mutations[::step]:
        scene = copy.deepcopy(SCENES[name])
        change(scene)
        reason = refusal(scene)
        accepted = not reason
        verdicts.append(accepted)
        beyond = any(rule in reason for rule in RULES_BEYOND_THE_SCHEMA)
        if accepted > validator.is_valid(scene) or (
            validator.is_valid(scene) and not accepted and not beyond
        ):
            disagreements.append(f"{what}: simbench says {reason or 'good'}")
    assert disagreements == []
    assert 5 < sum(verdicts) < len(verdicts) - 20  # both verdicts occurred


def test_resolved_scenes_of_manifests_are_valid(run_simbench, workplace):
    for scene in ("smoke", "chain_straight", "chain_bent"):
        run_simbench(f"--scene {scene} --solver every --iterations 0 --reference none --output {scene}")
        for manifest in workplace.glob(f"{scene}/*/manifest.json"):
            resolved = json.loads(manifest.read_text())["scene"]
            validator_of(schema_file(resolved)).validate(resolved)
