"""The direction from which bodies are seen, without the packages that render them."""

from collections.abc import Mapping, Sequence

import numpy as np


def axes_of_camera(towards_camera: Sequence[float], up: Sequence[float]) -> np.ndarray:
    """Unit vectors to the picture's right, up, and to the camera (rows)."""
    back = np.array(towards_camera) / np.linalg.norm(towards_camera)
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(back, right), back])


def up_in(scene: Mapping) -> np.ndarray:
    """The unit vector against gravity; z without gravity."""
    gravity = np.array(scene.get("gravity") or [0, 0, 0], float)
    length = np.linalg.norm(gravity)
    return -gravity / length if length > 0 else np.array([0.0, 0.0, 1.0])


def turn_from_z(up: np.ndarray) -> np.ndarray:
    """The shortest rotation (3 × 3) that takes z to `up`; if up is below, half a turn about x comes last."""
    z = np.array([0.0, 0.0, 1.0])
    if up @ z < 0:
        half = np.diag([1.0, -1.0, -1.0])
        return half @ turn_from_z(half @ up)
    v = np.cross(z, up)
    cross = np.cross(np.eye(3), v)
    return np.eye(3) + cross + cross @ cross / (1 + up @ z)
