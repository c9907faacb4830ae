"""Claims R39 to R43: how fast AVBD converges on straight chains, over length, penalty and mass ratio."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import RATIOS, begins_to_hold, exponent, number, per_ln
from simbench.claims.verdicts import Verdict, apart, at_least, at_most, in_parts, near
from simbench.rigid import avbd, seed
from simbench.rigid.chain import chain, counts_per_ln
from simbench.rigid.rates import iterations_to_remove

ASYMPTOTIC = 0.1
SENSITIVE = 2.0  # times the iterations of equal masses
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
    "The spectral radius of AVBD's sweep over bodies is β² cos²(π/(1 + N)), β = 2s/(m + 2s); the ends do not "
    "matter in long chains.",
    source="(8.32), (8.33)",
    setting=INNER + ", N = 10, 100 and R = 1 … 10⁴, s = 0.01 … 10⁴; by k/ln to 10 %",
    figure="chain_penalty",
)
def inner_radius(results: Results) -> Verdict:
    parts, notes = [], []
    for bodies in SHORT:
        for ratio in RATIOS:
            found = inner(results, bodies, ratio)
            cases = [
                (s, counts_per_ln(seed.eq_8_32(bodies, s)), exact_inner(bodies, ratio, s), measured)
                for s, measured in found.items()
            ]
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
        notes.append(f"R = 1, s = {s:g}: within 10 % {where}")
    return in_parts(parts, *notes)


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
    parts = []
    for words, counts, anchored in (("free", free, False), ("tied to the world", tied, True)):
        # Of a rope PBD needs more itself (R34): that is what the limit would be.
        pbd = counts_per_ln(math.cos(math.pi / (2 * 10)) ** 2) if anchored else seed.eq_8_14(10)
        last = counts[max(counts)]
        limit = counts_per_ln(avbd.inner_radius(chain(10, anchored=anchored), 1e9))
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
    return in_parts(parts, "a free chain can move as a whole, which springs between its bodies do not resist")


@rigid_claim(
    41,
    "AVBD needs N² iterations as PBD does.",
    source="Sec. 8.4, Ch. 9",
    setting="straight chain, N = 10 … 300, with the update of multipliers, at the best s of each N, to "
    "99.9 %",
    figure="chain_length",
)
def needs_square(results: Results) -> Verdict:
    parts, notes = [], []
    for anchored, words in ((False, "free"), (True, "tied to the world")):
        best: dict[int, tuple[float, float]] = {}
        for sweep in ("rigid_length", "rigid_length_long"):
            runs = results.by(sweep, "avbd", "bodies", "s", anchored=anchored)
            for (bodies, s), run in runs.items():
                count = iterations_to_remove(run, 0.999)
                if bodies >= 10 and count < best.get(bodies, (math.inf, 0))[0]:
                    best[bodies] = (count, s)
        power = exponent(best, [count for count, _ in best.values()])
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
        notes.append(
            f"N = {bodies}: by eigenvalues best at s = {penalty:.3g}, k/ln = {counts_per_ln(radius):.3g}"
        )
    return in_parts(parts, *notes)


@rigid_claim(
    42,
    "With both ends heavy the radius of AVBD's sweep over bodies is (sN/(M + sN))², and it needs sN/(2M) ln "
    "iterations: N in place of N².",
    source="(8.47) to (8.49)",
    setting=INNER + ", N = 10, 100 and R = 1 … 10⁴, s = 0.01 … 10⁴; by k/ln to 10 %",
    figure="chain_penalty",
)
def inner_with_heavy_ends(results: Results) -> Verdict:
    parts = []
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
            parts.append(
                at_least(
                    len(good) / len(cases),
                    1.0,
                    f"N = {bodies}, R = {ratio:g}: right to 10 % at {len(good)} of {len(cases)} penalties"
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
    return in_parts(
        parts,
        "at s = M the iterations grow like "
        + listed(f"N^{power:.2f} (R = {ratio:g})" for ratio, power in powers.items()),
    )


@rigid_claim(
    43,
    "AVBD's convergence is not sensitive to the mass ratio.",
    source="Sec. 7.2, 8.4, Ch. 9",
    setting="straight chain, N = 10, both ends R = 1 … 10⁴: the most iterations over those of R = 1",
    figure="chain_penalty",
)
def insensitive_to_masses(results: Results) -> Verdict:
    ratios = (1.0, 100.0, 1e4)
    cases: dict[str, dict[float, float]] = {}
    cases["a sweep over bodies alone, s = 1"] = {r: inner(results, 10, r)[1.0] for r in ratios}
    dual = {r: results.by("rigid_penalty", "avbd", "s", bodies=10, R=r) for r in ratios}
    cases["s = 2"] = {r: per_ln(dual[r][2.0]) for r in ratios}
    cases["s = M"] = {r: per_ln(dual[r][r]) for r in ratios}
    cases["s from effective masses"] = {r: per_ln(dual[r]["effective_mass"]) for r in ratios}
    for growth in (1.0, 1000.0, 1e5):
        runs = results.by("rigid_penalty_rules", "avbd", "R", s=1, ramp=growth, factor=1)
        cases[f"s grows with the error, β = {growth:g}"] = {
            r: float(iterations_to_remove(runs[r], 0.999)) for r in ratios
        }
    gs = {r: per_ln(results.run("rigid_ratio", "gs", bodies=10, R=r)) for r in ratios}
    return in_parts(
        (
            at_most(
                max(counts.values()) / counts[1.0] if math.isfinite(counts[1.0]) else math.inf,
                SENSITIVE,
                f"{words}: " + listed(f"{number(count)} (R = {r:g})" for r, count in counts.items()),
            )
            for words, counts in cases.items()
        ),
        "numbers are k/ln, with a growing s iterations to 99.9 %; Gauss–Seidel has "
        + listed(f"{number(count)} (R = {r:g})" for r, count in gs.items()),
    )
