"""Draws scenes of rigid bodies at random from their JSON Schema; a new joint or solver joins by itself.

Half of the scenes are calm: all numbers have about the size of the scene. The others are wild: masses from
1e-6 to 1e6 kg, lengths from 1e-3 to 1e4 m, settings over many orders of magnitude. The unit and the range of
a member tell how large its number may be. A part that simbench refuses is drawn anew.
"""

import re
from collections.abc import Callable

import numpy as np

# How often an optional member is given; those not named here in 3 of 10 parts.
OFTEN = {"mass": 0.9, "position": 1, "orientation": 0.6, "velocity": 0.5, "angular_velocity": 0.5}
OFTEN |= {
    "box": 0.5,
    "radius": 0.5,
    "plane": 0,
    "anchor": 0.7,
    "axis": 0.6,
    "iterations": 1,
    "steps": 1,
    "description": 0,
    "inertia": 0.15,
}
# Decades of numbers by unit: of calm scenes, and of wild ones. Lengths are multiples of the scene's length.
DECADES = {
    "kg": ((-0.5, 0.5), (-6, 6)),
    "s": ((-3, -1.5), (-4, 0)),
    "m": ((-0.5, 0.3), (-2, 2)),
    "m/s": ((-1, 1), (-3, 3)),
    "rad/s": ((-1, 1), (-3, 3)),
    "m/s^2": ((0, 1), (-2, 3)),
    "rad": ((-1, 0.5), (-6, 1)),
    "kg m^2": ((-0.1, 0.1), (-3, 3)),
    "m/N": ((-6, -2), (-12, 3)),
    "rad/(N m)": ((-6, -2), (-12, 3)),
}
OTHER = ((-1, 0.5), (-4, 4))
MOST_TRIES = 40


class Drawing:
    """Draws parts of a scene; `accepts` tells whether simbench takes a scene."""

    def __init__(self, seed: int, schema: dict, accepts: Callable[[dict], bool]) -> None:
        self.random = np.random.default_rng(seed)
        self.schema = schema["properties"]
        self.accepts = accepts
        self.is_wild = self.random.random() < 0.5
        self.length = self.decades(-3, 4) if self.is_wild else 1.0  # of the scene [m]

    def decades(self, low: float, high: float) -> float:
        return float(10 ** self.random.uniform(low, high))

    def happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def choice(self, values):
        return values[self.random.integers(len(values))]

    def number(self, node: dict, unit: str) -> float:
        """A number of the node's range; it may be 0 or the end of the range."""
        ends = [node[end] for end in ("minimum", "maximum") if end in node]
        if ends and self.happens(0.1):
            return float(self.choice(ends))
        calm, wild = DECADES.get(unit, OTHER)
        value = self.decades(*(wild if self.is_wild else calm))
        value *= self.length if unit.split("/")[0] == "m" and unit != "m/N" else 1
        lowest = node.get("minimum", node.get("exclusiveMinimum"))
        highest = node.get("maximum", node.get("exclusiveMaximum"))
        value *= 1 if lowest is not None or self.happens(0.5) else -1
        if lowest is not None and highest is not None:
            return float(self.random.uniform(lowest, highest))
        return value

    def array(self, node: dict, key: str, unit: str) -> list:
        count = node.get("minItems", 1)
        if node.get("maxItems") != count:
            count += int(self.random.integers(3))
        values = [self.value(node["items"], "", unit) for _ in range(count)]
        if key == "limits":
            return sorted(values)
        if count >= 3 and node["items"] == {"type": "number"}:
            # A vector of any direction. Without a unit it is a direction or a quaternion, of length 1.
            vector = self.random.normal(size=count)
            return ((abs(values[0]) if unit else 1) * vector / np.linalg.norm(vector)).tolist()
        return values

    def value(self, node: dict, key: str = "", unit: str | None = None):
        """A value of a node of the schema. `unit` is that of the node around it."""
        if unit is None:
            unit = (re.findall(r"\[([^][]*)\]", node.get("description", "")) or [""])[-1]
        for several in ("oneOf", "anyOf"):
            if several in node:
                return self.value(self.choice(node[several]), key, unit)
        if "const" in node or "enum" in node:
            return node["const"] if "const" in node else self.choice(node["enum"])
        match node["type"]:
            case "boolean":
                return self.happens(0.5)
            case "integer":
                return node.get("minimum", 0) + int(self.decades(0, 1.3)) - 1
            case "number":
                return self.number(node, unit)
            case "array":
                return self.array(node, key, unit)
            case "object":
                return self.members(node)
        return "text"

    def members(self, node: dict, **given) -> dict:
        """An object with all required members, some others, and these."""
        required = node.get("required", [])
        drawn = {
            key: self.value(member, key)
            for key, member in node["properties"].items()
            if key not in given and (key in required or self.happens(OFTEN.get(key, 0.3)))
        }
        return given | drawn

    def ground(self) -> dict:
        """A half space below the bodies."""
        node = self.schema["bodies"]["items"]["properties"]
        rough = [key for key in ("friction", "restitution") if self.happens(0.5)]
        return {"name": "ground", "plane": True, **{key: self.value(node[key]) for key in rough}}

    def body(self, number: int) -> dict:
        """A body above the ground, near the others."""
        node, name = self.schema["bodies"]["items"], f"body{number}"
        place = self.length * (0.3 + number ** (1 / 3)) * self.random.normal(size=3)
        place[2] = abs(place[2]) + 0.1 * self.length
        return self.members(node, name=name, position=place.tolist())

    def constraint(self, names: list[str]) -> dict:
        node = self.choice(self.schema["constraints"]["items"]["oneOf"])
        kind = node["properties"]["type"]["const"]
        count = 4 if kind == "volume" else 2  # the one number that the schema does not tell
        joined = self.random.permutation(["world", *names])[:count].tolist()
        return self.members(node, bodies=joined)

    def grown(self, scene: dict, key: str, draw: Callable[[], object]) -> dict:
        """The scene with one more part that simbench accepts; the scene as it is if it accepts none."""
        for _ in range(MOST_TRIES):
            part = draw()
            is_list = self.schema[key]["type"] == "array"
            more = {**scene, key: [*scene.get(key, []), part] if is_list else part}
            if self.accepts(more):
                return more
        return scene


def random_scene(seed: int, schema: dict, accepts: Callable[[dict], bool]) -> dict:
    """The scene of this seed. All scenes have bodies that move, and time steps."""
    draw = Drawing(seed, schema, accepts)
    members = draw.schema
    scene: dict = {"kind": "rigid"}
    scene["step"] = draw.members(members["step"]) | {"steps": int(draw.random.integers(1, 7))}
    scene["step"]["substeps"] = int(draw.choice([1, 1, 2, 4]))
    if draw.happens(0.6):
        gravity = draw.value(members["gravity"])
        scene["gravity"] = draw.choice([gravity, [0, 0, -abs(gravity[2])]])
    if draw.happens(0.1):
        return settings(draw, draw.grown(scene, "chain", lambda: draw.value(members["chain"])))
    scene["bodies"] = [draw.ground()] if draw.happens(0.4) else []
    for number in range(draw.random.integers(1, 7)):
        scene = draw.grown(scene, "bodies", lambda number=number: draw.body(number))
    names = [body["name"] for body in scene["bodies"]]
    for _ in range(draw.random.integers(0, 7)):
        scene = draw.grown(scene, "constraints", lambda: draw.constraint(names))
    if draw.happens(0.5):
        scene = draw.grown(scene, "contacts", lambda: draw.members(members["contacts"]))
    return settings(draw, scene)


def settings(draw: Drawing, scene: dict) -> dict:
    """The scene with settings of some solvers, each of which simbench accepts."""
    for name, node in draw.schema["solvers"]["properties"].items():
        for _ in range(20 if draw.happens(0.5) else 0):
            solvers = {**scene.get("solvers", {}), name: draw.members(node)}
            if draw.accepts({**scene, "solvers": solvers}):
                scene = {**scene, "solvers": solvers}
                break
    return scene
