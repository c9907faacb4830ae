"""Claims R35 to R38: chains whose bodies have unequal masses."""

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import (
    GRID,
    begins_to_hold,
    exponent,
    grid,
    how_many,
    number,
    per_ln,
    percent,
    power,
    rounded,
)
from simbench.claims.verdicts import Verdict, apart, at_least, at_most, in_parts, near
from simbench.rigid import seed
from simbench.rigid.chain import (
    Chain,
    chain,
    chain_of,
    counts_per_ln,
    gauss_seidel_radius,
    optimal_relaxation,
)

ASYMPTOTIC = 0.1
HEAVY_ENDS = [(bodies, ratio) for bodies, ratio in GRID if ratio >= 10 * bodies]
HEAVY = 100.0  # times the others' mass
HARMLESS = 2.0  # times the iterations of equal masses
SHARED = (10.0, 100.0, 1e4)  # ratios of three bodies' masses
SETTING = "straight chain, N = 10, 100, 1000, both ends R = 1, 10, 100, 10 000 times as heavy"


@rigid_claim(
    35,
    "One heavy end is harmless, two are not.",
    source="(8.36)",
    setting="straight chain, N = 10 and 30; one end or both 1 … 10⁶ times as heavy, and the tip of a rope",
    figure="chain_mass_ratio",
)
def one_heavy_end(results: Results) -> Verdict:
    parts, notes, costs = [], [], {"one": [], "two": [], "tip": []}
    for bodies in (10, 30):
        free = results.by("rigid_tip", "gs", "tip", bodies=bodies, anchored=False)
        rope = results.by("rigid_tip", "gs", "tip", bodies=bodies, anchored=True)
        both = results.by("rigid_ratio", "gs", "R", bodies=bodies)
        equal = per_ln(free[1.0])
        counts = {tip: per_ln(run) for tip, run in free.items()}
        words = listed(f"{number(value)} (R = {tip:g})" for tip, value in counts.items())
        worst = max(counts.values())
        parts += [
            at_most(worst / equal, HARMLESS, f"N = {bodies}: k/ln with one heavy end is {words}"),
            at_least(
                (two := per_ln(both[HEAVY])) / equal,
                10,
                f"N = {bodies}: with both ends {HEAVY:g} times as heavy {number(two)}",
            ),
        ]
        heavy, plain = per_ln(rope[HEAVY]), per_ln(rope[1.0])
        for of, cost in (("one", worst / equal), ("two", two / equal), ("tip", heavy / plain)):
            costs[of].append(cost)
        exact = gauss_seidel_radius(chain(bodies, anchored=True, tip=HEAVY))
        notes.append(
            f"N = {bodies}: one heavy end costs at most {worst / equal:.3g} times as many. A rope has "
            f"{number(plain)}, with a tip of {HEAVY:g} {number(heavy)} (by eigenvalues "
            f"{counts_per_ln(exact):.4g})"
        )
    said = (
        f"At N = 10 and 30 one heavy end takes up to {' and '.join(map(rounded, costs['one']))} times the "
        f"iterations of equal masses, at R up to {rounded(max(free))}: it makes the chain a rope. Two ends "
        f"of R = {HEAVY:g} take {' and '.join(map(rounded, costs['two']))} times as many. The world counts "
        f"as a heavy end: a tip of {HEAVY:g} makes a rope {' and '.join(map(rounded, costs['tip']))} times "
        "as slow."
    )
    return in_parts(parts, *notes, whatever_the_verdict=said)


@rigid_claim(
    36,
    "With both ends heavy Gauss–Seidel needs N/(2γ) ln iterations, γ = 1/R: at N = 10, R = 100 some 500 "
    "ln, 50 times those of R = 1.",
    source="(8.39) to (8.42)",
    setting=SETTING,
    figure="chain_mass_ratio",
)
def heavy_ends(results: Results) -> Verdict:
    def formula(bodies: int, ratio: float) -> float:
        return seed.eq_8_42(bodies, 1 / ratio)

    def exact(bodies: int, ratio: float) -> float:
        return counts_per_ln(gauss_seidel_radius(chain(bodies, ratio)))

    parts = _over_the_grid(results, "gs", formula, exact)
    runs = grid(results, "gs")
    times = per_ln(runs[10, 100.0]) / per_ln(runs[10, 1.0])
    parts.append(near(times, 50, ASYMPTOTIC, f"N = 10, R = 100 takes {times:.3g} times those of R = 1"))
    better = max(apart((n - 2) * r / 2, exact(n, r)) for n, r in HEAVY_ENDS)
    said = (
        f"(8.42) is right to {percent(ASYMPTOTIC)} in {how_many(parts[:-1])} settings. With N − 2 in place "
        f"of N it is off by at most {percent(better)} where R ≥ 10 N: "
        f"{_example(formula, exact, per_ln(runs[10, 100.0]))}, {rounded(times)} times those of R = 1."
    )
    return in_parts(
        parts,
        *_where(formula, exact),
        f"(N − 2)/(2γ) is off by at most {percent(better)} where R ≥ 10 N, with N − 1 constraints",
        partly=said,
    )


@rigid_claim(
    37,
    "With both ends heavy over-relaxation needs ½√(N/(2γ)) ln iterations: some 11 ln at N = 10, R = 100.",
    source="(8.44), (8.45)",
    setting=SETTING,
    figure="chain_mass_ratio",
)
def heavy_ends_relaxed(results: Results) -> Verdict:
    def formula(bodies: int, ratio: float) -> float:
        return seed.eq_8_45(bodies, 1 / ratio)

    def exact(bodies: int, ratio: float) -> float:
        of = chain(bodies, ratio)
        return counts_per_ln(gauss_seidel_radius(of, optimal_relaxation(of)))

    parts = _over_the_grid(results, "sor", formula, exact)
    worst = max(apart(formula(n, r), exact(n, r)) for n, r in HEAVY_ENDS)
    said = (
        f"(8.45) is right to {percent(ASYMPTOTIC)} in {how_many(parts)} settings, and to {percent(worst)} "
        f"where R ≥ 10 N: {_example(formula, exact, per_ln(grid(results, 'sor')[10, 100.0]))}."
    )
    return in_parts(parts, *_where(formula, exact), partly=said)


def _example(formula, exact, found: float) -> str:
    return (
        f"{rounded(exact(10, 100.0), 3)} ln by eigenvalues and {rounded(found, 3)} ln in the run in place "
        f"of {rounded(formula(10, 100.0), 3)} ln at N = 10, R = 100"
    )


def _over_the_grid(results: Results, solver: str, formula, exact) -> list:
    parts, runs = [], grid(results, solver)
    for bodies, ratio in GRID:
        said, by_eigenvalues, found = (
            formula(bodies, ratio),
            exact(bodies, ratio),
            per_ln(runs[bodies, ratio]),
        )
        parts.append(
            near(
                said,
                by_eigenvalues,
                ASYMPTOTIC,
                f"N = {bodies}, R = {ratio:g}: k/ln = {said:.4g}, by eigenvalues {by_eigenvalues:.4g}, by "
                f"the run's late rate {number(found)}",
            )
        )
    return parts


def _where(formula, exact) -> list[str]:
    lengths = (5, 10, 20, 50, 100, 200)
    return [
        f"R = {ratio:g}: within {percent(ASYMPTOTIC)} "
        + begins_to_hold(lambda n, r=ratio: apart(formula(n, r), exact(n, r)), ASYMPTOTIC, lengths)
        for ratio in (1.0, 100.0, 1e4, 1e6)
    ]


@rigid_claim(
    38,
    "In PBD a large mass of a shared body makes r ~ 1 and the system hard.",
    source="Sec. 7.2",
    setting="three bodies: light–heavy–light and heavy–light–heavy, ratios 10, 100, 10 000",
    figure="chain_mass_ratio",
)
def heavy_shared_body(results: Results) -> Verdict:
    runs = results.by("rigid_three_bodies", "gs", "masses")
    by_masses = {chain_of(run.scene).masses: run for run in runs.values()}
    equal = per_ln(by_masses[1.0, 1.0, 1.0])
    parts, notes = [], []
    for ratio in SHARED:
        shared, ends = (1.0, ratio, 1.0), (ratio, 1.0, ratio)
        found = per_ln(by_masses[shared])
        parts.append(
            at_least(
                found / equal,
                HARMLESS,
                f"a shared body {ratio:g} times as heavy: r = {Chain(shared).dominance():.3g}, k/ln = "
                f"{found:.3g}, and {equal:.3g} for equal masses",
            )
        )
        notes.append(
            f"a shared body {ratio:g} times as light: r = {Chain(ends).dominance():.5g}, k/ln = "
            f"{per_ln(by_masses[ends]):.4g}"
        )
    hard = {ratio: per_ln(by_masses[ratio, 1.0, ratio]) for ratio in SHARED}
    slope = exponent(hard, hard.values())
    shared = listed(rounded(part.measured) for part in parts)
    said = (
        f"A shared body {listed(map(rounded, SHARED))} times as heavy as the others takes {shared} times "
        "the iterations of equal masses; one as many times as light takes "
        f"{listed(rounded(count / equal) for count in hard.values())} times as many, like R^{power(slope)}."
    )
    return in_parts(parts, *notes, f"it grows like R^{power(slope)}", whatever_the_verdict=said)
