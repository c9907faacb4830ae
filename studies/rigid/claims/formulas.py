"""What claims R26 to R31 share: a formula for iterations beside eigenvalues, runs and other chains."""

import math
from collections.abc import Callable, Iterable

from rigid.claims.measures import LENGTHS, PARTS_REMOVED, grid, number, per_ln, percent, rounded, span
from rigid.theory.chain import (
    Chain,
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    optimal_relaxation,
)
from rigid.theory.rates import NORMS, iterations_to_remove
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, apart, in_parts, near

EXACT = 1e-6  # of a formula and eigenvalues
ASYMPTOTIC = 0.05  # of a formula for long chains
# Of a run's late rate and eigenvalues, by k/ln. SOR has a double eigenvalue: its errors decrease like k ρ^k.
MEASURED = {"gs": 0.02, "jacobi": 0.02, "sor": 0.1}
# Chains of ten of which the formulas do not speak.
OTHERS = {
    "for a chain that is tied to the world": chain(10, anchored=True),
    "with ends of ten times the mass": chain(10, 10.0),
}


def by_eigenvalues(solver: str, of: Chain) -> float:
    """k/ln; `sor` has the best relaxation."""
    if solver == "jacobi":
        return counts_per_ln(jacobi_radius(of))
    return counts_per_ln(gauss_seidel_radius(of, optimal_relaxation(of) if solver == "sor" else 1.0))


def of_formula(
    results: Results,
    solver: str,
    said: Callable[[int], float],
    tolerance: float,
    more: Iterable[Part] = (),
) -> Verdict:
    """Judges a formula for k/ln by eigenvalues and by late rates of runs; other chains are its reach."""
    parts = []
    for bodies in LENGTHS:
        exact, found = by_eigenvalues(solver, chain(bodies)), per_ln(grid(results, solver)[bodies, 1.0])
        words = f"N = {bodies}: k/ln is {number(exact)} by eigenvalues, {said(bodies):.6g} by the formula"
        parts.append(near(exact, said(bodies), tolerance, words))
        words = f"N = {bodies}: k/ln is {number(found)} by the run's late rate"
        parts.append(near(found, exact, MEASURED[solver], words))
    eigenvalues, runs = (max(part.measured for part in parts[k::2]) for k in (0, 1))
    times = {words: by_eigenvalues(solver, of) / said(10) for words, of in OTHERS.items()}
    tied, heavy = map(rounded, times.values())
    return in_parts([*parts, *more], by_eigenvalues=percent(eigenvalues), by_runs=percent(runs)).reaching(
        {words: apart(value, 1) <= ASYMPTOTIC for words, value in times.items()}, tied=tied, heavy=heavy
    )


def counted(results: Results, solver: str, said: Callable[[int], float]) -> tuple[bool, str]:
    """The iterations that runs need for PARTS_REMOVED, over the formula's, in words; whether they agree.

    They agree if all differ by an iteration or ASYMPTOTIC at most.
    """
    agree, times = [], {part: [] for part in PARTS_REMOVED}
    for bodies in LENGTHS:
        for part in PARTS_REMOVED:
            expected = said(bodies) * math.log(1 / (1 - part))
            for norm in NORMS:
                count = iterations_to_remove(grid(results, solver)[bodies, 1.0], part, norm)
                if math.isfinite(count):
                    times[part].append(count / expected)
                    agree.append(abs(count - expected) <= max(1, ASYMPTOTIC * expected))
    words = (f"{span(of, 3)} (to {100 * part:g} %)" for part, of in times.items() if of)
    return bool(agree) and all(agree), ", ".join(words)
