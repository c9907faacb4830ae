"""Claims R33 and R34: chains that bend, or that are tied to the world."""

import math

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.convergence import SHAPES
from simbench.claims.rigid.measures import how_many, number, per_ln, percent, rounded, span
from simbench.claims.verdicts import Verdict, apart, at_most, in_parts, near
from simbench.rigid import seed
from simbench.rigid.chain import chain, counts_per_ln, gauss_seidel_radius

ASYMPTOTIC = 0.1


@rigid_claim(
    33,
    "The coupling of constraints, and with it the number of iterations, is largest where the bodies are in "
    "a straight line.",
    source="Sec. 8.1",
    setting="ten boxes with ball joints that are turned by ±θ (zigzag) or kθ (arc), θ = 0.01 … 0.5",
    figure="chain_bend",
)
def straight_is_hardest(results: Results) -> Verdict:
    parts, notes, examples = [], [], []
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
            of_straight = counts_per_ln(gauss_seidel_radius(chain(10, ratio)))
            examples.append(
                f"{shape}s of R = {ratio:g} take "
                f"{span([v for b, v in counts.items() if b != min(counts)], 3)} if bent more, the straight "
                f"chain {rounded(of_straight, 3)}"
            )
            halved = [bend for bend, value in counts.items() if value <= straight / 2]
            notes.append(
                f"R = {ratio:g}, {shape}: "
                + (f"half of it is left at θ = {halved[0]:g}" if halved else "no θ halves it")
                + f"; a straight chain has {of_straight:.4g}"
            )
    largest = max(part.measured for part in parts)
    return in_parts(
        parts,
        *notes,
        confirmed=f"The least bent chains take the most iterations a factor e: {'; '.join(examples)}.",
        partly=f"The least bent chain takes the most iterations a factor e in {how_many(parts)} cases: "
        f"{'; '.join(examples)}.",
        refuted=f"Bent chains take up to {rounded(largest)} times the iterations of the straightest: "
        f"{'; '.join(examples)}.",
    )


@rigid_claim(
    34,
    "The formulas of the free chain hold for a chain that is tied to the world, too.",
    source="not covered by the source",
    setting="straight chain that is tied to the world, N = 2 … 50, equal masses",
    figure="chain_length",
)
def tied_to_the_world(results: Results) -> Verdict:
    printed, law, off_law = [], [], []
    runs = results.by("rigid_length", "gs", "bodies", anchored=True)
    for bodies in (10, 50):
        found = per_ln(runs[bodies])
        said = counts_per_ln(seed.eq_8_11(bodies))
        printed.append(
            near(found, said, ASYMPTOTIC, f"N = {bodies}: k/ln is {found:.5g}, for the free chain {said:.5g}")
        )
        exact = counts_per_ln(math.cos(math.pi / (2 * bodies)) ** 2)
        by_eigenvalues = counts_per_ln(gauss_seidel_radius(chain(bodies, anchored=True)))
        off_law.append(apart(found, exact))
        law.append(
            f"N = {bodies}: cos²(π/(2N)) gives k/ln = {exact:.5g}, eigenvalues {by_eigenvalues:.5g}, the "
            f"run {found:.5g}"
        )
    times = [per_ln(runs[bodies]) / counts_per_ln(seed.eq_8_11(bodies)) for bodies in (10, 50)]
    words = (
        f"A rope takes {span(times, 3)} times the iterations of the free chain. Runs fit ρ(G) = "
        f"cos²(π/(2N)), that of a free chain twice as long, to {percent(max(off_law))} of k/ln."
    )
    return in_parts(
        printed,
        "the law is ρ(G) = cos²(π/(2N)): a rope is as slow as a chain twice as long",
        *law,
        whatever_the_verdict=words,
    )
