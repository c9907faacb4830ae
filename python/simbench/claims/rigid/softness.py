"""Claims R22 to R25: soft joints, joints that are there twice, and where solvers end."""

from simbench.claims.measures import GRAVITY, listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import how_many, last, number, per_ln, percent, rounded, settled, span
from simbench.claims.verdicts import Part, Verdict, at_most, below, in_parts
from simbench.results import Run
from simbench.rigid import SOLVER_LABELS
from simbench.rigid.chain import chain, chain_of, counts_per_ln, gauss_seidel_radius
from simbench.rigid.warm_start import loads, steady_stretch

SOLVED = 1e-8  # relative error, an energy: poses right to 10⁻⁴ of the way
FASTER = 0.9  # times the iterations
STATIC = 0.01  # of the static stretch


@rigid_claim(
    22,
    "Compliance makes over-constrained systems solvable, and faster to solve.",
    source="Sec. 4.3, 6.4.1",
    setting="three masses whose joints are there twice; chain of ten, α̃ = 10⁻³ … 10 /kg under `xpbd`",
    figure="chain_three_dimensions",
)
def compliance_helps(results: Results) -> Verdict:
    parts, notes, solved = [], [], []
    for solver in ("direct", "gs", "xpbd"):
        runs = results.by("rigid_joints_twice", solver, "of_first")
        ends = {alpha: (run.manifest["status"], last(run, "constraint_error")) for alpha, run in runs.items()}
        hard = ends[0]
        without = hard[0] in ("converged", "max_iterations")
        name = "a direct solver" if solver == "direct" else SOLVER_LABELS[solver]
        solved.append(f"{name} {'solves' if without else 'does not solve'} hard ones")
        if solver == "gs":
            notes.append(f"joints twice, hard, gs: {hard[0]}, |c| {hard[1]:.1e}")
            continue
        soft = results.by("rigid_joints_twice_soft", solver, "of_first")
        errors = {alpha: last(run, "relative_error") for alpha, run in soft.items()}
        solved[-1] += f" and has a relative error of {rounded(max(errors.values()))} with soft ones"
        words = (
            f"joints twice, {solver}: hard {hard[0]}, |c| {hard[1]:.1e}; the relative errors of soft ones "
            "are " + listed(f"{error:.1e} (α = {alpha:g})" for alpha, error in errors.items())
        )
        parts.append(Part(False, words) if without else below(max(errors.values()), SOLVED, words))
    times = {}
    hard = counts_per_ln(gauss_seidel_radius(chain(10)))
    for alpha, run in results.by("rigid_compliance", "xpbd", "compliance", R=1).items():
        if alpha == 0:
            continue
        found, exact = per_ln(run), counts_per_ln(gauss_seidel_radius(chain_of(run.scene)))
        stretch = alpha * GRAVITY * 10
        times[alpha] = found / hard
        parts.append(
            at_most(
                found / hard,
                FASTER,
                f"chain, α = {alpha:g} m/N: k/ln is {number(found)} (by eigenvalues {exact:.4g}), hard "
                f"{hard:.4g}; the top joint of ten hanging kilograms gives way by {stretch:.3g} m",
            )
        )
    slow = [alpha for alpha, share in times.items() if share > FASTER]
    enough = [alpha for alpha in times if alpha > max(slow, default=0)]
    soft = f"at most {percent(FASTER)} of them at no α"
    if enough:
        soft = (
            f"at most {percent(FASTER)} of them from α = {min(enough):g} m/N on, where ten hanging "
            f"kilograms stretch the top joint by {rounded(min(enough) * GRAVITY * 10)} m"
        )
    said = (
        f"Of joints that are there twice, {'; '.join(solved)}. A soft chain takes {span(times.values())} "
        f"times the iterations of a hard one, and {soft}."
    )
    return in_parts(parts, *notes, whatever_the_verdict=said)


def static_deviation(run: Run) -> float:
    """How far the largest stretch of a soft rope at rest is from α times its weight, as a share of that."""
    of, step = chain_of(run.scene), run.scene["step"]
    substep = step["time_step"] / step.get("substeps", 1)
    exact = of.compliance * loads(of, substep).max()
    return abs(settled(run) / exact - 1)


@rigid_claim(
    23,
    "XPBD's softness, unlike PBD's, does not depend on the number of iterations.",
    source="Sec. 6.4",
    setting="one mass and a rope of ten, α = 10⁻⁴ and 10⁻³ m/N, at rest: the largest stretch over α times "
    "the weight",
    figure="chain_softness",
)
def softness_over_iterations(results: Results) -> Verdict:
    parts, notes, sentences = [], [], []
    for bodies, words in ((1, "one mass"), (10, "a rope of ten")):
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
                    f"{words}, α = {alpha:g} m/N: off by "
                    + listed(f"{number(value)} (K = {k:g})" for k, value in off.items()),
                )
            )
        sentences.append(f"{words} {' and '.join(worst)}")
        pbd = results.by("rigid_softness", "gs", "iterations", bodies=bodies, compliance=1e-3, substeps=1)
        notes.append(
            f"{words}, PBD: the largest stretch is "
            + listed(f"{number(settled(run))} m (K = {k:g})" for k, run in pbd.items())
        )
    words = f"With K sweeps a frame the stretch is off by these shares of itself: {'; '.join(sentences)}."
    of = results.run("rigid_softness", "xpbd", bodies=10, compliance=1e-4, substeps=1, iterations=2)
    said = float(steady_stretch(chain_of(of.scene), 2, of.scene["step"]["time_step"]).max())
    return in_parts(
        parts,
        *notes,
        f"theory: two sweeps settle at {said:.6g} m with α = 10⁻⁴ m/N, the run at {number(settled(of))} m",
        whatever_the_verdict=words,
    )


@rigid_claim(
    24,
    "Sweeps over constraints and sweeps over bodies (xpbd, vbd) converge to the same answer.",
    source="Sec. 6.3",
    setting="chain of ten masses, R = 1 and 100, and ten bent boxes, soft joints; relative error below 10⁻⁸",
    figure="chain_three_dimensions",
)
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
    said = f"On chains {how_many(on_chains)} runs end at the minimum. On boxes {boxes}."
    parts = [*on_chains, *on_boxes["xpbd"], *on_boxes["vbd"]]
    return in_parts(parts, whatever_the_verdict=said)


def _solved(run: Run, words: str, digits: int = 1) -> Part:
    error = last(run, "relative_error")
    return at_most(max(error, 0), SOLVED, f"{words}: ends at {error:.{digits}e}")


@rigid_claim(
    25,
    "PBD, in any of its iterations, finds the least-squares minimum over the masses.",
    source="Ch. 9",
    setting="chain of ten masses; ten bent boxes with ball joints, R = 1: the relative error in the end, "
    "below 10⁻⁸",
    figure="chain_three_dimensions",
)
def least_squares_minimum(results: Results) -> Verdict:
    on_chain = {
        f"chain, {solver}": results.run("rigid_same_answer", solver)
        for solver in ("gs", "jacobi", "sor", "avbd")
    }

    def bent(solver: str, *axes: str, **setting) -> dict:
        return results.by("rigid_three_dimensions", solver, *axes, bodies=10, R=1, **setting)

    sweeps = {f"boxes, gs {form}": run for form, run in bent("gs", "gs_form").items()}
    sweeps |= {f"boxes, jacobi, averaging {name}": run for name, run in bent("jacobi", "averaging").items()}
    sweeps |= {f"boxes, sor {form}": run for form, run in bent("sor", "sor_form").items()}
    avbd = {f"boxes, avbd, s = {s:g}": run for s, run in bent("avbd", "s", avbd_form="vector").items()}
    parts = [
        [
            _solved(run, f"{words}, with |c| = {last(run, 'constraint_error'):.1e} m", 2)
            for words, run in group.items()
        ]
        for group in (on_chain, sweeps, avbd)
    ]
    said = (
        f"On the chain {how_many(parts[0])} solvers end there. On boxes AVBD does with {how_many(parts[2])} "
        f"penalties, and {how_many(parts[1])} ways to sweep over constraints do: these end with |c| of up "
        f"to {rounded(max(last(run, 'constraint_error') for run in sweeps.values()))} m and a relative "
        f"error of up to {rounded(max(part.measured for part in parts[1]))}."
    )
    return in_parts([part for group in parts for part in group], whatever_the_verdict=said)
