"""Claims R33 and R34: chains that bend, or that are tied to the world."""

import math

from rigid.claims.convergence import SHAPES
from rigid.claims.measures import number, per_ln, percent, rounded, span
from rigid.theory import seed
from rigid.theory.chain import chain, counts_per_ln, gauss_seidel_radius, spectral_radius
from rigid.theory.joints import block_gauss_seidel, shaped_chain
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, apart, at_most, below, in_parts, near
from simbench.study.words import listed

ASYMPTOTIC = 0.1
MEASURED = 0.1  # of late rates, by k/ln


@claim(33)
def straight_is_hardest(results: Results) -> Verdict:
    cases, notes, examples, off = {}, [], [], []
    for ratio in (1.0, 100.0):
        straight = _by_eigenvalues("arc", 0.0, ratio)
        for shape in SHAPES:
            runs = results.by("rigid_bend", "gs", "bend", shape=shape, R=ratio)
            counts = {bend: _by_eigenvalues(shape, bend, ratio) for bend in runs}
            measured = {bend: per_ln(run, "constraints") for bend, run in runs.items()}
            off += [apart(measured[bend], counts[bend]) for bend in runs]
            in_order = [straight, *(counts[bend] for bend in sorted(counts))]
            cases[f"{shape}, R = {ratio:g}"] = below(
                max(in_order[1:]) / straight,
                1.0,
                f"{shape}, R = {ratio:g}: k/ln is {straight:.4g} (θ = 0), by eigenvalues and run "
                + listed(f"{counts[b]:.4g}, {number(measured[b])} (θ = {b:g})" for b in runs),
            )
            halved = [bend for bend in sorted(counts) if counts[bend] <= straight / 2]
            notes.append(
                f"R = {ratio:g}, {shape}: "
                + (f"half of it is left at θ = {halved[0]:g}" if halved else "no θ halves it")
            )
            ends = [rounded(counts[bend], 3) for bend in (min(counts), max(counts))]
            examples.append(
                f"{rounded(straight, 3)} to {ends[0]} and {ends[1]} for {shape}s of R = {ratio:g}"
            )
    agree = at_most(max(off), MEASURED, "k/ln of runs differs from that of eigenvalues by this share at most")
    return in_parts(
        [*cases.values(), agree],
        *notes,
        least=min(counts),
        most=max(counts),
        examples="; ".join(examples),
        off=percent(max(off)),
    )


def _by_eigenvalues(shape: str, bend: float, ratio: float) -> float:
    """k/ln of Gauss–Seidel on ten boxes whose joints are closed."""
    matrix = shaped_chain(shape, bend, 10, ratio).matrix()
    return counts_per_ln(spectral_radius(block_gauss_seidel(matrix)))


@claim(34)
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
    return in_parts(
        printed,
        "the law is ρ(G) = cos²(π/(2N)): a rope is as slow as a chain twice as long",
        *law,
        times=span(times, 3),
        off=percent(max(off_law)),
    )
