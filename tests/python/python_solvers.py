"""Solvers in Python and a small scene, for tests of the Python API."""

import numpy as np

import simbench as sb

# A beam of 20 tets, which is held at one end and falls.
BEAM = {
    "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [4, 1, 1]}},
    "density": 1000,
    "material": {"model": "strain", "stiffness": 1e5},
    "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 1e-2, "iterations": 5},
}
VERTICES = 20  # of BEAM


class GradientInS(sb.Solver):
    """Projective Dynamics: steepest descent in the metric S, with the step length 1."""

    def begin_step(self, problem: sb.Problem) -> None:
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self) -> dict[str, float] | None:
        self.q -= self.solve(self.problem.gradient(self.q))
        return None

    @property
    def positions(self) -> np.ndarray:
        return self.q


def variant(**members: object) -> type[GradientInS]:
    """GradientInS with other members, under the name "variant"."""
    return type("Variant", (GradientInS,), members)


def minimises(solver: str) -> bool:
    """Whether it is a minimiser of the program; other tests may have registered solvers in Python."""
    from simbench.core import core

    try:
        return core.minimises(solver)
    except sb.SimbenchError:
        return False
