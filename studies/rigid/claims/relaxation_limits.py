"""Claims R4 and R5: for which relaxation sweeps over constraints converge."""

import numpy as np

from rigid.claims.convergence import (
    RANDOM_SETS,
    SHAPES,
    all_below_one,
    converges,
    diverges,
    factor,
    far_open,
    radius_row_by_row,
)
from rigid.claims.measures import rounded, span
from rigid.claims.spinning import modified_inertia, random_inertia
from rigid.theory.chain import gauss_seidel_map, spectral_radius
from rigid.theory.rates import ROUNDING, error
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, below, in_parts

UNDER = (0.8, 0.5, 0.2, 0.1, 0.05)  # relaxations that may mend
FAST = 3.0  # ωh of R5, from which on the matrix with the precession term is far from symmetric


def largest_factor(run: Run) -> float:
    """The largest factor of the energy between two iterates, as long as it is above rounding."""
    energies = error(run).to_numpy()
    trusted = energies[: np.argmax(energies <= ROUNDING) or len(energies)]
    return float((trusted[1:] / trusted[:-1]).max())


@claim(4)
def where_relaxation_converges(results: Results) -> Verdict:
    straight, bent = (
        results.by(name, "sor", "xi") for name in ("rigid_relaxation_limits", "rigid_relaxation_bent")
    )
    inside = {xi: run for xi, run in straight.items() if 0 < xi < 2}
    outside = [run for runs in (straight, bent) for xi, run in runs.items() if not 0 < xi < 2]
    return in_parts(
        [
            all_below_one(map(factor, inside.values()), f"straight chain, ξ = {span(inside, 3)}"),
            below(max(map(largest_factor, inside.values())), 1.0, "the energy's largest factor an iteration"),
        ],
        span=span(inside, 3),
        sharp=None
        if any(map(converges, outside))
        else "From ξ = 2 on no run converges, on straight or on bent chains.",
    ).reaching({"on a bent chain of boxes": all(converges(run) for xi, run in bent.items() if 0 < xi < 2)})


@claim(5)
def under_relaxation(results: Results) -> Verdict:
    mended, diverged = _spinning_pairs()
    far = [run for shape in SHAPES for run in far_open(results, shape).values()]
    arcs = results.by("rigid_jacobi_arcs", "jacobi", "bend", "jacobi_xi", jacobi_form="rows")
    twice = results.by("rigid_joints_twice", "jacobi", "jacobi_xi", of_first=0, averaging="none")
    return in_parts(
        [above(mended, 0, f"so many of {diverged} random joints of spinning bodies on which it diverges")],
        diverged=diverged,
        spin=rounded(FAST),
        opening=rounded(max(far_open(results, SHAPES[0]))),
        symmetric="does not diverge" if not any(map(diverges, far)) else "diverges in some cases",
    ).reaching(
        {
            "under Jacobi row by row on arcs of boxes": any(
                radius_row_by_row(arcs[bend, 1.0]) >= 1 and not diverges(run)
                for (bend, xi), run in arcs.items()
                if xi < 1
            ),
            "under Jacobi for joints that are there twice": diverges(twice[1.0])
            and not all(diverges(run) for xi, run in twice.items() if xi < 1),
        }
    )


def _spinning_pairs() -> tuple[int, int]:
    """How many random sets of rows between two bodies a smaller ξ mends, and how many diverge at ξ = 1.

    The bodies turn by FAST rad in a step, and the matrix has the precession term (4.17), which makes it
    unsymmetric; without it every such set converges.
    """
    random, mended, diverged = np.random.default_rng(1), 0, 0
    for _ in range(RANDOM_SETS):
        jacobian = random.normal(size=(random.integers(2, 9), 12))
        inverse = np.eye(12)
        for body in range(2):
            spin = random.normal(size=3)
            turn = FAST * spin / np.linalg.norm(spin)
            rows = slice(6 * body + 3, 6 * body + 6)
            inverse[rows, rows] = np.linalg.inv(modified_inertia(np.diag(random_inertia(random)), turn))
        radii = {
            xi: spectral_radius(gauss_seidel_map(jacobian @ inverse @ jacobian.T, xi)) for xi in (1.0, *UNDER)
        }
        diverged += radii[1.0] >= 1
        mended += radii[1.0] >= 1 and min(radii.values()) < 1
    return mended, diverged
