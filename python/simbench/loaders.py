"""Importing this module lets the harness read solvers and terms from Python files."""

from simbench import solver, term
from simbench.core import core

core.set_loaders(
    lambda path: solver.for_harness(solver.load_solver(path)),  # "my_solver.py" as the name of a solver
    lambda path: term.for_harness(term.load_term(path)),  # behind --term
)
