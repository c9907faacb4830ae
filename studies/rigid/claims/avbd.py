"""Claims R39 to R42: how fast AVBD converges on straight chains, over length and penalty."""

import math

from rigid.claims.measures import (
    RATIOS,
    begins_to_hold,
    exponent,
    number,
    per_ln,
    percent,
    rounded,
)
from rigid.theory import avbd, seed
from rigid.theory.chain import chain, counts_per_ln
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, apart, at_least, at_most, by_case, in_parts, near
from simbench.study.words import listed

ASYMPTOTIC = 0.1
LINEAR = 0.2  # an exponent of N within this of 1 counts as linear
SQUARE = 1.8  # an exponent of N from this on counts as quadratic
SHORT = (10, 100)
LOOSE = 0.1  # times m N²/π²: below it a sweep over bodies is far from PBD
FIXED = 2.0  # kg: a penalty that does not follow the length
INNER = "straight chain, compliance 1/s under `vbd`: AVBD's sweep over bodies alone"


def inner(results: Results, bodies: int, ratio: float) -> dict[float, float]:
    """k/ln of runs of `vbd` (sweeps over bodies), by s."""
    runs = results.by("rigid_inner", "vbd", "compliance", bodies=bodies, R=ratio)
    return {float(f"{1 / compliance:.6g}"): per_ln(run) for compliance, run in runs.items()}


def exact_inner(bodies: int, ratio: float, penalty: float) -> float:
    return counts_per_ln(avbd.inner_radius(chain(bodies, ratio), penalty))


@claim(39)
def inner_radius(results: Results) -> Verdict:
    formula: dict[bool, list[tuple[float, str]]] = {True: [], False: []}
    ends: dict[bool, list[tuple[float, str]]] = {True: [], False: []}
    notes, law = [], []
    for bodies in SHORT:
        for ratio in RATIOS:
            words = []
            for s, measured in inner(results, bodies, ratio).items():
                law.append(
                    apart(
                        counts_per_ln(avbd.inner_radius_by_law(bodies, ratio, s)),
                        exact_inner(bodies, ratio, s),
                    )
                )
                said, exact = counts_per_ln(seed.eq_8_32(bodies, s)), exact_inner(bodies, ratio, s)
                small = s <= LOOSE * bodies**2 / math.pi**2
                where = f"N = {bodies}, R = {ratio:g}, s = {s:g}"
                formula[small].append((apart(said, exact), where))
                if bodies == max(SHORT):
                    ends[small].append((apart(exact, exact_inner(bodies, 1.0, s)), where))
                words.append(f"{said:.4g}, {exact:.4g}, {number(measured)} (s = {s:g})")
            notes.append(
                f"N = {bodies}, R = {ratio:g}: k/ln by formula, eigenvalues and run is {listed(words)}"
            )
    notes.append(
        "an equation that is exact for ends of half the mass or more, ρ = (β cos φ)² with the smallest φ of "
        f"tan φ tan((N − 1)φ/2) = 2(M + s)/(m + 2s) − 1, has the k/ln of the "
        f"eigenvalues to {max(law, default=0):.0e}"
    )
    for s in (1.0, 100.0):
        where = begins_to_hold(
            lambda n, s=s: apart(counts_per_ln(seed.eq_8_32(n, s)), exact_inner(n, 1.0, s)), ASYMPTOTIC
        )
        notes.append(f"R = 1, s = {s:g}: within {percent(ASYMPTOTIC)} {where}")
    cases = {}
    values = dict.fromkeys(("small_off", "small_ends", "large_off", "large_ends"))
    for small, words in ((True, "s ≤ m N²/(10 π²)"), (False, "s > m N²/(10 π²)")):
        if not formula[small]:
            continue
        off, where = max(formula[small])
        cases[words] = [at_most(off, ASYMPTOTIC, f"the formula is off by most at {where}")]
        values["small_off" if small else "large_off"] = percent(off)
        if ends[small]:
            off, where = max(ends[small])
            finding = f"k/ln differs by most from that of R = 1 at {where}"
            cases[words].append(at_most(off, ASYMPTOTIC, finding))
            values["small_ends" if small else "large_ends"] = percent(off)
    return by_case("the penalty", cases, *notes, longest=max(SHORT), **values)


@claim(40)
def inner_limit(results: Results) -> Verdict:
    free = {s: count for s, count in inner(results, 10, 1.0).items() if s >= 1}
    rope = results.by("rigid_inner_rope", "vbd", "compliance")
    tied = {float(f"{1 / a:.6g}"): per_ln(run) for a, run in rope.items()}
    cases, ends = {}, []
    for words, counts, anchored in (("free", free, False), ("tied to the world", tied, True)):
        # On a rope PBD itself needs more iterations (R34); these are the expected limit.
        pbd = counts_per_ln(math.cos(math.pi / (2 * 10)) ** 2) if anchored else seed.eq_8_14(10)
        last = counts[max(counts)]
        limit = counts_per_ln(avbd.inner_radius(chain(10, anchored=anchored), 1e9))
        ends.append(
            f"{rounded(last, 4)} at s = {rounded(max(counts))} for a chain that is {words} (PBD "
            f"{rounded(pbd, 4)})"
        )
        cases[words] = [
            near(
                last,
                pbd,
                ASYMPTOTIC,
                "k/ln is "
                + listed(f"{number(count)} (s = {s:g})" for s, count in sorted(counts.items()))
                + f", PBD's {pbd:.4g}; by eigenvalues at s = 10⁹ {limit:.4g}",
            )
        ]
    why = "a free chain can move as a whole, which springs between its bodies do not resist"
    return by_case(
        "whether the chain is tied to the world",
        cases,
        why,
        ends=" and ".join(ends),
        why=why,
    )


@claim(41)
def needs_square(results: Results) -> Verdict:
    at_best, growths, notes = [], [], []
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
        at_best.append(
            at_least(
                power,
                SQUARE,
                f"{words}: iterations grow like N^{power:.2f}: "
                + listed(f"{count:g} at N = {n:g} (s = {s:g})" for n, (count, s) in best.items()),
            )
        )
    fixed = {n: counts_per_ln(avbd.dual_radius(chain(n), FIXED)) for n in (30, 100, 200)}
    power = exponent(fixed, fixed.values())
    at_fixed = at_least(
        power,
        SQUARE,
        f"k/ln grows like N^{power:.2f}: " + listed(f"{count:.4g} at N = {n}" for n, count in fixed.items()),
    )
    for bodies in (10, 30, 100):
        penalty, radius = avbd.best_penalty(chain(bodies))
        relaxed = counts_per_ln(seed.eq_8_22(bodies)) / counts_per_ln(radius)
        notes.append(
            f"N = {bodies}: by eigenvalues best at s = {penalty:.3g}, k/ln = {counts_per_ln(radius):.3g}"
        )
    cases = {f"s = {FIXED:g} kg": [at_fixed], "the best s of each N": at_best}
    return by_case(
        "the penalty",
        cases,
        *notes,
        fixed=FIXED,
        power=power,
        growths=" and like ".join(growths),
        relaxed=rounded(relaxed),
        bodies=bodies,
    )


@claim(42)
def inner_with_heavy_ends(results: Results) -> Verdict:
    notes, off = [], {"(8.48)": [], "(8.49)": []}
    for bodies in SHORT:
        for ratio in RATIOS:
            words = []
            for s, measured in inner(results, bodies, ratio).items():
                exact = exact_inner(bodies, ratio, s)
                simple, full = (
                    seed.eq_8_49(bodies, 1 / ratio, s),
                    counts_per_ln(seed.eq_8_48(bodies, 1 / ratio, s)),
                )
                off["(8.48)"].append(apart(full, exact))
                off["(8.49)"].append(apart(simple, exact))
                words.append(f"{simple:.3g}, {full:.3g}, {exact:.3g}, {number(measured)} (s = {s:g})")
            notes.append(
                f"N = {bodies}, R = {ratio:g}: k/ln by (8.49), (8.48), eigenvalues and run is {listed(words)}"
            )
    parts, right = [], []
    for name, of in off.items():
        good = sum(value <= ASYMPTOTIC for value in of)
        right.append(f"{name} is right to {percent(ASYMPTOTIC)} at {good} of {len(of)} penalties and ratios")
        parts.append(at_most(max(of), ASYMPTOTIC, f"{right[-1]}; the largest deviation of k/ln"))
    powers = {
        ratio: exponent(SHORT, [exact_inner(n, ratio, ratio) for n in SHORT]) for ratio in (1.0, 100.0, 1e4)
    }
    grow = "at s = M the iterations grow like " + listed(
        f"N^{power:.2f} (R = {rounded(ratio)})" for ratio, power in powers.items()
    )
    parts.append(at_most(max(abs(power - 1) for power in powers.values()), LINEAR, f"{grow}; how far from N"))
    return in_parts(
        parts,
        *notes,
        right="; ".join(right),
        grow=grow,
    )
