"""Claims 53 to 55: other sentences of the evaluation chapter, about two scenes or several methods."""

import math
from collections.abc import Callable

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, below, in_parts
from simbench.study.words import listed
from thesis.claims.costs import seconds_of_the_thesis
from thesis.claims.measures import SOLVED, seconds_or_never, seconds_to
from thesis.claims.neo_hookean import level_from
from thesis.claims.other_minima import WEIGHTS
from thesis.claims.problems import Key, by_problem, cases, intervals
from thesis.claims.twist import SWEEP as TWIST
from thesis.claims.twist import THESIS_WEIGHT
from thesis.claims.twist import grid as twist_grid
from thesis.claims.weights import fastest_run, iterations_to_minimum
from thesis.claims.xpbd_forms import FORMS

CARRIES_OVER = 1.5  # a weight carries over if it needs at most this many times the least iterations
UNTWIST = "thesis_untwist"


@claim(53)
def twisting_needs_fewer_iterations(results: Results) -> Verdict:
    level = {
        solver: [
            level_from(results.run(sweep, solver, h=1e-1, k=1e9, **weight))
            for sweep, weight in ((TWIST, {"c": THESIS_WEIGHT} if solver == "admm" else {}), (UNTWIST, {}))
        ]
        for solver in ("qn", "pd", "admm")
    }
    ratios = {solver: further / back for solver, (further, back) in level.items()}
    counts = listed(
        f"{SOLVER_LABELS[s]} {further:g} against {back:g}" for s, (further, back) in level.items()
    )
    by_level, to_minimum = (over_the_grid(results, count) for count in (level_from, iterations_to_minimum))
    return in_parts(
        [
            below(max(ratios.values()), 1, f"iterations until level: {counts}"),
            Part(min(ratios, key=ratios.get) == "pd", "PD gains the most"),
        ],
        counts=counts,
    ).reaching(
        cases(by_level),
        where=intervals(by_problem(by_level)),
        to_minimum=intervals(by_problem(to_minimum)),
    )


def over_the_grid(results: Results, count: Callable[[Run], float]) -> dict[Key, bool]:
    """Whether count(run) is smaller for twisting further than for untwisting, with QN, PD and ADMM."""
    fewer: dict[Key, bool] = {}
    for solver in ("qn", "pd", "admm"):
        weight = {"c": 0.6} if solver == "admm" else {}
        twist = twist_grid(results, solver, **weight)
        sweep = "thesis_untwist_weights" if weight else UNTWIST
        for key, run in results.by(sweep, solver, "h", "k", **weight).items():
            fewer[key] = fewer.get(key, True) and count(twist[key]) < count(run)
    return fewer


@claim(54)
def faster_than_xpbd(results: Results) -> Verdict:
    of_thesis = seconds_of_the_thesis("neohookean_objectives")
    ours = {s: seconds_to(results.run("neo_hookean_alone", s, E=1e5), SOLVED) for s in ("qn", "admm")}
    forms = {
        form: seconds_to(results.run("neo_hookean_alone", "xpbd", form=form, E=1e5), SOLVED) for form in FORMS
    }
    words = listed(f"{SOLVER_LABELS[s]} {seconds_or_never(seconds)}" for s, seconds in ours.items())
    of_xpbd = listed(f"{form} {seconds_or_never(seconds)}" for form, seconds in forms.items())
    first = min(of_thesis[form] for form in FORMS)
    return in_parts(
        [
            below(of_thesis[s], first, f"the thesis's seconds with {SOLVER_LABELS[s]}, and with XPBD")
            for s in ours
        ]
        + [
            below(seconds, min(forms.values()), f"simbench's with {SOLVER_LABELS[s]}, and with XPBD")
            for s, seconds in ours.items()
        ],
        ours=words,
        of_xpbd=of_xpbd,
    )


@claim(55)
def weights_do_not_carry_over(results: Results) -> Verdict:
    on_twist = {c: twist_grid(results, "admm", c=c) for c in WEIGHTS}
    ratios: dict[Key, float] = {}
    for key in on_twist[WEIGHTS[0]]:
        counts = {c: iterations_to_minimum(runs[key]) for c, runs in on_twist.items()}
        needed = counts[fastest_run(results, *key)[0]]
        ratios[key] = needed / min(counts.values()) if needed < math.inf else math.inf
    lost = by_problem({key: ratio > CARRIES_OVER for key, ratio in ratios.items()})
    never = intervals(by_problem({key: ratio == math.inf for key, ratio in ratios.items()}))
    return in_parts(
        [
            at_least(
                sum(lost.values()),
                1,
                "values of k h² with which the fastest c of the untwisting beam does not carry over; it ends "
                f"elsewhere than QN for {never} Pa s²; how many values",
            )
        ],
        never=never,
    ).reaching(
        cases({key: ratio > CARRIES_OVER for key, ratio in ratios.items()}),
        lost=intervals(lost),
        kept=intervals({product: not yes for product, yes in lost.items()}),
    )
