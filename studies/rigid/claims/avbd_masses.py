"""Claims R43 and R53: how AVBD's convergence depends on the masses, and penalties that follow them."""

import math

from rigid.claims.avbd import exact_inner, inner
from rigid.claims.formulas import by_eigenvalues
from rigid.claims.measures import number, per_ln, rounded, span
from rigid.theory import avbd
from rigid.theory.chain import chain, counts_per_ln
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, answered, at_most, in_parts
from simbench.study.words import listed

SENSITIVE = 2.0  # times the iterations of equal masses
GOOD = 2.0  # times the iterations of the best penalty
RATIOS = (1.0, 100.0, 1e4)
RAMPS = (1.0, 1000.0, 1e5)


@claim(43)
def insensitive_to_masses(results: Results) -> Verdict:
    """The source argues by a sweep over bodies, and says it of a method that has multipliers, too."""
    parts, times = [], []
    for s in inner(results, 10, 1.0):
        counts = {r: exact_inner(10, r, s) for r in RATIOS}
        times.append(_most(counts))
        runs = {r: inner(results, 10, r)[s] for r in RATIOS}
        words = f"s = {s:g}: k/ln is {_by_ratio(counts)}, by runs {_by_ratio(runs)}"
        parts.append(at_most(times[-1], SENSITIVE, words))
    of = {r: chain(10, r) for r in RATIOS}
    dual = {
        f"multipliers and s = {2:g} kg": {r: avbd.dual_radius(of[r], 2.0) for r in RATIOS},
        "multipliers and s = M": {r: avbd.dual_radius(of[r], r) for r in RATIOS},
        "multipliers and s from effective masses": {r: avbd.effective_mass_radius(of[r]) for r in RATIOS},
    }
    counts = {
        words: {r: counts_per_ln(radius) for r, radius in radii.items()} for words, radii in dual.items()
    }
    for growth in RAMPS:
        runs = results.by("rigid_penalty_rules", "avbd", "R", s=1, ramp=growth, factor=1)
        counts[f"multipliers and s that grows with the error, β = {growth:g}"] = {
            r: float(iterations_to_remove(runs[r], 0.999)) for r in RATIOS
        }
    (with_multipliers, of_fixed), *others = counts.items()
    fixed, following, effective = (_most(of) for of in list(counts.values())[:3])
    parts.append(at_most(fixed, SENSITIVE, f"{with_multipliers}: k/ln is {_by_ratio(of_fixed)}"))
    return in_parts(
        parts,
        *(f"{words}: {_by_ratio(of)}" for words, of in others),
        most=rounded(max(times)),
        fixed=rounded(fixed),
        gauss_seidel=rounded(_most({r: by_eigenvalues("gs", of[r]) for r in RATIOS})),
    ).reaching(
        {f"with {words}": _most(of) <= SENSITIVE for words, of in others},
        following=rounded(following),
        effective=rounded(effective),
        growing=None if any(_most(of) <= SENSITIVE for _, of in others[2:]) else "error",
    )


def _most(counts: dict[float, float]) -> float:
    """The most iterations over those of equal masses."""
    return max(counts.values()) / counts[1.0] if math.isfinite(counts[1.0]) else math.inf


def _by_ratio(counts: dict[float, float]) -> str:
    return listed(f"{number(count)} (R = {ratio:g})" for ratio, count in counts.items())


@claim(53)
def effective_mass(results: Results) -> Verdict:
    parts: dict[float, list] = {}
    for bodies in (10, 30):
        for ratio in RATIOS:
            of = chain(bodies, ratio)
            automatic = counts_per_ln(avbd.effective_mass_radius(of))
            best, radius = avbd.best_penalty(of)
            runs = results.by("rigid_penalty", "avbd", "s", bodies=bodies, R=ratio)
            counts = {s: per_ln(run) for s, run in runs.items()}
            measured = counts.pop("effective_mass")
            words = (
                f"N = {bodies}, R = {ratio:g}: k/ln {number(automatic)} (run {number(measured)}), the best "
                f"s = {best:.3g} kg has {number(counts_per_ln(radius))} (the best run "
                f"{number(min(counts.values()))})"
            )
            parts.setdefault(ratio, []).append(at_most(automatic / counts_per_ln(radius), GOOD, words))
    ends = {ratio: span(part.measured for part in of) for ratio, of in parts.items()}
    return answered(
        [part for of in parts.values() for part in of], equal=ends[1.0], unequal=ends[1e4], ratio=rounded(1e4)
    )
