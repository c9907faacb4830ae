"""Claims 10, 11, 74 and 91: the terms of the objective of the untwisting beam, and the order of solvers."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final, monotone_violations
from thesis.claims.problems import Key, by_problem, cases, intervals
from thesis.claims.untwist import STRAIN, main_runs, rising
from thesis.claims.weights import SOLVERS, iterations_to_minimum, untwist_grid

SAMPLING = 10  # iterations between the thesis's samples of the terms
SHOWN = 500  # iterations in its figure
EXCEPTION = range(30, 61)  # iterations in which the thesis sees ADMM's terms turn back
SEEN = 1e-3  # as a share of the start objective: smaller changes are invisible in a figure


@claim(10)
def terms_are_monotone(results: Results) -> Verdict:
    runs = main_runs(results)
    shares = {s: _right_way(run) for s, run in runs.items()}
    turns = turns_of(runs["admm"], SAMPLING)
    each = turns_of(runs["admm"], 1)
    words = listed(f"{SOLVER_LABELS[s]} {100 * share:.0f} %" for s, share in shares.items())
    outside = [iteration for iteration in turns if iteration not in EXCEPTION]
    return in_parts(
        [
            above(
                min(shares.values()), 0.5, f"steps of both terms in the right direction: {words}; at least"
            ),
            above(len(turns) - len(outside), 0, f"samples at which ADMM's terms turn back: {_ranges(turns)}"),
            at_most(len(outside), 0, "of these lie outside of 30 … 60"),
        ],
        turns=_ranges(turns) or "none",
        ratio=runs["xpbd"].at(10)["constraint"] / runs["xpbd"].at(0)["constraint"],
    ).reaching(
        {"counted at every iteration": all(iteration in EXCEPTION for iteration in each)},
        each=_ranges(each) or "none",
    )


def turns_of(run: Run, sampling: int) -> list[int]:
    """Sampled iterations at which one of the terms visibly goes the wrong way."""
    falling = monotone_violations(run, "constraint", sampling, SEEN, falls=True)
    found = {*falling, *monotone_violations(run, "inertial", sampling, SEEN, falls=False)}
    return sorted(iteration for iteration in found if iteration <= SHOWN)


def _right_way(run: Run) -> float:
    """The share of the samples at which neither term goes visibly the wrong way."""
    return 1 - len(turns_of(run, SAMPLING)) / (SHOWN / SAMPLING)


def _ranges(iterations: list[int]) -> str:
    """The numbers as ranges, for example 3–5, 9."""
    groups: list[list[int]] = []
    for iteration in iterations:
        if groups and iteration == groups[-1][-1] + 1:
            groups[-1].append(iteration)
        else:
            groups.append([iteration])
    return listed(f"{group[0]}" + (f"–{group[-1]}" if len(group) > 1 else "") for group in groups)


@claim(11)
def xpbd_terms(results: Results) -> Verdict:
    inertial = over_others(results, "inertial", min)
    constraint = over_others(results, "constraint", max)
    key, k = (STRAIN["h"], STRAIN["k"]), STRAIN["k"]
    smaller = {h: inertial[h, k] for h in (1e-3, 1e-4)}
    lower = {key: ratio < 1 for key, ratio in inertial.items()}
    return in_parts(
        [
            above(constraint[key], 1, "XPBD's last constraint term over the largest of the others'"),
            below(inertial[key], 1, "XPBD's last inertial term over the least of the others'"),
            *(below(ratio, 1, f"… and at h = {h:g} s") for h, ratio in smaller.items()),
        ],
        higher=constraint[key],
        lower=listed(
            f"{ratio:.2f} at h = {h:g} s" for h, ratio in {key[0]: inertial[key], **smaller}.items()
        ),
    ).reaching(cases(lower), where=intervals(by_problem(lower)))


def over_others(results: Results, term: str, which) -> dict[Key, float]:
    """XPBD's last term over the least (`which` is min) or the largest of the others', by setting."""
    grid = {s: untwist_grid(results, s) for s in SOLVERS}
    return {
        key: final(run, term) / which(final(grid[s][key], term) for s in SOLVERS if s != "xpbd")
        for key, run in grid["xpbd"].items()
    }


@claim(74)
def faster_solvers_convert_more(results: Results) -> Verdict:
    grid = {s: untwist_grid(results, s) for s in SOLVERS}
    gained = {key: [grid[s][key].at(SAMPLING)["inertial"] for s in SOLVERS] for key in grid["qn"]}
    start = main_runs(results)["qn"].at(0)["objective"]
    key = (STRAIN["h"], STRAIN["k"])
    shares = {s: value / start for s, value in zip(SOLVERS, gained[key], strict=True)}
    in_order = {key: rising(values[::-1]) for key, values in gained.items()}
    words = listed(f"{SOLVER_LABELS[s]} {100 * share:.2g} %" for s, share in shares.items())
    return in_parts(
        [
            above(a, b, f"share converted after {SAMPLING} iterations: {words}; {SOLVER_LABELS[s]}'s")
            for s, a, b in zip(SOLVERS, shares.values(), list(shares.values())[1:], strict=False)
        ],
        words=words,
    ).reaching(cases(in_order), where=intervals(by_problem(in_order)))


@claim(91)
def order_of_solvers(results: Results) -> Verdict:
    grid = {s: untwist_grid(results, s) for s in SOLVERS}
    counts = {key: [iterations_to_minimum(grid[s][key]) for s in SOLVERS] for key in grid["qn"]}
    in_order = {key: rising(_by_error(grid, key, found)) for key, found in counts.items()}
    problems = by_problem(in_order)
    before_pd = {key: found[1] < found[2] for key, found in counts.items()}
    return in_parts(
        [
            above(
                sum(problems.values()) / len(problems),
                0.5,
                "problems in which QN needs fewest iterations to the minimum, then ADMM, PD and XPBD: "
                f"k h² of {intervals(problems)} Pa s²; share of all",
            )
        ],
        where=intervals(problems),
        first=intervals(by_problem({key: found[0] <= min(found[1:]) for key, found in counts.items()})),
    ).reaching(
        cases(in_order),
        slower=intervals(by_problem({key: not yes for key, yes in before_pd.items()})),
    )


def _by_error(grid: dict, key: Key, counts: list[float]) -> list[float]:
    """The counts; a solver that never arrives counts as 1000 iterations and its error more."""
    lasts = [abs(final(grid[s][key], "relative_error")) for s in SOLVERS]
    return [count if count < math.inf else 1000 + last for count, last in zip(counts, lasts, strict=True)]
