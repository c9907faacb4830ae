"""Measures a case: energies, forces, errors, and how far its iterates are from the reference's."""

from pathlib import Path

import numpy as np

from engines import energies, engine, exported, forces, references
from engines.agreement import Agreement
from engines.cases import Case
from engines.engine import EngineSolver
from engines.exported import Exported
from engines.records import ASSUMED, MOVED
from simbench.entry.problems import Referee
from simbench.errors import ResultsError

ITERATIONS = (1, 2, 5, 10, 20, 50, 100)
MANY = 1000  # iterations after which a solver should be at the minimum


def measure(case: Case, problems: Path) -> dict:
    """A record of results/engines/measured.json; engines.records describes its members."""
    adapter = engine.load(case.engine)
    solver = engine.solver_of(adapter, case.solver)
    folder = problems / case.scene
    problem, referee = exported.read(folder), Referee.load(folder)
    record = {"engine": case.engine, "solver": case.solver, "scene": case.scene, "reference": case.reference}
    record |= {"precision": solver.precision, "default_iterations": solver.default_iterations}
    if not solver.laws:
        return record | {"other_energy": solver.energy}
    record["forces"] = told(forces.compare(solver, problem, referee.problem))
    record["energies"] = told(energies.compare(solver, problem, referee.problem))
    record["energies"]["road"] = energies.road(solver)
    wanted = (*ITERATIONS, MANY) if solver.iterates else (1,)
    tried = {number: iterate(solver, problem, number) for number in wanted}
    record["errors"] = {
        str(number): None if q is None else error_of(referee, q) for number, q in tried.items()
    }
    budget = iterate(solver, problem, solver.default_iterations or ASSUMED)
    record["default_error"] = None if budget is None else error_of(referee, budget)
    found = {number: q for number, q in tried.items() if number != MANY and q is not None}
    if case.reference and found:
        at_start = forces.law_forces(referee.problem, problem, problem.previous)
        record["iterates"] = compare_iterates(case, folder, problem, solver, at_start, found)
    return record


def told(agreement: Agreement) -> dict:
    return {
        "difference": short(agreement.difference),
        "allowed": short(agreement.allowed),
        "equal": agreement.holds,
    }


def iterate(solver: EngineSolver, problem: Exported, number: int) -> np.ndarray | None:
    """The engine's positions; None if they are not finite, because the iterations diverge."""
    try:
        return engine.iterate(solver, problem, number)
    except ResultsError as error:
        if error.exit_code != engine.NUMERICAL:
            raise
        return None


def error_of(referee: Referee, positions: np.ndarray) -> float:
    """The relative error, (f − f*)/(f(q̃) − f*)."""
    return short(referee.relative_error(referee.objective(positions)))


def compare_iterates(
    case: Case, folder: Path, problem: Exported, solver: EngineSolver, at_start: np.ndarray, found: dict
) -> dict:
    """For each iteration the largest difference [m] from the reference, and the way of a moved start."""
    reference = references.iterates_of(case, folder, problem, at_start, list(found))
    if not reference:
        raise ResultsError(
            f"{case.name}: the reference has none of the iterations {', '.join(map(str, found))}"
        )
    moved = problem.moved(MOVED[solver.precision])
    rows = {}
    for number in found:
        if number not in reference:  # the reference has converged
            continue
        sensitivity = largest(engine.iterate(solver, moved, number) - found[number])
        difference = largest(found[number] - reference[number])
        rows[str(number)] = {"difference": short(difference), "moved": short(sensitivity)}
    return rows


def largest(moves: np.ndarray) -> float:
    return float(np.abs(moves).max())


def short(number: float) -> float:
    return float(f"{number:.3g}")
