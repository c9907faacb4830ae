"""Questions E6 and E7: the sag on finer meshes, and the iterations that a time step on them needs."""

import math

import numpy as np

from engine.claims.measures import (
    SOLVERS,
    by_solver,
    iterations_to,
    millimetres,
    reaching,
    sag,
    show_it,
    two_digits,
)
from simbench import Run
from simbench.study import Part, Results, Verdict, above, at_least, claim

TETS_PER_CELL = 5
SOFTER = 2  # a bar is clearly softer if it sags by more than this factor
NEAR, RIGHT = 0.1, 0.01  # relative errors of a step
ALONG = 1 / 3  # power of the number of tets that is the number of cells along the bar


def tets(run: Run) -> int:
    return TETS_PER_CELL * math.prod(run.scene["body"]["beam"]["cells"])


def by_tets(results: Results, sweep: str, solver: str) -> dict[int, Run]:
    return {tets(run): run for run in results.by(sweep, solver, "cells").values()}


@claim(6)
def finer_meshes_collapse(results: Results) -> Verdict:
    sags = {  # Newton's method is not in the sweep: ten of its iterations are exact
        solver: {n: sag(run) for n, run in by_tets(results, "bar_elements", solver).items()}
        for solver in SOLVERS[:-1]
    }
    coarsest, *middle, finest = sorted(sags["pd"])

    def parts(fine: int) -> dict[str, Part]:
        words = "the bar sags by {} and {}; the ratio"
        return {
            solver: above(
                of[fine] / of[coarsest], SOFTER, words.format(*map(millimetres, (of[coarsest], of[fine])))
            )
            for solver, of in sags.items()
        }

    found = parts(finest)
    sizes = {
        "coarse": {solver: 1000 * of[coarsest] for solver, of in sags.items()},
        "fine": {solver: 1000 * of[finest] for solver, of in sags.items()},
    }
    cases = {f"to {n} tets": show_it(parts(n)) == show_it(found) for n in middle}
    return reaching(by_solver(found, sizes, coarsest=coarsest, finest=finest), cases)


@claim(7)
def finer_meshes_need_more_iterations(results: Results) -> Verdict:
    def counts(error: float) -> dict[str, dict[int, float]]:
        return {
            solver: {
                n: iterations_to(run, error) for n, run in by_tets(results, "twist_elements", solver).items()
            }
            for solver in SOLVERS
        }

    def parts(of: dict[str, dict[int, float]]) -> dict[str, Part]:
        return {
            solver: at_least(
                exponent(of[solver]),
                ALONG,
                f"{ends(of[solver])} iterations; as a power of the number of tets",
            )
            for solver in SOLVERS
        }

    to_near, to_right = counts(NEAR), counts(RIGHT)
    found = parts(to_near)
    local = [solver for solver in ("pbd", "xpbd") if math.isinf(exponent(to_right[solver]))]
    coarsest, finest = min(to_near["pd"]), max(to_near["pd"])
    verdict = by_solver(
        found,
        {"power": {solver: exponent(of) for solver, of in to_near.items()}},
        coarsest=coarsest,
        finest=finest,
        least=ends(to_near["newton"]),
        local=ends(to_near["vbd"]),
    )
    return reaching(
        verdict,
        {f"to an error of {100 * RIGHT:g} %": show_it(parts(to_right)) == show_it(found)},
        pbd=two_digits(to_right["pbd"][coarsest]) if "pbd" in local else None,
        xpbd=two_digits(to_right["xpbd"][coarsest]) if "xpbd" in local else None,
    )


def ends(counts: dict[int, float]) -> str:
    """The iterations on the coarsest and on the finest mesh."""
    few, many = counts[min(counts)], counts[max(counts)]
    return f"{few:g} and {many:g}" if math.isfinite(many) else f"{few:g} and no number of"


def exponent(counts: dict[int, float]) -> float:
    """p of the fit iterations ∝ tets^p; infinite if a run does not arrive."""
    if not all(map(math.isfinite, counts.values())):
        return math.inf
    slope = np.polyfit(np.log(list(counts)), np.log(list(counts.values())), 1)[0]
    return round(float(slope), 12) + 0.0  # without the rounding error, and the sign, of a zero
