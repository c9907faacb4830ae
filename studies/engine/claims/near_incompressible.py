"""Claims E8, E9 and E15: Poisson's ratio near 1/2, and XPBD's forms of stable Neo-Hookean material."""

import math

from engine.claims.measures import (
    STIFFER,
    by_solver,
    iterations_to,
    millimetres,
    poisson_ratio,
    sag,
    those,
    two_digits,
)
from simbench import Run
from simbench.study import Results, Verdict, above, below, by_case, claim
from simbench.study.words import listed

COMPRESSIBLE, TYPICAL, NEARLY = 0.3, 0.45, 0.499  # ν
FEW, MANY = 10, 1000  # iterations
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
        cases[mesh] = [below(sags[NEARLY] / sags[COMPRESSIBLE], STIFFER, finding)]
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
    runs = {
        (poisson_ratio(material), form): run
        for form in FORMS
        for material, run in results.by("twist_neo_hookean", "xpbd", "material", form=form).items()
    }
    ratios = {nu: f"ν = {nu:g}" for nu, _ in runs}
    errors = {count: {key: error_at(run, count) for key, run in runs.items()} for count in (FEW, MANY)}
    last = errors[MANY]

    def said(count: int) -> str:
        return listed(
            f"{two_digits(errors[count][TYPICAL, form])} with {name}" for form, name in FORMS.items()
        )

    cases = {
        name: [
            below(
                last[nu, "split"] / last[nu, "combined"],
                1,
                f"relative error with two constraints over that with one, after {MANY} iterations",
            )
        ]
        for nu, name in ratios.items()
    }
    return by_case(
        "Poisson's ratio",
        cases,
        better=those(ratios, lambda nu: last[nu, "split"] < last[nu, "combined"]),
        worse=those(ratios, lambda nu: last[nu, "split"] >= last[nu, "combined"]),
        block=those(ratios, lambda nu: min(FORMS, key=lambda form: errors[FEW][nu, form]) == "block"),
        few=said(FEW),
        many=said(MANY),
        typical=TYPICAL,
        lost=two_digits(-100 * float(runs[COMPRESSIBLE, "split"].at(MANY)["volume_error"])),
        compressible=COMPRESSIBLE,
    )


def error_at(run: Run, iteration: int) -> float:
    return float(run.at(iteration)["relative_error"])
