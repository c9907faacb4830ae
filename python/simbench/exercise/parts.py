"""The parts of a step's objective that the exercises are given, recovered from a problem's own matrices."""

from functools import cached_property

import numpy as np
import scipy.sparse

from simbench.errors import SimbenchError
from simbench.scene import Problem

AGREES = 1e-9  # of the largest entry of S: how far the recovered matrix may be from it


def elastic_gradient(problem: Problem, q: np.ndarray) -> np.ndarray:
    """The gradient of all energies without inertia; (n, 3) [N]; zero at held vertices."""
    inertia = problem.masses[:, None] / problem.time_step**2 * (q - problem.inertial_positions)
    inertia[problem.held_vertices] = 0
    return problem.gradient(q) - inertia


class Parts:
    """Tets of the law strain with one stiffness k, and anchors that are springs, of a problem.

    SimbenchError if the problem has other energies.
    """

    def __init__(self, problem: Problem) -> None:
        if not {*problem.laws} <= {"strain", "anchor"} or not len(problem.tets):
            raise SimbenchError(
                f"the exercise is for tets of the law strain, not for {', '.join(problem.laws)}"
            )
        self._problem = problem
        self.tets = problem.tets
        edges = np.swapaxes(
            problem.rest_positions[self.tets[:, 1:]] - problem.rest_positions[self.tets[:, :1]], 1, 2
        )
        inverse = np.linalg.inv(edges)
        #: Gradients of the four shape functions of each tet; (tets, 4, 3) [1/m]
        self.shape_gradients = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)
        volumes = np.linalg.det(edges) / 6
        unit = self._assembled(volumes)  # for k = 1
        matrix = problem.stiffness_matrix()
        coupled = scipy.sparse.triu(matrix, 1).tocoo()
        wanted, ours = coupled.data, np.asarray(unit[coupled.row, coupled.col]).ravel()
        stiffness = float(wanted @ ours / (ours @ ours))
        if np.abs(wanted - stiffness * ours).max() > AGREES * np.abs(wanted).max():
            raise SimbenchError("the exercise is for a body with one stiffness k")
        #: k V of each tet; (tets,) [J]
        self.weights = stiffness * volumes
        remainder = matrix.diagonal() - stiffness * unit.diagonal() - problem.masses / problem.time_step**2
        remainder[problem.held_vertices] = 0
        #: Vertices that springs hold
        self.anchored = np.flatnonzero(remainder > AGREES * matrix.diagonal().max())
        #: k of each of these springs [N/m]
        self.anchor_stiffness = remainder[self.anchored]

    @cached_property
    def anchor_targets(self) -> np.ndarray:
        """Where these springs pull their vertices; (anchored, 3) [m]."""
        q = self._problem.inertial_positions
        pull = elastic_gradient(self._problem, q) - self.assembled(self._strain_stress(q))
        return q[self.anchored] - pull[self.anchored] / self.anchor_stiffness[:, None]

    def deformation_gradients(self, q: np.ndarray) -> np.ndarray:
        """F of each tet; (tets, 3, 3)."""
        return np.einsum("tci,tcj->tij", q[self.tets], self.shape_gradients)

    def assembled(self, stress: np.ndarray) -> np.ndarray:
        """The sum over tets of k V times stress (tets, 3, 3) times shape gradients; (n, 3) [N].

        With F - R for the stress it is the gradient of the energy of all tets.
        """
        result = np.zeros_like(self._problem.rest_positions)
        corners = np.einsum("t,tij,tcj->tci", self.weights, stress, self.shape_gradients)
        np.add.at(result, self.tets, corners)
        return result

    def anchor_gradient(self, q: np.ndarray) -> np.ndarray:
        """The gradient of the springs that hold vertices; (n, 3) [N]."""
        result = np.zeros_like(q)
        result[self.anchored] = self.anchor_stiffness[:, None] * (q[self.anchored] - self.anchor_targets)
        return result

    def _strain_stress(self, q: np.ndarray) -> np.ndarray:
        F = self.deformation_gradients(q)  # noqa: N806 (names of the theory)
        U, _, Vt = np.linalg.svd(F)  # noqa: N806
        U[:, :, 2] *= np.sign(np.linalg.det(U @ Vt))[:, None]
        return F - U @ Vt

    def _assembled(self, volumes: np.ndarray) -> scipy.sparse.csr_array:
        """The sum of V G Gᵀ over tets."""
        blocks = volumes[:, None, None] * (self.shape_gradients @ np.swapaxes(self.shape_gradients, 1, 2))
        rows, columns = np.repeat(self.tets, 4, axis=1), np.tile(self.tets, (1, 4))
        count = self._problem.vertex_count
        entries = (blocks.ravel(), (rows.ravel(), columns.ravel()))
        return scipy.sparse.coo_array(entries, shape=(count, count)).tocsr()
