"""Claim F13: the seconds of Vertex Block Descent, Newton's methods and L-BFGS.

Seconds are iterations times the median of one, with one thread, on the machine that ran the study. They count
only if they differ by a factor of two; between a half and two the solvers are alike.
"""

import json
import math
from collections.abc import Callable
from functools import partial

from field.claims.measures import PASSES, iterations_to, span, work_to
from simbench import Run
from simbench.study import Part, Results, Verdict, at_least, by_case, claim

TIMED = "timed_stretched"
FIRST, LAST = 1e-1, 1e-3  # relative errors: at first, and later
CLEAR = 2  # a factor that decides
THIN = 1.1  # a ratio this close to a threshold may be on its other side in the next run
CODES_RHO = 0.93  # the value in the authors' code
AXES_OF_PROBLEMS = ("material", "cells", "h")


def seconds_of_iteration(run: Run) -> float:
    """The median, because other programs disturb single iterations."""
    rows = run.curve
    return float(rows.loc[rows["iteration"] > 0, "iteration_seconds"].median())


def seconds_to(run: Run, relative_error: float) -> float:
    """The iterations until the error is at most this, times the time of one; infinite if there are none."""
    return iterations_to(run, relative_error) * seconds_of_iteration(run)


def by_setting(by: Callable[..., dict], solver: str) -> dict[tuple, dict[str, Run]]:
    """The runs of a solver by the problem and by its setting; `by` finds runs of the sweep."""
    if solver == "newton":  # runs with its default only
        return {problem: {"{}": run} for problem, run in by(solver, *AXES_OF_PROBLEMS).items()}
    found: dict = {}
    for (*problem, setting), run in by(solver, *AXES_OF_PROBLEMS, f"solvers.{solver}").items():
        found.setdefault(tuple(problem), {})[setting] = run
    return found


def rho_of(setting: str) -> float:
    """ρ of Chebyshev's weights in a setting of VBD; 0: the sweeps alone."""
    return json.loads(setting).get("rho", 0)


@claim(13)
def descent_is_faster(results: Results) -> Verdict:
    by = partial(results.by, TIMED)
    vbd, direct, inner, quasi = (by_setting(by, solver) for solver in ("vbd", "newton", "newton_cg", "qn"))
    cases: dict[str, list[Part]] = {}
    passes: dict[str, list[float]] = {"vbd": [], "newton": [], "factorisations": []}
    for problem, runs in vbd.items():
        rho = {rho_of(setting): run for setting, run in runs.items()}
        newton = direct[problem]["{}"]
        newtons = [newton, *inner[problem].values()]
        rivals = list(quasi[problem].values())
        choices = {
            "published settings": ([rho[0]], [rho[CODES_RHO]], newtons[:2], rivals[:1]),
            "best settings": (list(rho.values()), [run for r, run in rho.items() if r], newtons, rivals),
        }
        for name, (plain, accelerated, second, first) in choices.items():
            cases[f"{words(problem)}, {name}"] = [
                faster(plain, second, FIRST, "VBD", "Newton's methods"),
                faster(accelerated, first, LAST, "accelerated VBD", "L-BFGS"),
            ]
        passes["vbd"].append(min(work_to(run, PASSES, FIRST) for run in rho.values()))
        passes["newton"].append(work_to(newton, PASSES, FIRST))
        passes["factorisations"].append(work_to(newton, ["factorisations"], FIRST))
    ratios = [[found[place].measured for found in cases.values()] for place in (0, 1)]
    return by_case(
        "the stiffness, the mesh, the time step and the settings",
        cases,
        newton=shares(ratios[0]),
        qn=shares(ratios[1]),
        compared=len(cases),
        thin=sum(is_thin(ratio) for found in ratios for ratio in found) or None,
        **{f"passes_of_{name}": span(found, "{:g}".format) for name, found in passes.items()},
    )


def faster(ours: list[Run], theirs: list[Run], error: float, name: str, rival: str) -> Part:
    """Whether the best of our runs needs at most half of the time of the best of theirs."""
    own, other = (min(seconds_to(run, error) for run in runs) for runs in (ours, theirs))
    ratio = other / own if math.isfinite(own) else 0.0
    return at_least(
        ratio, CLEAR, f"to {error:g} {name} needs {count(own)} and the best of {rival} {count(other)}; ratio"
    )


def shares(ratios: list[float]) -> str:
    """How many of the comparisons are won, alike and lost."""
    won = sum(ratio >= CLEAR for ratio in ratios)
    lost = sum(ratio <= 1 / CLEAR for ratio in ratios)
    return f"clearly faster in {won}, alike in {len(ratios) - won - lost}, clearly slower in {lost}"


def is_thin(ratio: float) -> bool:
    """Whether noise could move the ratio across a threshold."""
    return any(1 / THIN <= ratio / threshold <= THIN for threshold in (CLEAR, 1 / CLEAR))


def count(seconds: float) -> str:
    return f"{1000 * seconds:.2g} ms" if math.isfinite(seconds) else "more than its budget"


def words(problem: tuple) -> str:
    material, cells, h = problem
    tets = 5 * math.prod(json.loads(cells))
    modulus = f"{json.loads(material)['youngs_modulus']:.1e}".replace("e+0", "e")
    return f"E = {modulus} Pa, {tets} tets, h = {h:.2g} s"
