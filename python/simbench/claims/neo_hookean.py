"""Claims 26, 29 and 32: QN and ADMM on the untwisting beam of stable Neo-Hookean, Poisson's ratio 0.45."""

import math

from simbench.claims import claim
from simbench.claims.measures import SOLVED, count_or_never, final, first_iteration, listed
from simbench.claims.results import Results
from simbench.claims.twist import settings
from simbench.claims.verdicts import Verdict, at_least, at_most, below, in_parts, near
from simbench.results import Run

SWEEP = "thesis_neo_hookean"


def grid(results: Results, solver: str, **setting) -> dict[tuple[float, float], Run]:
    return results.by(SWEEP, solver, "h", "E", **setting)


@claim(
    26,
    "Untwist, stable Neo-Hookean, h = 1e-1 s, E = 1e5 Pa: QN converges in about 20 and ADMM (w = 4) in 50 "
    "iterations to the same objective.",
    source="evaluation, untwisting beam, Neo-Hookean, convergence",
    figure="neo_hookean_1e5_objective",
)
def both_converge(results: Results) -> Verdict:
    runs = {
        "QN": (results.run("neo_hookean_weights", "qn", E=1e5), 20),
        "ADMM": (results.run("neo_hookean_weights", "admm", E=1e5, w=4), 50),
    }
    parts, counts, of_figure = [], {}, {}
    for name, (run, thesis) in runs.items():
        count = first_iteration(run, SOLVED)
        counts[name] = count_or_never(count)
        of_figure[name] = count_or_never(first_iteration(run, 1e-2))
        last = final(run, "relative_error")
        parts += [
            near(
                math.inf if count is None else count,
                thesis,
                0.3,
                f"{name}: iterations to an error below 0.05 %: {counts[name]}; in the thesis about {thesis}",
            ),
            below(
                abs(last), SOLVED, f"{name} ends at {final(run):.6g} J, with a relative error of {last:.1e}"
            ),
        ]
    words = listed(f"{name} {count}" for name, count in counts.items())
    seen = listed(f"{name} {count}" for name, count in of_figure.items())
    both_end_there = all(part.holds for part in parts[1::2])
    return in_parts(
        parts,
        f"iterations to an error of 1 %, about what a figure resolves: {seen}",
        whatever_the_verdict=("Both end at Newton's minimum. " if both_end_there else "")
        + f"Iterations to an error below 0.05 %, which counts as converged here: {words}; to one below 1 %: "
        f"{seen}. The thesis has about 20 and 50.",
    )


@claim(
    29,
    "Untwist, stable Neo-Hookean, h = 1e-1 s, E = 1e7 Pa and stiffer: no weight of ADMM lowers the objective "
    "below the start. (The thesis's z-update is an L-BFGS that may stop early; here it is solved exactly.)",
    source="evaluation, untwisting beam, Neo-Hookean, ADMM's weights",
    setting="w = 10, 50, 100, 150, 200, 250 as in the thesis, and larger; 1000 iterations; other time "
    "steps in the "
    "notes",
    figure="neo_hookean_1e7_weights",
)
def no_weight_helps(results: Results) -> Verdict:
    runs = results.by("neo_hookean_weights_stiff", "admm", "h", "E", "w")
    parts, notes, lowers = [], [], {}
    for h, stiffness in dict.fromkeys((h, stiffness) for h, stiffness, _ in runs):
        ends = {w: final(r) / r.at(0)["objective"] for (*key, w), r in runs.items() if key == [h, stiffness]}
        best = min(ends, key=ends.get)
        error = final(runs[h, stiffness, best], "relative_error")
        words = (
            f"h = {h:g} s, E = {stiffness:.0e} Pa: ends over start: "
            f"{listed(f'w = {w:g}: {v:.3g}' for w, v in ends.items())}; w = {best:g} ends with a "
            f"relative error "
            f"of {error:.1e}"
        )
        if h == 1e-1:
            lowers[stiffness] = f"{sum(v < 1 for v in ends.values())} of {len(ends)}"
            parts.append(at_least(ends[best], 1, words))
        else:
            notes.append(words)
    counts = listed(f"{count} at E = {stiffness:.0e} Pa" for stiffness, count in lowers.items())
    return in_parts(
        parts, *notes, whatever_the_verdict=f"Weights that lower the objective below the start: {counts}."
    )


@claim(
    32,
    "Untwist, stable Neo-Hookean: QN converges for every time step and stiffness of the grid.",
    source="evaluation, untwisting beam, Neo-Hookean, convergence",
    setting="32 settings; converged: the last error is below 0.05 %",
    figure="neo_hookean_1e5_objective",
)
def qn_converges(results: Results) -> Verdict:
    runs = grid(results, "qn")
    errors = {key: abs(final(run, "relative_error")) for key, run in runs.items()}
    left = {key for key, error in errors.items() if not error < SOLVED}
    worst = max(errors, key=errors.get)
    iterations = max(int(run.first_step["iteration"].iloc[-1]) for run in runs.values())
    return in_parts(
        [
            at_most(
                len(left), 0, f"settings of {len(runs)} whose error ends at 0.05 % or above: {settings(left)}"
            )
        ],
        f"the largest final relative error is {errors[worst]:.1e} at (h, E) = {settings([worst])}; at most "
        f"{iterations} iterations are run",
        confirmed=f"In at most {iterations} iterations, to a relative error of {errors[worst]:.1e} or less.",
    )
