"""Claims R22 to R25: soft joints, joints that are there twice, and where solvers end."""

from rigid.claims.measures import GRAVITY, gravity_of, how_many, last, number, per_ln, rounded, settled
from rigid.theory.chain import chain, chain_of, counts_per_ln, gauss_seidel_radius
from rigid.theory.warm_start import loads, steady_stretch
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, below, by_case, in_parts
from simbench.study.words import listed

SOLVED = 1e-8  # relative error, an energy: poses are exact to 10⁻⁴ of the displacement
SETTLED = 0.01  # largest relative change of a constant error in the last tenth of a run
STATIC = 0.01  # of the static stretch


@claim(22)
def compliance_helps(results: Results) -> Verdict:
    notes, swept = [], []
    for solver in ("gs", "xpbd"):
        hard = results.run("rigid_joints_twice", solver, of_first=0)
        swept.append(last(hard, "constraint_error"))
        notes.append(f"joints twice, hard, {solver}: {hard.manifest['status']}, |c| {swept[-1]:.1e}")
    hard = results.run("rigid_joints_twice", "direct", of_first=0)
    unsolvable = hard.manifest["status"] not in ("converged", "max_iterations")
    errors = {
        alpha: last(run, "relative_error")
        for alpha, run in results.by("rigid_joints_twice_soft", "direct", "of_first").items()
    }
    worst = max(errors.values())
    words = (
        f"joints twice, direct: hard {hard.manifest['status']}; the relative errors of soft ones are "
        + listed(f"{error:.1e} (α = {alpha:g})" for alpha, error in errors.items())
    )
    solvable = below(worst, SOLVED, words) if unsolvable else Part(False, words)
    hard_count, times, stretch = counts_per_ln(gauss_seidel_radius(chain(10))), {}, {}
    for alpha, run in results.by("rigid_compliance", "xpbd", "compliance", R=1).items():
        if alpha == 0:
            continue
        found, exact = per_ln(run), counts_per_ln(gauss_seidel_radius(chain_of(run.scene)))
        times[alpha], stretch[alpha] = found / hard_count, alpha * GRAVITY * 10
        notes.append(
            f"chain, α = {alpha:g} m/N: k/ln is {number(found)} (by eigenvalues {exact:.4g}), hard "
            f"{hard_count:.4g}; the top joint of ten hanging kilograms gives way by {stretch[alpha]:.3g} m"
        )
    faster = below(max(times.values()), 1.0, "chain: the iterations of a soft one over those of a hard one")
    least, most = min(times), max(times)
    return in_parts(
        [solvable, faster],
        *notes,
        solves="does not solve" if unsolvable else "solves",
        error=rounded(worst),
        opening=rounded(max(swept)),
        least_times=rounded(times[least]),
        least_stretch=rounded(stretch[least]),
        most_times=rounded(times[most]),
        most_stretch=rounded(stretch[most]),
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
    cases, notes, sentences = {}, [], []
    for bodies, words in ((1, "one mass"), (10, "a rope of ten")):
        parts = cases[words] = []
        worst = []
        for alpha in (1e-4, 1e-3):
            runs = results.by(
                "rigid_softness", "xpbd", "iterations", bodies=bodies, compliance=alpha, substeps=1
            )
            off = {k: static_deviation(run) for k, run in runs.items()}
            worst.append(
                f"{rounded(off[min(off)])} (K = {min(off):g}) to {rounded(off[max(off)])} (K = "
                f"{max(off):g}) at α = {rounded(alpha)} m/N"
            )
            parts.append(
                at_most(
                    max(off.values()),
                    STATIC,
                    f"α = {alpha:g} m/N: off by "
                    + listed(f"{number(value)} (K = {k:g})" for k, value in off.items()),
                )
            )
        sentences.append(f"{words} {' and '.join(worst)}")
        pbd = results.by("rigid_softness", "gs", "iterations", bodies=bodies, compliance=1e-3, substeps=1)
        notes.append(
            f"{words}, PBD: the largest stretch is "
            + listed(f"{number(settled(run))} m (K = {k:g})" for k, run in pbd.items())
        )
    of = results.run("rigid_softness", "xpbd", bodies=10, compliance=1e-4, substeps=1, iterations=2)
    said = float(steady_stretch(chain_of(of.scene), 2, of.scene["step"]["time_step"]).max())
    return by_case(
        "the number of joints",
        cases,
        *notes,
        f"theory: two sweeps settle at {said:.6g} m with α = 10⁻⁴ m/N, the run at {number(settled(of))} m",
        shares="; ".join(sentences),
    )


@claim(24)
def both_ways_one_answer(results: Results) -> Verdict:
    on_chains, on_boxes = [], {}
    for solver in ("xpbd", "vbd"):
        runs = results.by("rigid_compliance", solver, "R", "compliance")
        on_chains += [
            _solved(run, f"{solver}, chain, R = {r:g}, α = {a:g} m/N")
            for (r, a), run in runs.items()
            if a > 0
        ]
        bent = results.by("rigid_compliance_bent", solver, "compliance")
        on_boxes[solver] = [_solved(run, f"{solver}, boxes, α = {a:g} m/N") for a, run in bent.items()]
    boxes = " and ".join(
        f"{how_many(parts)} runs of {SOLVER_LABELS[solver]} do (relative error up to "
        f"{rounded(max(part.measured for part in parts))})"
        for solver, parts in on_boxes.items()
    )
    turn = [part for parts in on_boxes.values() for part in parts]
    cases = {"masses on a line": on_chains, "boxes that turn": turn}
    return by_case("whether bodies turn", cases, chains=how_many(on_chains), boxes=boxes)


def _solved(run: Run, words: str, digits: int = 1) -> Part:
    error = last(run, "relative_error")
    return at_most(max(error, 0), SOLVED, f"{words}: ends at {error:.{digits}e}")


@claim(25)
def least_squares_minimum(results: Results) -> Verdict:
    on_chain = {
        solver: results.run("rigid_same_answer", solver) for solver in ("gs", "jacobi", "sor", "avbd")
    }

    def bent(solver: str, *axes: str, **setting) -> dict:
        return results.by("rigid_three_dimensions", solver, *axes, bodies=10, R=1, **setting)

    sweeps = {f"gs {form}": run for form, run in bent("gs", "gs_form").items()}
    sweeps |= {f"jacobi, averaging {name}": run for name, run in bent("jacobi", "averaging").items()}
    sweeps |= {f"sor {form}": run for form, run in bent("sor", "sor_form").items()}
    avbd = {f"avbd, s = {s:g}": run for s, run in bent("avbd", "s", avbd_form="vector").items()}
    groups = {
        "masses on a line": on_chain,
        "boxes, sweeps over constraints": sweeps,
        "boxes, sweeps over bodies": avbd,
    }
    moving = [
        f"{words}, {solver}"
        for words, runs in groups.items()
        for solver, run in runs.items()
        if not _at_rest(run)
    ]
    cases = {
        words: [
            _solved(run, f"{solver}, with |c| = {last(run, 'constraint_error'):.1e} m", 2)
            for solver, run in runs.items()
            if _at_rest(run)
        ]
        for words, runs in groups.items()
    }
    ends = [
        f"on {words} {how_many(parts)} (relative error up to {rounded(max(part.measured for part in parts))})"
        for words, parts in cases.items()
        if parts
    ]
    return by_case(
        "whether bodies turn, and what is swept over",
        {words: parts for words, parts in cases.items() if parts},
        ends="; ".join(ends),
        moving=listed(moving) or None,
    )


def _at_rest(run: Run) -> bool:
    """The relative error is small, or has not changed in the last tenth of the iterations."""
    errors = run.first_step["relative_error"].astype(float)
    end = float(errors.iloc[-1])
    return end <= SOLVED or abs(float(errors.iloc[int(0.9 * len(errors))]) / end - 1) <= SETTLED
