"""Claims R39 to R42 and R66: how fast AVBD converges on straight chains, over length and penalty."""

import math
from itertools import pairwise

from rigid.claims.formulas import by_eigenvalues
from rigid.claims.measures import exponent, last, number, per_ln, percent, power, rounded
from rigid.theory import avbd, seed
from rigid.theory.chain import chain, counts_per_ln
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, apart, at_least, at_most, below, in_parts, near
from simbench.study.words import listed

ASYMPTOTIC = 0.1
LINEAR = 0.2  # an exponent of N within this of 1 counts as linear
SQUARE = 1.8  # an exponent of N from this on counts as quadratic
LOOSE = 0.1  # times m N²/π²: below it a sweep over bodies is far from PBD
FIXED = 2.0  # kg: a penalty that does not follow the length
LARGE = 1000  # bodies
HEAVY = (100.0, 1e4)  # ratios R = M/m ≫ 1


def inner(results: Results, bodies: int, ratio: float) -> dict[float, float]:
    """k/ln of runs of `vbd` (sweeps over bodies), by s."""
    return {s: per_ln(run) for s, run in _inner_runs(results, bodies, ratio).items()}


def _inner_runs(results: Results, bodies: int, ratio: float) -> dict:
    runs = results.by("rigid_inner", "vbd", "compliance", bodies=bodies, R=ratio)
    return {float(f"{1 / compliance:.6g}"): run for compliance, run in runs.items()}


def exact_inner(bodies: int, ratio: float, penalty: float) -> float:
    return counts_per_ln(avbd.inner_radius(chain(bodies, ratio), penalty))


@claim(39)
def inner_radius(results: Results) -> Verdict:
    def off(bodies: int, s: float, ratio: float = 1.0) -> float:
        return apart(exact_inner(bodies, ratio, s), counts_per_ln(seed.eq_8_32(bodies, s)))

    measured = {s: k for s, k in inner(results, 100, 1.0).items() if 1 < s <= LOOSE * (100 / math.pi) ** 2}
    stiff = [s for s in inner(results, 10, 1.0) if s > 10]
    parts = [
        *(
            at_most(off(LARGE, s), ASYMPTOTIC, f"N = {LARGE}, s = {s:g}: k/ln is off by")
            for s in (1, 100, 1e4)
        ),
        *(
            near(k, exact_inner(100, 1.0, s), ASYMPTOTIC, f"N = 100, s = {s:g}: the run")
            for s, k in measured.items()
        ),
    ]
    heavy = max(off(100, s, 1e4) for s in measured)
    return in_parts(
        parts,
        long=LARGE,
        off=percent(max(part.measured for part in parts[:3])),
    ).reaching(
        {
            "for s above m N²/(10 π²)": all(off(10, s) <= ASYMPTOTIC for s in stiff),
            "for heavy ends and smaller s": heavy <= ASYMPTOTIC,
        },
        most=rounded(max(stiff)),
        exact=rounded(exact_inner(10, 1.0, max(stiff))),
        said=rounded(counts_per_ln(seed.eq_8_32(10, max(stiff)))),
        heavy=percent(heavy),
    )


@claim(40)
def inner_limit(results: Results) -> Verdict:
    pbd = seed.eq_8_14(10)
    free = {s: count for s, count in inner(results, 10, 1.0).items() if s >= 1}
    tied = {1 / a: per_ln(run) for a, run in results.by("rigid_inner_rope", "vbd", "compliance").items()}
    of_rope = by_eigenvalues("gs", chain(10, anchored=True))
    counts = listed(f"{number(count)} (s = {s:g})" for s, count in sorted(free.items()))
    parts = [
        near(seed.eq_8_34(10, 1e9), pbd, ASYMPTOTIC, "(8.34) at s = 10⁹ is (8.14)"),
        near(free[max(free)], pbd, ASYMPTOTIC, f"k/ln of the chain is {counts}, and PBD's {pbd:.4g}"),
    ]
    return in_parts(
        parts, stiff=rounded(max(free)), end=rounded(free[max(free)], 4), pbd=rounded(pbd, 4)
    ).reaching(
        {"for a chain that is tied to the world": apart(tied[max(tied)], of_rope) <= ASYMPTOTIC},
        tied=rounded(tied[max(tied)], 4),
        rope=rounded(of_rope, 4),
    )


@claim(41)
def needs_square(results: Results) -> Verdict:
    fixed = {n: counts_per_ln(avbd.dual_radius(chain(n), FIXED)) for n in (30, 100, 200)}
    grows = exponent(fixed, fixed.values())
    counts = listed(f"{count:.4g} (N = {n})" for n, count in fixed.items())
    part = at_least(grows, SQUARE, f"s = {FIXED:g} kg: k/ln grows like N^{power(grows)}: {counts}")
    best, notes = {}, []
    for anchored, words in ((False, "free"), (True, "tied to the world")):
        found = _best_penalties(results, anchored)
        ends = " to ".join(rounded(found[n][1], 3) for n in (min(found), max(found)))
        best[f"{words}, s = {ends} kg"] = exponent(found, [count for count, _ in found.values()])
        each = listed(f"{count:g} at N = {n:g} (s = {s:g})" for n, (count, s) in found.items())
        notes.append(f"{words}, iterations to 99.9 % at the best s: {each}")
    alone = exponent((30, 1000), [exact_inner(n, 1.0, FIXED) for n in (30, 1000)])
    return in_parts([part], *notes, fixed=FIXED, power=power(grows)).reaching(
        {
            "for the best penalty of each length": min(best.values()) >= SQUARE,
            "for sweeps over bodies without new multipliers": alone >= SQUARE,
        },
        best=" and ".join(f"N^{power(value)} ({words})" for words, value in best.items()),
        alone=power(alone),
    )


def _best_penalties(results: Results, anchored: bool) -> dict[float, tuple[float, float]]:
    """The fewest iterations to 99.9 % and their s, by N ≥ 10."""
    best: dict[float, tuple[float, float]] = {}
    for sweep in ("rigid_length", "rigid_length_long"):
        for (bodies, s), run in results.by(sweep, "avbd", "bodies", "s", anchored=anchored).items():
            count = iterations_to_remove(run, 0.999)
            if bodies >= 10:
                best[bodies] = min(best.get(bodies, (math.inf, 0)), (count, s))
    return best


@claim(42)
def inner_with_heavy_ends(results: Results) -> Verdict:
    """In the source's regime, s = M: how iterations grow with N, and whether they are fewer than PBD's."""
    lengths = (10, 100)
    parts, notes, powers, shares = [], [], {}, []
    for ratio in HEAVY:
        counts = {n: exact_inner(n, ratio, ratio) for n in lengths}
        runs = {n: inner(results, n, ratio)[ratio] for n in lengths}
        powers[ratio] = exponent(lengths, counts.values())
        each = listed(f"{counts[n]:.4g} (N = {n}, run {runs[n]:.4g})" for n in lengths)
        words = f"R = {ratio:g}, s = M: k/ln grows like N^{power(powers[ratio])}: {each}"
        parts.append(at_most(abs(powers[ratio] - 1), LINEAR, words))
        pbd = by_eigenvalues("gs", chain(max(lengths), ratio))
        shares.append(counts[max(lengths)] / pbd)
        words = (
            f"R = {ratio:g}, N = {max(lengths)}: k/ln of a sweep over bodies over Gauss–Seidel's {pbd:.4g}"
        )
        parts.append(below(shares[-1], 1.0, words))
        said = listed(f"{seed.eq_8_49(n, 1 / ratio, ratio):.3g} (N = {n})" for n in lengths)
        notes.append(f"R = {ratio:g}, s = M: (8.49) has k/ln = {said}")
    steps = (10, 30, 100, 300)
    local = [exponent(pair, [exact_inner(n, 100.0, 100.0) for n in pair]) for pair in pairwise(steps)]
    return in_parts(
        parts,
        *notes,
        few=power(powers[100.0]),
        many=power(powers[1e4]),
        fewer=" and ".join(percent(share) for share in shares),
    ).reaching(
        {
            "for N from 10 to 30 at R = 100": abs(local[0] - 1) <= LINEAR,
            "for N from 100 to 300 at R = 100": abs(local[2] - 1) <= LINEAR,
        },
        short=power(local[0]),
        long=power(local[2]),
    )


@claim(66)
def softer_is_faster(results: Results) -> Verdict:
    """Sweeps over bodies with springs of s/h² and no multipliers: how far joints stay open, and k/ln."""
    parts, ends = [], []
    for bodies in (10, 100):
        runs = _inner_runs(results, bodies, 1.0)
        soft, stiff = min(runs), max(runs)
        left = {
            s: last(run, "largest_stretch") / float(run.first_step["largest_stretch"].iloc[0])
            for s, run in runs.items()
        }
        faster = exact_inner(bodies, 1.0, soft) / exact_inner(bodies, 1.0, stiff)
        each = listed(f"{rounded(left[s])} (s = {s:g})" for s in sorted(runs))
        parts += [
            below(faster, 1.0, f"N = {bodies}: iterations at s = {soft:g} over those at s = {stiff:g}"),
            above(
                left[soft] / left[stiff], 1.0, f"N = {bodies}: of an opening these shares are left: {each}"
            ),
        ]
        ends.append(
            f"from {percent(left[stiff])} to {percent(left[soft])} for {rounded(1 / faster)} times fewer "
            f"iterations (N = {bodies})"
        )
    return in_parts(parts, soft=rounded(soft), stiff=rounded(stiff), ends=" and ".join(ends)).reaching({})
