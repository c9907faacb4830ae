"""Claims E6 and E7: the sag on finer meshes, and the iterations that a time step on them needs."""

import math

import numpy as np

from engine.claims.measures import SOLVERS, by_solver, iterations_to, millimetres, sag, two_digits
from simbench import Run
from simbench.study import Results, Verdict, above, at_least, claim

TETS_PER_CELL = 5
SOFTER = 2  # a bar is clearly softer if it sags by more than this factor
RIGHT = 0.01  # relative error of a step
ALONG = 1 / 3  # power of the number of tets that is the number of cells along the bar


def tets(run: Run) -> int:
    return TETS_PER_CELL * math.prod(run.scene["body"]["beam"]["cells"])


def by_tets(results: Results, sweep: str, solver: str) -> dict[int, Run]:
    return {tets(run): run for run in results.by(sweep, solver, "cells").values()}


@claim(6)
def finer_meshes_collapse(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in SOLVERS[:-1]:  # Newton's method is not in the sweep: ten of its iterations are exact
        runs = by_tets(results, "bar_elements", solver)
        coarse, fine = (sag(runs[end(runs)]) for end in (min, max))
        words[solver] = f"{millimetres(coarse)} and {millimetres(fine)}"
        finding = f"the bar sags by {words[solver]} with {min(runs)} and {max(runs)} tets; the ratio"
        parts[solver] = above(fine / coarse, SOFTER, finding)
    return by_solver(parts, words, coarse=min(runs), fine=max(runs))


@claim(7)
def finer_meshes_need_more_iterations(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in SOLVERS:
        counts = {
            n: iterations_to(run, RIGHT) for n, run in by_tets(results, "twist_elements", solver).items()
        }
        finest = counts[max(counts)]
        words[solver] = f"{counts[min(counts)]:g} and {finest:g}" if math.isfinite(finest) else "not reached"
        power = exponent(counts)
        finding = (
            f"iterations with {min(counts)} and {max(counts)} tets: {words[solver]}; as a power of the tets"
        )
        parts[solver] = at_least(power, ALONG, finding)
        words[solver] += f", power {two_digits(power)}" if math.isfinite(power) else ""
    return by_solver(parts, words, coarse=min(counts), fine=max(counts))


def exponent(counts: dict[int, float]) -> float:
    """p of the fit iterations ∝ tets^p; infinite if a run does not arrive."""
    if not all(map(math.isfinite, counts.values())):
        return math.inf
    slope = np.polyfit(np.log(list(counts)), np.log(list(counts.values())), 1)[0]
    return round(float(slope), 12) + 0.0  # without the rounding error, and the sign, of a zero
