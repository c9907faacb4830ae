"""Claims R43 and R53: how AVBD's convergence depends on the masses, and penalties that follow them."""

import math

from rigid.claims.avbd import inner
from rigid.claims.measures import number, per_ln, rounded, split
from rigid.theory import avbd
from rigid.theory.chain import chain, counts_per_ln, gauss_seidel_radius
from rigid.theory.rates import iterations_to_remove
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, by_case, in_parts
from simbench.study.words import listed

SENSITIVE = 2.0  # times the iterations of equal masses
GOOD = 2.0  # times the iterations of the best penalty


@claim(43)
def insensitive_to_masses(results: Results) -> Verdict:
    ratios = (1.0, 100.0, 1e4)
    of = {r: chain(10, r) for r in ratios}
    cases = {
        "a sweep over bodies alone, s = 1": {r: avbd.inner_radius(of[r], 1.0) for r in ratios},
        "s = 2": {r: avbd.dual_radius(of[r], 2.0) for r in ratios},
        "s = M": {r: avbd.dual_radius(of[r], r) for r in ratios},
        "s from effective masses": {r: avbd.effective_mass_radius(of[r]) for r in ratios},
    }
    cases = {
        words: {r: counts_per_ln(radius) for r, radius in radii.items()} for words, radii in cases.items()
    }
    dual = {r: results.by("rigid_penalty", "avbd", "s", bodies=10, R=r) for r in ratios}
    measured = {
        "a sweep over bodies alone, s = 1": {r: inner(results, 10, r)[1.0] for r in ratios},
        "s = 2": {r: per_ln(dual[r][2.0]) for r in ratios},
        "s = M": {r: per_ln(dual[r][r]) for r in ratios},
        "s from effective masses": {r: per_ln(dual[r]["effective_mass"]) for r in ratios},
    }
    for growth in (1.0, 1000.0, 1e5):
        runs = results.by("rigid_penalty_rules", "avbd", "R", s=1, ramp=growth, factor=1)
        cases[f"s grows with the error, β = {growth:g}"] = {
            r: float(iterations_to_remove(runs[r], 0.999)) for r in ratios
        }
    parts = {
        words: at_most(
            max(counts.values()) / counts[1.0] if math.isfinite(counts[1.0]) else math.inf,
            SENSITIVE,
            _by_ratio(counts) + (f"; runs have {_by_ratio(measured[words])}" if words in measured else ""),
        )
        for words, counts in cases.items()
    }
    held, others = split(parts)
    gs = {r: counts_per_ln(gauss_seidel_radius(of[r])) for r in ratios}
    return by_case(
        "the penalty",
        {words: [part] for words, part in parts.items()},
        f"numbers are k/ln, with a growing s iterations to 99.9 %; Gauss–Seidel has {_by_ratio(gs)}",
        most=rounded(SENSITIVE),
        held=held,
        gauss_seidel=rounded(max(gs.values()) / gs[1.0]),
        others=others,
    )


def _by_ratio(counts: dict[float, float]) -> str:
    return listed(f"{number(count)} (R = {ratio:g})" for ratio, count in counts.items())


@claim(53)
def effective_mass(results: Results) -> Verdict:
    parts, examples = [], []
    for bodies in (10, 30):
        for ratio in (1.0, 100.0, 1e4):
            of = chain(bodies, ratio)
            automatic = counts_per_ln(avbd.effective_mass_radius(of))
            best, radius = avbd.best_penalty(of)
            runs = results.by("rigid_penalty", "avbd", "s", bodies=bodies, R=ratio)
            counts = {s: per_ln(run) for s, run in runs.items()}
            measured = counts.pop("effective_mass")
            parts.append(
                at_most(
                    automatic / counts_per_ln(radius),
                    GOOD,
                    f"N = {bodies}, R = {ratio:g}: k/ln {number(automatic)} (run {number(measured)}), the "
                    f"best s = {best:.3g} kg has {number(counts_per_ln(radius))} (the best run "
                    f"{number(min(counts.values()))})",
                )
            )
            examples.append(
                f"{rounded(parts[-1].measured)} (N = {bodies}, R = {rounded(ratio)}, best s = "
                f"{rounded(best)} kg)"
            )
    factors = results.by("rigid_penalty_rules", "avbd", "R", "factor", s="effective_mass", ramp=0)
    return in_parts(
        parts,
        "κ times the effective mass, N = 10: "
        + listed(f"{number(per_ln(run))} (R = {r:g}, κ = {k:g})" for (r, k), run in factors.items()),
        examples=listed(examples),
    )
