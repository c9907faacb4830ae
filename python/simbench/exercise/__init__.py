"""Exercises on solvers (docs/exercises): what their notebooks are given, and how answers are graded."""

from simbench.exercise.grading import grade
from simbench.exercise.parts import Parts, elastic_gradient

__all__ = ["Parts", "elastic_gradient", "grade"]
