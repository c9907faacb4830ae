"""The minimisation of a later time step, if every step before it ends at Newton's minimum."""

import numpy as np

from simbench.errors import ResultsError
from simbench.running import run
from simbench.scene import Problem, Scene
from simbench.solver import Solver

NUMERICAL_FAILURE = 5  # exit code


class _Witness(Solver):
    """Keeps the problems of all steps, and makes no iteration."""

    name = "witness"

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def begin_step(self, problem: Problem) -> None:
        self.problems.append(problem)

    @property
    def positions(self) -> np.ndarray:
        return self.problems[-1].start


def problem_of_step(scene: Scene, name: str, step: int) -> tuple[Problem, float]:
    """The problem of a step of the integrator, from 1, and its minimum f* [J], as the program finds it.

    ResultsError, with the scene's name, if the scene has no such step, or if it has no minimum.
    """
    settings = scene.json()["step"]
    last = settings["steps"] * settings["substeps"]
    if not 1 <= step <= last:
        raise ResultsError(f"{name} has no time step {step}; its last one is {last}")
    needed = -(-step // settings["substeps"])
    witness = _Witness()
    (done,) = run(scene.changed({"step.steps": needed}), witness, iterations=0, trajectory="newton").values()
    minimum = done.manifest["reference_minimum"][step - 1]
    if minimum is None:
        which = "the first step" if step == 1 else f"step {step}"
        raise ResultsError(
            f"{name}: Newton's method finds no minimum of {which}, with which the referee compares",
            NUMERICAL_FAILURE,
        )
    return witness.problems[step - 1], float(minimum)
