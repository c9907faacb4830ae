"""Claims F8 and F9: absolute eigenvalues, and the trust region, in Newton's Hessian."""

import json
import math
import statistics
from collections.abc import Callable

from field.claims.measures import first, in_setting, span, two_digits
from simbench import Run
from simbench.study import Part, Results, Verdict, at_least, below, claim
from simbench.study.words import together

QUADRATIC = ", quadratic tets"
STRETCH = {"": "newton_stretch", QUADRATIC: "newton_stretch_quadratic"}  # by the words for the elements
UNTWIST = "newton_untwist"
HESSIAN = "solvers.newton.hessian"
LENGTH = 0.8  # m
NEARLY = 0.49  # Poisson's ratio
LENGTHS = 10  # by which the authors' hardest beam is drawn out
STOPS = {"loose": 1e-5, "tight": 1e-8}  # shares of the first gradient
LIMIT = 200  # iterations of Newton's method
OTHER = 1e-3  # minima whose values differ by more than this share are different
FEWER = 2  # "about 2.5 times fewer" is at least 2.5 less 20 %

Filters = dict[str, Run]  # by HESSIAN
Trials = dict[str, dict[float, list[Filters]]]  # by the start and Poisson's ratio; a list of similar runs


def until(run: Run, stop: str) -> float:
    """The iteration at which this stop ends the run; rounding ends a run that has converged."""
    rows = run.curve
    small = rows["gradient_norm"] <= STOPS[stop] * rows["gradient_norm"].iloc[0]
    if stop == "tight":  # a small gradient may be that of a saddle point, which the iterates leave again
        small = small[::-1].cummin()[::-1]
    found = first(rows, small)
    ended = run.manifest["status"] == "converged"
    return float(rows["iteration"].iloc[-1]) if math.isinf(found) and ended else found


def trials(results: Results) -> Trials:
    """The stretched beam, where starts of nearly the same length form a list, and the twisted one."""
    found: dict = {}
    axes = ("anchors.groups.1.translation", "material.poisson_ratio", HESSIAN)
    for elements, sweep in STRETCH.items():
        for (end, nu, hessian), run in results.by(sweep, "newton", *axes).items():
            metres = json.loads(end)[0]  # in a step of one second
            start = f"drawn out by {lengths(metres)}{elements}"
            found.setdefault(start, {}).setdefault(nu, {}).setdefault(metres, {})[hessian] = run
    for (material, h, hessian), run in results.by(UNTWIST, "newton", "material", "h", HESSIAN).items():
        if nu := json.loads(material).get("poisson_ratio"):
            similar = found.setdefault("let go twisted", {}).setdefault(nu, {})
            similar.setdefault(h, {})[hessian] = run
    return {
        start: {nu: list(similar.values()) for nu, similar in by_nu.items()} for start, by_nu in found.items()
    }


def in_words(starts: list[str]) -> str | None:
    """Starts of trials: drawn out by 1 or 3 lengths or let go twisted; None if there are none."""
    groups: dict[tuple[str, str], list[str]] = {}
    for start in starts:
        how, elements, _ = start.partition(QUADRATIC)
        what, _, number = how.partition(" by ")
        groups.setdefault((what, elements), []).append(number.partition(" ")[0])
    found = []
    for (what, elements), numbers in groups.items():
        by = (
            f" by {together(numbers, last_two=' or ')} length{'s' * (numbers != ['1'])}" if numbers[0] else ""
        )
        found.append(what + by + elements.replace(",", " with"))
    return together(found, last_two=", or ") or None


def lengths(metres: float) -> str:
    number = round(metres / LENGTH)
    return "1 length" if number == 1 else f"{number} lengths"


def ratio(of: float, over: float) -> float | None:
    """The ratio of two numbers of iterations; LIMIT replaces the first if it is not reached."""
    if math.isinf(of) and math.isinf(over):
        return None
    return min(of, LIMIT) / over


def judged_at_stops(
    results: Results,
    measure: Callable[[Filters, str], float | None],
    part: Callable[[float, str], Part],
    near: float = 0,
) -> Verdict:
    """A case for each start and stop: the median over all ν from `near` on; the authors average."""
    cases, words, middles = {}, {}, {}
    for stop in STOPS:
        said: dict[bool, list[str]] = {True: [], False: []}
        for start, by_nu in trials(results).items():
            found = [
                value
                for nu, similar in by_nu.items()
                for one in similar
                if nu >= near and (value := measure(one, stop)) is not None
            ]
            if found:  # if no filter arrives, there is nothing to compare
                middle = statistics.median(found)
                case = f"{start}, {stop} stop"
                middles[case] = middle
                cases[case] = [part(middle, span(found))]
                said[cases[case][0].holds].append(start)
        words |= {f"{stop}_yes": in_words(said[True]), f"{stop}_no": in_words(said[False])}
    own = f"drawn out by {LENGTHS} lengths, loose stop"
    return in_setting(
        cases, lambda case: case == own, own=two_digits(middles[own]), **words, **minima(results)
    )


def minima(results: Results) -> dict[str, int | str]:
    """Where absolute eigenvalues end at another minimum than clamped ones, if both arrive."""
    found = [
        float(runs["absolute"].curve["objective"].iloc[-1] / runs["clamped"].curve["objective"].iloc[-1] - 1)
        for by_nu in trials(results).values()
        for similar in by_nu.values()
        for runs in similar
        if all(math.isfinite(until(runs[name], "tight")) for name in ("absolute", "clamped"))
    ]
    return {
        "both": len(found),
        "higher": sum(value > OTHER for value in found),
        "lower": sum(value < -OTHER for value in found) or "none",
    }


@claim(8)
def absolute_needs_fewer(results: Results) -> Verdict:
    def measure(runs: Filters, stop: str) -> float | None:
        return ratio(until(runs["clamped"], stop), until(runs["absolute"], stop))

    def part(middle: float, all_of_them: str) -> Part:
        finding = f"iterations with clamped over those with absolute eigenvalues: {all_of_them}; the median"
        return at_least(middle, FEWER, finding)

    return judged_at_stops(results, measure, part, NEARLY)


@claim(9)
def trust_region_is_better(results: Results) -> Verdict:
    def measure(runs: Filters, stop: str) -> float | None:
        best_of_both = min(until(runs[name], stop) for name in ("clamped", "absolute"))
        return ratio(until(runs["trust_region"], stop), best_of_both)

    def part(middle: float, all_of_them: str) -> Part:
        finding = f"iterations with the switch over those of the better filter: {all_of_them}; the median"
        return below(middle, 1, finding)

    return judged_at_stops(results, measure, part)
