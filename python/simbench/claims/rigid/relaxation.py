"""Claims R6 to R10: which relaxation is best, what it is worth, and rules that find it."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import GRID, exponent, grid, number, per_ln
from simbench.claims.verdicts import Verdict, at_least, at_most, in_parts
from simbench.rigid import seed
from simbench.rigid.chain import (
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    scanned_relaxation,
)
from simbench.rigid.rates import iterations_to_remove


def _least_of_scan(results: Results, bodies: int, ratio: float) -> tuple[float, float]:
    """ξ and k/ln of the fastest run of a scan."""
    runs = results.by("rigid_relaxation", "sor", "xi", bodies=bodies, R=ratio)
    counts = {xi: per_ln(run) for xi, run in runs.items() if xi != "optimal"}
    best = min(counts, key=counts.get)
    return best, counts[best]


SCANS = "scans over ξ: N = 10, 30 with R = 1, 100; N = 100; 2 − ξ* right to 5 %"
SCANNED = ((10, 1.0), (10, 100.0), (30, 1.0), (30, 100.0), (100, 1.0))


def _formula_for_relaxation(results: Results, formula) -> Verdict:
    parts, notes = [], []
    for bodies, ratio in SCANNED:
        of = chain(bodies, ratio)
        xi, radius = scanned_relaxation(of.matrix)
        said = formula(of)
        cost = counts_per_ln(gauss_seidel_radius(of, said)) / counts_per_ln(radius)
        measured, count = _least_of_scan(results, bodies, ratio)
        parts.append(
            at_most(
                abs(said - xi) / (2 - xi),
                0.05,
                f"N = {bodies}, R = {ratio:g}: ξ* = {said:.5f}, the scan by eigenvalues is least at "
                f"{xi:.5f}, that "
                f"of runs at {measured:g}",
            )
        )
        notes.append(
            f"N = {bodies}, R = {ratio:g}: with it {cost:.3g} times the iterations (k/ln) of the best ξ, of "
            "which "
            f"the runs need {count:.3g}"
        )
    return in_parts(parts, *notes)


@rigid_claim(
    6,
    "The best relaxation is ξ* = 2/(1 + √(1 − ρ(G_J))).",
    source="(4.79)",
    setting=SCANS,
    figure="chain_relaxation",
)
def formula_of_section_4(results: Results) -> Verdict:
    return _formula_for_relaxation(results, lambda of: seed.eq_4_79(jacobi_radius(of)))


@rigid_claim(
    7,
    "The best relaxation is ξ* = 2/(1 + √(1 − ρ(G))).",
    source="(8.43)",
    setting=SCANS,
    figure="chain_relaxation",
)
def formula_of_section_8(results: Results) -> Verdict:
    return _formula_for_relaxation(results, lambda of: seed.eq_8_43_from_radius(gauss_seidel_radius(of)))


@rigid_claim(
    8,
    "A good ξ between 1 and 2 helps when the spectral radius is low.",
    source="Sec. 4.9.2",
    setting="straight chains N = 10, 100, 1000, R = 1, 10, 100, 10⁴: what the best ξ gains, over ρ(G_J)",
    figure="chain_relaxation",
)
def when_relaxation_helps(results: Results) -> Verdict:
    gs, sor = grid(results, "gs"), grid(results, "sor")
    gains = {key: per_ln(gs[key]) / per_ln(sor[key]) for key in GRID}
    distance = {key: 1 - jacobi_radius(chain(*key)) for key in GRID}
    power = exponent(distance.values(), gains.values())
    ordered = sorted(GRID, key=lambda key: -distance[key])
    return in_parts(
        [
            at_least(
                power,
                0.1,
                "the gain goes like (1 − ρ(G_J))^"
                f"{power:.2f}; low radii would gain most with a positive power: "
                + listed(
                    f"{gains[key]:.3g} times fewer at 1 − ρ(G_J) = {distance[key]:.1e}" for key in ordered
                ),
            )
        ]
    )


RULES = (1.0, "optimal", "adaptive", "residual")


def _rules(results: Results) -> dict[str, dict]:
    """Iterations to remove 99.9 % in the energy norm, by setting and rule."""
    straight = results.by("rigid_rules", "sor", "bodies", "R", "xi")
    bent = results.by("rigid_rules_bent", "sor", "R", "xi")
    found: dict[str, dict] = {}
    for (bodies, ratio, rule), run in straight.items():
        found.setdefault(f"N = {bodies:g}, R = {ratio:g}", {})[rule] = iterations_to_remove(run, 0.999)
    for (ratio, rule), run in bent.items():
        count = iterations_to_remove(run, 0.999, "constraints")  # the minimum is not where PBD ends
        found.setdefault(f"bent boxes, R = {ratio:g}, |c|", {})[rule] = count
    return found


@rigid_claim(
    9,
    "To raise ξ while the error falls and to lower it when it rises is a good balance.",
    source="Sec. 4.9.3",
    setting="rule `residual` beside `adaptive`, `optimal` and ξ = 1; iterations to 99.9 %, good: twice the "
    "best ξ's",
    figure="chain_relaxation",
)
def residual_rule(results: Results) -> Verdict:
    return in_parts(
        at_most(_times(counts, "residual"), 2, _counts_in_words(where, counts))
        for where, counts in _rules(results).items()
    )


@rigid_claim(
    10,
    "The best ξ needs prior knowledge of the matrix: a rule that learns it from the sweeps takes more than "
    "twice "
    "the iterations.",
    source="Sec. 8.4",
    setting="rule `adaptive` beside `optimal`, iterations to 99.9 %, N = 10, 30, 100, R = 1 … 10⁴, and "
    "bent boxes",
    figure="chain_relaxation",
)
def knowledge_of_the_matrix(results: Results) -> Verdict:
    return in_parts(
        at_least(_times(counts, "adaptive"), 2, _counts_in_words(where, counts))
        for where, counts in _rules(results).items()
    )


def _times(counts: dict, rule: str) -> float:
    """Iterations of a rule over those of the best ξ; infinite where it does not get there."""
    return counts[rule] / counts["optimal"] if math.isfinite(counts[rule]) else math.inf


def _counts_in_words(where: str, counts: dict) -> str:
    return f"{where}: " + listed(
        f"{number(counts[rule])} ({rule if isinstance(rule, str) else f'ξ = {rule:g}'})" for rule in RULES
    )
