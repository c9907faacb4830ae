"""Claims R6 to R10: which relaxation is best, how much it saves, and rules that find it."""

import math
from collections.abc import Callable, Iterable

from rigid.claims.measures import GRID, grid, number, per_ln, percent, rounded, span
from rigid.theory import seed
from rigid.theory.chain import (
    Chain,
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    optimal_relaxation,
    scanned_relaxation,
)
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, in_parts, misprinted
from simbench.study.words import listed

RIGHT = 0.05  # of 2 − ξ*
SCANNED = ((10, 1.0), (10, 100.0), (30, 1.0), (30, 100.0), (100, 1.0))
LOW = [Chain((1.0, middle, 1.0)) for middle in (1.0, 3.0, 10.0)]  # ρ(G_J) = 1/2 … 1/11
UNEQUAL = 2000  # N R: ill-conditioned chains are above
NOT_THE_BEST = 1.05  # times the iterations of the best ξ
RULES = (1.0, "optimal", "adaptive", "residual")


def _least_of_scan(results: Results, bodies: int, ratio: float) -> float:
    """ξ of the fastest run of a scan."""
    runs = results.by("rigid_relaxation", "sor", "xi", bodies=bodies, R=ratio)
    counts = {xi: per_ln(run) for xi, run in runs.items() if xi != "optimal"}
    return min(counts, key=counts.get)


def _of_scans(results: Results, formula: Callable[[Chain], float]) -> tuple[dict, list[float]]:
    """By N and R: whether a formula's 2 − ξ* is that of a scan; and its iterations over those of the scan."""
    parts, costs = {}, []
    for bodies, ratio in SCANNED:
        of = chain(bodies, ratio)
        xi, radius = scanned_relaxation(of.matrix)
        said = formula(of)
        costs.append(counts_per_ln(gauss_seidel_radius(of, said)) / counts_per_ln(radius))
        parts[bodies, ratio] = at_most(
            abs(said - xi) / (2 - xi),
            RIGHT,
            f"N = {bodies}, R = {ratio:g}: ξ* = {said:.5f}, eigenvalues are least at {xi:.5f}, runs at "
            f"{_least_of_scan(results, bodies, ratio):g}",
        )
    return parts, costs


def _off(parts: Iterable[Part]) -> str:
    return span([100 * part.measured for part in parts])


@claim(6)
def formula_of_section_4(results: Results) -> Verdict:
    printed, costs = _of_scans(results, lambda of: seed.eq_4_79(jacobi_radius(of)))
    meant, _ = _of_scans(results, optimal_relaxation)
    return misprinted(
        printed.values(),
        meant.values(),
        off=_off(printed.values()),
        meant=_off(meant.values()),
        costs=span(costs),
    )


@claim(7)
def formula_of_section_8(results: Results) -> Verdict:
    parts, costs = _of_scans(results, lambda of: seed.eq_8_43_from_radius(gauss_seidel_radius(of)))
    heavy = [part for (_, ratio), part in parts.items() if ratio > 1]
    equal = [part for (_, ratio), part in parts.items() if ratio == 1]
    return in_parts(heavy, off=_off(heavy), costs=percent(max(abs(cost - 1) for cost in costs))).reaching(
        {"for chains of equal masses": all(part.holds for part in equal)}
    )


@claim(8)
def when_relaxation_helps(results: Results) -> Verdict:
    gs, sor = grid(results, "gs"), grid(results, "sor")
    gains = {key: per_ln(gs[key]) / per_ln(sor[key]) for key in GRID}
    least, most = (end(GRID, key=lambda key: jacobi_radius(chain(*key))) for end in (min, max))
    low = {
        jacobi_radius(of): counts_per_ln(gauss_seidel_radius(of))
        / counts_per_ln(gauss_seidel_radius(of, optimal_relaxation(of)))
        for of in LOW
    }
    return in_parts(
        [
            above(min(low.values()), 1.0, "three bodies, by eigenvalues: times the iterations of the best ξ"),
            above(gains[least], 1.0, f"the runs of the least radius, {jacobi_radius(chain(*least)):.4g}"),
        ],
        low=span(low.values()),
        radii=span(low),
        gain=rounded(gains[least]),
        radius=rounded(jacobi_radius(chain(*least))),
        most=rounded(gains[most]),
        nearest=rounded(1 - jacobi_radius(chain(*most))),
    ).reaching({"where the radius is near one": min(gains.values()) > 1})


def _rules(results: Results) -> dict[str, dict[str, dict]]:
    """Iterations to remove 99.9 % in the energy norm, by kind of chain, chain and rule."""
    straight, bent = "straight", "bent"
    found: dict[str, dict[str, dict]] = {straight: {}, bent: {}}
    for (bodies, ratio, rule), run in results.by("rigid_rules", "sor", "bodies", "R", "xi").items():
        where = f"N = {bodies:g}, R = {ratio:g}"
        found[straight].setdefault(where, {"size": bodies * ratio})[rule] = iterations_to_remove(run, 0.999)
    for (ratio, rule), run in results.by("rigid_rules_bent", "sor", "R", "xi").items():
        # By |c|, because PBD does not end at the minimum.
        count = iterations_to_remove(run, 0.999, "constraints")
        found[bent].setdefault(f"bent, R = {ratio:g}", {})[rule] = count
    return found


def _times(chains: Iterable[dict], rule: str, than: float | str) -> list[float]:
    """Iterations of a rule over those of another one, where one of them arrives."""
    both = [(counts[rule], counts[than]) for counts in chains]
    return [
        one / other if math.isfinite(one) else math.inf
        for one, other in both
        if math.isfinite(min(one, other))
    ]


def _where_both_arrive(times: list[float]) -> str:
    return span([each for each in times if 0 < each < math.inf])


def _in_words(chains: dict[str, dict]) -> list[str]:
    return [
        f"{where}: " + listed(f"{number(counts[rule])} ({rule if rule != 1 else 'ξ = 1'})" for rule in RULES)
        for where, counts in chains.items()
    ]


@claim(9)
def residual_rule(results: Results) -> Verdict:
    chains = {where: counts for of in _rules(results).values() for where, counts in of.items()}
    saved = _times(chains.values(), "residual", 1.0)
    best = _times(chains.values(), "residual", "optimal")
    return in_parts(
        [at_most(max(saved), 1.0, "the rule's iterations over those of ξ = 1, wherever one of them arrives")],
        *_in_words(chains),
        saved=span([1 / times for times in saved if times > 0]),
        best=_where_both_arrive(best),
    ).reaching({"as a way to come near the best ξ": max(best) <= 2})


@claim(10)
def knowledge_of_the_matrix(results: Results) -> Verdict:
    rules = _rules(results)
    straight = rules["straight"].values()
    easy, hard = (
        _times([counts for counts in straight if (counts["size"] <= UNEQUAL) == small], "adaptive", "optimal")
        for small in (True, False)
    )
    bent = _times(rules["bent"].values(), "adaptive", "optimal")
    return in_parts(
        [
            above(
                min(easy + hard),
                NOT_THE_BEST,
                "straight chains: the rule's iterations over those of the best ξ",
            )
        ],
        *_in_words(rules["straight"] | rules["bent"]),
        easy=_where_both_arrive(easy),
        hard=_where_both_arrive(hard),
        bent=_where_both_arrive(bent),
    ).reaching(
        {"on bent chains of boxes": min(bent) > NOT_THE_BEST},
    )
