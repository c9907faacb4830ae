"""Claims 17 and 18: why PD and ADMM gain momentum on the untwisting beam at h = 1e-1 s, k = 1e9 Pa."""

import itertools

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_most, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.momentum import (
    ARITHMETIC,
    AT_ORIGIN,
    allowed,
    momentum,
    shown,
    spread,
    spread_of,
)

FAR = [1000, 0, 0]
STAYS_ABOVE = 1.01  # times the minimum


@claim(17)
def cause_of_the_momentum(results: Results) -> Verdict:
    def of(solver: str, precision: str, origin: list, **setting) -> Run:
        return results.run("momentum", solver, precision=precision, origin=origin, **setting)

    positions, increment = {"global_step": "positions"}, {"global_step": "increment"}
    runs = {
        "PD, positions, double": of("pd", "double", AT_ORIGIN, **positions),
        "PD, positions, double, 1 km from the origin": of("pd", "double", FAR, **positions),
        "PD, positions, single": of("pd", "single", AT_ORIGIN, **positions),
        "PD, positions, single, 1 km from the origin": of("pd", "single", FAR, **positions),
        "PD, increment, single": of("pd", "single", AT_ORIGIN, **increment),
    }
    for history, with_history in ((0, "QN without history"), (5, "QN")):
        for search, with_search in (("backtracking", "line search"), ("none", "no line search")):
            setting = {"history": history, "line_search": search}
            runs[f"{with_history}, {with_search}, single"] = of("qn", "single", AT_ORIGIN, **setting)
    for origin, where in ((AT_ORIGIN, ""), (FAR, ", 1 km from the origin")):
        setting = {"precision": "single", "origin": origin, "linear_solver": "supernodal"}
        runs[f"PD, positions, single, supernodal{where}"] = results.run(
            "momentum_linear_solver", "pd", **setting
        )
    stripped = runs["QN without history, no line search, single"]
    converged = runs["QN, line search, single"]
    places = results.by("momentum_places", "pd", "origin").values()
    gained = spread_of(places)
    parts = [
        above(
            momentum(stripped) / allowed(stripped),
            1,
            "QN without L-BFGS and without line search, which is PD solving for the increment, ends with "
            f"{shown(stripped)} kg m/s; over what counts as kept",
        ),
        above(final(stripped) / final(converged), STAYS_ABOVE, "… and its last objective over that of QN"),
    ]
    above_minimum = spread(final(run) / final(converged) for run in places)
    return in_parts(
        parts,
        f"PD in single precision, as the thesis has it, at {len(places)} places: {gained} kg m/s, "
        f"{spread(momentum(run) / allowed(run) for run in places)} times what counts as kept, and a last "
        f"objective of {above_minimum} times QN's",
        *(f"{name}: {shown(run)} kg m/s, ends at {final(run):.6g} J" for name, run in runs.items()),
        gained=gained,
        above_minimum=above_minimum,
        stripped=shown(stripped),
        increment=shown(runs["PD, increment, single"]),
        far=shown(runs["PD, positions, single, 1 km from the origin"]),
    )


@claim(18)
def smaller_weights_keep_momentum(results: Results) -> Verdict:
    double = results.by("momentum", "admm", "c", precision="double", origin=AT_ORIGIN)
    single: dict[float, list[Run]] = {}
    for (c, _), run in results.by("momentum_places", "admm", "c", "origin").items():
        single.setdefault(c, []).append(run)
    cases, said, wrong = {}, {}, {}
    for precision, runs in (("double", {c: [run] for c, run in double.items()}), ("single", single)):
        pairs = list(itertools.combinations(sorted(runs), 2))
        wrong[precision] = [
            f"{small:.3g} gains more than {large:.3g}"
            for small, large in pairs
            if not all(momentum(a) < momentum(b) for a, b in zip(runs[small], runs[large], strict=True))
        ]
        said[precision] = listed(f"{spread_of(of_c)} (c = {c:.3g})" for c, of_c in runs.items())
        words = (
            f"{said[precision]} kg m/s; pairs of {len(pairs)} in which the smaller weight does not gain less"
        )
        cases[precision] = [
            at_most(len(wrong[precision]), 0, f"{words}: {listed(wrong[precision]) or 'none'}")
        ]
    largest = max(momentum(run) / allowed(run) for run in double.values())
    exceptions = f", but c = {listed(wrong['single'])}" if wrong["single"] else ""
    return by_case(
        ARITHMETIC,
        cases,
        f"in double precision the largest is {largest:.1e} of what counts as kept",
        places=len(next(iter(single.values()))),
        single=said["single"],
        exceptions=exceptions,
        double=said["double"],
        largest=largest,
    )
