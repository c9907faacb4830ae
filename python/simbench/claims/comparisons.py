"""Claims 53 to 56: other sentences of the evaluation chapter, about two scenes or several methods."""

import math

from simbench.claims import claim
from simbench.claims.measures import listed, seconds_to
from simbench.claims.neo_hookean import FORMS, is_robust
from simbench.claims.neo_hookean import grid as neo_hookean_grid
from simbench.claims.other_minima import WEIGHTS
from simbench.claims.results import Results
from simbench.claims.twist import grid as twist_grid
from simbench.claims.twist import settings
from simbench.claims.verdicts import Verdict, above, at_most, below, in_parts
from simbench.claims.weights import fastest_run, iterations_to_minimum
from simbench.results import SOLVER_LABELS

CARRIES_OVER = 1.5  # times the iterations of the best weight: a weight that needs no more does


@claim(
    53,
    "Twisting further needs fewer iterations than untwisting.",
    source="evaluation, twisting beam",
    setting="32 settings, to an error of 0.05 %; ADMM with c = 0.6, with which it reaches QN's minimum",
    figure="twist_1e-1_1e9_objective",
)
def twisting_needs_fewer_iterations(results: Results) -> Verdict:
    parts, totals = [], {}
    for solver in ("qn", "pd", "admm"):
        weight = {"c": 0.6} if solver == "admm" else {}
        sweep = "thesis_untwist_weights" if solver == "admm" else "thesis_untwist"
        untwist = results.by(sweep, solver, "h", "k", **weight)
        twist = twist_grid(results, solver, **weight)
        counts = {
            key: (iterations_to_minimum(twist[key]), iterations_to_minimum(run))
            for key, run in untwist.items()
        }
        more = {key for key, (further, back) in counts.items() if further > back}
        totals[solver] = [sum(pair[i] for pair in counts.values()) / len(counts) for i in (0, 1)]
        parts.append(
            at_most(
                len(more),
                0,
                f"{SOLVER_LABELS[solver]} needs more at {settings(more)}; on average {totals[solver][0]:.3g} "
                f"against {totals[solver][1]:.3g} iterations",
            )
        )
    words = listed(f"{SOLVER_LABELS[s]} {a:.3g} against {b:.3g}" for s, (a, b) in totals.items())
    return in_parts(
        parts,
        **dict.fromkeys(
            ("confirmed", "partly", "refuted"), f"On average over the settings: {words} iterations."
        ),
    )


@claim(
    54,
    "Untwist, stable Neo-Hookean, h = 1e-1 s, E = 1e5 Pa: in time ADMM and QN beat both forms of XPBD.",
    source="evaluation, untwisting beam, Neo-Hookean, objective over time",
    setting="seconds to a relative error of 1 %",
    figure="neo_hookean_1e5_time",
)
def faster_than_xpbd(results: Results) -> Verdict:
    times = {s: seconds_to(results.run("neo_hookean_alone", s, E=1e5), 1e-2) for s in ("qn", "admm")}
    forms = {
        form: seconds_to(results.run("neo_hookean_alone", "xpbd", form=form, E=1e5), 1e-2) for form in FORMS
    }
    never = listed(form for form, seconds in forms.items() if seconds == math.inf)
    return in_parts(
        [
            below(
                seconds,
                min(forms.values()),
                f"{SOLVER_LABELS[s]} {seconds:.2g} s; XPBD "
                + listed(f"{form} {value:.2g} s" for form, value in forms.items()),
            )
            for s, seconds in times.items()
        ],
        confirmed=f"XPBD does not get there at all ({never})." if never else "In both forms.",
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
        **dict.fromkeys(
            ("confirmed", "refuted"),
            f"In {len(carries)} of {len(keys)} settings they do; in {len(lost)} the beam does not reach QN's "
            "minimum with the weight that is the fastest on the untwisting beam.",
        ),
    )


@claim(
    56,
    "Untwist, stable Neo-Hookean: combined XPBD is robust over a wider range of settings than split XPBD.",
    source="evaluation, untwisting beam, Neo-Hookean, XPBD's robustness",
    setting="32 settings; robust as in claim 31",
    figure="neo_hookean_1e7",
)
def combined_is_robust_over_a_wider_range(results: Results) -> Verdict:
    qn = neo_hookean_grid(results, "qn")
    robust = {
        form: {
            key
            for key, run in neo_hookean_grid(results, "xpbd", form=form).items()
            if is_robust(run, qn[key])
        }
        for form in FORMS
    }
    split_alone = robust["split"] - robust["combined"]
    counts = {form: len(cells) for form, cells in robust.items()}
    return in_parts(
        [
            above(
                counts["combined"],
                counts["split"],
                f"robust settings: combined {counts['combined']}, split {counts['split']}",
            ),
            at_most(len(split_alone), 0, f"settings in which split alone is robust: {settings(split_alone)}"),
        ],
        confirmed=f"Combined in {counts['combined']} of {len(qn)} settings, split in {counts['split']}, "
        f"which are "
        "among them.",
    )
