"""Claims 84 and 85: sentences about the system of positions and multipliers."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.integrators import CONVERGED, never_rises
from thesis.claims.measures import final, first_iteration, rod_error

DRIFTS = 1.5  # times the error of the first half of the time: more than a bounded error grows


@claim(84)
def dropping_geometric_stiffness(results: Results) -> Verdict:
    kept, dropped = (
        results.by("geometric_stiffness", "kkt", "h", "spring_k", geometric_stiffness=kept)
        for kept in (True, False)
    )
    swings = {
        kept: results.by("geometric_stiffness_pendulum", "kkt", "h", geometric_stiffness=kept)
        for kept in (True, False)
    }
    cases: dict[str, list[Part]] = {}
    iterations = []
    for h in sorted({h for h, _ in kept}):
        stiffnesses = [k for of_h, k in kept if of_h == h]
        errors = {k: max(_error(run) for run in (kept[h, k], dropped[h, k])) for k in stiffnesses}
        counts = {
            k: tuple(first_iteration(of[h, k], CONVERGED) or math.inf for of in (kept, dropped))
            for k in stiffnesses
        }
        words = listed(f"{error:.0e} (k = {k:.0e} N/m)" for k, error in errors.items())
        said = listed(f"{_count(a)} and {_count(b)} (k = {k:.0e} N/m)" for k, (a, b) in counts.items())
        iterations.append(f"h = {h:g} s: {said}")
        cases[f"h = {h:g} s"] = [
            at_most(
                max(errors.values()), CONVERGED, f"the larger error at the end, with and without: {words}"
            ),
            above(
                min(b / a for a, b in counts.values()),
                1,
                f"iterations to {CONVERGED:g} with and without: {said}; without over with, at least",
            ),
        ]
    stable = {kept: sum(map(never_rises, runs.values())) for kept, runs in swings.items()}
    note = (
        f"One system a step of a pendulum: of {len(swings[True])} time steps the energy never rises in "
        f"{stable[True]} with it, in {stable[False]} without it"
    )
    return by_case("the time step", cases, note, iterations="; ".join(iterations), swinging=note)


def _error(run: Run) -> float:
    """Of the last iteration; at most 1, since digits of what does not converge differ between machines."""
    return min(abs(final(run, "relative_error")), 1)


def _count(iterations: float) -> str:
    return f"{iterations:g}" if math.isfinite(iterations) else "never"


@claim(85)
def differentiated_constraints_drift(results: Results) -> Verdict:
    parts, said = [], []
    for level, words in (
        ("position", "positions"),
        ("velocity", "velocities"),
        ("acceleration", "accelerations"),
    ):
        runs = results.by("constraint_levels", "kkt", "h", level=level)
        errors = {h: rod_error(run) for h, run in runs.items()}
        later = [e.iloc[len(e) // 2 :].max() / e.iloc[: len(e) // 2].max() for e in errors.values()]
        most = listed(f"{1000 * e.max():.2g} mm (h = {h:g} s)" for h, e in errors.items())
        said.append(f"{most} on {words}")
        finding = f"constraints on {words}: the length is off by up to {most}; second half over first half"
        if level == "position":
            parts.append(below(max(later), DRIFTS, finding))
        else:
            parts.append(above(min(later), DRIFTS, finding))
    return in_parts(parts, said="; ".join(said))
