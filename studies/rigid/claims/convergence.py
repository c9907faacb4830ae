"""Claims R1 to R3: when sweeps over constraints converge, and how dominance bounds their speed."""

from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np

from rigid.claims.measures import grid, largest, per_ln, reduction, rounded, span
from rigid.theory.chain import chain_of, gauss_seidel_map, jacobi_map, spectral_radius
from rigid.theory.joints import shaped_chain
from rigid.theory.rates import rate
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, in_parts

CONVERGED = 1e-6  # of the first |c|
TOLD_FROM_ONE = 1e-9  # a run converges if its factor is below 1 by more than this
GROWN = 1e3  # times the first |c|: above it an iteration has diverged at first
RANDOM_SETS = 200
SHAPES = ("zigzag", "arc")
JACOBI_BY_JOINT = {"jacobi_form": "vector", "jacobi_xi": 1, "averaging": "none"}
SLOWER = 1.05  # the ratio of two counts that differ


def far_open(results: Results, shape: str) -> dict[float, Run]:
    """Runs of Gauss–Seidel on chains with far open joints, by the opening [m]."""
    return results.by(
        "rigid_large_errors", "gs", "opening", shape=shape, gs_form="vector", update="nonlinear"
    )


def converges(run: Run) -> bool:
    """Whether |c| ends small, or is still falling at the end."""
    return reduction(run) < 1 and (reduction(run) < CONVERGED or rate(run, "constraints") < 1)


def factor(run: Run) -> float:
    """The factor of |c| per iteration: the late rate, or the mean rate if only rounding is left.

    It is at least 1 if the run does not converge.
    """
    late = rate(run, "constraints")
    if not converges(run):
        return max(late, 1.0)
    return late if late < 1 else reduction(run) ** (1 / int(run.first_step["iteration"].iloc[-1]))


def growth(run: Run) -> float:
    """The largest |c| of a run over the first one."""
    return largest(run, "constraint_error") / float(run.first_step["constraint_error"].iloc[0])


def diverges(run: Run) -> bool:
    """Whether |c| does not become small, or first grows by more than GROWN."""
    return not converges(run) or growth(run) > GROWN


def radius_row_by_row(run: Run, relaxation: float = 1.0) -> float:
    """ρ of Jacobi's map on single rows in the pose of a zigzag or an arc with closed joints."""
    described = run.scene["chain"]
    matrix = shaped_chain(described["shape"], described["bend"], described["bodies"]).matrix()
    return spectral_radius(jacobi_map(matrix, relaxation))


def all_below_one(factors: Iterable[float], finding: str) -> Part:
    """A part on 1 less the largest factor: a ratio of factors near 1 would make every margin thin."""
    distance = 1 - max(factors)
    return above(distance, TOLD_FROM_ONE, f"{finding}; 1 less the largest factor an iteration")


def random_matrices(change: Callable[[np.random.Generator, int], int], compliance: float = 0.0) -> list:
    """J M⁻¹ Jᵀ (+ compliance on the diagonal) of random rows between bodies of 0.01 to 100 kg.

    change(random, rows) is the number of columns that J has above its number of rows.
    """
    random = np.random.default_rng(1)
    found = []
    for _ in range(RANDOM_SETS):
        rows = random.integers(2, 12)
        jacobian = random.normal(size=(rows, rows + change(random, rows)))
        masses = 10 ** random.uniform(-2, 2, jacobian.shape[1])
        found.append(jacobian / masses @ jacobian.T + compliance * np.eye(rows))
    return found


def random_radii() -> list[float]:
    """ρ(G) of random sets of independent rows."""
    matrices = random_matrices(lambda random, rows: random.integers(0, 6))
    return [spectral_radius(gauss_seidel_map(matrix)) for matrix in matrices]


@claim(1)
def gauss_seidel_converges(results: Results) -> Verdict:
    runs, radii = grid(results, "gs"), random_radii()
    rates = [rate(run) for run in runs.values()]
    bent = results.by("rigid_three_dimensions", "gs", "bodies", "R", gs_form="vector")
    far = [run for shape in SHAPES for run in far_open(results, shape).values()]
    twice = results.run("rigid_joints_twice", "gs", of_first=0)
    parts = [
        all_below_one(rates, f"straight chains of {span(n for n, _ in runs)} bodies"),
        all_below_one(radii, f"{len(radii)} random sets of independent rows"),
    ]
    return in_parts(
        parts,
        f"the largest factors an iteration: {max(rates):.9g} (straight chains), {max(radii):.9g} (random "
        f"rows), {max(map(factor, bent.values())):.6g} (bent chains), {max(map(factor, far)):.4g} (far open)",
        ratio=rounded(max(ratio for _, ratio in runs)),
        matrices=len(radii),
        least=rounded(1 - max(rates + radii)),
    ).reaching(
        {
            "for bent chains of boxes with errors that are not linear": all(map(converges, bent.values())),
            f"with joints that begin {rounded(max(far_open(results, SHAPES[0])))} m open": all(
                map(converges, far)
            ),
            "for joints that are there twice and hence dependent": converges(twice),
        }
    )


@claim(2)
def jacobi_is_slower(results: Results) -> Verdict:
    runs, of_gauss_seidel = grid(results, "jacobi"), grid(results, "gs")
    times = {key: per_ln(run) / per_ln(of_gauss_seidel[key]) for key, run in runs.items()}
    equal, unequal = ([of for (_, r), of in times.items() if (r == 1) == same] for same in (True, False))
    boxes = {}
    for bodies in (2, 10):
        wave = results.run("rigid_jacobi_rows", "jacobi", **JACOBI_BY_JOINT, bodies=bodies)
        sweep = results.run("rigid_three_dimensions", "gs", bodies=bodies, R=1, gs_form="vector")
        boxes[bodies] = per_ln(wave, "constraints") / per_ln(sweep, "constraints")
    arcs = results.by("rigid_jacobi_arcs", "jacobi", "bend", jacobi_form="rows", jacobi_xi=1).values()
    twice = results.run("rigid_joints_twice", "jacobi", of_first=0, jacobi_xi=1, averaging="none")
    fail = {
        "on arcs whose joints are solved row by row": any(radius_row_by_row(run) >= 1 for run in arcs),
        "on joints that are there twice": diverges(twice),
    }
    return in_parts(
        [above(min(equal), 1.0, "straight chains of equal masses: times the iterations of Gauss–Seidel")],
        times=span(equal, 4),
        fails=" and ".join(words for words, diverged in fail.items() if diverged) or None,
    ).reaching(
        {
            "on straight chains with heavy ends": min(unequal) > 1,
            "on a bent chain of ten boxes": boxes[10] > SLOWER,
            "on a single joint, where both do the same": boxes[2] > SLOWER,
        }
    )


@claim(3)
def dominance_bounds_rates(results: Results) -> Verdict:
    chains = {
        name: [(chain_of(run.scene), run) for run in results.by(name, "gs", "masses").values()]
        for name in ("rigid_three_bodies", "rigid_dominance")
    }
    both = [(of.dominance(), run) for found in chains.values() for of, run in found]
    strict = [(r, rate(run)) for r, run in both if r < 1 - TOLD_FROM_ONE]
    others = [per_ln(run) for r, run in both if r >= 1 - TOLD_FROM_ONE]
    pairs = [(one, other) for one, other in combinations(strict, 2) if _differ(one, other)]
    wrong = [pair for pair in pairs if (pair[0][0] < pair[1][0]) != (pair[0][1] < pair[1][1])]
    worst = max(wrong, key=lambda pair: abs(pair[0][1] - pair[1][1]), default=None)
    bound = at_most(max(rho / r for r, rho in strict), 1.0, "the factor an iteration over r, at most")
    return in_parts(
        [
            bound,
            at_most(len(wrong), 0, "pairs of chains of which the one with the smaller r is the slower"),
        ],
        bounded="all" if bound.holds else "not all",
        worst=None if worst is None else _in_words(worst),
        equal=span(others) if others else None,
    )


def _differ(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether both r and both factors differ by a hundredth."""
    return abs(one[0] - other[0]) > 0.01 and abs(one[1] - other[1]) > 0.01


def _in_words(pair: tuple[tuple[float, float], tuple[float, float]]) -> str:
    (r, rho), (s, sigma) = sorted(pair)
    return (
        f"a chain with r = {rounded(r)} loses {rounded(1 - rho)} of its error an iteration, and one with "
        f"r = {rounded(s)} loses {rounded(1 - sigma)}"
    )
