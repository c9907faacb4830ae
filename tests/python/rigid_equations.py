"""What poses and velocities of rigid bodies say about their momenta, energies and joints (docs/rigid.md).

Written from the equations alone. A pose is a row (x, y, z, qw, qx, qy, qz).
"""

import numpy as np
from turned_scenes import inverse, product, rotate

WHOLE_TURNS = 1000  # more are not tried
WORLD = np.array([0, 0, 0, 1, 0, 0, 0], dtype=float)
AXES = {"axis": [[1, 0, 0]] * 2, "universal": [[1, 0, 0], [0, 1, 0]]}  # of other types: z


def principal_moments(body: dict) -> np.ndarray:
    """Moments of inertia about the axes of a solid body [kg m²]; infinite if it cannot turn."""
    if "mass" not in body:
        return np.full(3, np.inf)
    if "inertia" in body:
        return np.array(body["inertia"], dtype=float)
    m = body["mass"]
    if "box" in body:
        square = np.square(np.array(body["box"], dtype=float))
        return m / 12 * (square.sum() - square)
    if "radius" not in body:
        return np.full(3, np.inf)
    r, length = body["radius"], body.get("length", 0)
    # A cylinder, and two half balls whose centres of mass are 3/8 r beyond its ends.
    cylinder, ball = np.array([length, 4 / 3 * r]) * m / (length + 4 / 3 * r)
    along = cylinder * r**2 / 2 + ball * 2 / 5 * r**2
    across = cylinder * (r**2 / 4 + length**2 / 12) + ball * (
        2 / 5 * r**2 + length**2 / 4 + 3 / 8 * length * r
    )
    return np.array([along, across, across])


def spin_momentum(body: dict, pose: np.ndarray, spin: np.ndarray) -> np.ndarray:
    """The angular momentum about the centre [kg m²/s]."""
    moments = principal_moments(body)
    if not np.isfinite(moments).all():
        return np.zeros(3)
    return rotate(pose[3:], moments * rotate(inverse(pose[3:]), spin))


def angle_between(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.arctan2(np.linalg.norm(np.cross(first, second)), first @ second))


def rotation_angle(q: np.ndarray) -> float:
    return float(2 * np.arctan2(np.linalg.norm(q[1:]), abs(q[0])))


def unit(vector) -> np.ndarray:
    return np.array(vector, dtype=float) / np.linalg.norm(vector)


def violation(limited: dict, value: float, target: float) -> float:
    """By how much a value is beyond `limits`, or on the wrong side of its target."""
    low, high = limited.get("limits", (target, target))
    if "limits" not in limited and "limit" in limited:
        low = -np.inf if limited["limit"] == "at_most" else low
        high = np.inf if limited["limit"] == "at_least" else high
    return max(low - value, 0) + max(value - high, 0)


class JointErrors:
    """The errors of a constraint of a scene, [m] and [rad]; `start` and `poses` are those of its bodies."""

    def __init__(self, entry: dict, start: list[np.ndarray], poses: list[np.ndarray]) -> None:
        self.entry, self.start, self.poses = entry, start, poses
        self.lengths: list[float] = []
        self.angles: list[float] = []
        self.is_known = True
        self.turn: list[float] = []  # of each possible number of whole turns
        getattr(self, entry["type"])()
        is_joint = entry["type"] in ("fixed", "hinge", "universal", "prismatic", "cylindrical")
        # Springs and dampers have a length or an angle, and no error.
        if entry.get("frequency") or entry.get("damping"):
            self.lengths = []
        if entry.get("frequency") or entry.get("angular_damping" if is_joint else "damping"):
            self.angles, self.turn = [], []
        self.add_limits()

    def sizes(self) -> tuple[float, list[float]]:
        """The error [m], and the errors [rad] of which one is right."""
        length, angle = np.linalg.norm(self.lengths), np.linalg.norm(self.angles)
        return float(length), [float(np.hypot(angle, turn)) for turn in self.turn or [0.0]]

    def in_bodies(self, key: str, of_world: str, place: bool) -> list[np.ndarray]:
        own = self.entry.get(of_world)
        if own is None or (key == "axes" and self.entry["type"] in AXES):
            default = AXES.get(self.entry["type"], [[0, 0, 1]] * 2) if key == "axes" else np.zeros((2, 3))
            return [np.array(v, dtype=float) for v in self.entry.get(key, default)]
        return [rotate(inverse(x[3:]), np.array(own) - (x[:3] if place else 0)) for x in self.start]

    def points(self) -> list[np.ndarray]:
        turns = self.entry.get("turns", [True, True])
        own = self.in_bodies("points", "anchor", place=True)
        return [
            x[:3] + (rotate(x[3:], v) if t else v) for x, v, t in zip(self.poses, own, turns, strict=True)
        ]

    def axes(self, key: str = "axes") -> list[np.ndarray]:
        own = self.in_bodies(key, "axis", place=False)
        return [rotate(x[3:], unit(v)) for x, v in zip(self.poses, own, strict=True)]

    def gap(self) -> np.ndarray:
        first, second = self.points()
        return first - second

    def point(self) -> None:
        self.lengths += [np.linalg.norm(self.gap() - self.entry.get("offset", [0, 0, 0]))]

    def distance(self) -> None:
        self.lengths += [violation(self.entry, np.linalg.norm(self.gap()), self.entry.get("length", 0))]

    def axial(self) -> None:
        direction = unit(self.entry.get("direction", [1, 0, 0]))
        self.lengths += [direction @ self.gap() + self.entry.get("offset", 0)]

    def contact(self) -> None:
        self.lengths += [min(unit(self.entry.get("normal", [0, 0, 1])) @ self.gap(), 0)]

    def translation(self) -> None:
        direction = rotate(self.poses[0][3:], unit(self.entry.get("direction", [1, 0, 0])))
        self.lengths += [violation(self.entry, -direction @ self.gap(), self.entry.get("translation", 0))]

    def axis(self) -> None:
        self.angles += [violation(self.entry, angle_between(*self.axes()), self.entry.get("angle", 0))]

    def orientation(self) -> None:
        start = product(inverse(self.start[0][3:]), self.start[1][3:])
        own = self.entry.get("orientation", start if self.entry["type"] != "orientation" else [1, 0, 0, 0])
        self.angles += [
            rotation_angle(product(product(self.poses[0][3:], unit(own)), inverse(self.poses[1][3:])))
        ]

    def volume(self) -> None:  # neither a length nor an angle
        pass

    spring = volume

    def fixed(self) -> None:
        self.point()
        self.orientation()

    def hinge(self) -> None:
        self.point()
        self.angles += [angle_between(*self.axes())]

    def universal(self) -> None:
        self.point()
        self.angles += [angle_between(*self.axes()) - np.pi / 2]

    def prismatic(self) -> None:
        self.rail()
        self.orientation()

    def cylindrical(self) -> None:
        self.rail()
        self.angles += [angle_between(*self.axes())]

    def rail(self) -> None:
        self.lengths += [np.linalg.norm(np.cross(self.axes()[0], self.gap()))]

    def angle(self) -> None:
        axis = unit(self.entry.get("axis", [0, 0, 1]))
        self.turn_about(axis, self.entry, self.entry.get("directions", [[1, 0, 0]] * 2))

    def turn_about(self, axis: np.ndarray, limited: dict, directions: list) -> None:
        """Poses tell a turn up to whole turns, so there are several errors."""
        bi, bj = (rotate(x[3:], v) for x, v in zip(self.poses, directions, strict=True))
        angle = np.arctan2(np.cross(bi, bj) @ rotate(self.poses[0][3:], axis), bi @ bj)
        target = limited.get("angle", 0)
        turns = 2 * np.pi * np.arange(-WHOLE_TURNS, WHOLE_TURNS + 1)
        self.turn = [violation(limited, angle + turn, target) for turn in turns]

    def add_limits(self) -> None:
        """Limits of a joint's turn and slide, which are hard even if the joint is soft."""
        kind = self.entry["type"]
        slide = self.entry if kind == "prismatic" else self.entry.get("slide", {})
        turn = self.entry if kind == "hinge" else self.entry.get("turn", {})
        if "limits" in slide:
            self.lengths += [violation(slide, -self.axes()[0] @ self.gap(), 0)]
        if "limits" not in turn:
            return
        axis = unit(self.in_bodies("axes", "axis", place=False)[0])
        directions = self.entry.get("directions")
        if directions is None:
            # If axes are not aligned, the angle depends on the directions, which are simbench's choice.
            self.is_known = angle_between(*self.axes()) < 1e-9 and "axis" in self.entry
            across = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
            of_second = rotate(inverse(self.start[1][3:]), rotate(self.start[0][3:], across))
            directions = [across, of_second]
        self.turn_about(axis, turn, directions)
