"""The direction from which bodies are seen, without the packages that render them."""

from collections.abc import Sequence

import numpy as np


def axes_of_camera(towards_camera: Sequence[float], up: Sequence[float]) -> np.ndarray:
    """Unit vectors to the picture's right, up, and to the camera (rows)."""
    back = np.array(towards_camera) / np.linalg.norm(towards_camera)
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(back, right), back])
