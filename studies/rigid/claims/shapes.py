"""Claims R33 and R34: chains that bend, or that are tied to the world."""

import numpy as np

from rigid.claims.convergence import SHAPES
from rigid.claims.formulas import by_eigenvalues
from rigid.claims.measures import per_ln, percent, rounded, span
from rigid.theory import seed
from rigid.theory.chain import chain, counts_per_ln, spectral_radius
from rigid.theory.joints import block_gauss_seidel, coupling, shaped_chain
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, answered, apart, below, in_parts, near
from simbench.study.words import listed


@claim(33)
def straight_is_hardest(results: Results) -> Verdict:
    parts, cases, examples, off = [], {}, [], []
    for shape in SHAPES:
        for ratio in (1.0, 100.0):
            runs = results.by("rigid_bend", "gs", "bend", shape=shape, R=ratio)
            matrices = {bend: shaped_chain(shape, bend, 10, ratio).matrix() for bend in (0.0, *sorted(runs))}
            if ratio == 1:
                couplings = {bend: coupling(matrix) for bend, matrix in matrices.items()}
                straight = couplings.pop(0.0)
                words = ", ".join(f"{value:.4g} (θ = {bend:g})" for bend, value in couplings.items())
                words = f"{shape}: the coupling is {straight:.4g} (θ = 0), {words}"
                parts.append(below(max(couplings.values()) / straight, 1.0, words))
            counts = [counts_per_ln(spectral_radius(block_gauss_seidel(of))) for of in matrices.values()]
            cases[f"for the iterations ({shape}, R = {ratio:g})"] = max(counts[1:]) < counts[0]
            start, end = rounded(counts[0], 3), rounded(counts[-1], 3)
            examples.append(f"from {start} to {end} ({shape}, R = {ratio:g})")
            off += [
                apart(per_ln(runs[bend], "constraints"), k)
                for bend, k in zip(sorted(runs), counts[1:], strict=True)
            ]
    return in_parts(parts).reaching(
        cases, most=f"{max(runs):g}", examples=listed(examples), off=percent(max(off))
    )


@claim(34)
def tied_to_the_world(results: Results) -> Verdict:
    runs = results.by("rigid_length", "gs", "bodies", anchored=True)
    free, off, parts = [], [], []
    for bodies in (10, 50):
        found, law = per_ln(runs[bodies]), counts_per_ln(np.cos(np.pi / (2 * bodies)) ** 2)
        exact = by_eigenvalues("gs", chain(bodies, anchored=True))
        words = f"N = {bodies}: k/ln is {found:.5g}, by cos²(π/(2N)) {law:.5g}, by eigenvalues {exact:.5g}"
        parts.append(near(found, law, 0.02, words))
        off.append(parts[-1].measured)
        free.append(found / counts_per_ln(seed.eq_8_11(bodies)))
    return answered(parts, times=span(free, 3), off=percent(max(off)))
