"""Claims 26, 29 and 32: QN and ADMM on the untwisting beam of stable Neo-Hookean, Poisson's ratio 0.45."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, about, at_least, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, count_or_never, final, first_iteration
from thesis.claims.twist import settings
from thesis.published import samples_with_errors

SWEEP = "thesis_neo_hookean"
OF_THESIS = (10, 50, 100, 150, 200, 250)  # weights


def grid(results: Results, solver: str, **setting) -> dict[tuple[float, float], Run]:
    return results.by(SWEEP, solver, "h", "E", **setting)


@claim(26)
def both_converge(results: Results) -> Verdict:
    runs = {
        "QN": (results.run("neo_hookean_weights", "qn", E=1e5), 20),
        "ADMM": (results.run("neo_hookean_weights", "admm", E=1e5, w=4), 50),
    }
    ends = {name: abs(final(run, "relative_error")) for name, (run, _) in runs.items()}
    words = listed(f"{name} {final(run):.6g} J ({ends[name]:.1e})" for name, (run, _) in runs.items())
    same = below(max(ends.values()), SOLVED, f"objectives at the end, with their relative errors: {words}")
    cases, counts = {}, {}
    for error in (SOLVED, 1e-2):
        case = f"an error below {100 * error:g} %"
        found = {name: first_iteration(run, error) for name, (run, _) in runs.items()}
        counts[case] = listed(f"{name} {count_or_never(count)}" for name, count in found.items())
        cases[case] = [
            about(
                math.inf if count is None else count,
                runs[name][1],
                f"{name} after {count_or_never(count)} iterations; in the thesis about {runs[name][1]}",
            )
            for name, count in found.items()
        ] + [same]
    samples = samples_with_errors("neohookean_objectives")
    solved = samples[samples["relative_error"] < SOLVED].groupby("series")["iteration"].min()
    thesis = listed(f"{name} {solved[name]:g}" for name in runs)
    return by_case(
        "the error with which a run counts as converged",
        cases,
        same="Both end at Newton's minimum. " if same.holds else "",
        counts="; to ".join((f"{case}: {its}" for case, its in counts.items())),
        thesis=thesis,
    )


@claim(29)
def no_weight_helps(results: Results) -> Verdict:
    runs = results.by("neo_hookean_weights_stiff", "admm", "h", "E", "w")
    findings, notes, lowers, lowest = [], [], {}, math.inf
    for h, stiffness in dict.fromkeys((h, stiffness) for h, stiffness, _ in runs):
        ends = {w: final(r) / r.at(0)["objective"] for (*key, w), r in runs.items() if key == [h, stiffness]}
        best = min(ends, key=ends.get)
        error = final(runs[h, stiffness, best], "relative_error")
        words = (
            f"h = {h:g} s, E = {stiffness:.0e} Pa: ends over start: "
            f"{listed(f'w = {w:g}: {v:.3g}' for w, v in ends.items())}; w = {best:g} ends with a relative "
            f"error of {error:.1e}"
        )
        if h == 1e-1:
            lowers[stiffness] = {w for w, end in ends.items() if end < 1}
            lowest = min(lowest, ends[best])
            findings.append(words)
        else:
            notes.append(words)
    every = {w for _, _, w in runs}
    counts = listed(f"{len(found)} at E = {stiffness:.0e} Pa" for stiffness, found in lowers.items())
    of_thesis = listed(
        f"{len(found & set(OF_THESIS))} at E = {stiffness:.0e} Pa" for stiffness, found in lowers.items()
    )
    return in_parts(
        [at_least(lowest, 1, "; ".join(findings) + "; the lowest")],
        *notes,
        weights=len(every),
        counts=counts,
        thesis_weights=len(OF_THESIS),
        of_thesis=of_thesis,
    )


@claim(32)
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
        iterations=iterations,
        error=errors[worst],
    )
