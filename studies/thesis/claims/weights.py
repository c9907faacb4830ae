"""Claims 4 to 7: ADMM's weights w = c √(k V) on the untwisting beam, k = 1e8 Pa."""

import itertools
import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, first_iteration, spread

SWING = 50  # iterations
SWINGS = f"with small weights ADMM swings, so that its ends are those of the last {SWING} iterations"


def by_weight(results: Results, h: float) -> dict[float, Run]:
    return results.by("admm_weights", "admm", "c", h=h)


def of_start(run: Run) -> float:
    """The final objective, divided by the objective of the start."""
    return final(run) / run.at(0)["objective"]


def last_of_start(run: Run, last: int | None = None) -> list[float]:
    """The objectives of the last SWING iterations up to `last`, divided by the objective of the start."""
    rows = run.first_step if last is None else run.first_step.query(f"iteration <= {last}")
    return (rows["objective"].iloc[-SWING:] / rows["objective"].iloc[0]).tolist()


def ratios(runs: dict[float, Run]) -> str:
    return listed(f"c = {c:g}: {of_start(run):.4f}" for c, run in runs.items())


def iterations_to_minimum(run: Run) -> float:
    """Iterations to the reference minimum; infinite if the run ends above it or in a lower minimum."""
    errors = run.first_step.set_index("iteration")["relative_error"].abs()
    return float((errors < SOLVED).idxmax()) if errors.iloc[-1] < SOLVED else math.inf


def fastest(runs: dict[float, Run]) -> float:
    """The c with the fewest iterations to the minimum; if none gets there, that with the least error."""
    return min(runs, key=lambda c: (iterations_to_minimum(runs[c]), final(runs[c], "relative_error")))


def fastest_run(results: Results, h: float, k: float) -> tuple[float, Run]:
    """ADMM on the untwisting beam with the c that is the fastest there, which is the thesis's choice."""
    runs = results.by("thesis_untwist_weights", "admm", "c", h=h, k=k)
    return (c := fastest(runs)), runs[c]


@claim(4)
def weights_reach_the_same_objective(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    errors = {c: abs(final(run, "relative_error")) for c, run in runs.items() if c >= 0.2}
    words = listed(f"{error:.1e} (c = {c:g})" for c, error in errors.items())
    swing = last_of_start(runs[0.1])
    return in_parts(
        [
            below(max(errors.values()), SOLVED, f"relative errors at the end: {words}"),
            above(min(swing), 1, f"c = 0.1 ends at {spread(swing)} of start"),
        ],
        ends=spread(swing, ".2g"),
    )


@claim(5)
def fastest_weights(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    counts = {c: iterations_to_minimum(run) for c, run in runs.items()}
    words = listed(
        f"c = {c:g}: {count:g}" if count < math.inf else f"c = {c:g}: never" for c, count in counts.items()
    )
    slower_of_two = max(counts[0.3], counts[0.4])
    next_one = min(count for c, count in counts.items() if c not in (0.3, 0.4))
    rising = [counts[c] for c in sorted(counts) if c >= 0.4]
    step = min(b / a for a, b in itertools.pairwise(rising))
    parts = [
        below(slower_of_two, next_one, f"iterations to a relative error below 0.05 %: {words}"),
        above(step, 1, f"from c = 0.4 on these grow with c, each to {step:.2f} times the one before or more"),
    ]
    ratios = {
        c: runs[c].first_step.set_index("iteration")["objective"].loc[1:20] / runs[c].at(0)["objective"]
        for c in (0.1, 0.2)
    }
    cases = {
        case: parts
        + [
            above(early.loc[chosen].min(), 1, f"c = {c:g}: at least {early.loc[chosen].min():.3g} of start")
            for c, early in ratios.items()
        ]
        for case, chosen in {"iterations 10 and 20": [10, 20], "iterations 1 to 20": slice(1, 20)}.items()
    }
    below_start = listed(f"{int((early <= 1).sum())} with c = {c:g}" for c, early in ratios.items())
    return by_case(
        "the sampling",
        cases,
        of_4=counts[0.4],
        of_3=counts[0.3],
        next_one=next_one,
        below_start=below_start,
    )


@claim(6)
def best_weight_depends_on_the_time_step(results: Results) -> Verdict:
    runs = by_weight(results, 1e-3)
    at_end = {c: last_of_start(run, 300) for c, run in runs.items()}
    low = min(min(values) for c, values in at_end.items() if c <= 0.4)
    high = max(max(values) for c, values in at_end.items() if c > 0.4)
    best = {h: fastest(by_weight(results, h)) for h in (1e-2, 1e-3)}
    small = min(min(at_end[c]) for c in (0.2, 0.3))
    words = listed(f"c = {c:g}: {spread(values, '.4f')}" for c, values in at_end.items())
    return in_parts(
        [
            below(high, low, f"objectives until iteration 300 over start: {words}"),
            above(small, 1, "the least of c = 0.2 and 0.3"),
            above(
                best[1e-3],
                best[1e-2],
                f"fastest to 0.05 %: c = {best[1e-2]:g} at h = 1e-2 s, c = {best[1e-3]:g} at h = 1e-3 s",
            ),
        ],
        f"after all iterations: {ratios(runs)}",
        high=high,
        low=low,
        small=small,
        small_step=best[1e-3],
        large_step=best[1e-2],
    )


@claim(7)
def unit_weight_is_almost_pd(results: Results) -> Verdict:
    parts, largest = [], []
    for h in (1e-2, 1e-3):
        admm, pd = by_weight(results, h)[1.0], results.run("admm_weights", "pd", h=h)
        errors = admm.first_step.merge(pd.first_step, on="iteration", suffixes=("", "_pd"))
        apart = (errors["relative_error"] - errors["relative_error_pd"]).abs()
        worst = int(apart.idxmax())
        largest.append(apart[worst])
        parts.append(
            below(
                apart[worst],
                0.01,
                f"h = {h:g} s: relative errors differ by at most {100 * apart[worst]:.2g} % (at iteration "
                f"{errors['iteration'][worst]}), below 0.05 % after {first_iteration(admm, SOLVED)} "
                f"iterations (PD {first_iteration(pd, SOLVED)})",
            )
        )
    return in_parts(
        parts,
        largest=100 * max(largest),
    )
