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
)
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, apart, at_most, in_parts, misprinted, near
from simbench.study.words import listed, together


@claim(26)
def gauss_seidel_on_chains(results: Results) -> Verdict:
    where = begins_to_hold(
        lambda n: apart(1 - gauss_seidel_radius(chain(n)), 1 - seed.eq_8_12(n)), ASYMPTOTIC
    )
    off = apart(1 - gauss_seidel_radius(chain(1000)), 1 - seed.eq_8_12(1000))
    limit = at_most(off, 1e-3, "N = 1000: 1 − ρ is π²/N², to this share")
    return of_formula(results, "gs", lambda n: counts_per_ln(seed.eq_8_11(n)), EXACT, [limit]).reaching(
        {}, lengths=together(map(str, LENGTHS)), asymptotic=percent(ASYMPTOTIC), from_where=where
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
    runs = grid(results, "sor")
    young = {bodies: optimal_relaxation(chain(bodies)) for bodies in LENGTHS}
    exact = max(abs(seed.eq_8_21(bodies) - xi) for bodies, xi in young.items())
    used = {bodies: float(runs[bodies, 1.0].first_step["relaxation"].iloc[-1]) for bodies in young}
    longest = max(LENGTHS)
    said, radius = seed.eq_8_23(longest)
    found = gauss_seidel_radius(chain(longest), young[longest])

    def off(bodies: int) -> float:
        return apart(1 - seed.eq_8_22(bodies), 1 - seed.eq_8_23(bodies)[1])

    return in_parts(
        [
            near(
                2 - young[longest], 2 - said, ASYMPTOTIC, f"N = {longest}: 2 − ξ*, which is 2π/N as printed"
            ),
            near(1 - found, 1 - radius, ASYMPTOTIC, f"N = {longest}: 1 − ρ, which is 2π/N as printed"),
        ],
        "ξ in runs with `optimal`: " + listed(f"{xi:.8g} (N = {bodies})" for bodies, xi in used.items()),
        rate=percent(apart(1 - found, 1 - radius)),
        longest=longest,
        where=begins_to_hold(off, ASYMPTOTIC),
        asymptotic=percent(ASYMPTOTIC),
        short=percent(off(min(LENGTHS))),
    ).reaching(
        {f"at N = {bodies}": off(bodies) <= ASYMPTOTIC for bodies in LENGTHS if bodies < longest}
        | {"for each N by the formula before the limit (8.21)": exact <= EXACT}
    )
