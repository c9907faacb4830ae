"""Claims R26, R27 and R30: eigenvalues of straight chains of equal masses."""

import numpy as np

from rigid.claims.formulas import ASYMPTOTIC, EXACT, of_formula
from rigid.claims.measures import LENGTHS, begins_to_hold, grid, percent, rounded
from rigid.theory import seed
from rigid.theory.chain import (
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_eigenvalues,
    optimal_relaxation,
    scanned_relaxation,
)
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, apart, at_most, in_parts, misprinted, near
from simbench.study.words import listed


@claim(26)
def gauss_seidel_on_chains(results: Results) -> Verdict:
    where = begins_to_hold(
        lambda n: apart(1 - seed.eq_8_12(n), 1 - gauss_seidel_radius(chain(n))), ASYMPTOTIC
    )
    off = apart(1 - seed.eq_8_12(1000), 1 - gauss_seidel_radius(chain(1000)))
    limit = at_most(off, 1e-3, "N = 1000: 1 − ρ is π²/N², to this share")
    return of_formula(results, "gs", lambda n: counts_per_ln(seed.eq_8_11(n)), EXACT, [limit]).reaching(
        {}, lengths=listed(LENGTHS), asymptotic=percent(ASYMPTOTIC), from_where=where
    )


@claim(27)
def jacobi_eigenvalues_of_chains(results: Results) -> Verdict:
    printed, corrected = [], []
    for bodies in LENGTHS:
        exact = jacobi_eigenvalues(chain(bodies).matrix)
        given = seed.eq_8_16(bodies)
        words = f"N = {bodies}: the formula gives {len(given)} eigenvalues, and there are {len(exact)}"
        printed.append(Part(len(given) == len(exact), words))
        off = float(np.abs(np.sort(seed.eq_8_16(bodies - 1)) - exact).max())
        corrected.append(at_most(off, 1e-9, f"N = {bodies}: cos(kπ/N), k = 1 … N − 1, is right to this"))
    runs = of_formula(results, "jacobi", lambda n: counts_per_ln(seed.eq_8_27(n)), EXACT)
    return misprinted(
        printed,
        [*corrected, *runs.parts],
        "N is the number of constraints there, and that of bodies in the rest of the chapter",
        by_map=rounded(max(part.measured for part in corrected)),
    ).reaching(runs.cases, **runs.values)


@claim(30)
def best_relaxation(results: Results) -> Verdict:
    parts, off, scanned = [], [], []
    runs = grid(results, "sor")
    for bodies in LENGTHS:
        printed, of = seed.eq_8_21(bodies), chain(bodies)
        parts.append(
            at_most(
                abs(printed - optimal_relaxation(of)),
                1e-4,
                f"N = {bodies}: 2/(1 + sin(π/N)) = {printed:.8g}, where Young's formula is least "
                f"{optimal_relaxation(of):.8g}",
            )
        )
        if bodies <= 100:
            xi, _ = scanned_relaxation(of.matrix)
            scanned.append(abs(xi - printed))
            parts.append(at_most(scanned[-1], 2e-3, f"N = {bodies}: a scan is least at {xi:.5g}"))
        used = float(runs[bodies, 1.0].first_step["relaxation"].iloc[-1])
        off.append(abs(used - printed))
        parts.append(at_most(off[-1], 1e-4, f"N = {bodies}: `optimal` is {used:.8g} in the run"))
    xi, radius = seed.eq_8_23(1000)
    found = gauss_seidel_radius(chain(1000), optimal_relaxation(chain(1000)))
    parts += [
        near(2 - xi, 2 - optimal_relaxation(chain(1000)), ASYMPTOTIC, f"N = 1000: 2(1 − π/N) = {xi:.6f}"),
        near(1 - radius, 1 - found, ASYMPTOTIC, f"N = 1000: 1 − 2π/N = {radius:.6f}, ρ is {found:.6f}"),
    ]
    where = begins_to_hold(lambda n: apart(1 - seed.eq_8_23(n)[1], 1 - seed.eq_8_22(n)), ASYMPTOTIC)
    return in_parts(
        parts,
        f"1 − ρ is 2π/N to {percent(ASYMPTOTIC)} of it {where}",
        scanned=rounded(max(scanned)),
        off=rounded(max(off)),
        rate=percent(parts[-1].measured),
        longest=LENGTHS[-1],
        asymptotic=percent(ASYMPTOTIC),
        where=where,
    )
