"""Claims 4 to 7, 69 and 70: ADMM's weights w = c √(k V) on the untwisting beam, k = 1e8 Pa."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, spread
from thesis.claims.problems import Key, by_problem, cases, intervals, problem

SOLVERS = ("qn", "admm", "pd", "xpbd")
SHOWN = 300  # iterations in the thesis's figures
SAMPLES = (10, 20)  # the thesis's samples in the first 20 iterations
SEEN = 0.01  # relative error that a figure shows
SWING = 50  # iterations: with small weights ADMM swings, so that its ends are those of the last ones
FAR_LESS, ABOUT_THE_SAME = 0.1, 0.9  # constraint term of the minimum over that of the start

Grid = dict[Key, Run]


def by_weight(results: Results, h: float) -> dict[float, Run]:
    return results.by("admm_weights", "admm", "c", h=h)


def of_start(run: Run) -> float:
    """The final objective, divided by the objective of the start."""
    return final(run) / run.at(0)["objective"]


def last_of_start(run: Run, last: int = SHOWN) -> list[float]:
    """The objectives of the last SWING iterations up to `last`, divided by the objective of the start."""
    rows = run.first_step.query(f"iteration <= {last}")
    return (rows["objective"].iloc[-SWING:] / rows["objective"].iloc[0]).tolist()


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


def untwist_grid(results: Results, solver: str) -> Grid:
    """Over the thesis's settings; ADMM with the weight that is the fastest in each."""
    if solver != "admm":
        return results.by("thesis_untwist", solver, "h", "k")
    keys = results.by("thesis_untwist", "qn", "h", "k")
    return {key: fastest_run(results, *key)[1] for key in keys}


def over_weights(results: Results) -> dict[Key, dict[float, Run]]:
    """For each setting the runs by weight."""
    found: dict[Key, dict[float, Run]] = {}
    for (h, k, c), run in results.by("thesis_untwist_weights", "admm", "h", "k", "c").items():
        found.setdefault((h, k), {})[c] = run
    return found


def _counts(counts: dict[float, float]) -> str:
    return listed(f"c = {c:g}: {spread([count], 'g')}" for c, count in counts.items())


@claim(4)
def weights_reach_the_same_objective(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    errors = {c: abs(run.at(SHOWN)["relative_error"]) for c, run in runs.items() if c >= 0.2}
    swing = last_of_start(runs[0.1])
    same = {
        key: all(iterations_to_minimum(run) < math.inf for run in found.values())
        for key, found in over_weights(results).items()
    }
    words = listed(f"{error:.1e} (c = {c:g})" for c, error in errors.items())
    return in_parts(
        [
            below(max(errors.values()), SEEN, f"relative errors after {SHOWN} iterations: {words}"),
            above(min(swing), 1, f"c = 0.1 ends at {spread(swing)} of start"),
        ],
        ends=spread(swing, ".2g"),
        most=100 * max(errors.values()),
    ).reaching(cases(same), where=intervals(by_problem(same)))


@claim(5)
def fastest_weights(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    counts = {c: iterations_to_minimum(run) for c, run in runs.items()}
    next_one = min(count for c, count in counts.items() if c not in (0.3, 0.4))
    larger = [counts[c] for c in sorted(counts) if c >= 0.4]
    early = {
        c: runs[c].first_step.set_index("iteration")["objective"] / runs[c].at(0)["objective"]
        for c in sorted(runs)
        if c < 0.3
    }
    below_start = {c: int((values.loc[1:20] <= 1).sum()) for c, values in early.items()}
    return in_parts(
        [
            below(max(counts[0.3], counts[0.4]), next_one, f"iterations to the minimum: {_counts(counts)}"),
            Part(larger == sorted(set(larger)), "from c = 0.4 on they grow with c"),
            *(
                above(
                    values.loc[list(SAMPLES)].min(), 1, f"c = {c:g}: the least of start at samples 10 and 20"
                )
                for c, values in early.items()
            ),
        ],
        of_4=counts[0.4],
        of_3=counts[0.3],
        next_one=next_one,
    ).reaching(
        {"at each of the first 20 iterations": not any(below_start.values())},
        below_start=listed(f"{count} with c = {c:g}" for c, count in below_start.items()),
        small_step=fastest(by_weight(results, 1e-3)),
    )


@claim(6)
def best_weight_depends_on_the_time_step(results: Results) -> Verdict:
    runs = by_weight(results, 1e-3)
    ends = {c: last_of_start(run) for c, run in runs.items()}
    low = min(min(values) for c, values in ends.items() if c <= 0.4)
    high = max(max(values) for c, values in ends.items() if c > 0.4)
    best = {h: fastest(by_weight(results, h)) for h in (1e-2, 1e-3)}
    small = min(min(ends[c]) for c in (0.2, 0.3))
    words = listed(f"c = {c:g}: {spread(values, '.4f')}" for c, values in ends.items())
    above_4 = {key: fastest(found) > 0.4 for key, found in over_weights(results).items()}
    return in_parts(
        [
            below(high, low, f"objectives until iteration {SHOWN} over start: {words}"),
            above(small, 1, "the least of c = 0.2 and 0.3"),
            above(best[1e-3], 0.4, "the fastest c"),
        ],
        high=high,
        low=low,
        small=small,
        small_step=best[1e-3],
        large_step=best[1e-2],
    ).reaching(cases(above_4), where=intervals(by_problem(above_4)))


@claim(7)
def unit_weight_is_almost_pd(results: Results) -> Verdict:
    largest, better = {}, {}
    for h in (1e-2, 1e-3):
        runs, pd = by_weight(results, h), results.run("admm_weights", "pd", h=h)
        errors = runs[1.0].first_step.merge(pd.first_step, on="iteration", suffixes=("", "_pd"))
        largest[h] = float((errors["relative_error"] - errors["relative_error_pd"]).abs().max())
        better[h] = iterations_to_minimum(runs[1.0]) / iterations_to_minimum(runs[fastest(runs)])
    pd = results.by("thesis_untwist", "pd", "h", "k")
    faster = {
        key: iterations_to_minimum(fastest_run(results, *key)[1]) < iterations_to_minimum(run)
        for key, run in pd.items()
    }
    return in_parts(
        [
            *(
                below(apart, SEEN, f"h = {h:g} s: largest difference of the relative errors of PD and c = 1")
                for h, apart in largest.items()
            ),
            *(
                above(factor, 1, f"h = {h:g} s: iterations with c = 1 over those with the best c")
                for h, factor in better.items()
            ),
        ],
        largest=100 * max(largest.values()),
        long=better[1e-2],
        short=better[1e-3],
    ).reaching(cases(faster), where=intervals(by_problem(faster)))


@claim(69)
def small_weights_help_where_much_energy_falls(results: Results) -> Verdict:
    best, fails, steadily = {True: [], False: []}, [], {}
    for key, runs in over_weights(results).items():
        ratio = _left(results, key)
        steadily.setdefault(problem(key), (fastest(runs), ratio))
        if ratio < FAR_LESS or ratio > ABOUT_THE_SAME:
            best[ratio < FAR_LESS].append(fastest(runs))
        if ratio > ABOUT_THE_SAME:
            fails.append(iterations_to_minimum(runs[min(runs)]) == math.inf)
    twist = {
        key: (_left(results, key, "thesis_twist"), fastest(_of_twist(results, key)))
        for key in over_weights(results)
    }
    same = {key: (c <= max(best[True])) == (ratio < FAR_LESS) for key, (ratio, c) in twist.items()}
    stiffest = max(twist, key=problem)
    return in_parts(
        [
            below(
                max(best[True]),
                min(best[False]),
                "the best c where the constraint term falls to a tenth; "
                "where it keeps nine tenths it is at least",
            ),
            Part(all(fails), "where it keeps nine tenths, the smallest weight does not reach the minimum"),
        ],
        small=max(best[True]),
        large=min(best[False]),
    ).reaching(
        cases(same),
        where=intervals(by_problem(same)),
        ratio=twist[stiffest][0],
        c=twist[stiffest][1],
        stiffest=problem(stiffest),
    )


def _left(results: Results, key: Key, sweep: str = "thesis_untwist") -> float:
    """The constraint term of QN's minimum over that of the start."""
    run = results.run(sweep, "qn", h=key[0], k=key[1])
    return final(run, "constraint") / run.at(0)["constraint"]


def _of_twist(results: Results, key: Key) -> dict[float, Run]:
    return results.by("thesis_twist", "admm", "c", h=key[0], k=key[1])


@claim(70)
def smaller_weights_converge_in_longer_steps(results: Results) -> Verdict:
    least = {h: _smallest(by_weight(results, h)) for h in (1e-2, 1e-3)}
    grid = {key: _smallest(runs) for key, runs in over_weights(results).items()}
    by_stiffness: dict[float, list[float]] = {}
    for (_, k), c in sorted(grid.items()):
        by_stiffness.setdefault(k, []).append(c)
    falls = {k: found == sorted(found, reverse=True) for k, found in by_stiffness.items()}
    changes = {k: found[0] > found[-1] for k, found in by_stiffness.items()}
    soft, stiff = (grid[f(grid, key=problem)] for f in (min, max))
    return in_parts(
        [
            below(least[1e-2], least[1e-3], "the smallest c that converges at h = 1e-2 s, and at 1e-3 s"),
            Part(all(falls.values()), f"it never grows with h, for {len(falls)} stiffnesses"),
            Part(any(changes.values()), "it falls with h at other stiffnesses, too"),
        ],
        long=least[1e-2],
        short=least[1e-3],
    ).reaching(
        {
            f"for k of {intervals({k: yes == holds for k, yes in changes.items()})} Pa": holds
            for holds in dict.fromkeys(changes.values())
        },
        where=intervals(changes),
        soft=soft,
        stiff=stiff,
    )


def _smallest(runs: dict[float, Run]) -> float:
    """The smallest weight with which ADMM reaches the minimum; infinite if there is none."""
    return min((c for c, run in runs.items() if iterations_to_minimum(run) < math.inf), default=math.inf)
