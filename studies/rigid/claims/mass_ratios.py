"""Claims R35 to R38: chains whose bodies have unequal masses."""

from rigid.claims.formulas import MEASURED, by_eigenvalues
from rigid.claims.measures import (
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
from rigid.theory.chain import Chain, chain, chain_of, counts_per_ln, gauss_seidel_radius
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about, apart, at_least, at_most, in_parts, misprinted
from simbench.study.words import listed, together

ASYMPTOTIC = 0.1
LONG = [(100, 1e4), (1000, 1e4), (100, 1e6)]  # N is large, and γ = 1/R is small beside 1/N
LENGTHS = (5, 10, 20, 50, 100, 200)
HEAVY = 100.0  # times the others' mass
HARD = 2.0  # times the iterations of equal masses
GROWS = 0.9  # an exponent of R from this on counts as linear, at most 1 less as no growth
SHARED = (10.0, 100.0, 1e4)  # ratios of three bodies' masses


@claim(35)
def one_heavy_end(results: Results) -> Verdict:
    parts, notes, costs = [], [], {"one": [], "two": [], "tip": []}
    for bodies in (10, 30):
        free, rope = (
            {
                tip: per_ln(run)
                for tip, run in results.by("rigid_tip", "gs", "tip", bodies=bodies, anchored=tied).items()
            }
            for tied in (False, True)
        )
        both = per_ln(results.by("rigid_ratio", "gs", "R", bodies=bodies)[HEAVY])
        # Eigenvalues decide; the answer has the late rates of long runs, which agree.
        heaviest = sorted(free)[-2:]
        one, two = (
            exponent(heaviest, [by_eigenvalues("gs", of(ratio)) for ratio in heaviest])
            for of in (lambda ratio, n=bodies: chain(n, tip=ratio), lambda ratio, n=bodies: chain(n, ratio))
        )
        parts += [
            at_most(one, 1 - GROWS, f"N = {bodies}, one heavy end: k/ln grows like R^{power(one)}"),
            at_least(two, GROWS, f"N = {bodies}, two heavy ends: k/ln grows like R^{power(two)}"),
        ]
        costs["one"].append(max(free.values()) / free[1.0])
        costs["two"].append(both / free[1.0])
        costs["tip"].append(rope[HEAVY] / rope[1.0])
        counts = listed(f"{number(count)} (R = {ratio:g})" for ratio, count in free.items())
        notes.append(f"N = {bodies}: k/ln with one heavy end is {counts}")
    words = {name: " and ".join(map(rounded, of)) for name, of in costs.items()}
    tips = {"for the tip of a chain that is tied to the world": max(costs["tip"]) <= max(costs["one"])}
    return in_parts(parts, *notes, ratio=HEAVY, **words).reaching(tips)


@claim(36)
def heavy_ends(results: Results) -> Verdict:
    runs = grid(results, "gs")
    times = per_ln(runs[10, HEAVY]) / per_ln(runs[10, 1.0])
    better = max(apart(by_eigenvalues("gs", chain(n, r)), (n - 2) * r / 2) for n, r in [(10, 1e4), *LONG])
    verdict = _heavy_ends(results, "gs", lambda n, r: seed.eq_8_42(n, 1 / r), 500)
    part = about(times, 50, f"N = 10, R = {HEAVY:g} takes {rounded(times)} times the iterations of R = 1")
    return in_parts([*verdict.parts, part], times=rounded(times)).reaching(
        verdict.cases, **verdict.values, better=percent(better)
    )


@claim(37)
def heavy_ends_relaxed(results: Results) -> Verdict:
    return _heavy_ends(results, "sor", lambda n, r: seed.eq_8_45(n, 1 / r), 11)


def _heavy_ends(results: Results, solver: str, formula, example: float) -> Verdict:
    """Judges a formula for two heavy ends where N and R are large, and the source's example."""

    def off(bodies: int, ratio: float) -> float:
        return apart(by_eigenvalues(solver, chain(bodies, ratio)), formula(bodies, ratio))

    runs = grid(results, solver)
    exact, found = by_eigenvalues(solver, chain(10, HEAVY)), per_ln(runs[10, HEAVY])
    measured = [key for key in [(10, HEAVY), *LONG] if key in runs]
    agree = max(apart(per_ln(runs[key]), by_eigenvalues(solver, chain(*key))) for key in measured)
    parts = [
        *(
            at_most(off(n, r), ASYMPTOTIC, f"the formula at N = {n}, R = {rounded(r)} is off by")
            for n, r in LONG
        ),
        about(exact, example, f"N = 10, R = {HEAVY:g}: k/ln is {exact:.4g} by eigenvalues"),
        at_most(agree, MEASURED[solver], "late rates of runs differ from eigenvalues by"),
    ]
    where = begins_to_hold(lambda n: off(n, 1e4), ASYMPTOTIC, LENGTHS)
    cases = {
        f"to {percent(ASYMPTOTIC)} for a chain of ten": off(10, 1e4) <= ASYMPTOTIC,
        "for ends of ten times the mass in long chains": off(100, 10.0) <= ASYMPTOTIC,
    }
    return in_parts(
        parts,
        exact=rounded(exact, 3),
        found=rounded(found, 3),
        said=rounded(formula(10, HEAVY), 3),
        long=percent(max(off(*key) for key in LONG)),
    ).reaching(
        cases,
        asymptotic=percent(ASYMPTOTIC),
        where=where,
        short=percent(off(10, 1e4)),
        light=rounded(by_eigenvalues(solver, chain(100, 10.0)) / formula(100, 10.0)),
    )


@claim(38)
def heavy_shared_body(results: Results) -> Verdict:
    runs = results.by("rigid_three_bodies", "gs", "masses")
    found = {chain_of(run.scene).masses: per_ln(run) for run in runs.values()}
    equal = found[1.0, 1.0, 1.0]

    def part(ratio: float, masses: tuple[float, ...], words: str) -> Part:
        # Two iterations solve some: too few for a rate.
        count = found[masses] or counts_per_ln(gauss_seidel_radius(Chain(masses)))
        r = Chain(masses).dominance()
        words = f"a shared body {ratio:g} times as {words}: r = {r:.3g}, k/ln = {count:.3g}"
        return at_least(count / equal, HARD, f"{words}, and {equal:.3g} for equal masses")

    heavy = [part(ratio, (1.0, ratio, 1.0), "heavy as the others") for ratio in SHARED]
    light = [part(ratio, (ratio, 1.0, ratio), "light as the others") for ratio in SHARED]
    grows = exponent(SHARED, [one.measured for one in light])
    inside = Chain((HEAVY, HEAVY, 1.0, HEAVY, HEAVY))
    longer = by_eigenvalues("gs", inside) / by_eigenvalues("gs", chain(5))
    return misprinted(
        heavy,
        light,
        ratios=together(map(rounded, SHARED)),
        shared=together(rounded(one.measured) for one in heavy),
        times=together(rounded(one.measured) for one in light),
        power=power(grows),
    ).reaching(
        {"for a light body inside a chain of five": longer >= HARD}, ratio=HEAVY, longer=rounded(longer)
    )
