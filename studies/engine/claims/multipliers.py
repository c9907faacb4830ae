"""Claims E10 and E11: XPBD that gets harder than its material, and solvers that stop above the minimum."""

import math

from engine.claims.measures import (
    SOLVERS,
    STIFFER,
    by_solver,
    iterations_to,
    millimetres,
    sag,
    those,
    two_digits,
)
from simbench.study import Results, Verdict, above, below, by_case, claim

SOLVED = 5e-4  # relative error
CELLS = [15, 3, 3]


@claim(10)
def harder_than_the_material(results: Results) -> Verdict:
    def sags(solver: str, **setting) -> dict[float, float]:
        runs = results.by("bar_limit", solver, "iterations", **setting)
        return {count: sag(run) for count, run in runs.items()}

    exact = sags("newton")
    methods = {
        "PBD": sags("pbd"),
        "XPBD that drops its multipliers": sags("xpbd", multipliers="dropped"),
        "XPBD that keeps its multipliers": sags("xpbd", multipliers="kept"),
    }
    most = max(exact)
    words = {name: f"{name} ({millimetres(of[most])})" for name, of in methods.items()}
    cases = {}
    for name, of in methods.items():
        least, few, many = min(of), millimetres(of[min(of)]), millimetres(of[most])
        finding = (
            f"with {least:g} and {most:g} iterations a frame the bar sags by {few} and {many}, exact is "
            f"{millimetres(exact[most])}; the ratio of the last two"
        )
        cases[name] = [below(of[most] / exact[most], STIFFER, finding)]
    return by_case(
        "whether multipliers are kept",
        cases,
        yes=those(words, lambda name: methods[name][most] < STIFFER * exact[most]),
        no=those(words, lambda name: methods[name][most] >= STIFFER * exact[most]),
        most=f"{most:g}",
        exact=millimetres(exact[most]),
    )


@claim(11)
def stops_above_the_minimum(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in SOLVERS:
        run = results.run("twist_elements", solver, cells=CELLS)
        error = float(run.curve["relative_error"].iloc[-1])
        count = iterations_to(run, SOLVED)
        last = int(run.curve["iteration"].iloc[-1])
        words[solver] = (
            f"{count:g} iterations" if math.isfinite(count) else f"{two_digits(100 * error)} % after {last}"
        )
        parts[solver] = above(error, SOLVED, f"the relative error after {last} iterations")
    return by_solver(parts, words)
