"""Claims R39 to R42: how fast AVBD converges on straight chains, over length and penalty."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import (
    RATIOS,
    begins_to_hold,
    exponent,
    how_many,
    number,
    per_ln,
    percent,
    rounded,
)
from simbench.claims.verdicts import Verdict, apart, at_least, at_most, in_parts, near
from simbench.rigid import avbd, seed
from simbench.rigid.chain import chain, counts_per_ln
from simbench.rigid.rates import iterations_to_remove

ASYMPTOTIC = 0.1
SQUARE = 1.8  # a power of N from which on one may call it N²
SHORT = (10, 100)
INNER = "straight chain, compliance 1/s under `vbd`: AVBD's sweep over bodies alone"


def inner(results: Results, bodies: int, ratio: float) -> dict[float, float]:
    """k/ln of runs of a sweep over bodies, by s."""
    runs = results.by("rigid_inner", "vbd", "compliance", bodies=bodies, R=ratio)
    return {float(f"{1 / compliance:.6g}"): per_ln(run) for compliance, run in runs.items()}


def exact_inner(bodies: int, ratio: float, penalty: float) -> float:
    return counts_per_ln(avbd.inner_radius(chain(bodies, ratio), penalty))


@rigid_claim(
    39,
    "The spectral radius of AVBD's sweep over bodies is β² cos²(π/(1 + N)), β = 2s/(m + 2s); the ends do "
    "not matter in long chains.",
    source="(8.32), (8.33)",
    setting=INNER + ", N = 10, 100 and R = 1 … 10⁴, s = 0.01 … 10⁴; by k/ln to 10 %",
    figure="chain_penalty",
)
def inner_radius(results: Results) -> Verdict:
    parts, notes, right = [], [], {}
    for bodies in SHORT:
        for ratio in RATIOS:
            found = inner(results, bodies, ratio)
            cases = [
                (s, counts_per_ln(seed.eq_8_32(bodies, s)), exact_inner(bodies, ratio, s), measured)
                for s, measured in found.items()
            ]
            for s, said, exact, _ in cases:
                right[bodies, ratio, s] = apart(said, exact) <= ASYMPTOTIC
            worst = max(cases, key=lambda case: apart(case[1], case[2]))
            parts.append(
                at_most(
                    apart(worst[1], worst[2]),
                    ASYMPTOTIC,
                    f"N = {bodies}, R = {ratio:g}: k/ln by formula, eigenvalues and run is "
                    + listed(f"{a:.4g}, {b:.4g}, {number(c)} (s = {s:g})" for s, a, b, c in cases),
                )
            )
    for s in (1.0, 100.0):
        where = begins_to_hold(
            lambda n, s=s: apart(counts_per_ln(seed.eq_8_32(n, s)), exact_inner(n, 1.0, s)), ASYMPTOTIC
        )
        notes.append(f"R = 1, s = {s:g}: within {percent(ASYMPTOTIC)} {where}")
    up_to = []
    for bodies in SHORT:
        good = [s for (n, ratio, s), holds in right.items() if (n, ratio) == (bodies, 1.0) and holds]
        up_to.append(
            f"{f's = {rounded(max(good))}' if good else 'no s'} (N = {bodies}, where m N²/π² is "
            f"{rounded(bodies**2 / math.pi**2)})"
        )
    words = (
        f"The formula is right to {percent(ASYMPTOTIC)} at {sum(right.values())} of {len(right)} penalties "
        f"and ratios of masses, and at all penalties in {how_many(parts)} chains. With equal masses it is "
        f"right up to {' and '.join(up_to)}."
    )
    return in_parts(parts, *notes, whatever_the_verdict=words)


@rigid_claim(
    40,
    "The iterations of AVBD's sweep over bodies tend to PBD's N²/π² ln as s → ∞.",
    source="(8.34)",
    setting=INNER + ", N = 10, free and tied to the world, s = 1 … 10⁶",
    figure="chain_penalty",
)
def inner_limit(results: Results) -> Verdict:
    free = {s: count for s, count in inner(results, 10, 1.0).items() if s >= 1}
    rope = results.by("rigid_inner_rope", "vbd", "compliance")
    tied = {float(f"{1 / a:.6g}"): per_ln(run) for a, run in rope.items()}
    parts, ends = [], []
    for words, counts, anchored in (("free", free, False), ("tied to the world", tied, True)):
        # Of a rope PBD needs more itself (R34): that is what the limit would be.
        pbd = counts_per_ln(math.cos(math.pi / (2 * 10)) ** 2) if anchored else seed.eq_8_14(10)
        last = counts[max(counts)]
        limit = counts_per_ln(avbd.inner_radius(chain(10, anchored=anchored), 1e9))
        ends.append(
            f"{rounded(last, 4)} at s = {rounded(max(counts))} for a chain that is {words} (PBD "
            f"{rounded(pbd, 4)})"
        )
        parts.append(
            near(
                last,
                pbd,
                ASYMPTOTIC,
                f"{words}: k/ln is "
                + listed(f"{number(count)} (s = {s:g})" for s, count in sorted(counts.items()))
                + f", PBD's {pbd:.4g}; by eigenvalues at s = 10⁹ {limit:.4g}",
            )
        )
    why = "a free chain can move as a whole, which springs between its bodies do not resist"
    said = f"k/ln is {' and '.join(ends)}"
    return in_parts(parts, why, confirmed=f"{said}.", partly=f"{said}: {why}.", refuted=f"{said}.")


@rigid_claim(
    41,
    "AVBD needs N² iterations as PBD does.",
    source="Sec. 8.4, Ch. 9",
    setting="straight chain, N = 10 … 300, with the update of multipliers, at the best s of each N, to "
    "99.9 %",
    figure="chain_length",
)
def needs_square(results: Results) -> Verdict:
    parts, notes, growths = [], [], []
    for anchored, words in ((False, "free"), (True, "tied to the world")):
        best: dict[int, tuple[float, float]] = {}
        for sweep in ("rigid_length", "rigid_length_long"):
            runs = results.by(sweep, "avbd", "bodies", "s", anchored=anchored)
            for (bodies, s), run in runs.items():
                count = iterations_to_remove(run, 0.999)
                if bodies >= 10 and count < best.get(bodies, (math.inf, 0))[0]:
                    best[bodies] = (count, s)
        power = exponent(best, [count for count, _ in best.values()])
        ends = " to ".join(f"{rounded(best[n][1], 3)} (N = {n:g})" for n in (min(best), max(best)))
        growths.append(f"N^{power:.2f} for a chain that is {words}, with s = {ends}")
        parts.append(
            at_least(
                power,
                SQUARE,
                f"{words}: iterations grow like N^{power:.2f}: "
                + listed(f"{count:g} at N = {n:g} (s = {s:g})" for n, (count, s) in best.items()),
            )
        )
    for bodies in (10, 30, 100):
        penalty, radius = avbd.best_penalty(chain(bodies))
        relaxed = counts_per_ln(seed.eq_8_22(bodies)) / counts_per_ln(radius)
        notes.append(
            f"N = {bodies}: by eigenvalues best at s = {penalty:.3g}, k/ln = {counts_per_ln(radius):.3g}"
        )
    said = (
        f"At the best penalty the iterations grow like {' and like '.join(growths)}. By eigenvalues "
        f"over-relaxed Gauss–Seidel takes {rounded(relaxed)} times as many at N = {bodies}."
    )
    return in_parts(parts, *notes, whatever_the_verdict=said)


@rigid_claim(
    42,
    "With both ends heavy the radius of AVBD's sweep over bodies is (sN/(M + sN))², and it needs sN/(2M) "
    "ln iterations: N in place of N².",
    source="(8.47) to (8.49)",
    setting=INNER + ", N = 10, 100 and R = 1 … 10⁴, s = 0.01 … 10⁴; by k/ln to 10 %",
    figure="chain_penalty",
)
def inner_with_heavy_ends(results: Results) -> Verdict:
    parts, right, tried = [], 0, 0
    for bodies in SHORT:
        for ratio in RATIOS:
            cases = [
                (
                    s,
                    seed.eq_8_49(bodies, 1 / ratio, s),
                    counts_per_ln(seed.eq_8_48(bodies, 1 / ratio, s)),
                    exact_inner(bodies, ratio, s),
                    measured,
                )
                for s, measured in inner(results, bodies, ratio).items()
            ]
            good = [s for s, simple, _, exact, _ in cases if apart(simple, exact) <= ASYMPTOTIC]
            right, tried = right + len(good), tried + len(cases)
            parts.append(
                at_least(
                    len(good) / len(cases),
                    1.0,
                    f"N = {bodies}, R = {ratio:g}: right to {percent(ASYMPTOTIC)} at {len(good)} of "
                    f"{len(cases)} penalties"
                    + (f" (s = {listed(f'{s:g}' for s in good)})" if good else "")
                    + "; by (8.49), (8.48), eigenvalues and run "
                    + listed(
                        f"{a:.3g}, {b:.3g}, {c:.3g}, {number(d)} (s = {s:g})" for s, a, b, c, d in cases
                    ),
                )
            )
    powers = {
        ratio: exponent(SHORT, [exact_inner(n, ratio, ratio) for n in SHORT]) for ratio in (1.0, 100.0, 1e4)
    }
    grow = "at s = M the iterations grow like " + listed(
        f"N^{power:.2f} (R = {rounded(ratio)})" for ratio, power in powers.items()
    )
    said = (
        f"(8.49) is right to {percent(ASYMPTOTIC)} at {right} of {tried} penalties and ratios of masses, "
        f"and at all penalties in {how_many(parts)} chains; {grow}."
    )
    return in_parts(parts, grow, partly=said, refuted=said)
