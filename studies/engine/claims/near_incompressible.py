"""Claims E8, E9 and E15: Poisson's ratio near 1/2, and XPBD's forms of stable Neo-Hookean material."""

import math

from engine.claims.measures import (
    by_solver,
    iterations_to,
    millimetres,
    poisson_ratio,
    sag,
    those,
    two_digits,
)
from simbench.study import Results, Verdict, above, below, by_case, claim

COMPRESSIBLE, NEARLY = 0.3, 0.499  # ν
LOCKED = 1 / 2  # a mesh locks if it shows no more than this share of its sag
CLOSE = 1e-6  # relative error
HARDER = 2  # a step is clearly harder if it takes more than this factor of iterations
FORMS = {"split": "two constraints", "combined": "one constraint", "block": "a block"}


@claim(8)
def tets_lock(results: Results) -> Verdict:
    cases, words = {}, []
    for cells in ([10, 2, 2], [15, 3, 3]):
        runs = results.by("bar_locking", "newton", "material", cells=cells)
        sags = {poisson_ratio(material): sag(run) for material, run in runs.items()}
        mesh = "×".join(map(str, cells))
        said = f"{millimetres(sags[COMPRESSIBLE])} and {millimetres(sags[NEARLY])}"
        words.append(f"{said} ({mesh} cells)")
        finding = f"converged steps sag by {said} with ν = {COMPRESSIBLE:g} and {NEARLY:g}; the ratio"
        cases[mesh] = [below(sags[NEARLY] / sags[COMPRESSIBLE], LOCKED, finding)]
    return by_case("the mesh", cases, sags=" and ".join(words))


@claim(9)
def solvers_need_more_iterations(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in ("vbd", "admm", "qn", "newton"):
        runs = results.by("twist_neo_hookean", solver, "material")
        counts = {poisson_ratio(material): iterations_to(run, CLOSE) for material, run in runs.items()}
        few, many = counts[COMPRESSIBLE], counts[NEARLY]
        words[solver] = f"{few:g} and {many:g}" if math.isfinite(many) else f"{few:g} and more than 1000"
        finding = f"iterations with ν = {COMPRESSIBLE:g} and {NEARLY:g}: {words[solver]}; the ratio"
        parts[solver] = above(many / few, HARDER, finding)
    return by_solver(parts, words)


@claim(15)
def two_constraints_are_better(results: Results) -> Verdict:
    errors: dict[float, dict[str, float]] = {}
    volumes: dict[float, float] = {}
    for form in FORMS:
        for material, run in results.by("twist_neo_hookean", "xpbd", "material", form=form).items():
            last = run.curve.iloc[-1]
            errors.setdefault(poisson_ratio(material), {})[form] = float(last["relative_error"])
            if form == "split":
                volumes[poisson_ratio(material)] = -100 * float(last["volume_error"])
    named = {nu: listed_errors(of_nu) for nu, of_nu in errors.items()}
    cases = {
        f"ν = {nu:g}": [
            below(
                of_nu["split"] / of_nu["combined"],
                1,
                f"relative errors after 1000 iterations: {named[nu]}; the ratio of the first two",
            )
        ]
        for nu, of_nu in errors.items()
    }
    better = {nu: f"ν = {nu:g}" for nu in errors}
    return by_case(
        "Poisson's ratio",
        cases,
        better=those(better, lambda nu: errors[nu]["split"] < errors[nu]["combined"]),
        worse=those(better, lambda nu: errors[nu]["split"] >= errors[nu]["combined"]),
        block=those(better, lambda nu: errors[nu]["block"] == min(errors[nu].values())),
        first=f"{named[COMPRESSIBLE]} at ν = {COMPRESSIBLE:g}",
        last=f"{named[max(errors)]} at ν = {max(errors):g}",
        lost=two_digits(volumes[COMPRESSIBLE]),
        nu=COMPRESSIBLE,
    )


def listed_errors(errors: dict[str, float]) -> str:
    return ", ".join(f"{two_digits(error)} with {FORMS[form]}" for form, error in errors.items())
