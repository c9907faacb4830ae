"""Claims R26, R27 and R30: eigenvalues of straight chains of equal masses."""

import numpy as np

from rigid.claims.measures import (
    LENGTHS,
    begins_to_hold,
    grid,
    per_ln,
    percent,
    rounded,
)
from rigid.theory import seed
from rigid.theory.chain import (
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_eigenvalues,
    optimal_relaxation,
    scanned_relaxation,
)
from rigid.theory.rates import rate
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, apart, at_most, in_parts, misprinted, near
from simbench.study.words import listed

EXACT = 1e-6  # of a formula and eigenvalues
MEASURED = 0.02  # of a run's late rate and eigenvalues, by k/ln
ASYMPTOTIC = 0.05
SETTING = "straight chain, N = 10, 100, 1000, equal masses"


@claim(26)
def gauss_seidel_on_chains(results: Results) -> Verdict:
    parts = []
    for bodies in LENGTHS:
        exact = gauss_seidel_radius(chain(bodies))
        run = grid(results, "gs")[bodies, 1.0]
        parts += [
            near(
                counts_per_ln(seed.eq_8_11(bodies)),
                counts_per_ln(exact),
                EXACT * bodies,
                f"N = {bodies}: cos²(π/N) = {seed.eq_8_11(bodies):.10g}, by eigenvalues {exact:.10g}",
            ),
            near(
                per_ln(run),
                counts_per_ln(exact),
                MEASURED,
                f"N = {bodies}: the run's late rate is {rate(run):.8g}",
            ),
        ]
    limit = apart(1 - seed.eq_8_12(1000), 1 - gauss_seidel_radius(chain(1000)))
    parts.append(at_most(limit, 1e-3, f"N = 1000: 1 − ρ is π²/N² to {limit:.1e} of it"))
    from_where = begins_to_hold(
        lambda n: apart(1 - seed.eq_8_12(n), 1 - gauss_seidel_radius(chain(n))), ASYMPTOTIC
    )
    by_eigenvalues, by_runs = (max(part.measured for part in parts[k:-1:2]) for k in (0, 1))
    return in_parts(
        parts,
        f"1 − ρ is π²/N² to {percent(ASYMPTOTIC)} of it {from_where}",
        by_eigenvalues=rounded(by_eigenvalues),
        by_runs=percent(by_runs),
        lengths=listed(LENGTHS),
        asymptotic=percent(ASYMPTOTIC),
        from_where=from_where,
    )


@claim(27)
def jacobi_eigenvalues_of_chains(results: Results) -> Verdict:
    printed, corrected, counted = [], [], []
    for bodies in LENGTHS:
        exact = np.sort(jacobi_eigenvalues(chain(bodies).matrix))
        as_printed = np.sort(seed.eq_8_16(bodies))
        meant = np.sort(seed.eq_8_16(bodies - 1))
        measured = rate(grid(results, "jacobi")[bodies, 1.0])
        counted.append((len(as_printed), len(exact)))
        printed.append(
            Part(
                len(as_printed) == len(exact) and bool(np.abs(as_printed - exact).max() < 1e-9),
                f"N = {bodies}: the formula gives {len(as_printed)} eigenvalues, the map of N bodies has "
                f"{len(exact)}",
            )
        )
        corrected += [
            at_most(
                float(np.abs(meant - exact).max()),
                1e-9,
                f"N = {bodies}: cos(kπ/N), k = 1 … N − 1, is right to {np.abs(meant - exact).max():.0e}",
            ),
            near(
                counts_per_ln(measured),
                counts_per_ln(seed.eq_8_27(bodies)),
                MEASURED,
                f"N = {bodies}: the run's late rate is {measured:.8g}, cos(π/N) {seed.eq_8_27(bodies):.8g}, "
                f"cos(π/(1 + N)) {as_printed[-1]:.8g}",
            ),
        ]
    by_eigenvalues, by_runs = (max(part.measured for part in corrected[k::2]) for k in (0, 1))
    given, there = (listed(numbers) for numbers in zip(*counted, strict=True))
    return misprinted(
        printed,
        corrected,
        "N is the number of constraints there, and that of bodies in the rest of the chapter",
        given=given,
        there=there,
        by_eigenvalues=rounded(by_eigenvalues),
        by_runs=percent(by_runs),
    )


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
