"""Questions E1 to E4: how stiff a bar of steel looks over the iterations and the time steps of a frame."""

import json

from engine.claims.elements import by_tets
from engine.claims.measures import (
    SOLVERS,
    STEEL,
    VISIBLE,
    by_solver,
    exact_sag,
    millimetres,
    reaching,
    sag,
    show_it,
    two_digits,
)
from simbench.study import Part, Results, Verdict, above, at_most, claim, near

SOFT = 1e9  # Pa
ALIKE = 0.2  # two sags are alike if they differ by no more than this share
LESS = 1 / 2  # a bar is clearly stiffer if it sags by no more than this share
FEW, MANY = 10, 100  # iterations of a frame


def sags_of(results: Results, k: float = STEEL, iterations: float = FEW) -> dict[str, float]:
    return {
        solver: sag(results.run("bar_iterations", solver, k=k, iterations=iterations)) for solver in SOLVERS
    }


def looks_soft(sags: dict[str, float]) -> dict[str, Part]:
    finding = "the bar, a metre long, sags by {}; as a share of its length"
    return {
        solver: above(share, VISIBLE, finding.format(millimetres(share))) for solver, share in sags.items()
    }


def alike(steel: dict[str, float], soft: dict[str, float]) -> dict[str, Part]:
    return {
        solver: near(
            soft[solver], share, ALIKE, f"sags of {millimetres(share)} and {millimetres(soft[solver])}"
        )
        for solver, share in steel.items()
    }


def falls(few: dict[str, float], many: dict[str, float]) -> dict[str, Part]:
    return {
        solver: above(
            share - many[solver], VISIBLE, f"from {millimetres(share)} to {millimetres(many[solver])}"
        )
        for solver, share in few.items()
    }


def scaled(shares: dict[str, float]) -> dict[str, float]:
    """Shares of the length in millimetres."""
    return {solver: 1000 * share for solver, share in shares.items()}


@claim(1)
def steel_looks_soft(results: Results) -> Verdict:
    sags = sags_of(results)
    parts = looks_soft(sags)
    others = {
        f"with {MANY} iterations": sags_of(results, iterations=MANY),
        "with a stiffness of 1e9 Pa": sags_of(results, SOFT),
    }
    meshes = {solver: by_tets(results, "bar_elements", solver) for solver in SOLVERS[:-1]}
    for end, which in (("coarsest", min), ("finest", max)):
        others[f"on the {end} mesh"] = {solver: sag(runs[which(runs)]) for solver, runs in meshes.items()}
    cases = {case: show_it(looks_soft(found)) == show_it(parts) for case, found in others.items()}
    verdict = by_solver(parts, {"sag": scaled(sags)}, exact=millimetres(exact_sag(results)))
    return reaching(verdict, cases, coarse=min(meshes["pd"]), fine=max(meshes["pd"]))


@claim(2)
def stiffness_does_not_matter(results: Results) -> Verdict:
    def parts(count: float) -> dict[str, Part]:
        return alike(sags_of(results, iterations=count), sags_of(results, SOFT, count))

    steel, soft = sags_of(results), sags_of(results, SOFT)
    ratios = {solver: soft[solver] / steel[solver] for solver in SOLVERS}
    found = parts(FEW)
    counts = results.by("bar_iterations", SOLVERS[0], "iterations", k=STEEL)
    cases = {
        f"with {n:g} iteration{'s' if n > 1 else ''}": show_it(parts(n)) == show_it(found)
        for n in counts
        if n != FEW
    }
    return reaching(by_solver(found, {"ratio": ratios}, exact=two_digits(ratios["newton"])), cases)


@claim(3)
def more_iterations_are_stiffer(results: Results) -> Verdict:
    few, many = sags_of(results), sags_of(results, iterations=MANY)
    parts = falls(few, many)
    cases = {
        "from 1 to 10 iterations": falls(sags_of(results, iterations=1), few),
        "from 10 to 30 iterations": falls(few, sags_of(results, iterations=30)),
        "with a stiffness of 1e9 Pa": falls(sags_of(results, SOFT), sags_of(results, SOFT, MANY)),
    }
    cases = {case: show_it(found) == show_it(parts) for case, found in cases.items()}
    return reaching(by_solver(parts, {"few": scaled(few), "many": scaled(many)}), cases)


@claim(4)
def small_steps_are_stiffer(results: Results) -> Verdict:
    parts, gains = {}, {}
    for solver in SOLVERS:
        sags = {
            json.loads(step)["iterations"]: sag(run)
            for step, run in results.by("bar_steps", solver, "step").items()
        }
        gains[solver] = sags[10] / sags[1]
        finding = (
            f"the bar sags by {millimetres(sags[10])} with ten iterations of a step, and by "
            f"{millimetres(sags[1])} with ten steps of one iteration; the ratio"
        )
        parts[solver] = at_most(sags[1] / sags[10], LESS, finding)
    return by_solver(parts, {"gain": gains})
