"""Claims R33 to R38: chains that bend, that are tied to the world, or have bodies of unequal masses."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import GRID, begins_to_hold, exponent, grid, number, per_ln
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
HARMLESS = 2.0  # times the iterations of equal masses
SETTING = "straight chain, N = 10, 100, 1000, both ends R = 1, 10, 100, 10 000 times as heavy"
SHAPES = ("zigzag", "arc")


@rigid_claim(
    33,
    "The coupling of constraints, and with it the number of iterations, is largest where the bodies are in a "
    "straight line.",
    source="Sec. 8.1",
    setting="ten boxes with ball joints that are turned by ±θ (zigzag) or kθ (arc), θ = 0.01 … 0.5",
    figure="chain_bend",
)
def straight_is_hardest(results: Results) -> Verdict:
    parts, notes = [], []
    for ratio in (1.0, 100.0):
        for shape in SHAPES:
            runs = results.by("rigid_bend", "gs", "bend", shape=shape, R=ratio)
            counts = {bend: per_ln(run, "constraints") for bend, run in runs.items()}
            straight = counts[min(counts)]
            bent = max(value for bend, value in counts.items() if bend != min(counts))
            parts.append(
                at_most(
                    bent / straight,
                    1.001,
                    f"R = {ratio:g}, {shape}: k/ln is "
                    + listed(f"{number(value)} (θ = {bend:g})" for bend, value in counts.items()),
                )
            )
            halved = [bend for bend, value in counts.items() if value <= straight / 2]
            notes.append(
                f"R = {ratio:g}, {shape}: "
                + (f"half of it is left at θ = {halved[0]:g}" if halved else "no θ halves it")
                + f"; a straight chain has {counts_per_ln(gauss_seidel_radius(chain(10, ratio))):.4g}"
            )
    return in_parts(parts, *notes)


@rigid_claim(
    34,
    "The formulas of the free chain hold for a chain that is tied to the world, too.",
    source="not covered by the source",
    setting="straight chain that is tied to the world, N = 2 … 50, equal masses",
    figure="chain_length",
)
def tied_to_the_world(results: Results) -> Verdict:
    printed, law = [], []
    runs = results.by("rigid_length", "gs", "bodies", anchored=True)
    for bodies in (10, 50):
        found = per_ln(runs[bodies])
        said = counts_per_ln(seed.eq_8_11(bodies))
        printed.append(
            near(found, said, ASYMPTOTIC, f"N = {bodies}: k/ln is {found:.5g}, for the free chain {said:.5g}")
        )
        exact = counts_per_ln(math.cos(math.pi / (2 * bodies)) ** 2)
        by_eigenvalues = counts_per_ln(gauss_seidel_radius(chain(bodies, anchored=True)))
        law.append(
            f"N = {bodies}: cos²(π/(2N)) gives k/ln = {exact:.5g}, eigenvalues {by_eigenvalues:.5g}, the run "
            f"{found:.5g}"
        )
    return in_parts(
        printed, "the law is ρ(G) = cos²(π/(2N)): a rope is as slow as a chain twice as long", *law
    )


@rigid_claim(
    35,
    "One heavy end is harmless, two are not.",
    source="(8.36)",
    setting="straight chain, N = 10 and 30; one end or both 1 … 10⁶ times as heavy, and the tip of a rope",
    figure="chain_mass_ratio",
)
def one_heavy_end(results: Results) -> Verdict:
    parts, notes = [], []
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
                (two := per_ln(both[100.0])) / equal,
                10,
                f"N = {bodies}: with both ends 100 times as heavy {number(two)}",
            ),
        ]
        heavy, plain = per_ln(rope[100.0]), per_ln(rope[1.0])
        exact = gauss_seidel_radius(chain(bodies, anchored=True, tip=100))
        notes.append(
            f"N = {bodies}: one heavy end costs at most {worst / equal:.3g} times as many, at any R; it "
            "makes "
            f"the chain a rope. A rope has {number(plain)}, with a tip of 100 {number(heavy)} (by "
            "eigenvalues "
            f"{counts_per_ln(exact):.4g}): the world is its other heavy end"
        )
    return in_parts(parts, *notes)


@rigid_claim(
    36,
    "With both ends heavy Gauss–Seidel needs N/(2γ) ln iterations, γ = 1/R: at N = 10, R = 100 some 500 "
    "ln, 50 "
    "times those of R = 1.",
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
    better = max(apart((n - 2) * r / 2, exact(n, r)) for n, r in GRID if r >= 10 * n)
    return in_parts(
        parts,
        *_where(formula, exact),
        "N constraints are counted where there are N − 1: (N − 2)/(2γ) is off by at most "
        f"{100 * better:.2g} % where R ≥ 10 N",
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
    return in_parts(parts, *_where(formula, exact))


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
                "the "
                f"run's late rate {number(found)}",
            )
        )
    return parts


def _where(formula, exact) -> list[str]:
    lengths = (5, 10, 20, 50, 100, 200)
    return [
        f"R = {ratio:g}: within 10 % "
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
    for ratio in (10.0, 100.0, 1e4):
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
            f"{per_ln(by_masses[ends]):.4g}: this is the hard case"
        )
    hard = [per_ln(by_masses[r, 1.0, r]) for r in (10.0, 100.0, 1e4)]
    return in_parts(parts, *notes, f"it grows like R^{exponent((10, 100, 1e4), hard):.2f}")
