"""Condition numbers of the matrices of a net of springs in a run's scene."""

import numpy as np


def condition_numbers(scene: dict, stiffness: float, *, twice: bool = False) -> tuple[float, float]:
    """Condition numbers of M + h² k JᵀJ (penalty) and J M⁻¹ Jᵀ + 1/(k h²) (multipliers) at the start.

    Both leave out held particles. `twice`: the scene has the first spring twice.
    """
    jacobian, masses = springs(scene)
    if twice:
        jacobian = np.vstack([jacobian, jacobian[:1]])
    step = scene["step"]["time_step"]
    penalty = np.diag(masses) + step**2 * stiffness * jacobian.T @ jacobian
    multipliers = jacobian / masses @ jacobian.T + np.eye(len(jacobian)) / (stiffness * step**2)
    return float(np.linalg.cond(penalty)), float(np.linalg.cond(multipliers))


def springs(scene: dict) -> tuple[np.ndarray, np.ndarray]:
    """J = ∇C of all springs' lengths (springs × 3 free particles), and the masses [kg] of its columns."""
    points = scene["body"]["particles"]["points"]
    positions = np.array([point["position"] for point in points], float)
    pairs = [pair["vertices"] for net in scene["potentials"] for pair in net["pairs"]]
    groups = scene.get("anchors", {}).get("groups", [])
    held = {index for group in groups for index in group["vertices"]["indices"]}
    jacobian = np.zeros((len(pairs), len(points), 3))
    for row, (i, j) in zip(jacobian, pairs, strict=True):
        direction = (positions[i] - positions[j]) / np.linalg.norm(positions[i] - positions[j])
        row[i], row[j] = direction, -direction
    free = [number for number in range(len(points)) if number not in held]
    masses = np.array([point.get("mass", 1) for point in points], float)
    return jacobian[:, free].reshape(len(pairs), -1), np.repeat(masses[free], 3)
