"""A solver in Python. On the command line: --solver 'gradient_in_s.py[damping=0.5]'."""

from typing import ClassVar

import numpy as np

import simbench as sb


class GradientInS(sb.Solver):
    """Steps against the gradient, measured in the matrix S of Projective Dynamics."""

    name = "gradient_in_s"
    columns: ClassVar = {"largest_move": ("m", "the largest distance that a vertex moves in this iteration")}

    def __init__(self, damping: float = 1.0, smallest_step: float = 0.0) -> None:
        self.damping = damping
        self.smallest_step = smallest_step  # [m]

    @classmethod
    def declines(cls, laws: list[str]) -> str | None:
        return "a step may invert tets, where the energy is infinite" if "neo_hookean" in laws else None

    def begin_step(self, problem: sb.Problem) -> None:
        self.problem = problem
        self.q = problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self) -> dict[str, float]:
        step = self.damping * self.solve(self.problem.gradient(self.q))
        self.q -= step
        longest = np.linalg.norm(step, axis=1).max()
        if longest < self.smallest_step:
            raise sb.Converged(f"no vertex moves by {self.smallest_step:g} m")
        return {"largest_move": longest}

    @property
    def positions(self) -> np.ndarray:
        return self.q
