"""The solution of the exercise projective_dynamics."""

import numpy as np

import simbench as sb
from simbench.exercise import Parts


class ProjectiveDynamics(sb.Solver):
    """Projective Dynamics for the law strain: a local step for each tet, then one linear system."""

    @staticmethod
    def closest_rotation(F):
        """The rotations R with the smallest ‖F − R‖, of matrices F; (tets, 3, 3)."""
        U, s, Vt = np.linalg.svd(F)
        signs = np.ones_like(s)
        signs[:, 2] = np.sign(np.linalg.det(U @ Vt))  # blank: 1, or −1 where U Vᵀ is a reflection; (tets,)
        return (U * signs[:, None, :]) @ Vt  # blank: R from U, the signs and Vᵀ

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.parts = Parts(problem)
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self):
        problem, parts = self.problem, self.parts
        F = parts.deformation_gradients(self.q)
        R = self.closest_rotation(F)
        inertia = problem.masses[:, None] / problem.time_step**2 * (self.q - problem.inertial_positions)
        gradient = inertia + parts.anchor_gradient(self.q) + parts.assembled(F - R)
        gradient[problem.held_vertices] = 0
        self.q = self.q - self.solve(gradient)

    @property
    def positions(self):
        return self.q
