"""Questions E8, E9 and E15: Poisson's ratio near 1/2, and XPBD's forms of stable Neo-Hookean material."""

import json
import math

from engine.claims.measures import (
    STIFFER,
    by_solver,
    iterations_to,
    poisson_ratio,
    reaching,
    sag,
    together,
    two_digits,
)
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, above, answered, below, claim

COMPRESSIBLE, TYPICAL, NEARLY = 0.3, 0.45, 0.499  # ν
FEW, MANY = 10, 1000  # iterations
CLOSE, NEAR = 1e-6, 1e-3  # relative errors
HARDER = 2  # a step is clearly harder if it takes more than this factor of iterations
FORMS = {"split": "two constraints", "combined": "one constraint", "block": "a block"}


@claim(8)
def tets_lock(results: Results) -> Verdict:
    def sags(sweep: str) -> dict[tuple[str, float], float]:
        runs = results.by(sweep, "newton", "cells", "material")
        return {(cells, poisson_ratio(material)): sag(run) for (cells, material), run in runs.items()}

    linear, quadratic = sags("bar_locking"), sags("bar_locking_quadratic")
    ratios: dict[float, dict[str, float]] = {}
    for (cells, nu), found in linear.items():
        ratios.setdefault(nu, {})["×".join(map(str, json.loads(cells)))] = found / quadratic[cells, nu]
    parts = [
        below(ratio, STIFFER, f"{mesh} cells: sag with linear tets over that with quadratic ones")
        for mesh, ratio in ratios[NEARLY].items()
    ]
    words = {f"at_{name}": shares(ratios[nu]) for name, nu in (("half", NEARLY), ("first", COMPRESSIBLE))}
    finest = list(quadratic)[-1][0]
    exact = [1000 * quadratic[finest, nu] for nu in (COMPRESSIBLE, NEARLY)]
    cases = {f"at ν = {nu:g}": max(of.values()) < STIFFER for nu, of in ratios.items() if nu != NEARLY}
    return reaching(answered(parts, **words, exact=" to ".join(map(two_digits, exact))), cases)


def shares(ratios: dict[str, float]) -> str:
    return together(f"{two_digits(ratio)} times ({mesh} cells)" for mesh, ratio in ratios.items())


@claim(9)
def solvers_need_more_iterations(results: Results) -> Verdict:
    def counts(error: float) -> dict[str, dict[float, float]]:
        return {
            solver: {
                poisson_ratio(material): iterations_to(run, error)
                for material, run in results.by("twist_neo_hookean", solver, "material").items()
            }
            for solver in ("vbd", "admm", "qn", "newton")
        }

    found = counts(CLOSE)
    parts = {solver: above(growth(of, NEARLY), HARDER, ends(of)) for solver, of in found.items()}
    words = together(f"with {solver_label(solver)} from {ends(of)}" for solver, of in found.items())
    first = {
        solver: min((nu for nu in of if growth(of, nu) > HARDER), default=None)
        for solver, of in found.items()
    }
    cases = {f"to an error of {NEAR:g}": all(growth(of, NEARLY) > HARDER for of in counts(NEAR).values())}
    starts = together(f"{solver_label(solver)} {nu:g}" for solver, nu in first.items() if nu)
    return reaching(by_solver(parts, counts=words), cases, starts=starts)


def growth(counts: dict[float, float], nu: float) -> float:
    return counts[nu] / counts[COMPRESSIBLE]


def ends(counts: dict[float, float]) -> str:
    many = counts[NEARLY]
    return f"{counts[COMPRESSIBLE]:g} to {f'{many:g}' if math.isfinite(many) else 'more than 1000'}"


@claim(15)
def two_constraints_are_better(results: Results) -> Verdict:
    runs: dict[float, dict[str, Run]] = {}
    for form in FORMS:
        for material, run in results.by("twist_neo_hookean", "xpbd", "material", form=form).items():
            runs.setdefault(poisson_ratio(material), {})[form] = run

    def parts(count: int) -> dict[float, Part]:
        finding = "ν = {:g}: relative error with two constraints over that with one, after {} iterations"
        return {
            nu: below(error(of, "split", count) / error(of, "combined", count), 1, finding.format(nu, count))
            for nu, of in runs.items()
        }

    def said(count: int) -> str:
        return together(
            f"{two_digits(error(runs[TYPICAL], form, count))} with {name}" for form, name in FORMS.items()
        )

    found, few = parts(MANY), parts(FEW)
    best = [nu for nu, of in runs.items() if min(FORMS, key=lambda form: error(of, form, FEW)) == "block"]
    return answered(
        found.values(),
        block=ratios(best, runs),
        better=ratios([nu for nu, part in found.items() if part.holds], runs),
        worse=ratios([nu for nu, part in found.items() if not part.holds], runs),
        few=said(FEW),
        many=said(MANY),
        typical=TYPICAL,
        lost=two_digits(-100 * float(runs[COMPRESSIBLE]["split"].at(MANY)["volume_error"])),
        compressible=COMPRESSIBLE,
    ).reaching(
        {
            f"after {FEW} iterations": {nu: part.holds for nu, part in few.items()}
            == {nu: part.holds for nu, part in found.items()}
        },
        early=ratios([nu for nu, part in few.items() if part.holds], runs),
    )


def ratios(chosen: list[float], among: dict[float, dict[str, Run]]) -> str | None:
    """These Poisson's ratios in words: as an interval, if they follow each other."""
    order = list(among)
    places = [order.index(nu) for nu in chosen]
    if len(chosen) > 2 and places == list(range(places[0], places[-1] + 1)):
        return f"ν = {chosen[0]:g} to {chosen[-1]:g}"
    return together(f"ν = {nu:g}" for nu in chosen)


def error(runs: dict[str, Run], form: str, iteration: int) -> float:
    return float(runs[form].at(iteration)["relative_error"])
