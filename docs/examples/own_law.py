"""A law of a material by the formula of its energy density; sympy derives its stress and its stiffness.

`python docs/examples/own_law.py` compares it with the law of simbench that has the same formula.
"""

from collections.abc import Callable

import numpy as np
import sympy
from scipy.sparse import coo_array, csc_array

import simbench as sb

F = sympy.Matrix(3, 3, sympy.symbols("F:3:3"))  # the deformation gradient


def stable_neo_hookean(youngs_modulus: float, poisson_ratio: float) -> sympy.Expr:
    """The energy density [J/m^3] as a formula of F: write your own here."""
    mu = youngs_modulus / (2 * (1 + poisson_ratio))
    lame = 2 * mu * poisson_ratio / (1 - 2 * poisson_ratio)
    return mu / 2 * ((F.T * F).trace() - 3) + lame / 2 * (F.det() - 1 - mu / lame) ** 2


class Material:
    """The energy of all tets with a density, its gradient and its Hessian."""

    def __init__(self, problem: sb.Problem, density: sympy.Expr) -> None:
        stress = [density.diff(entry) for entry in F]
        self.density = function_of_f([density])
        self.stress = function_of_f(stress)
        self.stiffness = function_of_f([part.diff(entry) for part in stress for entry in F])
        self.tets = problem.tets
        edges = self.edges(problem.rest_positions)
        self.volumes = np.linalg.det(edges) / 6
        self.inverse_edges = np.linalg.inv(edges)
        # dF_ij/dq_ac = (i = c) times the derivative of vertex a's hat function along j.
        hats = np.concatenate([-self.inverse_edges.sum(axis=1, keepdims=True), self.inverse_edges], axis=1)
        self.derivative = np.einsum("taj,ic->tijac", hats, np.eye(3)).reshape(-1, 9, 12)
        self.coordinates = (3 * self.tets[:, :, None] + np.arange(3)).reshape(-1, 12)  # their numbers in q

    def edges(self, q: np.ndarray) -> np.ndarray:
        """The three edges of each tet at its first vertex, as columns; (tets, 3, 3)."""
        return (q[self.tets[:, 1:]] - q[self.tets[:, :1]]).transpose(0, 2, 1)

    def deformation_gradients(self, q: np.ndarray) -> np.ndarray:
        return (self.edges(q) @ self.inverse_edges).reshape(-1, 9)

    def energy(self, q: np.ndarray) -> float:
        return float(self.volumes @ self.density(self.deformation_gradients(q))[:, 0])

    def gradient(self, q: np.ndarray) -> np.ndarray:
        stress = self.stress(self.deformation_gradients(q))
        forces = np.einsum("t,ts,tsc->tc", self.volumes, stress, self.derivative)
        return np.bincount(self.coordinates.ravel(), forces.ravel(), minlength=q.size).reshape(-1, 3)

    def hessian(self, q: np.ndarray) -> csc_array:
        stiffness = self.stiffness(self.deformation_gradients(q)).reshape(-1, 9, 9)
        blocks = self.volumes[:, None, None] * (
            self.derivative.transpose(0, 2, 1) @ stiffness @ self.derivative
        )
        rows, columns = np.repeat(self.coordinates, 12, axis=1), np.tile(self.coordinates, (1, 12))
        places = (rows.ravel(), columns.ravel())
        return coo_array((blocks.ravel(), places), shape=(q.size, q.size)).tocsc()


def function_of_f(expressions: list[sympy.Expr]) -> Callable[[np.ndarray], np.ndarray]:
    """The values (tets, expressions) at deformation gradients (tets, 9)."""
    compiled = sympy.lambdify(list(F), expressions, cse=True)
    return lambda f: np.stack([np.broadcast_to(value, len(f)) for value in compiled(*f.T)], axis=1)


def main() -> None:
    parameters = {"youngs_modulus": 1e6, "poisson_ratio": 0.3}
    scene = sb.Scene.load("smoke", {"material": {"model": "stable_neo_hookean", **parameters}})
    problem = scene.problem()
    material = Material(problem, stable_neo_hookean(**parameters))
    q = problem.start
    energy = problem.constraint(q)
    print(f"energy: {material.energy(q):.12g} J, and {energy:.12g} J by simbench")
    inertia = problem.masses / problem.time_step**2
    forces = problem.gradient(q)  # without inertial forces, because q is where they are zero
    print("largest difference of the gradients over the largest force:", end=" ")
    print(f"{abs(material.gradient(q) - forces).max() / abs(forces).max():.1e}")
    stiffness = problem.hessian(q).toarray() - np.diag(np.repeat(inertia, 3))
    print("largest difference of the Hessians over the largest entry: ", end=" ")
    print(f"{abs(material.hessian(q).toarray() - stiffness).max() / abs(stiffness).max():.1e}")


if __name__ == "__main__":
    main()
