"""Claim 38: a rule for ADMM's weight, beside fixed weights w = c √(k V)."""

import json
import math

from simbench.claims import claim
from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.verdicts import Part, Verdict, at_most, in_parts
from simbench.claims.weights import iterations_to_minimum

AUTOMATIC = {"weight": "auto"}
AS_GOOD = 1.5  # times the iterations of the best fixed c


@claim(
    38,
    'Left open: a rule for ADMM\'s weights. Tested: the rule of "weight": "auto", which looks at the problem '
    "while iterating, reaches the minimum in every setting of both experiments, in at most 1.5 times the "
    "iterations of the best fixed c.",
    source="left open in the evaluation",
    setting="14 values of k h², which are all problems of the thesis's grid and more; 13 weights c = 0.1 … "
    "1.6; the minimum is QN's, reached with an error below 0.05 %",
    figure="admm_phase_diagram",
)
def automatic_weight(results: Results) -> Verdict:
    parts: list[Part] = []
    worst, solved_by_fixed, problems = {}, {}, 0
    for name, sweep in (("untwist", "admm_phase_untwist"), ("twist further", "admm_phase_twist")):
        counts: dict[float, dict[str, float]] = {}
        for (k, setting), run in results.by(sweep, "admm", "k", "admm").items():
            counts.setdefault(k, {})[setting] = iterations_to_minimum(run)
        automatic = {
            k: next(n for setting, n in by_setting.items() if json.loads(setting) == AUTOMATIC)
            for k, by_setting in counts.items()
        }
        fixed = {
            k: [n for setting, n in by_setting.items() if json.loads(setting) != AUTOMATIC]
            for k, by_setting in counts.items()
        }
        problems += len(automatic)
        unsolved = [k for k, n in automatic.items() if n == math.inf]
        ratios = {k: automatic[k] / min(fixed[k]) for k in automatic if k not in unsolved}
        worst[name] = max(ratios.values(), default=math.inf)
        columns = list(zip(*fixed.values(), strict=True))
        solved_by_fixed[name] = max(sum(n < math.inf for n in column) for column in columns)
        parts += [
            at_most(
                len(unsolved),
                0,
                f"{name}: stiffnesses in Pa with which the rule does not reach the minimum: "
                f"{listed(f'{k:.0e}' for k in unsolved) or 'none'}",
            ),
            at_most(
                worst[name],
                AS_GOOD,
                f"{name}: iterations over those of the best fixed c: "
                + listed(f"{ratio:.2f} (k = {k:.0e})" for k, ratio in ratios.items()),
            ),
        ]
    words = listed(
        f"{ratio:.2f} ({name})" if ratio < math.inf else f"never solved ({name})"
        for name, ratio in worst.items()
    )
    best = listed(f"{count} ({name})" for name, count in solved_by_fixed.items())
    return in_parts(
        parts,
        whatever_the_verdict=f"Where the rule reaches the minimum it needs at most these multiples of the "
        f"iterations of the best fixed c: {words}. The fixed c that solves the most of the {problems // 2} "
        f"problems solves {best}.",
    )
