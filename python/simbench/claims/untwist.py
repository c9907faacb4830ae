"""Claims 1 to 3 and 8 to 13: the untwisting beam of strain material, h = 1e-2 s unless said otherwise."""

from simbench.claims import claim
from simbench.claims.measures import (
    SOLVED,
    first_iteration,
    is_about_twice,
    iteration_milliseconds,
    listed,
    monotone_violations,
    seconds_to,
)
from simbench.claims.results import Results
from simbench.claims.verdicts import Part, Verdict, in_parts
from simbench.relative_errors import ITERATIONS, THESIS
from simbench.results import SOLVER_LABELS
from simbench.shapes import shape

SOLVERS = ("qn", "admm", "pd", "xpbd")
STRAIN = {"h": 1e-2, "k": 1e8}


def main_runs(results: Results) -> dict:
    return {solver: results.run("thesis_untwist", solver, **STRAIN) for solver in SOLVERS}


@claim(
    1,
    "Untwist, k = 1e8 Pa: PBD turns the beam back to its rest shape in 1000 iterations, for h = 1e-2 and "
    "1e-3 s.",
    source="evaluation, “Concerning PBD”",
    figure="pbd_against_qn",
)
def pbd_untwists(results: Results) -> Verdict:
    parts = []
    for h in (1e-2, 1e-3):
        run = results.run("shapes_untwist", "pbd", h=h, iterations=1000)
        left = shape(run).twist
        constraint = run.at(1000)["constraint"] / run.at(0)["constraint"]
        finding = f"h = {h:g} s: {left:.2f}° of the twist are left, {constraint:.1e} of the constraint term"
        parts.append(Part(abs(left) < 1 and constraint < 1e-3, finding))
    return in_parts(parts)


@claim(
    2,
    "Untwist, k = 1e8 Pa: QN untwists further with h = 1e-2 s than with h = 1e-3 s.",
    source="evaluation, “Concerning PBD”",
    figure="pbd_against_qn",
)
def qn_untwists_further_in_a_longer_step(results: Results) -> Verdict:
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).twist
    left = {h: shape(results.run("shapes_untwist", "qn", h=h, iterations=1000)).twist for h in (1e-2, 1e-3)}
    words = listed(f"{angle:.1f}° at h = {h:g} s" for h, angle in left.items())
    return in_parts([Part(abs(left[1e-2]) < abs(left[1e-3]), f"of {start:.1f}° are left {words}")])


@claim(
    3,
    "A step from rest: the inertial term is the kinetic energy, and 0 at iteration 0.",
    source="evaluation, untwisting beam, terms of the objective",
    figure="untwist_1e-2_1e8_terms",
)
def inertial_term_is_kinetic_energy(results: Results) -> Verdict:
    grid = [r for solver in SOLVERS for r in results.by("thesis_untwist", solver, "h", "k").values()]
    largest = max(run.at(0)["inertial"] for run in grid)
    run = results.run("shapes_untwist", "qn", h=1e-2, iterations=1000)
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0))
    kinetic = shape(run).kinetic_energy(start, run.scene["step"]["time_step"], run.scene["density"])
    inertial = run.first_step.iloc[-1]["inertial"]
    return in_parts(
        [
            Part(
                largest == 0, f"the largest inertial term at iteration 0 of {len(grid)} runs is {largest:g} J"
            ),
            Part(
                abs(kinetic - inertial) <= 1e-9 * inertial,
                f"QN's last iterate: inertial {inertial:.8g} J, kinetic energy from its positions "
                f"{kinetic:.8g} J",
            ),
        ],
    )


@claim(
    8,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: QN (about 40 iterations), ADMM (60) and PD (260) reach the same "
    "objective; XPBD is still above it after 1000.",
    source="evaluation, untwisting beam, convergence",
    figure="untwist_1e-2_1e8_objective",
)
def iterations_to_the_minimum(results: Results) -> Verdict:
    runs = main_runs(results)
    minimum = runs["qn"].minimum
    parts = []
    for solver, thesis in {"qn": 40, "admm": 60, "pd": 260}.items():
        reached = first_iteration(runs[solver], SOLVED)
        final = runs[solver].first_step["objective"].iloc[-1]
        parts.append(
            Part(
                reached is not None and abs(reached - thesis) <= 10 and final < minimum * (1 + 1e-4),
                f"{SOLVER_LABELS[solver]} has a relative error below 0.05 % after {reached} iterations and "
                f"ends at {final:.6g} J",
            )
        )
    xpbd = runs["xpbd"].at(1000)
    error = xpbd["relative_error"]
    return in_parts(
        [*parts, Part(error > SOLVED, f"XPBD ends at {xpbd['objective']:.6g} J ({100 * error:.1f} %)")]
    )


@claim(
    9,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: relative errors after 40, 60, 260, 1000 iterations in %: QN 0.0, 0.0, "
    "0.0, 0.0; ADMM 0.4, 0.0, 0.0, 0.0; PD 22.7, 12.6, 0.0, 0.0; XPBD 67.8, 47.8, 4.0, 1.8.",
    source="evaluation, untwisting beam, table of relative errors",
    figure="untwist_1e-2_1e8_relative_error",
)
def table_of_relative_errors(results: Results) -> Verdict:
    parts = []
    for solver, run in main_runs(results).items():
        ours = [round(100 * run.at(iteration)["relative_error"], 1) + 0.0 for iteration in ITERATIONS]
        finding = f"{SOLVER_LABELS[solver]} {listed(f'{value:.1f}' for value in ours)}"
        parts.append(Part(ours == list(THESIS[solver]), finding))
    return in_parts(parts)


@claim(
    10,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: the constraint term falls and the inertial term rises in almost every "
    "iteration; the exception is ADMM between iterations 30 and 60. XPBD's constraint term is above its "
    "start after 10 iterations.",
    source="evaluation, untwisting beam, terms of the objective",
    figure="untwist_1e-2_1e8_terms",
)
def terms_are_monotone(results: Results) -> Verdict:
    runs = main_runs(results)
    parts = []
    for solver, run in runs.items():
        rising = monotone_violations(run, "constraint", falls=True)
        falling = monotone_violations(run, "inertial", falls=False)
        found = sorted({*rising, *falling})
        # XPBD's first 10 iterations are a statement of their own.
        allowed = {"admm": range(30, 61), "xpbd": (10,)}.get(solver, ())
        share = len(set(found) - set(allowed)) / (len(run.first_step) - 1)
        finding = (
            f"{SOLVER_LABELS[solver]}: constraint term up at iterations {listed(rising) or '–'}, "
            f"inertial term down at {listed(falling) or '–'}"
        )
        if solver == "admm":
            parts.append(Part(bool(found) and set(found) <= set(allowed), finding))
        else:
            parts.append(Part(share <= 0.05, finding))
    ratio = runs["xpbd"].at(10)["constraint"] / runs["xpbd"].at(0)["constraint"]
    return in_parts(
        [*parts, Part(ratio > 1, f"XPBD's constraint term after 10 iterations: {ratio:.3f} of start")]
    )


@claim(
    11,
    "Untwist, k = 1e8 Pa: after 1000 iterations XPBD's constraint term is higher and its inertial term lower "
    "than that of the other solvers at h = 1e-2 s; the inertial term is lower at smaller time steps, too.",
    source="evaluation, untwisting beam, terms of the objective",
    figure="untwist_1e-2_1e8_terms",
)
def xpbd_terms(results: Results) -> Verdict:
    parts = []
    for h in (1e-2, 1e-3, 1e-4):
        last = {s: results.run("thesis_untwist", s, h=h, k=1e8).first_step.iloc[-1] for s in SOLVERS}
        for term, higher in (("constraint", True), ("inertial", False)):
            if higher and h < 1e-2:
                continue
            xpbd = last["xpbd"][term]
            # ADMM counts where it has converged.
            others = [row[term] for s, row in last.items() if s != "xpbd" and row["relative_error"] < 1e-2]
            holds = xpbd > max(others) if higher else xpbd < min(others)
            rest = f"{min(others):.4g} … {max(others):.4g} J"
            parts.append(Part(holds, f"h = {h:g} s: {term} term {xpbd:.4g} J, the others' {rest}"))
    return in_parts(parts)


@claim(
    12,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: after 10 iterations QN is furthest, then ADMM, PD, XPBD, in objective "
    "and in untwisting; XPBD's surface is rugged then and smooth after 1000.",
    source="evaluation, untwisting beam, geometries after 10 iterations",
    figure="untwist_1e-2_1e8",
)
def order_after_ten_iterations(results: Results) -> Verdict:
    runs = {s: results.run("shapes_untwist", s, h=1e-2, iterations=10) for s in SOLVERS}
    objective = {s: run.at(10)["objective"] for s, run in runs.items()}
    twist = {s: shape(run).twist for s, run in runs.items()}
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).roughness
    end = shape(results.run("shapes_untwist", "xpbd", h=1e-2, iterations=1000)).roughness
    rough = {s: shape(run).roughness for s, run in runs.items()}
    ordered = [list(values.values()) == sorted(values.values()) for values in (objective, twist)]
    words = listed(f"{SOLVER_LABELS[s]} {value:.4g}" for s, value in objective.items())
    angles = listed(f"{SOLVER_LABELS[s]} {value:.0f}°" for s, value in twist.items())
    return in_parts(
        [
            Part(ordered[0], f"objectives after 10 iterations in J: {words}"),
            Part(ordered[1], f"twist left after 10 iterations: {angles}"),
            Part(
                rough["xpbd"] > 1.5 * start > 1.5 * end and rough["xpbd"] > 1.5 * rough["pd"],
                f"angle between neighbouring surface triangles (root mean square): XPBD {rough['xpbd']:.1f}° "
                f"after 10 (PD {rough['pd']:.1f}°, start {start:.1f}°) and {end:.1f}° after 1000 iterations",
            ),
        ],
    )


@claim(
    13,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: an iteration of PD, ADMM and XPBD costs about the same, one of QN "
    "about twice as much; in time ADMM and QN converge first all the same. Here on beams of three sizes.",
    source="evaluation, untwisting beam, objective over time",
    figure="cost_over_size",
)
def cost_of_an_iteration(results: Results) -> Verdict:
    parts = []
    for cells in ([16, 3, 3], [32, 6, 6], [48, 9, 9]):
        runs = {s: results.run("cost_untwist", s, cells=cells) for s in SOLVERS}
        cost = {s: iteration_milliseconds(run) for s, run in runs.items()}
        alike = [cost[s] for s in ("pd", "admm", "xpbd")]
        ratio = cost["qn"] / cost["pd"]
        times = {s: seconds_to(run, 1e-2) for s, run in runs.items()}
        tets = f"{runs['pd'].manifest['tets']} tets"
        words = listed(f"{SOLVER_LABELS[s]} {value:.2f}" for s, value in cost.items())
        parts += [
            Part(max(alike) < 1.5 * min(alike), f"{tets}: milliseconds an iteration: {words}"),
            Part(is_about_twice(ratio), f"{tets}: QN costs {ratio:.1f} times as much as PD"),
            Part(
                max(times["qn"], times["admm"]) < min(times["pd"], times["xpbd"]),
                f"{tets}: seconds to a relative error of 1 %: "
                + listed(f"{SOLVER_LABELS[s]} {value:.2f}" for s, value in times.items()),
            ),
        ]
    return in_parts(parts)
