"""The matrix of point joints between rigid bodies in given poses, in blocks of three rows per joint.

Orientations are unit quaternions (w, x, y, z), Hamilton, from body to world.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np


@dataclass(frozen=True)
class JointedBoxes:
    """Boxes in a row, each joined to the next at the ends of their x axes."""

    masses: np.ndarray  # [kg]
    edges: np.ndarray  # (3) [m]
    positions: np.ndarray  # (bodies, 3) [m]
    orientations: np.ndarray  # (bodies, 4)

    def arms(self, body: int) -> tuple[np.ndarray, np.ndarray]:
        """The arms to the joints with the previous and with the next body, in the world frame."""
        end = rotation(self.orientations[body])[:, 0] * self.edges[0] / 2
        return -end, end

    def errors(self) -> np.ndarray:
        """δp of each joint (joints × 3)."""
        ends = [(x + self.arms(i)[1], x + self.arms(i)[0]) for i, x in enumerate(self.positions)]
        return np.array([before[0] - after[1] for before, after in pairwise(ends)])

    def inverse_inertia(self, body: int) -> np.ndarray:
        turn = rotation(self.orientations[body])
        squares = self.edges**2
        return turn @ np.diag(12 / (self.masses[body] * (squares.sum() - squares))) @ turn.T

    def matrix(self) -> np.ndarray:
        """A = J M⁻¹ Jᵀ (3 joints × 3 joints)."""
        joints = len(self.masses) - 1
        blocks = np.zeros((joints, 3, joints, 3))
        for body, mass in enumerate(self.masses):
            before, after = (cross(arm) for arm in self.arms(body))
            inverse = self.inverse_inertia(body)

            def block(one, other, inverse=inverse, mass=mass):
                return np.eye(3) / mass - one @ inverse @ other

            if body < joints:
                blocks[body, :, body, :] += block(after, after)
            if body > 0:
                blocks[body - 1, :, body - 1, :] += block(before, before)
            if 0 < body < joints:
                blocks[body - 1, :, body, :] -= block(before, after)
                blocks[body, :, body - 1, :] -= block(after, before)
        return blocks.reshape(3 * joints, 3 * joints)


def bent_chain(bodies: int, end_ratio: float = 1.0) -> JointedBoxes:
    """The `wave` of chain_bent.json."""
    k = np.arange(bodies)
    wiggle = np.stack([np.sin(1.7 * k), np.cos(2.3 * k), np.sin(0.9 * k + 1)], axis=1)
    turns = 0.1 * np.stack([np.sin(k), np.cos(1.3 * k), np.sin(2.1 * k)], axis=1)
    masses = np.ones(bodies)
    masses[[0, -1]] = end_ratio
    along = np.stack([k + 0.5, 0 * k, 0 * k], axis=1)
    return JointedBoxes(masses, np.array([1, 0.2, 0.2]), along + 0.02 * wiggle, quaternions(turns))


def moments_of_sweeps(
    boxes: JointedBoxes, form: str, sweeps: int, relaxation: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """|c| [m] and |Σ δp × Δ| [kg m²] of all updates (5.16), at the start and after each Gauss–Seidel sweep.

    Δ = −ξ K⁻¹ δp in the form `vector`, and −ξ μ δp with μ⁻¹ = n·K n, n = δp/|δp|, in the form `scalar`.
    """
    positions, half = boxes.positions.copy(), boxes.edges[0] / 2
    turns = [rotation(q) for q in boxes.orientations]
    squares = boxes.edges**2
    inertias = [mass / 12 * (squares.sum() - squares) for mass in boxes.masses]
    joints, moment = list(pairwise(range(len(turns)))), np.zeros(3)

    def gap(i: int, j: int) -> np.ndarray:
        return positions[i] + half * turns[i][:, 0] - positions[j] + half * turns[j][:, 0]

    sizes, moments = [], []
    for sweep in range(sweeps + 1):
        for i, j in joints if sweep else ():
            apart = gap(i, j)
            arms = {i: half * turns[i][:, 0], j: -half * turns[j][:, 0]}
            inverses = {body: turns[body] / inertias[body] @ turns[body].T for body in arms}
            masses = np.eye(3) * sum(1 / boxes.masses[body] for body in arms)
            inverse_mass = masses - sum(
                cross(arm) @ inverses[body] @ cross(arm) for body, arm in arms.items()
            )
            if form == "vector":
                update = -np.linalg.solve(inverse_mass, apart)
            else:
                update = -(apart @ apart) / (apart @ inverse_mass @ apart) * apart
            update *= relaxation
            moment += np.cross(apart, update)
            for body, sign in ((i, 1), (j, -1)):
                positions[body] += sign * update / boxes.masses[body]
                turn = inverses[body] @ np.cross(arms[body], sign * update)
                turns[body] = rotation(quaternions(turn[None])[0]) @ turns[body]
        sizes.append(np.linalg.norm([gap(*joint) for joint in joints]))
        moments.append(np.linalg.norm(moment))
    return np.array(sizes), np.array(moments)


def shaped_chain(shape: str, bend: float, bodies: int, end_ratio: float = 1.0) -> JointedBoxes:
    """A zigzag of ±bend, or an arc in which each box is turned by bend [rad]; its joints are closed."""
    k = np.arange(bodies)
    yaw = bend * (k if shape == "arc" else (-1.0) ** k)
    halves = np.stack([np.cos(yaw), np.sin(yaw), 0 * yaw], axis=1) / 2
    positions = np.vstack([np.zeros(3), np.cumsum(halves[:-1] + halves[1:], axis=0)])
    masses = np.ones(bodies)
    masses[[0, -1]] = end_ratio
    turns = np.stack([0 * yaw, 0 * yaw, yaw], axis=1)
    return JointedBoxes(masses, np.array([1, 0.2, 0.2]), positions, quaternions(turns))


def block_gauss_seidel(matrix: np.ndarray, relaxation: float = 1.0, size: int = 3) -> np.ndarray:
    """The matrix that maps the error of Λ over a sweep over joints, `size` rows at once."""
    place = np.arange(len(matrix)) // size
    diagonal = np.where(place[:, None] == place, matrix, 0)
    lower = np.where(place[:, None] > place, matrix, 0)
    upper = matrix - diagonal - lower
    return np.linalg.solve(diagonal + relaxation * lower, (1 - relaxation) * diagonal - relaxation * upper)


def coupling(matrix: np.ndarray, size: int = 3) -> float:
    """The largest coupling of two joints that follow one another: the norm of their block, each joint's own
    block being scaled to 1. It is ½ for equal masses on a line."""
    blocks = [slice(start, start + size) for start in range(0, len(matrix), size)]
    scales = [np.linalg.inv(np.linalg.cholesky(matrix[block, block])) for block in blocks]
    pairs = zip(blocks, scales, blocks[1:], scales[1:], strict=False)
    return float(max(np.linalg.norm(left @ matrix[i, j] @ right.T, 2) for i, left, j, right in pairs))


def quaternions(turns: np.ndarray) -> np.ndarray:
    """exp of rotation vectors (n × 3), by libm's functions: NumPy's depend on the processor."""
    halves = np.sqrt((turns**2).sum(axis=1)) / 2
    shares = np.array([math.sin(half) / half if half else 1.0 for half in halves])
    return np.column_stack([[math.cos(half) for half in halves], shares[:, None] * turns / 2])


def rotation(quaternion: np.ndarray) -> np.ndarray:
    """1 + 2w [v] + 2 [v]², with [v]² = v vᵀ − |v|² 1."""
    w, *vector = quaternion
    squared = np.outer(vector, vector)
    return (1 - 2 * np.trace(squared)) * np.eye(3) + 2 * w * cross(np.array(vector)) + 2 * squared


def cross(vector: np.ndarray) -> np.ndarray:
    """The matrix of vector ×."""
    x, y, z = vector
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def ends_of_updates(boxes: JointedBoxes, opening: float, sweeps: int, exact: bool, new: bool) -> float:
    """|c| after sweeps over ball joints that begin open along x, over |c| at the start.

    exact: c is that of the present poses, else c₀ + J₀ ΔX. new: J and K are those of the present poses, else
    those of the start.
    """
    half, joints = boxes.edges[0] / 2, list(pairwise(range(len(boxes.masses))))
    positions = boxes.positions + opening * np.arange(len(boxes.masses))[:, None] * np.eye(3)[0]
    turns = [rotation(q) for q in boxes.orientations]
    squares = boxes.edges**2
    moved = np.zeros((len(turns), 2, 3))  # dx and dθ of each body since the start
    first = [turn.copy() for turn in turns]

    def gap(i: int, j: int) -> np.ndarray:
        return positions[i] + half * turns[i][:, 0] - positions[j] + half * turns[j][:, 0]

    start = {joint: gap(*joint) for joint in joints}
    for _ in range(sweeps):
        for i, j in joints:
            frames = turns if new else first
            arms = {i: half * frames[i][:, 0], j: -half * frames[j][:, 0]}
            inverses = {
                b: frames[b] * 12 / (boxes.masses[b] * (squares.sum() - squares)) @ frames[b].T for b in arms
            }
            apart = gap(i, j)
            if not exact:
                ends = [
                    moved[b, 0] + np.cross(moved[b, 1], sign * half * first[b][:, 0])
                    for b, sign in ((i, 1), (j, -1))
                ]
                apart = start[i, j] + ends[0] - ends[1]
            resisted = sum(
                np.eye(3) / boxes.masses[b] - cross(arm) @ inverses[b] @ cross(arm) for b, arm in arms.items()
            )
            update = -np.linalg.solve(resisted, apart)
            for b, sign in ((i, 1), (j, -1)):
                shift = sign * update / boxes.masses[b]
                turn = inverses[b] @ np.cross(arms[b], sign * update)
                moved[b] += [shift, turn]
                positions[b] += shift
                turns[b] = rotation(quaternions(turn[None])[0]) @ turns[b]
    sizes = [np.linalg.norm(list(of)) for of in (start.values(), (gap(*joint) for joint in joints))]
    return float(sizes[1] / sizes[0])
