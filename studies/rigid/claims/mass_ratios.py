"""Claims R35 to R38: chains whose bodies have unequal masses."""

from rigid.claims.measures import (
    GRID,
    LENGTHS,
    begins_to_hold,
    exponent,
    grid,
    number,
    per_ln,
    percent,
    power,
    rounded,
)
from rigid.theory import seed
from rigid.theory.chain import (
    Chain,
    chain,
    chain_of,
    counts_per_ln,
    gauss_seidel_radius,
    optimal_relaxation,
)
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, apart, at_least, at_most, in_parts, near
from simbench.study.words import listed

ASYMPTOTIC = 0.1
HEAVY_ENDS = [(bodies, ratio) for bodies, ratio in GRID if ratio >= 10 * bodies]
HEAVY = 100.0  # times the others' mass
HARMLESS = 2.0  # times the iterations of equal masses
GROWS = 0.9  # an exponent of R from this on counts as linear, at most 1 less as no growth
SHARED = (10.0, 100.0, 1e4)  # ratios of three bodies' masses
SETTING = "straight chain, N = 10, 100, 1000, both ends R = 1, 10, 100, 10 000 times as heavy"


@claim(35)
def one_heavy_end(results: Results) -> Verdict:
    parts, notes, costs = [], [], {"one": [], "two": [], "tip": []}
    for bodies in (10, 30):
        free = results.by("rigid_tip", "gs", "tip", bodies=bodies, anchored=False)
        rope = results.by("rigid_tip", "gs", "tip", bodies=bodies, anchored=True)
        both = results.by("rigid_ratio", "gs", "R", bodies=bodies)
        # Eigenvalues decide; the notes have the late rates of long runs, which agree.
        heaviest = sorted(free)[-2:]
        one, two = (
            exponent(heaviest, [counts_per_ln(gauss_seidel_radius(of(ratio))) for ratio in heaviest])
            for of in (
                lambda ratio, n=bodies: chain(n, tip=ratio),
                lambda ratio, n=bodies: chain(n, ratio),
            )
        )
        between = f"from R = {rounded(heaviest[0])} to {rounded(heaviest[1])}"
        parts += [
            at_most(one, 1 - GROWS, f"N = {bodies}, one heavy end: k/ln grows like R^{power(one)} {between}"),
            at_least(two, GROWS, f"N = {bodies}, two heavy ends: k/ln grows like R^{power(two)} {between}"),
        ]
        equal = per_ln(free[1.0])
        counts = {tip: per_ln(run) for tip, run in free.items()}
        worst, of_two = max(counts.values()), per_ln(both[HEAVY])
        heavy, plain = per_ln(rope[HEAVY]), per_ln(rope[1.0])
        for of, cost in (("one", worst / equal), ("two", of_two / equal), ("tip", heavy / plain)):
            costs[of].append(cost)
        exact = gauss_seidel_radius(chain(bodies, anchored=True, tip=HEAVY))
        notes += [
            f"N = {bodies}: k/ln with one heavy end is "
            + listed(f"{number(value)} (R = {tip:g})" for tip, value in counts.items())
            + f", with both ends {HEAVY:g} times as heavy {number(of_two)}",
            f"N = {bodies}: a rope has {number(plain)}, with a tip of {HEAVY:g} {number(heavy)} (by "
            f"eigenvalues {counts_per_ln(exact):.4g})",
        ]
    return in_parts(
        parts,
        *notes,
        one=" and ".join(map(rounded, costs["one"])),
        ratio=HEAVY,
        two=" and ".join(map(rounded, costs["two"])),
        tip=" and ".join(map(rounded, costs["tip"])),
    )


@claim(36)
def heavy_ends(results: Results) -> Verdict:
    def formula(bodies: int, ratio: float) -> float:
        return seed.eq_8_42(bodies, 1 / ratio)

    def exact(bodies: int, ratio: float) -> float:
        return counts_per_ln(gauss_seidel_radius(chain(bodies, ratio)))

    runs = grid(results, "gs")
    times = per_ln(runs[10, 100.0]) / per_ln(runs[10, 1.0])
    better = max(apart((n - 2) * r / 2, exact(n, r)) for n, r in HEAVY_ENDS)
    return in_parts(
        [
            _right_for_heavy_ends(formula, exact),
            near(500, exact(10, 100.0), ASYMPTOTIC, "500 ln at N = 10, R = 100, by eigenvalues"),
            near(50, times, ASYMPTOTIC, f"N = 10, R = 100 takes {times:.3g} times those of R = 1"),
        ],
        *_over_the_grid(results, "gs", formula, exact),
        *_where(formula, exact),
        where=_where_right("(8.42)", formula, exact),
        example=_example(formula, exact, per_ln(runs[10, 100.0])),
        times=rounded(times),
        better=percent(better),
    )


@claim(37)
def heavy_ends_relaxed(results: Results) -> Verdict:
    def formula(bodies: int, ratio: float) -> float:
        return seed.eq_8_45(bodies, 1 / ratio)

    def exact(bodies: int, ratio: float) -> float:
        of = chain(bodies, ratio)
        return counts_per_ln(gauss_seidel_radius(of, optimal_relaxation(of)))

    found = per_ln(grid(results, "sor")[10, 100.0])
    return in_parts(
        [
            _right_for_heavy_ends(formula, exact),
            near(11, exact(10, 100.0), ASYMPTOTIC, "11 ln at N = 10, R = 100, by eigenvalues"),
        ],
        *_over_the_grid(results, "sor", formula, exact),
        *_where(formula, exact),
        where=_where_right("(8.45)", formula, exact),
        example=_example(formula, exact, found),
    )


def _right_for_heavy_ends(formula, exact) -> Part:
    worst = max(HEAVY_ENDS, key=lambda key: apart(formula(*key), exact(*key)))
    return near(
        formula(*worst),
        exact(*worst),
        ASYMPTOTIC,
        f"where R ≥ 10 N the formula is farthest off at N = {worst[0]}, R = {worst[1]:g}",
    )


def _where_right(name: str, formula, exact) -> str:
    """In words: the deviation of a formula for heavy ends, by length."""
    off = {
        bodies: [apart(formula(n, r), exact(n, r)) for n, r in HEAVY_ENDS if n == bodies]
        for bodies in LENGTHS
    }
    words = listed(f"{percent(max(of))} (N = {bodies})" for bodies, of in off.items() if of)
    return f"Where R ≥ 10 N {name} is off by up to {words}"


def _example(formula, exact, found: float) -> str:
    return (
        f"{rounded(exact(10, 100.0), 3)} ln by eigenvalues and {rounded(found, 3)} ln in the run in place "
        f"of {rounded(formula(10, 100.0), 3)} ln at N = 10, R = 100"
    )


def _over_the_grid(results: Results, solver: str, formula, exact) -> list[str]:
    runs = grid(results, solver)
    return [
        f"N = {n}, R = {r:g}: k/ln = {formula(n, r):.4g}, by eigenvalues {exact(n, r):.4g}, by the run's "
        f"late rate {number(per_ln(runs[n, r]))}"
        for n, r in GRID
    ]


def _where(formula, exact) -> list[str]:
    lengths = (5, 10, 20, 50, 100, 200)
    return [
        f"R = {ratio:g}: within {percent(ASYMPTOTIC)} "
        + begins_to_hold(lambda n, r=ratio: apart(formula(n, r), exact(n, r)), ASYMPTOTIC, lengths)
        for ratio in (1.0, 100.0, 1e4, 1e6)
    ]


@claim(38)
def heavy_shared_body(results: Results) -> Verdict:
    runs = results.by("rigid_three_bodies", "gs", "masses")
    by_masses = {chain_of(run.scene).masses: run for run in runs.values()}
    equal = per_ln(by_masses[1.0, 1.0, 1.0])
    parts, notes = [], []
    for ratio in SHARED:
        shared, ends = (1.0, ratio, 1.0), (ratio, 1.0, ratio)
        found, how = per_ln(by_masses[shared]), ""
        if found == 0:  # two iterations solve it: too few for a rate
            found, how = counts_per_ln(gauss_seidel_radius(Chain(shared))), " by eigenvalues"
        parts.append(
            at_least(
                found / equal,
                HARMLESS,
                f"a shared body {ratio:g} times as heavy: r = {Chain(shared).dominance():.3g}, k/ln = "
                f"{found:.3g}{how}, and {equal:.3g} for equal masses",
            )
        )
        notes.append(
            f"a shared body {ratio:g} times as light: r = {Chain(ends).dominance():.5g}, k/ln = "
            f"{per_ln(by_masses[ends]):.4g}"
        )
    hard = {ratio: per_ln(by_masses[ratio, 1.0, ratio]) for ratio in SHARED}
    slope = exponent(hard, hard.values())
    shared = listed(rounded(part.measured) for part in parts)
    return in_parts(
        parts,
        *notes,
        f"it grows like R^{power(slope)}",
        ratios=listed(map(rounded, SHARED)),
        shared=shared,
        times=listed(rounded(count / equal) for count in hard.values()),
        power=power(slope),
    )
