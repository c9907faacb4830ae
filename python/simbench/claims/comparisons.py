"""Claims 53 to 55: other sentences of the evaluation chapter, about two scenes or several methods."""

import math

from simbench.claims import claim
from simbench.claims.measures import listed, seconds_or_never, seconds_to
from simbench.claims.other_minima import WEIGHTS
from simbench.claims.results import Results
from simbench.claims.twist import grid as twist_grid
from simbench.claims.twist import settings
from simbench.claims.verdicts import Verdict, above, at_most, below, in_parts
from simbench.claims.weights import fastest_run, iterations_to_minimum
from simbench.claims.xpbd_forms import FORMS
from simbench.labels import SOLVER_LABELS

CARRIES_OVER = 1.5  # times the iterations of the best weight: a weight that needs no more does


@claim(
    53,
    "Twisting further needs fewer iterations than untwisting.",
    source="evaluation, twisting beam",
    setting="32 settings, to an error of 0.05 %; ADMM with c = 0.6",
    figure="twist_1e-1_1e9_objective",
)
def twisting_needs_fewer_iterations(results: Results) -> Verdict:
    parts, words = [], []
    for solver in ("qn", "pd", "admm"):
        weight = {"c": 0.6} if solver == "admm" else {}
        sweep = "thesis_untwist_weights" if solver == "admm" else "thesis_untwist"
        untwist = results.by(sweep, solver, "h", "k", **weight)
        twist = twist_grid(results, solver, **weight)
        counts = {
            key: (iterations_to_minimum(twist[key]), iterations_to_minimum(run))
            for key, run in untwist.items()
        }
        more = {key for key, (further, back) in counts.items() if further > back or further == math.inf}
        words.append(f"{SOLVER_LABELS[solver]} {_means(list(counts.values()))}")
        finding = f"{SOLVER_LABELS[solver]} needs more or does not reach QN's minimum at {settings(more)}"
        parts.append(at_most(len(more), 0, finding))
    return in_parts(
        parts,
        whatever_the_verdict=f"Mean iterations, twisting further against untwisting: {listed(words)}.",
    )


def _means(counts: list[tuple[float, float]]) -> str:
    """Of those settings in which a solver reaches the minimum on both beams."""
    both = [pair for pair in counts if math.inf not in pair]
    if not both:
        return "never reaches QN's minimum on both beams"
    further, back = (sum(pair[beam] for pair in both) / len(both) for beam in (0, 1))
    where = (
        f" (over the {len(both)} of {len(counts)} settings in which it reaches QN's minimum on both beams)"
    )
    return f"{further:.3g} against {back:.3g}{where if len(both) < len(counts) else ''}"


@claim(
    54,
    "Untwist, stable Neo-Hookean, h = 1e-1 s, E = 1e5 Pa: in time ADMM and QN beat both forms of XPBD.",
    source="evaluation, untwisting beam, Neo-Hookean, objective over time",
    setting="time to a relative error of 1 %",
    figure="neo_hookean_1e5_time",
)
def faster_than_xpbd(results: Results) -> Verdict:
    times = {s: seconds_to(results.run("neo_hookean_alone", s, E=1e5), 1e-2) for s in ("qn", "admm")}
    forms = {
        form: seconds_to(results.run("neo_hookean_alone", "xpbd", form=form, E=1e5), 1e-2) for form in FORMS
    }
    ours = {s: f"{SOLVER_LABELS[s]} {seconds_or_never(seconds)}" for s, seconds in times.items()}
    of_xpbd = listed(f"{form} {seconds_or_never(seconds)}" for form, seconds in forms.items())
    return in_parts(
        [below(seconds, min(forms.values()), f"{ours[s]}; XPBD {of_xpbd}") for s, seconds in times.items()],
        whatever_the_verdict=f"Times to an error of 1 %: {listed(ours.values())}; XPBD {of_xpbd}.",
    )


@claim(
    55,
    "ADMM's weights do not carry over from one scene to another.",
    source="evaluation, twisting beam, ADMM",
    setting="32 settings: the c that is the fastest on the untwisting beam, on the beam that is twisted "
    "further; "
    "it carries over where it reaches QN's minimum in at most 1.5 times the iterations of the best c there",
    figure="admm_weight_rules",
)
def weights_do_not_carry_over(results: Results) -> Verdict:
    on_twist = {c: twist_grid(results, "admm", c=c) for c in WEIGHTS}
    keys = list(on_twist[WEIGHTS[0]])
    carries, lost = set(), set()
    for key in keys:
        chosen, _ = fastest_run(results, *key)
        counts = {c: iterations_to_minimum(on_twist[c][key]) for c in WEIGHTS}
        if counts[chosen] <= CARRIES_OVER * min(counts.values()) < math.inf:
            carries.add(key)
        elif counts[chosen] == math.inf:
            lost.add(key)
    share = 1 - len(carries) / len(keys)
    return in_parts(
        [
            above(
                share,
                0.5,
                f"they carry over at {settings(carries)}; they do not reach QN's minimum at {settings(lost)}",
            )
        ],
        whatever_the_verdict=f"They carry over in {len(carries)} of {len(keys)} settings; in {len(lost)} the "
        "beam does not reach QN's minimum with the weight that is the fastest on the untwisting beam.",
    )
