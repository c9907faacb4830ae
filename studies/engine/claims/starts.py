"""Question E17: where a solver begins a frame."""

import math

from engine.claims.measures import reaching, span, together, two_digits
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, answered, at_least, claim

SOLVERS = ("vbd", "pd", "admm", "qn", "newton")  # PBD and XPBD cannot begin elsewhere
STIFFNESS = 1e6  # Pa, of the scene
FRAME = 5
NEAR = 1e-3  # of f(q~) - f*
MORE = 2  # iterations that count as a difference


def errors(
    results: Results, solver: str, start: str, stiffness: float, frame: int
) -> list[tuple[int, float]]:
    """(f - f*)/(f(q~) - f*) over the iterations of a frame, whatever the start."""
    runs = {
        each: results.run("starts", solver, start=each, stretching=stiffness)
        for each in ("inertial", "previous")
    }
    rows = {each: run.iterations[run.iterations["step"] == frame] for each, run in runs.items()}
    minimum = runs["inertial"].manifest["reference_minimum"][frame - 1]
    unit = rows["inertial"]["objective"].iloc[0] - minimum
    found = (rows[start]["objective"] - minimum) / unit
    return list(zip(rows[start]["iteration"].tolist(), found.tolist(), strict=True))


def iterations(results: Results, solver: str, start: str, stiffness: float, frame: int) -> float:
    """Iterations to the error NEAR; infinite if the run does not get there."""
    return next((i for i, e in errors(results, solver, start, stiffness, frame) if e <= NEAR), math.inf)


def parts_of(results: Results, stiffness: float, frame: int) -> dict[str, Part]:
    parts = {}
    for solver in SOLVERS:
        inertial, previous = (
            iterations(results, solver, start, stiffness, frame) for start in ("inertial", "previous")
        )
        if math.isfinite(inertial):
            words = f"{solver_label(solver)}: more iterations from the last positions, {two_digits(previous)}"
            parts[solver] = at_least(previous - inertial, MORE, words)
    return parts


@claim(17)
def the_start_costs_iterations(results: Results) -> Verdict:
    parts = parts_of(results, STIFFNESS, FRAME)
    slower = {solver for solver, part in parts.items() if part.holds}
    counts = {
        solver: [iterations(results, solver, start, STIFFNESS, FRAME) for start in ("previous", "inertial")]
        for solver in parts
    }
    more = together(
        f"{two_digits(previous)} instead of {two_digits(inertial)} with {solver_label(solver)}"
        for solver, (previous, inertial) in counts.items()
        if solver in slower and math.isfinite(previous)
    )
    never = [solver for solver in slower if not math.isfinite(counts[solver][0])]
    cases = {
        f"with {stiffness:g} Pa in frame {frame}": slower
        == {solver for solver, part in parts_of(results, stiffness, frame).items() if part.holds}
        for stiffness in (1e4, 1e5, 1e6)
        for frame in (2, FRAME)
        if (stiffness, frame) != (STIFFNESS, FRAME)
    }
    heights = [errors(results, "qn", "previous", stiffness, FRAME)[0][1] for stiffness in (1e4, 1e5, 1e6)]
    verdict = answered(
        parts.values(),
        height=two_digits(errors(results, "qn", "previous", STIFFNESS, FRAME)[0][1]),
        more=more,
        never=together(solver_label(solver) for solver in parts if solver in never),
        same=together(solver_label(solver) for solver in parts if solver not in slower),
    )
    return reaching(verdict, cases, heights=span(heights))
