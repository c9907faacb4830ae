"""Claims R6 to R10: which relaxation is best, how much it saves, and rules that find it."""

import math

from rigid.claims.measures import (
    GRID,
    exponent,
    grid,
    number,
    per_ln,
    percent,
    power,
    rounded,
    span,
)
from rigid.theory import seed
from rigid.theory.chain import (
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    scanned_relaxation,
)
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_least, at_most, by_case, in_parts
from simbench.study.words import listed


def _least_of_scan(results: Results, bodies: int, ratio: float) -> tuple[float, float]:
    """ξ and k/ln of the fastest run of a scan."""
    runs = results.by("rigid_relaxation", "sor", "xi", bodies=bodies, R=ratio)
    counts = {xi: per_ln(run) for xi, run in runs.items() if xi != "optimal"}
    best = min(counts, key=counts.get)
    return best, counts[best]


RIGHT = 0.05  # of 2 − ξ*
SCANS = "scans over ξ: N = 10, 30 with R = 1, 100; N = 100; 2 − ξ* right to 5 %"
SCANNED = ((10, 1.0), (10, 100.0), (30, 1.0), (30, 100.0), (100, 1.0))


def _formula_for_relaxation(results: Results, formula) -> Verdict:
    parts, notes, costs, too_large = [], [], [], 0
    for bodies, ratio in SCANNED:
        of = chain(bodies, ratio)
        xi, radius = scanned_relaxation(of.matrix)
        said = formula(of)
        cost = counts_per_ln(gauss_seidel_radius(of, said)) / counts_per_ln(radius)
        measured, count = _least_of_scan(results, bodies, ratio)
        costs.append(cost)
        too_large += said > xi
        parts.append(
            at_most(
                abs(said - xi) / (2 - xi),
                RIGHT,
                f"N = {bodies}, R = {ratio:g}: ξ* = {said:.5f}, the scan by eigenvalues is least at "
                f"{xi:.5f}, that of runs at {measured:g}",
            )
        )
        notes.append(
            f"N = {bodies}, R = {ratio:g}: with it {cost:.3g} times the iterations (k/ln) of the best ξ, of "
            f"which the runs need {count:.3g}"
        )
    off = [part.measured for part in parts]
    return in_parts(
        parts,
        *notes,
        off=percent(max(off)),
        scans=len(parts),
        costs=span(costs, 3),
        off_percent=span([100 * value for value in off]),
        too_large=too_large,
    )


@claim(6)
def formula_of_section_4(results: Results) -> Verdict:
    return _formula_for_relaxation(results, lambda of: seed.eq_4_79(jacobi_radius(of)))


@claim(7)
def formula_of_section_8(results: Results) -> Verdict:
    return _formula_for_relaxation(results, lambda of: seed.eq_8_43_from_radius(gauss_seidel_radius(of)))


@claim(8)
def when_relaxation_helps(results: Results) -> Verdict:
    gs, sor = grid(results, "gs"), grid(results, "sor")
    gains = {key: per_ln(gs[key]) / per_ln(sor[key]) for key in GRID}
    distance = {key: 1 - jacobi_radius(chain(*key)) for key in GRID}
    slope = exponent(distance.values(), gains.values())
    ordered = sorted(GRID, key=lambda key: -distance[key])
    gained = [
        f"{rounded(gains[key])} at 1 − ρ(G_J) = {rounded(distance[key])}" for key in (ordered[0], ordered[-1])
    ]
    return in_parts(
        [
            at_least(
                slope,
                0.1,
                f"the gain goes like (1 − ρ(G_J))^{power(slope)}; low radii would gain most with a positive "
                "power: "
                + listed(
                    f"{gains[key]:.3g} times fewer at 1 − ρ(G_J) = {distance[key]:.1e}" for key in ordered
                ),
            )
        ],
        first=gained[0],
        second=gained[1],
        power=power(slope),
    )


UNEQUAL = 2000  # N R: ill-conditioned chains are above
AS_GOOD = 2  # times the iterations of the best ξ
RULES = (1.0, "optimal", "adaptive", "residual")


def _rules(results: Results) -> dict[str, dict[str, dict]]:
    """Iterations to remove 99.9 % in the energy norm, by kind of chain, chain and rule."""
    small, large = f"straight chains with N R ≤ {UNEQUAL}", f"straight chains with N R > {UNEQUAL}"
    found: dict[str, dict[str, dict]] = {small: {}, large: {}, "bent boxes": {}}
    straight = results.by("rigid_rules", "sor", "bodies", "R", "xi")
    for (bodies, ratio, rule), run in straight.items():
        chains = found[small if bodies * ratio <= UNEQUAL else large]
        where = f"N = {bodies:g}, R = {ratio:g}"
        chains.setdefault(where, {})[rule] = iterations_to_remove(run, 0.999)
    for (ratio, rule), run in results.by("rigid_rules_bent", "sor", "R", "xi").items():
        # By |c|, because PBD does not end at the minimum.
        count = iterations_to_remove(run, 0.999, "constraints")
        found["bent boxes"].setdefault(f"R = {ratio:g}, |c|", {})[rule] = count
    return {kind: chains for kind, chains in found.items() if chains}


@claim(9)
def residual_rule(results: Results) -> Verdict:
    rules = {
        f"{kind}, {where}": counts for kind, of in _rules(results).items() for where, counts in of.items()
    }
    times = {where: _times(counts, "residual") for where, counts in rules.items()}
    worst = max(times, key=times.get)
    good = sum(value <= AS_GOOD for value in times.values())
    return in_parts(
        [at_most(times[worst], AS_GOOD, f"worst on {worst}")],
        *(f"{where}: {_counts_in_words(counts)}" for where, counts in rules.items()),
        as_good=AS_GOOD,
        good=good,
        chains=len(rules),
        where_it_ends=_where_it_ends(list(rules.values()), "residual"),
    )


@claim(10)
def knowledge_of_the_matrix(results: Results) -> Verdict:
    cases, ends = {}, []
    for kind, chains in _rules(results).items():
        reached = [counts for counts in chains.values() if math.isfinite(counts["optimal"])]
        times = [_times(counts, "adaptive") for counts in reached]
        words = "; ".join(f"{where}: {_counts_in_words(counts)}" for where, counts in chains.items())
        cases[kind] = [above(min(times), AS_GOOD, words)]
        without = [counts for counts in chains.values() if counts not in reached]
        ends.append(f"{_span_or_never(times)} on {kind}{_where_the_best_fails(without)}")
    return by_case("the lengths and the masses", cases, ends="; ".join(ends))


def _span_or_never(times: list[float]) -> str:
    finite = [value for value in times if math.isfinite(value)]
    if not finite:
        return "infinitely many"
    return span(finite) + (
        ""
        if len(finite) == len(times)
        else f", or does not get there ({len(times) - len(finite)} of {len(times)})"
    )


def _where_the_best_fails(chains: list[dict]) -> str:
    """In words: the chains on which the best ξ does not reach the target, so there is no comparison."""
    if not chains:
        return ""
    gets_there = sum(math.isfinite(counts["adaptive"]) for counts in chains)
    return f" (besides {len(chains)} where the best ξ does not get there, and the rule does on {gets_there})"


def _where_it_ends(rules: list[dict], rule: str) -> str:
    """In words: how often a rule reaches the target, and its iterations divided by those of the best ξ."""
    reached = [counts for counts in rules if math.isfinite(counts[rule])]
    times = [_times(counts, rule) for counts in reached if math.isfinite(counts["optimal"])]
    often = f"; it gets to 99.9 % on {len(reached)} of them"
    return f"{often}, with {span(times)} times as many" if times else often


def _times(counts: dict, rule: str) -> float:
    """Iterations of a rule over those of the best ξ; infinite if the rule does not reach the target."""
    return counts[rule] / counts["optimal"] if math.isfinite(counts[rule]) else math.inf


def _counts_in_words(counts: dict) -> str:
    return listed(
        f"{number(counts[rule])} ({rule if isinstance(rule, str) else f'ξ = {rule:g}'})" for rule in RULES
    )
