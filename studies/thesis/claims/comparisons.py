"""Claims 53 to 55: other sentences of the evaluation chapter, about two scenes or several methods."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.costs import seconds_of_the_thesis
from thesis.claims.measures import SOLVED, seconds_or_never, seconds_to
from thesis.claims.other_minima import WEIGHTS
from thesis.claims.twist import grid as twist_grid
from thesis.claims.weights import fastest_run, iterations_to_minimum
from thesis.claims.xpbd_forms import FORMS

CARRIES_OVER = 1.5  # a weight carries over if it needs at most this many times the least iterations


@claim(53)
def twisting_needs_fewer_iterations(results: Results) -> Verdict:
    counts: dict[str, dict[tuple[float, float], tuple[float, float]]] = {}
    for solver in ("qn", "pd", "admm"):
        weight = {"c": 0.6} if solver == "admm" else {}
        sweep = "thesis_untwist_weights" if solver == "admm" else "thesis_untwist"
        untwist = results.by(sweep, solver, "h", "k", **weight)
        twist = twist_grid(results, solver, **weight)
        counts[SOLVER_LABELS[solver]] = {
            key: (iterations_to_minimum(twist[key]), iterations_to_minimum(run))
            for key, run in untwist.items()
        }
    ratios: dict[float, dict[str, list[float]]] = {}
    for label, of_solver in counts.items():
        for key, (further, back) in of_solver.items():
            ratios.setdefault(problem(key), {}).setdefault(label, []).append(
                further / back if further < math.inf else further
            )
    cases, fewer = {}, {}
    for product, by_label in sorted(ratios.items()):
        worst = max(max(values) for values in by_label.values())
        words = "; ".join(f"{label} {listed(map(_ratio, values))}" for label, values in by_label.items())
        part = below(worst, 1, f"iterations, twisting further over untwisting: {words}")
        cases[f"k h² = {product:g} Pa s²"] = [part]
        fewer[product] = part.holds
    means = "; ".join(f"{label} {_means(list(of_solver.values()))}" for label, of_solver in counts.items())
    yes, no = (
        listed(f"{product:g}" for product, holds in fewer.items() if holds == wanted)
        for wanted in (True, False)
    )
    return by_case(
        "k h²",
        cases,
        means=means,
        fewer=yes or "none",
        not_fewer=no or "none",
    )


def problem(key: tuple[float, float]) -> float:
    """k h² of a setting (h, k) [Pa s²]"""
    h, k = key
    return float(f"{k * h**2:.6g}")


def _ratio(value: float) -> str:
    return f"{value:.2g}" if value < math.inf else "never"


def _means(counts: list[tuple[float, float]]) -> str:
    """In words: means over the settings in which a solver reaches the minimum on both beams."""
    both = [pair for pair in counts if math.inf not in pair]
    if not both:
        return "never reaches QN's minimum on both beams"
    further, back = (sum(pair[beam] for pair in both) / len(both) for beam in (0, 1))
    where = (
        f" (over the {len(both)} of {len(counts)} settings in which it reaches QN's minimum on both beams)"
    )
    return f"{further:.3g} against {back:.3g}{where if len(both) < len(counts) else ''}"


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
    ratios = {}
    for key in on_twist[WEIGHTS[0]]:
        chosen, _ = fastest_run(results, *key)
        counts = {c: iterations_to_minimum(on_twist[c][key]) for c in WEIGHTS}
        ratios[key] = counts[chosen] / min(counts.values()) if counts[chosen] < math.inf else math.inf
    carries = {key for key, ratio in ratios.items() if ratio <= CARRIES_OVER}
    lost = ratios.keys() - carries
    softest, stiffest = (f(map(problem, keys), default=math.nan) for f, keys in ((min, lost), (max, carries)))
    problems: dict[float, list[float]] = {}
    for key, ratio in ratios.items():
        problems.setdefault(problem(key), []).append(ratio)
    cases = {
        f"k h² = {product:g} Pa s²": [
            above(
                min(found), CARRIES_OVER, f"iterations over those of the best c: {listed(map(_ratio, found))}"
            )
        ]
        for product, found in sorted(problems.items())
    }
    never = sum(ratio == math.inf for ratio in ratios.values())
    is_split = stiffest < softest
    where = (
        f": where k h² is {stiffest:.3g} Pa s² or less, and not where it is {softest:.3g} or more"
        if is_split
        else ""
    )
    return by_case(
        "k h²",
        cases,
        carries=len(carries),
        settings=len(ratios),
        where=where,
        never=never,
    )
