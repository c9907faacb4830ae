"""The solution of the exercise compliance."""

import numpy as np

import simbench as sb
from simbench.exercise import Parts


class Compliance(sb.Solver):
    """XPBD for the law strain: one constraint C = ‖F − R‖ with the stiffness k V after the other."""

    minimises = False

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.parts = Parts(problem)
        self.inverse_masses = 1 / problem.masses
        self.inverse_masses[problem.held_vertices] = 0
        self.multipliers = np.zeros(len(self.parts.anchored) + len(self.parts.tets))

    def solve_constraint(self, number, vertices, C, gradient, stiffness):
        """Moves the vertices along the gradient (vertices, 3) of the constraint with this number."""
        h, weights = self.problem.time_step, self.inverse_masses[vertices][:, None]
        squares = (weights * gradient**2).sum()  # ∇C M⁻¹ ∇Cᵀ
        compliance = 1 / (stiffness * h**2)  # blank: α̃ of a constraint with this stiffness
        multiplier = self.multipliers[number]
        change = -(C + compliance * multiplier) / (squares + compliance)  # blank: Δλ
        self.multipliers[number] = multiplier + change  # blank: the new multiplier λ
        self.q[vertices] += weights * gradient * change

    def iterate(self):
        parts, anchors = self.parts, len(self.parts.anchored)
        for i, vertex in enumerate(parts.anchored):
            away = self.q[vertex] - parts.anchor_targets[i]
            if (length := np.linalg.norm(away)) > 0:
                self.solve_constraint(i, [vertex], length, away[None] / length, parts.anchor_stiffness[i])
        for t, tet in enumerate(parts.tets):
            G = parts.shape_gradients[t]
            F = self.q[tet].T @ G
            U, _, Vt = np.linalg.svd(F)
            U[:, 2] *= np.sign(np.linalg.det(U @ Vt))
            strain = F - U @ Vt
            if (size := np.linalg.norm(strain)) > 0:
                self.solve_constraint(anchors + t, tet, size, G @ strain.T / size, parts.weights[t])

    @property
    def positions(self):
        return self.q
