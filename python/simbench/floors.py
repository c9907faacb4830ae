"""Half spaces as movies and reports show them: the part of the plane that lies in the box of the picture."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

MARGIN = 0.1  # of the box's largest side, by which a floor is larger than the box

Box = tuple[np.ndarray, np.ndarray]  # lower corner and size [m]
Plane = tuple[np.ndarray, np.ndarray]  # a point of it [m], and its normal, which points to the bodies
Floor = tuple[np.ndarray, np.ndarray]  # its corners (n × 3, m) in order around it, and its normal


def floors_in(scene: Mapping, box: Box) -> list[Floor]:
    """Those of a scene that lie in the box."""
    floors = [(outline(plane, box), plane[1]) for plane in planes_of(scene)]
    return [(corners, normal) for corners, normal in floors if len(corners)]


def planes_of(scene: Mapping) -> list[Plane]:
    """Those of the potentials `half_space` of a deformable scene, or of the planes of a rigid one."""
    planes = [
        (np.array(one["point"], float), np.array(one["normal"], float))
        for one in scene.get("potentials", [])
        if one["type"] == "half_space"
    ]
    for body in scene.get("bodies", []):
        if body.get("plane"):
            planes.append((np.array(body["position"], float), _axis(*body["orientation"])))
    return planes


def outline(plane: Plane, box: Box) -> np.ndarray:
    """The corners (n × 3, m) of the plane's part in the box, in order around it; none if it is elsewhere."""
    point, normal = plane
    low, size = box
    corners = low - MARGIN * size.max() + (size + 2 * MARGIN * size.max()) * _CUBE
    heights = (corners - point) @ normal
    cuts = [
        corners[a] + heights[a] / (heights[a] - heights[b]) * (corners[b] - corners[a])
        for a, b in _EDGES
        if (heights[a] < 0) != (heights[b] < 0)
    ]
    if not cuts:
        return np.empty((0, 3))
    across = np.linalg.svd(normal[None])[2][1:]  # two directions in the plane
    u, v = ((np.array(cuts) - np.mean(cuts, axis=0)) @ across.T).T
    return np.array(cuts)[np.argsort(np.arctan2(v, u))]


_CUBE = np.array(np.meshgrid(*[[0.0, 1.0]] * 3)).reshape(3, 8).T
_EDGES = [(a, b) for a, b in combinations(range(8), 2) if np.abs(_CUBE[a] - _CUBE[b]).sum() == 1]


def _axis(w: float, x: float, y: float, z: float) -> np.ndarray:
    """Where the rotation of this quaternion takes the z-axis."""
    return np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
