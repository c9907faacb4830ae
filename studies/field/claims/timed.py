"""Claim F13: the seconds of Vertex Block Descent, Newton's methods and L-BFGS.

Seconds are iterations times the median of one, with one thread, on the machine that ran the study. They count
only if they differ by a factor of two; between a half and two the solvers are alike.
"""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from field.claims.measures import PASSES, by_setting, in_setting, iterations_to, span, work_to
from simbench import Run
from simbench.study import Part, Results, Verdict, at_least, claim
from simbench.study.words import together

TIMED = "timed_stretched"
FIRST, LAST = 1e-1, 1e-3  # relative errors: at first, and later
CLEAR = 2  # a factor that decides
THIN = 1.1  # a ratio this close to a threshold may be on its other side in the next run
CODES_RHO = 0.93  # the value in the authors' code
FRAME = 1 / 60  # s, the step of the paper
AXES_OF_PROBLEMS = ("material", "cells", "h")


def seconds_of_iteration(run: Run) -> float:
    """The median, because other programs disturb single iterations."""
    rows = run.curve
    return float(rows.loc[rows["iteration"] > 0, "iteration_seconds"].median())


@dataclass(frozen=True)
class Seconds:
    """What the best of some runs needs; if none of them arrives, it needs more than this."""

    value: float
    arrives: bool

    def __str__(self) -> str:
        return f"{'' if self.arrives else 'more than '}{1000 * self.value:.3g} ms"


def seconds_to(runs: list[Run], relative_error: float) -> Seconds:
    """Iterations until the error is at most this, or all if no run arrives, times the time of one."""
    least = min(iterations_to(run, relative_error) * seconds_of_iteration(run) for run in runs)
    if math.isfinite(least):
        return Seconds(least, True)
    return Seconds(min(run.curve["iteration"].iloc[-1] * seconds_of_iteration(run) for run in runs), False)


def by_problem(by: Callable[..., dict], solver: str) -> dict[tuple, dict[str, Run]]:
    """The runs of a solver by the problem and by its setting; `by` finds runs of the sweep."""
    if solver == "newton":  # runs with its default only
        return {problem: {"{}": run} for problem, run in by(solver, *AXES_OF_PROBLEMS).items()}
    return by_setting(by, solver, *AXES_OF_PROBLEMS)


def rho_of(setting: str) -> float:
    """ρ of Chebyshev's weights in a setting of VBD; 0: the sweeps alone."""
    return json.loads(setting).get("rho", 0)


@claim(13)
def descent_is_faster(results: Results) -> Verdict:
    by = partial(results.by, TIMED)
    vbd, direct, inner, quasi = (by_problem(by, solver) for solver in ("vbd", "newton", "newton_cg", "qn"))
    cases: dict[str, list[Part]] = {}
    missed = []
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
            case = f"{words(problem)}, {name}"
            early = seconds_to(plain, FIRST), seconds_to(second, FIRST)
            late = seconds_to(accelerated, LAST), seconds_to(first, LAST)
            if not (is_known(*early) and is_known(*late)):
                missed.append(case)
                continue
            cases[case] = [
                faster(*early, f"to {FIRST:g} VBD", "Newton's methods"),
                faster(*late, f"to {LAST:g} accelerated VBD", "L-BFGS"),
            ]
        passes["vbd"].append(min(work_to(run, PASSES, FIRST) for run in rho.values()))
        passes["newton"].append(work_to(newton, PASSES, FIRST))
        passes["factorisations"].append(work_to(newton, ["factorisations"], FIRST))
    early, late = ({case: found[place].measured for case, found in cases.items()} for place in (0, 1))
    return in_setting(
        cases,
        of_the_paper,
        early=span_of(early, of_the_paper),
        late=span_of(late, of_the_paper),
        frame=span_of(early, is_of_frame),
        shorter=span_of(early, lambda case: not is_of_frame(case)),
        all_late=span_of(late, lambda _: True),
        thin=sum(is_thin(early[case]) or is_thin(late[case]) for case in cases) or None,
        missed=together(missed, "; ", "; ") or None,
        **{f"passes_of_{name}": span(found, "{:g}".format) for name, found in passes.items()},
    )


def is_of_frame(case: str) -> bool:
    return f"h = {FRAME:.2g} s" in case


def of_the_paper(case: str) -> bool:
    return is_of_frame(case) and case.endswith("published settings")


def span_of(ratios: dict[str, float], chosen: Callable[[str], bool]) -> str | None:
    found = [ratio for case, ratio in ratios.items() if chosen(case)]
    return span(found) if found else None


def is_known(own: Seconds, other: Seconds) -> bool:
    """Whether the seconds tell if one of the two is clearly faster, also where one does not arrive."""
    if own.arrives:
        return other.arrives or other.value / own.value >= CLEAR
    return other.arrives and other.value / own.value <= 1 / CLEAR


def faster(own: Seconds, other: Seconds, name: str, rival: str) -> Part:
    """Whether we need at most half of the other's time."""
    ratio = other.value / own.value
    bound = ""
    if not (own.arrives and other.arrives):
        bound = f" is {'above' if own.arrives else 'below'} {ratio:.3g}"
    return at_least(ratio, CLEAR, f"{name} needs {own} and the best of {rival} {other}; the ratio{bound}")


def is_thin(ratio: float) -> bool:
    """Whether noise could move the ratio across a threshold."""
    return any(1 / THIN <= ratio / threshold <= THIN for threshold in (CLEAR, 1 / CLEAR))


def words(problem: tuple) -> str:
    material, cells, h = problem
    tets = 5 * math.prod(json.loads(cells))
    modulus = f"{json.loads(material)['youngs_modulus']:.1e}".replace("e+0", "e")
    return f"E = {modulus} Pa, {tets} tets, h = {h:.2g} s"
