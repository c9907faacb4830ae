"""Turns or shifts a whole scene of rigid bodies (bodies, joints, planes), and compares motions."""

import copy
import math

import numpy as np
import pandas as pd

DIRECTIONS = {"axial": "direction", "contact": "normal"}  # members that are directions of the world
DEFAULTS = {"direction": [1, 0, 0], "normal": [0, 0, 1]}
POSITION, ORIENTATION = ["x", "y", "z"], ["qw", "qx", "qy", "qz"]
SAME = np.array([1, 0, 0, 0])
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


def shifted(scene: dict, by: np.ndarray) -> dict:
    """The scene, which has no chain, displaced by a vector. Volumes with the world as a corner stay there."""
    result = copy.deepcopy(scene)
    for body in result["bodies"]:
        body["position"] = (np.array(body.get("position", [0, 0, 0])) + by).tolist()
    for own in result.get("constraints", []):
        if "anchor" in own:
            own["anchor"] = (np.array(own["anchor"]) + by).tolist()
        elif "world" in own["bodies"] and own["type"] not in ("volume", "axis", "angle", "orientation"):
            own.setdefault("points", [[0, 0, 0], [0, 0, 0]])
            world = own["bodies"].index("world")
            own["points"][world] = (np.array(own["points"][world]) + by).tolist()
    return result


def has_rules_per_axis(scene: dict, solver: str) -> bool:
    """Whether a setting treats the components of joints in the world one by one (docs/rigid.md)."""
    is_joined = bool(scene.get("constraints")) or "chain" in scene
    own = scene.get("solvers", {}).get(solver, {})
    by_rows = own.get("form") == "rows" or own.get("penalty") == "row_mass"
    return is_joined and (by_rows or "ramp" in own or "geometric_stiffness" in own)


def is_planar(scene: dict) -> bool:
    return scene.get("contacts", {}).get("planar", False)


def moved(scene: dict, start: np.ndarray, length: float, angle: float) -> dict:
    """The scene with each body that moves displaced at random by about this length [m] and angle [rad]."""
    random = np.random.default_rng(4)  # some others push bodies so deep into one another that it is refused
    scene, start = copy.deepcopy(scene), start.copy()
    for number, pose in enumerate(start):
        place, axis = length * random.normal(size=3), random.normal(size=3)
        if is_planar(scene):
            place[2], axis[:2] = 0, 0
        pose[:3] += place
        pose[3:] = product(quaternion(axis, angle * random.normal()), pose[3:])
        if "bodies" in scene and "mass" in scene["bodies"][number]:
            scene["bodies"][number] |= {"position": pose[:3].tolist(), "orientation": pose[3:].tolist()}
    if scene.get("chain", {}).get("joint") == "point":
        scene["chain"] = turned_chain(scene["chain"], SAME, start)
    return scene


def motion(rows: pd.DataFrame, time_step: float, back: np.ndarray) -> np.ndarray:
    """Positions, rotations since the start, and displacements by the velocities, turned by `back`."""
    start = rows[rows["step"] == 0][ORIENTATION].to_numpy()
    turns = product(rows[ORIENTATION].to_numpy(), inverse(np.tile(start, (len(rows) // len(start), 1))))
    turns *= np.where(turns[:, :1] < 0, -1, 1)
    velocities = [
        time_step * rotate(back, rows[list(names)].to_numpy())
        for names in (("vx", "vy", "vz"), ("wx", "wy", "wz"))
    ]
    return np.hstack([rotate(back, rows[POSITION].to_numpy()), rotate(back, turns[:, 1:]), *velocities])


def largest_change(rows: pd.DataFrame, after: pd.DataFrame, time_step: float, back=SAME) -> float:
    """How far a scene that was turned moves from where it was: poses [m, 1], velocities times a step."""
    return np.abs(motion(after, time_step, back) - motion(rows, time_step, SAME)).max()


def is_same_motion(
    rows: pd.DataFrame,
    after: pd.DataFrame,
    nudged: pd.DataFrame,
    time_step: float,
    back: np.ndarray = SAME,
    factor: float = 10,
) -> bool:
    """Whether a scene that was turned moves as before, up to `factor` times what a nudge changes."""
    size = np.abs(motion(rows, time_step, SAME)).max()
    rounding = 1e-12 * max(1, size) + factor * largest_change(rows, nudged, time_step)
    return largest_change(rows, after, time_step, back) <= rounding
