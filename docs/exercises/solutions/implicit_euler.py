"""The solution of the exercise implicit_euler."""

import simbench as sb
from simbench.exercise import elastic_gradient


class ImplicitEuler(sb.Solver):
    """Minimises the objective of an implicit Euler step by steps against its gradient, measured in S."""

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def objective(self, q):
        problem = self.problem
        move = q - problem.inertial_positions  # (n, 3) [m]
        masses, h = problem.masses[:, None], problem.time_step
        inertia = (masses * move**2).sum() / (2 * h**2)  # blank: the inertial part of f [J]
        return inertia + problem.constraint(q)

    def gradient(self, q):
        problem = self.problem
        move = q - problem.inertial_positions
        masses, h = problem.masses[:, None], problem.time_step
        inertia = masses * move / h**2  # blank: the gradient of the inertial part; (n, 3) [N]
        return inertia + elastic_gradient(problem, q)

    def iterate(self):
        step = -self.solve(self.gradient(self.q))  # blank: the step from q; self.solve(b) is S⁻¹ b
        self.q = self.q + step

    @property
    def positions(self):
        return self.q
