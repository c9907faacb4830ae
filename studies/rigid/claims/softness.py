"""Claims R22 to R25: soft joints, joints that are there twice, and where solvers end."""

from rigid.claims.convergence import all_below_one, converges, random_matrices
from rigid.claims.measures import gravity_of, last, rounded, settled, span
from rigid.theory.chain import chain_of, gauss_seidel_map, spectral_radius
from rigid.theory.warm_start import loads
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, in_parts
from simbench.study.words import listed

ARRIVED = 5e-4  # relative error, an energy
SETTLED = 0.01  # largest relative change of a constant error in the last tenth of a run
STATIC = 0.01  # of the static stretch
SOFT = 0.1  # α̃ of R22 [1/kg]
SOFTNESSES = (1e-4, 1e-3)  # α of R23 [m/N]
ROUNDING = 1e-9  # of a radius that is 1 in theory


@claim(22)
def compliance_helps(results: Results) -> Verdict:
    def radii(compliance: float) -> list[float]:
        """ρ(G) of random sets of more rows than there are masses."""
        matrices = random_matrices(lambda random, rows: -random.integers(1, rows), compliance)
        return [spectral_radius(gauss_seidel_map(matrix)) for matrix in matrices]

    hard = results.run("rigid_joints_twice", "direct", of_first=0).manifest["status"]
    soft = results.by("rigid_joints_twice_soft", "direct", "of_first")
    error = max(last(run, "relative_error") for run in soft.values())
    swept = [results.run("rigid_joints_twice", solver, of_first=0) for solver in ("gs", "xpbd")]
    without, with_it = radii(0.0), radii(SOFT)
    helped = Part(min(without) >= 1 - ROUNDING, "hard: none of the random over-constrained sets converges")
    solves = hard in ("converged", "max_iterations")
    return in_parts(
        [
            helped,
            all_below_one(with_it, f"the same with α̃ = {SOFT:g}/kg"),
            Part(not solves and error <= ARRIVED, "a direct solver needs it for joints that are there twice"),
        ],
        f"hard joints that are there twice, by a direct solver: {hard}",
        sets=len(without),
        compliance=rounded(SOFT),
        error=rounded(error),
    ).reaching(
        {
            "for joints that are there twice but agree (sweeps close these without it)": not all(
                map(converges, swept)
            )
        }
    )


def static_deviation(run: Run) -> float:
    """The relative deviation of the largest stretch of a soft rope at rest from α times its weight."""
    return abs(settled(run) / static_stretch(run) - 1)


def static_stretch(run: Run) -> float:
    """α times the weight of a soft rope [m]: by that much its top joint is open at rest."""
    of, step = chain_of(run.scene), run.scene["step"]
    substep = step["time_step"] / step.get("substeps", 1)
    return of.compliance * float(loads(of, substep, gravity_of(run)).max())


@claim(23)
def softness_over_iterations(results: Results) -> Verdict:
    relaxed = next(iter(results.by("rigid_stiffness", "sor", "xi", bodies=2).values())).first_step
    falls = float(relaxed["constraint_error"].iloc[-1] / relaxed["constraint_error"].iloc[1])
    off = {bodies: _deviations(results, bodies) for bodies in (1, 10)}
    needed = {alpha: _first_right(of) for alpha, of in off[10].items()}
    worst = max(max(of.values()) for of in off[1].values())
    few = {alpha: of[min(of)] for alpha, of in off[10].items()}
    return in_parts(
        [
            above(
                abs(1 - falls),
                STATIC,
                "PBD with ξ < 1: how far the error moves from the first iteration to the last",
            ),
            at_most(worst, STATIC, "XPBD, one mass: how far its stretch is off for any number of sweeps"),
        ],
        *(
            f"rope of ten, α = {alpha:g} m/N: off by "
            + listed(f"{rounded(value)} (K = {k:g})" for k, value in of.items())
            for alpha, of in off[10].items()
        ),
        worst=rounded(worst),
        rope=listed(
            f"from {count:g} sweeps a frame on with α = {rounded(alpha)} m/N"
            if count
            else f"at no number up to {max(off[10][alpha]):g} with α = {rounded(alpha)} m/N"
            for alpha, count in needed.items()
        ),
        few=span(few.values()),
        allowed=rounded(100 * STATIC),
    ).reaching({"for a rope of ten bodies before its sweeps have converged": max(few.values()) <= STATIC})


def _deviations(results: Results, bodies: int) -> dict[float, dict[float, float]]:
    """How far the stretch of a rope under XPBD is off, by α and by the number of sweeps."""
    runs = results.by("rigid_softness", "xpbd", "compliance", "iterations", bodies=bodies, substeps=1)
    found: dict[float, dict[float, float]] = {alpha: {} for alpha in SOFTNESSES}
    for (alpha, sweeps), run in runs.items():
        if alpha in found:
            found[alpha][sweeps] = static_deviation(run)
    return found


def _first_right(off: dict[float, float]) -> float | None:
    """The number of sweeps from which on the stretch is right."""
    right = [sweeps for sweeps in sorted(off) if all(off[more] <= STATIC for more in off if more >= sweeps)]
    return right[0] if right else None


@claim(24)
def both_ways_one_answer(results: Results) -> Verdict:
    on_chains, on_boxes = {}, {}
    for solver in ("xpbd", "vbd"):
        chains = results.by("rigid_compliance", solver, "R", "compliance").items()
        on_chains[solver] = max(last(run, "relative_error") for (_, alpha), run in chains if alpha > 0)
        boxes = results.by("rigid_compliance_bent", solver, "compliance").values()
        on_boxes[solver] = max(last(run, "relative_error") for run in boxes)
    words = {"xpbd": "sweeps over constraints", "vbd": "sweeps over bodies"}
    return in_parts(
        [
            at_most(max(error, 0.0), ARRIVED, f"masses on a line: {words[s]}")
            for s, error in on_chains.items()
        ],
        chains=rounded(max(0.0, *on_chains.values())),
        **{solver: rounded(max(0.0, error)) for solver, error in on_boxes.items()},
    ).reaching(
        {"for bent chains of boxes with errors that are not linear": max(on_boxes.values()) <= ARRIVED}
    )


@claim(25)
def least_squares_minimum(results: Results) -> Verdict:
    def bent(solver: str, **setting) -> list[Run]:
        return list(results.by("rigid_three_dimensions", solver, bodies=10, R=1, **setting).values())

    on_a_line = {solver: results.run("rigid_same_answer", solver) for solver in ("gs", "jacobi", "sor")}
    ends = {
        "Gauss–Seidel": bent("gs"),
        "Jacobi": bent("jacobi", averaging="none"),
        "over-relaxation": bent("sor"),
        "AVBD": bent("avbd", avbd_form="vector"),
        "Jacobi that averages": bent("jacobi", averaging="count"),
    }
    errors = {
        name: max(last(run, "relative_error") for run in runs if _at_rest(run)) for name, runs in ends.items()
    }
    return in_parts(
        [
            at_most(
                max(last(run, "relative_error"), 0.0), ARRIVED, f"masses on a line, {SOLVER_LABELS[solver]}"
            )
            for solver, run in on_a_line.items()
        ],
        line=rounded(max(0.0, *(last(run, "relative_error") for run in on_a_line.values()))),
        boxes=listed(f"{rounded(error)} under {name}" for name, error in errors.items()),
    ).reaching({f"on a bent chain of boxes under {name}": error <= ARRIVED for name, error in errors.items()})


def _at_rest(run: Run) -> bool:
    """The relative error is small, or has not changed in the last tenth of the iterations."""
    errors = run.first_step["relative_error"].astype(float)
    end = float(errors.iloc[-1])
    return end <= ARRIVED or abs(float(errors.iloc[int(0.9 * len(errors))]) / end - 1) <= SETTLED
