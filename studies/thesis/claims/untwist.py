"""Claims 1 to 3, 8, 9, 12, 71 to 73: the untwisting beam, h = 1e-2 s, k = 1e8 Pa unless said otherwise."""

import itertools
import math

import numpy as np

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about, above, at_most, below, in_parts, misprinted
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, first_iteration, spread
from thesis.claims.problems import by_problem, cases, intervals, problem
from thesis.claims.weights import SOLVERS, untwist_grid
from thesis.published import ERRORS, ITERATIONS_OF_ERRORS, samples_with_errors

STRAIN = {"h": 1e-2, "k": 1e8}
STEPS = (1e-2, 1e-3)  # time steps of the thesis's pictures [s]
SAMPLING = 20  # iterations between the thesis's samples of this objective
COUNTS = {"qn": 40, "admm": 60, "pd": 260}  # iterations after which the thesis calls a solver converged
RUGGED = 1.5  # times the roughness of another surface
PIXEL = 1e-3  # of the beam's length: less cannot be seen in a picture that shows the beam 1000 pixels long


def main_runs(results: Results) -> dict:
    return {solver: results.run("thesis_untwist", solver, **STRAIN) for solver in SOLVERS}


def twist_left(results: Results, solver: str, h: float, iterations: int) -> float:
    """[°], of the 241° of the start"""
    return shape(results.run("shapes_untwist", solver, h=h, iterations=iterations)).twist


@claim(1)
def pbd_untwists(results: Results) -> Verdict:
    left = {h: abs(twist_left(results, "pbd", h, 1000)) for h in STEPS}
    grid = results.by("thesis_untwist", "pbd", "h", "k")
    untwists = {key: final(run, "constraint") < 1e-3 * run.at(0)["constraint"] for key, run in grid.items()}
    return in_parts(
        [below(angle, 1, f"h = {h:g} s: degrees of the twist that are left") for h, angle in left.items()],
        most=max(left.values()),
        start=twist_left(results, "qn", 1e-2, 0),
    ).reaching(
        cases(untwists),
        where=intervals(by_problem(untwists)),
        few=abs(twist_left(results, "pbd", 1e-2, 10)),
    )


@claim(2)
def qn_untwists_further_in_a_longer_step(results: Results) -> Verdict:
    left = {h: twist_left(results, "qn", h, 1000) for h in STEPS}
    shares = {
        problem(key): final(run, "constraint") / run.at(0)["constraint"]
        for key, run in results.by("thesis_untwist", "qn", "h", "k").items()
    }
    softest, *_, stiffest = sorted(shares)
    falls = all(shares[b] < shares[a] for a, b in itertools.pairwise(sorted(shares)))
    words = listed(f"{angle:.1f}° at h = {h:g} s" for h, angle in left.items())
    return in_parts(
        [below(abs(left[1e-2]), abs(left[1e-3]), f"twist left: {words}")],
        start=twist_left(results, "qn", 1e-2, 0),
        long=left[1e-2],
        short=left[1e-3],
    ).reaching(
        {"for each stiffness of the grid": falls},
        softest=softest,
        stiffest=stiffest,
        most=shares[softest],
        least=shares[stiffest] if falls else None,
    )


@claim(3)
def inertial_term_is_kinetic_energy(results: Results) -> Verdict:
    grid = {s: results.by("thesis_untwist", s, "h", "k") for s in SOLVERS}
    at_rest = {key: all(grid[s][key].at(0)["inertial"] == 0 for s in SOLVERS) for key in grid["qn"]}
    largest = max(run.at(0)["inertial"] for run in main_runs(results).values())
    run = results.run("shapes_untwist", "qn", h=1e-2, iterations=1000)
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0))
    kinetic = shape(run).kinetic_energy(start, run.scene["step"]["time_step"], run.scene["density"])
    off = abs(kinetic / run.first_step.iloc[-1]["inertial"] - 1)
    return in_parts(
        [
            at_most(largest, 0, "the largest inertial term of the four solvers at iteration 0 in J"),
            at_most(
                off,
                1e-9,
                f"QN's last iterate has a kinetic energy of {kinetic:.8g} J from its positions; off",
            ),
        ],
        off=off,
    ).reaching(cases(at_rest), where=intervals(by_problem(at_rest)))


@claim(8)
def iterations_to_the_minimum(results: Results) -> Verdict:
    runs = main_runs(results)
    sampled, counted = ({s: first_of(runs[s], n) for s in COUNTS} for n in (SAMPLING, 1))
    error = runs["xpbd"].at(1000)["relative_error"]
    ends = {k: abs(final(r, "relative_error")) for k, r in untwist_grid(results, "xpbd").items()}
    stops = {key: end >= SOLVED for key, end in ends.items()}
    arrives = by_problem({key: not yes for key, yes in stops.items()})
    reached = all(abs(final(runs[s], "relative_error")) < SOLVED for s in COUNTS)
    return in_parts(
        [
            about(count, COUNTS[s], f"{SOLVER_LABELS[s]} converges after {_shown(count)} iterations")
            for s, count in sampled.items()
        ]
        + [above(error, SOLVED, f"XPBD's error after 1000 iterations is {100 * error:.1f} %")],
        sampled=_by_solver(sampled),
        error=100 * error,
    ).reaching(
        {"counted at every iteration": reached and all(_near(counted[s], n) for s, n in COUNTS.items())}
        | cases(stops),
        counted=_by_solver(counted),
        stops=intervals(by_problem(stops)),
        most=100 * max(ends.values()),
        arrives=intervals(arrives) if any(arrives.values()) else None,
    )


def first_of(run: Run, sampling: int) -> float:
    """The first of the sampled iterations at which the error prints as 0.0 %; infinite if there is none."""
    sampled = run.first_step.query(f"iteration % {sampling} == 0")
    reached = sampled.loc[sampled["relative_error"] < SOLVED, "iteration"]
    return math.inf if reached.empty else int(reached.iloc[0])


def _near(count: float, of_thesis: int) -> bool:
    return about(count, of_thesis, "").holds


def _shown(count: float) -> str:
    return spread([count], "g")


def _by_solver(counts: dict[str, float]) -> str:
    return listed(f"{SOLVER_LABELS[s]} {_shown(count)}" for s, count in counts.items())


@claim(9)
def table_of_relative_errors(results: Results) -> Verdict:
    printed, corrected, curves, equal = [], [], _errors_of_the_thesis(), 0
    runs = main_runs(results)
    for solver, run in runs.items():
        label = SOLVER_LABELS[solver]
        ours = [_percent(run.at(iteration)["relative_error"]) for iteration in ITERATIONS_OF_ERRORS]
        table = dict(zip(ITERATIONS_OF_ERRORS, ERRORS[solver], strict=True))
        meant = [curves[label].get(iteration, digits) for iteration, digits in table.items()]
        equal += sum(a == b for a, b in zip(ours, ERRORS[solver], strict=True))
        for parts, digits in ((printed, ERRORS[solver]), (corrected, meant)):
            wrong = sum(a != b for a, b in zip(ours, digits, strict=True))
            finding = f"{label} {listed(f'{value:.1f}' for value in ours)}; {wrong} of these differ"
            parts.append(at_most(wrong, 0, finding))
    qn, admm = (untwist_grid(results, solver) for solver in ("qn", "admm"))
    small = {key: _error_when_qn_arrives(qn[key], admm[key]) < 0.01 for key in admm}
    return misprinted(
        printed,
        corrected,
        equal=equal,
        numbers=len(printed) * len(ITERATIONS_OF_ERRORS),
        ours=100 * runs["admm"].at(40)["relative_error"],
        table=ERRORS["admm"][0],
        curve=curves[SOLVER_LABELS["admm"]][40],
    ).reaching(cases(small), where=intervals(by_problem(small)))


def _error_when_qn_arrives(qn: Run, admm: Run) -> float:
    """ADMM's relative error at the first iteration at which QN's is below 0.05 %; infinite if it never is."""
    arrival = first_iteration(qn, SOLVED)
    return math.inf if arrival is None else admm.at(arrival)["relative_error"]


def _percent(error: float) -> float:
    return round(100 * error, 1) + 0.0


def _errors_of_the_thesis() -> dict[str, dict[int, float]]:
    """Relative errors [%] by series and iteration of the samples behind the table."""
    samples = samples_with_errors("strain_beam_untwist_objectives")
    return {
        series: dict(zip(rows["iteration"], map(_percent, rows["relative_error"]), strict=True))
        for series, rows in samples.groupby("series")
    }


@claim(12)
def order_after_ten_iterations(results: Results) -> Verdict:
    runs = {s: results.run("shapes_untwist", s, h=1e-2, iterations=10) for s in SOLVERS}
    shapes = {s: shape(run) for s, run in runs.items()}
    objective = [run.at(10)["objective"] for run in runs.values()]
    angles = listed(f"{SOLVER_LABELS[s]} {found.twist:.0f}°" for s, found in shapes.items())
    others = max(found.roughness for s, found in shapes.items() if s != "xpbd")
    rugged = shapes["xpbd"].roughness / others
    after = shape(results.run("shapes_untwist", "xpbd", h=1e-2, iterations=1000)).roughness
    in_order = {key: rising(errors) for key, errors in errors_after_ten(results).items()}
    return in_parts(
        [
            Part(rising(objective), f"objectives after 10 iterations in J: {spread(objective, '.4g')}"),
            Part(rising([found.twist for found in shapes.values()]), f"twist left: {angles}"),
            above(
                rugged, RUGGED, "XPBD's roughness after 10 iterations over that of the roughest other solver"
            ),
        ],
        angles=angles,
        rugged=rugged,
        after=after,
        then=shapes["xpbd"].roughness,
    ).reaching(cases(in_order), where=intervals(by_problem(in_order)))


def rising(values: list[float]) -> bool:
    return all(a < b for a, b in itertools.pairwise(values))


def errors_after_ten(results: Results) -> dict[tuple[float, float], list[float]]:
    """By setting the relative errors of QN, ADMM, PD and XPBD after 10 iterations."""
    grid = {s: untwist_grid(results, s) for s in SOLVERS}
    return {key: [grid[s][key].at(10)["relative_error"] for s in SOLVERS] for key in grid["qn"]}


@claim(71)
def shapes_look_alike(results: Results) -> Verdict:
    shapes = {s: shape(results.run("shapes_untwist", s, h=1e-2, iterations=1000)) for s in SOLVERS}
    away = {s: _pixels(shapes[s], shapes["qn"]) for s in ("admm", "pd", "xpbd")}
    return in_parts(
        [
            below(away[s], 1, f"{SOLVER_LABELS[s]}'s farthest vertex is off QN's, in pixels")
            for s in ("admm", "pd")
        ],
        most=max(away["admm"], away["pd"]),
        length=1 / PIXEL,
    ).reaching({"with XPBD": away["xpbd"] < 1}, xpbd=away["xpbd"])


def _pixels(found, other) -> float:
    """The largest distance of a vertex, in pixels of a picture in which the beam is 1000 pixels long."""
    length = np.ptp(found.rest[:, 0])
    return float(np.linalg.norm(found.positions - other.positions, axis=1).max() / (PIXEL * length))


@claim(72)
def sweeps_make_the_surface_rugged(results: Results) -> Verdict:
    sweeps = shape(results.run("shapes_global", "xpbd")).roughness
    runs = results.by("shapes_global", "xpbd_global", "constraint", "rule")
    full, searched, vector = (
        shape(runs[setting]).roughness
        for setting in (("scalar", "full"), ("scalar", "line_search_on_objective"), ("vector", "full"))
    )
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).roughness
    return in_parts(
        [
            above(sweeps / start, RUGGED, "roughness after 10 iterations over the start's, with sweeps"),
            below(full / start, RUGGED, "… with global solves of the same linear system"),
            below(searched / start, RUGGED, "… with global solves and a line search on f"),
        ],
        sweeps=sweeps,
        start=start,
        full=full,
        searched=searched,
        grows=final(runs["scalar", "full"], "constraint") / runs["scalar", "full"].at(0)["constraint"],
    ).reaching({"with vector constraints": vector < RUGGED * start}, vector=vector)


@claim(73)
def stopping_early_slows_the_motion(results: Results) -> Verdict:
    left = {
        s: [twist_left(results, s, 1e-2, iterations) for iterations in (10, 1000)]
        for s in ("qn", "admm", "pd", "xpbd")
    }
    slower = {s: early - late for s, (early, late) in left.items()}
    words = listed(f"{SOLVER_LABELS[s]} {degrees:.0f}°" for s, degrees in slower.items())
    return in_parts(
        [
            above(min(slower.values()), 0, f"twist that 10 iterations leave beyond 1000: {words}; the least"),
            above(
                min(slower["pd"], slower["xpbd"]),
                max(slower["qn"], slower["admm"]),
                "the least of PD and XPBD, and the most of QN and ADMM",
            ),
        ],
        words=words,
    )
