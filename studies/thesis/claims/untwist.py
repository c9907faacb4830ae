"""Claims 1 to 3, 8, 9 and 12: the untwisting beam of strain material, h = 1e-2 s unless said otherwise."""

import itertools
import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, about, above, at_most, below, by_case, in_parts, misprinted
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, spread
from thesis.published import ERRORS, ITERATIONS_OF_ERRORS, samples_with_errors

SOLVERS = ("qn", "admm", "pd", "xpbd")
STRAIN = {"h": 1e-2, "k": 1e8}
SAMPLING = 20  # iterations between the thesis's samples of this objective


def main_runs(results: Results) -> dict:
    return {solver: results.run("thesis_untwist", solver, **STRAIN) for solver in SOLVERS}


@claim(1)
def pbd_untwists(results: Results) -> Verdict:
    parts, twists = [], []
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).twist
    for h in (1e-2, 1e-3):
        run = results.run("shapes_untwist", "pbd", h=h, iterations=1000)
        twists.append(abs(shape(run).twist))
        constraint = run.at(1000)["constraint"] / run.at(0)["constraint"]
        parts += [
            below(twists[-1], 1, f"h = {h:g} s: {twists[-1]:.2f}° of the twist are left"),
            below(constraint, 1e-3, f"h = {h:g} s: {constraint:.1e} of the constraint term are left"),
        ]
    return in_parts(
        parts,
        most=max(twists),
        start=start,
    )


@claim(2)
def qn_untwists_further_in_a_longer_step(results: Results) -> Verdict:
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).twist
    left = {h: shape(results.run("shapes_untwist", "qn", h=h, iterations=1000)).twist for h in (1e-2, 1e-3)}
    words = listed(f"{angle:.1f}° at h = {h:g} s" for h, angle in left.items())
    return in_parts(
        [below(abs(left[1e-2]), abs(left[1e-3]), f"twist left of {start:.1f}°: {words}")],
        start=start,
        long=left[1e-2],
        short=left[1e-3],
    )


@claim(3)
def inertial_term_is_kinetic_energy(results: Results) -> Verdict:
    grid = [r for solver in SOLVERS for r in results.by("thesis_untwist", solver, "h", "k").values()]
    largest = max(run.at(0)["inertial"] for run in grid)
    run = results.run("shapes_untwist", "qn", h=1e-2, iterations=1000)
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0))
    kinetic = shape(run).kinetic_energy(start, run.scene["step"]["time_step"], run.scene["density"])
    inertial = run.first_step.iloc[-1]["inertial"]
    return in_parts(
        [
            at_most(
                largest, 0, f"the largest inertial term at iteration 0 of {len(grid)} runs is {largest:g} J"
            ),
            at_most(
                abs(kinetic / inertial - 1),
                1e-9,
                f"QN's last iterate: inertial {inertial:.8g} J, kinetic energy from its positions "
                f"{kinetic:.8g} J",
            ),
        ],
        off=abs(kinetic / inertial - 1),
    )


@claim(8)
def iterations_to_the_minimum(results: Results) -> Verdict:
    runs = main_runs(results)
    of_thesis = {"qn": 40, "admm": 60, "pd": 260}
    ends = {s: abs(final(runs[s], "relative_error")) for s in of_thesis}
    error = runs["xpbd"].at(1000)["relative_error"]
    always = [
        below(max(ends.values()), SOLVED, f"relative errors at the end: {_by_solver(ends, '.1e')}"),
        above(error, SOLVED, f"XPBD has an error of {100 * error:.1f} % after 1000 iterations"),
    ]
    cases, counts = {}, {}
    for case, sampling in {"every 20th iteration": SAMPLING, "every iteration": 1}.items():
        first = {s: _first_of(runs[s], sampling) for s in of_thesis}
        counts[case] = _by_solver(first, "g")
        words = "the first with an error below 0.05 %:"
        cases[case] = [
            about(first[s], n, f"{words} {_by_solver({s: first[s]}, 'g')}; the thesis has {n}")
            for s, n in of_thesis.items()
        ] + always
    there = listed(SOLVER_LABELS[s] for s, end in ends.items() if end < SOLVED) or "none"
    return by_case(
        "the sampling",
        cases,
        there=there,
        sampled=counts["every 20th iteration"],
        of_thesis=listed(of_thesis.values()),
        counted=counts["every iteration"],
        error=100 * error,
    )


def _first_of(run: Run, sampling: int) -> float:
    """The first of the sampled iterations with an error below SOLVED; infinite if there is none."""
    sampled = run.first_step.query(f"iteration % {sampling} == 0")
    reached = sampled.loc[sampled["relative_error"] < SOLVED, "iteration"]
    return math.inf if reached.empty else int(reached.iloc[0])


def _by_solver(values: dict[str, float], form: str) -> str:
    return listed(f"{SOLVER_LABELS[s]} {spread([value], form)}" for s, value in values.items())


@claim(9)
def table_of_relative_errors(results: Results) -> Verdict:
    printed, corrected, curves = [], [], _errors_of_the_thesis()
    equal, furthest = 0, []
    for solver, run in main_runs(results).items():
        label = SOLVER_LABELS[solver]
        ours = [_percent(run.at(iteration)["relative_error"]) for iteration in ITERATIONS_OF_ERRORS]
        table = dict(zip(ITERATIONS_OF_ERRORS, ERRORS[solver], strict=True))
        meant = [curves[label].get(iteration, digits) for iteration, digits in table.items()]
        for parts, digits in ((printed, list(ERRORS[solver])), (corrected, meant)):
            wrong = sum(a != b for a, b in zip(ours, digits, strict=True))
            finding = f"{label} {listed(f'{value:.1f}' for value in ours)}; {wrong} of these differ"
            parts.append(at_most(wrong, 0, finding))
        equal += sum(a == b for a, b in zip(ours, ERRORS[solver], strict=True))
        furthest.append(f"{label} {max(abs(a - b) for a, b in zip(ours, ERRORS[solver], strict=True)):.1f}")
    at_40 = main_runs(results)["admm"].at(40)["relative_error"]
    return misprinted(
        printed,
        corrected,
        equal=equal,
        numbers=len(printed) * len(ITERATIONS_OF_ERRORS),
        ours=100 * at_40,
        table=ERRORS["admm"][0],
        curve=curves[SOLVER_LABELS["admm"]][40],
        furthest=listed(furthest),
    )


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
    objective = {s: run.at(10)["objective"] for s, run in runs.items()}
    twist = {s: shape(run).twist for s, run in runs.items()}
    start = shape(results.run("shapes_untwist", "qn", h=1e-2, iterations=0)).roughness
    end = shape(results.run("shapes_untwist", "xpbd", h=1e-2, iterations=1000)).roughness
    rough = {s: shape(run).roughness for s, run in runs.items()}
    words = listed(f"{SOLVER_LABELS[s]} {value:.4g}" for s, value in objective.items())
    angles = listed(f"{SOLVER_LABELS[s]} {value:.0f}°" for s, value in twist.items())
    least = min(rough["xpbd"] / start, rough["xpbd"] / rough["pd"])
    return in_parts(
        [
            above(_least_step(objective), 1, f"objectives after 10 iterations in J: {words}"),
            above(_least_step(twist), 1, f"twist left after 10 iterations: {angles}"),
            above(
                least,
                1.5,
                "angle between neighbouring surface triangles (root mean square) after 10 iterations: XPBD "
                f"{rough['xpbd']:.1f}°, PD {rough['pd']:.1f}°, start {start:.1f}°",
            ),
            below(end / start, 1, f"… and of XPBD after 1000 iterations {end:.1f}°"),
        ],
        angles=angles,
        least=least,
    )


def _least_step(values: dict[str, float]) -> float:
    """The least ratio of a value to the one before; above 1 if all values rise."""
    return min(b / a for a, b in itertools.pairwise(values.values()))
