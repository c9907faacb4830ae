"""Engines solve problems of the reference pack, and its checker judges them. So codes of others find f*."""

import subprocess
import sys
from pathlib import Path

import numpy as np

from engines import energies, engine, exported
from simbench.entry.pack.writing import write_pack
from simbench.entry.problems import Referee

ITERATIONS = 1000
# Solvers that reach the minimum of their energy, with problems of that energy.
SOLVED = (
    ("pbat", "vbd", "stable_neo_hookean_held"),
    ("pbat", "vbd", "stable_neo_hookean_incompressible"),
    ("newton", "vbd", "stable_neo_hookean_held"),
    ("newton", "vbd", "spring_chain"),
    ("newton", "vbd", "cloth_springs"),
)


def measure(place: Path) -> list[dict]:
    """For each of SOLVED the error by the checker of a pack that is written into `place`.

    ResultsError if an engine has another energy than the problem.
    """
    pack = write_pack(place / "pack")
    found = []
    for engine_name, solver_name, name in SOLVED:
        solver = engine.solver_of(engine.load(engine_name), solver_name)
        problem = exported.read(pack / name)
        energies.agree(solver, problem, Referee.load(pack / name).problem, f"{engine_name} {solver_name}")
        error = checked(pack, name, engine.iterate(solver, problem, ITERATIONS), place / "positions.csv")
        row = {"engine": engine_name, "solver": solver_name, "problem": name, "precision": solver.precision}
        found.append(row | {"error": float(f"{error:.3g}")})
    return found


def checked(pack: Path, name: str, positions: np.ndarray, file: Path) -> float:
    """The relative error that the checker of the pack prints."""
    np.savetxt(file, positions, delimiter=",", fmt="%.17g")
    command = [sys.executable, pack / "check.py", name, file]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ended.stdout.split()[-1])
