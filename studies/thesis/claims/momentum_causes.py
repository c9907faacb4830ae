"""Claims 17 and 18: why PD and ADMM gain momentum on the untwisting beam at h = 1e-1 s, k = 1e9 Pa."""

import itertools

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_most, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.momentum import AT_ORIGIN, allowed, kept, momentum, shown, spread, spread_of

FAR = [1000, 0, 0]
STAYS_ABOVE = 1.01  # times the minimum


@claim(17)
def cause_of_the_momentum(results: Results) -> Verdict:
    def single(solver: str, origin=AT_ORIGIN, precision: str = "single", **setting) -> Run:
        return results.run("momentum", solver, precision=precision, origin=origin, **setting)

    stripped = single("qn", history=0, line_search="none")
    whole = single("qn", history=5, line_search="backtracking")
    places = results.by("momentum_places", "pd", "origin").values()
    increment = single("pd", global_step="increment")
    double = single("pd", precision="double", global_step="positions")
    is_cause = not kept(stripped, "linear_momentum")
    return answered(
        [
            above(
                momentum(stripped) / allowed(stripped),
                1,
                "QN without L-BFGS and without line search, which is PD solving for the increment, ends with "
                f"{shown(stripped)} kg m/s; over what counts as kept",
            ),
            above(final(stripped) / final(whole), STAYS_ABOVE, "… and its last objective over that of QN"),
        ],
        cause=(
            "The lack of L-BFGS and of a line search adds to it: QN without either of them ends with"
            if is_cause
            else "The lack of L-BFGS and of a line search is not the reason: QN without either of them ends "
            "with"
        ),
        stripped=shown(stripped),
        gained=spread_of(places),
        places=len(places),
        above_minimum=spread(final(run) / final(whole) for run in places),
        increment=shown(increment),
        far=shown(single("pd", FAR, global_step="positions")),
        double=shown(double),
        far_in_double=shown(single("pd", FAR, "double", global_step="positions")),
    )


@claim(18)
def smaller_weights_keep_momentum(results: Results) -> Verdict:
    double = results.by("momentum", "admm", "c", precision="double", origin=AT_ORIGIN)
    single: dict[float, list[Run]] = {}
    for (c, _), run in results.by("momentum_places", "admm", "c", "origin").items():
        single.setdefault(c, []).append(run)
    smallest, *_, largest = sorted(single)
    exceptions = gaining_more(single)
    pairs = len(list(itertools.combinations(single, 2)))
    words = listed(f"{spread_of(runs)} (c = {c:.3g})" for c, runs in single.items())
    return in_parts(
        [
            above(
                min(
                    momentum(b) / momentum(a) for a, b in zip(single[smallest], single[largest], strict=True)
                ),
                1,
                f"linear momentum in kg m/s: {words}; that of the largest weight over that of the smallest",
            ),
            at_most(
                len(exceptions),
                pairs / 2,
                f"of {pairs} pairs of weights the smaller one gains more in these: "
                f"{listed(exceptions) or 'none'}; they are",
            ),
        ],
        least=spread_of(single[smallest]),
        smallest=smallest,
        most=spread_of(single[largest]),
        largest=largest,
        places=len(single[smallest]),
        exceptions=f"Some pairs of weights are the other way round: {listed(exceptions)}."
        if exceptions
        else None,
        of_kept=max(momentum(run) / allowed(run) for run in double.values()),
    ).reaching({"in each pair of weights": not exceptions})


def gaining_more(by_weight: dict[float, list[Run]]) -> list[str]:
    """Pairs of weights of which the smaller one gains more at some place, in words."""
    return [
        f"{small:.3g} gains more than {large:.3g}"
        for small, large in itertools.combinations(sorted(by_weight), 2)
        if any(momentum(a) >= momentum(b) for a, b in zip(by_weight[small], by_weight[large], strict=True))
    ]
