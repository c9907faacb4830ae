"""Turns a whole scene of rigid bodies: bodies, joints, gravity, half spaces and velocities."""

import copy
import math

import numpy as np

DIRECTIONS = {"axial": "direction", "contact": "normal"}  # members that are directions of the world
DEFAULTS = {"direction": [1, 0, 0], "normal": [0, 0, 1]}
AXES = {"axis": [[1, 0, 0]] * 2, "universal": [[1, 0, 0], [0, 1, 0]]}  # of other types: z


def quaternion(axis: list[float], angle: float) -> np.ndarray:
    """The rotation (w, x, y, z) by an angle [rad] about an axis."""
    unit = np.array(axis, dtype=float) / np.linalg.norm(axis)
    return np.array([math.cos(angle / 2), *(math.sin(angle / 2) * unit)])


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The product of quaternions (… × 4)."""
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    w = p[..., :1] * q[..., :1] - np.sum(p[..., 1:] * q[..., 1:], axis=-1, keepdims=True)
    vector = p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + np.cross(p[..., 1:], q[..., 1:])
    return np.concatenate([w, vector], axis=-1)


def inverse(q: np.ndarray) -> np.ndarray:
    return np.asarray(q) * np.array([1, -1, -1, -1])


def rotate(q: np.ndarray, vectors) -> np.ndarray:
    """The vectors (… × 3) in the turned scene."""
    vectors = np.asarray(vectors, dtype=float)
    return product(product(q, np.concatenate([np.zeros_like(vectors[..., :1]), vectors], -1)), inverse(q))[
        ..., 1:
    ]


def turned_constraint(constraint: dict, q: np.ndarray) -> dict:
    result = copy.deepcopy(constraint)
    kind = constraint["type"]

    def turn(key: str, own: np.ndarray | None = None) -> None:
        result[key] = rotate(q, result[key] if own is None else own).tolist()

    for key in ("anchor", "offset"):
        if key in result and kind != "axial":
            turn(key)
    if "axis" in result and kind != "angle":
        turn("axis")
    if kind in DIRECTIONS:
        turn(DIRECTIONS[kind], result.get(DIRECTIONS[kind], DEFAULTS[DIRECTIONS[kind]]))
    if kind in ("angle", "translation") and constraint["bodies"][0] == "world":
        key = "axis" if kind == "angle" else "direction"
        turn(key, result.get(key, [0, 0, 1] if kind == "angle" else [1, 0, 0]))
    if kind in ("axis", "hinge", "universal", "prismatic", "cylindrical") and "axis" not in result:
        result.setdefault("axes", copy.deepcopy(AXES.get(kind, [[0, 0, 1]] * 2)))
    if kind == "angle":
        result.setdefault("directions", [[1, 0, 0]] * 2)
    for number, body in enumerate(constraint["bodies"][:2]):
        turns = constraint.get("turns", [True, True])[number]
        for key in ("points", "axes", "directions"):
            if key in result and (body == "world" or not turns):
                result[key][number] = rotate(q, result[key][number]).tolist()
    has_orientation = "orientation" in result or kind == "orientation"
    if "world" in constraint["bodies"] and has_orientation:
        own = np.array(result.get("orientation", [1, 0, 0, 0]))
        first = constraint["bodies"][0] == "world"
        result["orientation"] = (product(q, own) if first else product(own, inverse(q))).tolist()
    return result


def turned_chain(chain: dict, q: np.ndarray, start: np.ndarray) -> dict:
    """`start`: the poses (n × 7) at the start."""
    if chain.get("joint", "axial") == "axial":
        return {**chain, "direction": rotate(q, chain.get("direction", [1, 0, 0])).tolist()}
    kept = {
        key: value for key, value in chain.items() if key not in ("shape", "bend", "violation", "direction")
    }
    orientations = product(q, start[:, 3:])
    return {**kept, "positions": rotate(q, start[:, :3]).tolist(), "orientations": orientations.tolist()}


def turned(scene: dict, q: np.ndarray, start: np.ndarray) -> dict:
    """The scene turned about the origin by q; `start` has the poses (n × 7) of its bodies at the start."""
    result = copy.deepcopy(scene)
    result["gravity"] = rotate(q, scene.get("gravity", [0, 0, 0])).tolist()
    if "chain" in scene:
        result["chain"] = turned_chain(scene["chain"], q, start)
    for body in result.get("bodies", []):
        body["orientation"] = product(q, body.get("orientation", [1, 0, 0, 0])).tolist()
        for key in ("position", "velocity", "angular_velocity"):
            if key in body:
                body[key] = rotate(q, body[key]).tolist()
    if "constraints" in scene:
        result["constraints"] = [turned_constraint(own, q) for own in scene["constraints"]]
    return result
