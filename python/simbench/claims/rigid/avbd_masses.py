"""Claims R43 and R53: how AVBD's convergence depends on the masses, and penalties that follow them."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.avbd import inner
from simbench.claims.rigid.measures import number, per_ln, rounded, split
from simbench.claims.verdicts import Verdict, at_most, in_parts
from simbench.rigid.rates import iterations_to_remove

SENSITIVE = 2.0  # times the iterations of equal masses
GOOD = 2.0  # times the iterations of the best penalty


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
    parts = {
        words: at_most(
            max(counts.values()) / counts[1.0] if math.isfinite(counts[1.0]) else math.inf,
            SENSITIVE,
            f"{words}: " + listed(f"{number(count)} (R = {r:g})" for r, count in counts.items()),
        )
        for words, counts in cases.items()
    }
    held, others = split(parts)
    of_gs = f"Gauss–Seidel takes up to {rounded(max(gs.values()) / gs[1.0])} times those of R = 1"
    return in_parts(
        parts.values(),
        "numbers are k/ln, with a growing s iterations to 99.9 %; Gauss–Seidel has "
        + listed(f"{number(count)} (R = {r:g})" for r, count in gs.items()),
        confirmed=f"All of these take at most {rounded(SENSITIVE)} times the iterations of R = 1: {held}. "
        f"{of_gs}.",
        partly=f"These take at most {rounded(SENSITIVE)} times the iterations of R = 1: {held}. These take "
        f"more: {others}. {of_gs}.",
        refuted=f"All of these take more than {rounded(SENSITIVE)} times the iterations of R = 1: {others}. "
        f"{of_gs}.",
    )


@rigid_claim(
    53,
    "s = the effective mass of a pair of bodies is a good choice for any mass ratio.",
    source="engines' automatic penalty",
    setting="straight chain, N = 10 and 30, both ends R = 1, 100, 10⁴; good: twice the iterations of the "
    "best s",
    figure="chain_penalty",
)
def effective_mass(results: Results) -> Verdict:
    parts, examples = [], []
    for bodies in (10, 30):
        for ratio in (1.0, 100.0, 1e4):
            runs = results.by("rigid_penalty", "avbd", "s", bodies=bodies, R=ratio)
            counts = {s: per_ln(run) for s, run in runs.items()}
            automatic = counts.pop("effective_mass")
            best = min(counts, key=counts.get)
            parts.append(
                at_most(
                    automatic / counts[best],
                    GOOD,
                    f"N = {bodies}, R = {ratio:g}: k/ln {number(automatic)}, the best s = {best:g} kg has "
                    f"{number(counts[best])}",
                )
            )
            examples.append(
                f"{rounded(parts[-1].measured)} (N = {bodies}, R = {rounded(ratio)}, best s = "
                f"{rounded(best)} kg)"
            )
    said = f"Its iterations over those of the best penalty are {listed(examples)}."
    factors = results.by("rigid_penalty_rules", "avbd", "R", "factor", s="effective_mass", ramp=0)
    return in_parts(
        parts,
        "κ times the effective mass, N = 10: "
        + listed(f"{number(per_ln(run))} (R = {r:g}, κ = {k:g})" for (r, k), run in factors.items()),
        whatever_the_verdict=said,
    )
