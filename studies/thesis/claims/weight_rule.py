"""Claim 38: a rule for ADMM's weight, beside fixed weights w = c √(k V)."""

import json
import math

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, answered, at_most
from thesis.claims.problems import by_problem, intervals
from thesis.claims.weights import iterations_to_minimum

AUTOMATIC = {"weight": "auto"}
AS_GOOD = 1.5  # times the iterations of the best fixed c
TIME_STEP = 1e-2  # s, of the two sweeps over k h²
BEAMS = {"untwist": "admm_phase_untwist", "twist further": "admm_phase_twist"}


@claim(38)
def automatic_weight(results: Results) -> Verdict:
    ratios = {beam: over_the_best(results, sweep) for beam, sweep in BEAMS.items()}
    everywhere = {
        key: iterations_to_minimum(run) < math.inf
        for key, run in results.by("admm_auto_twist", "admm", "h", "k").items()
    }
    worst = {beam: max(of_beam.values()) for beam, of_beam in ratios.items()}
    lost = [ratio for of_beam in ratios.values() for ratio in of_beam.values() if ratio == math.inf]
    lost += [key for key, reached in everywhere.items() if not reached]
    return answered(
        [
            at_most(len(lost), 0, "problems in which the rule does not reach QN's minimum"),
            *(
                at_most(ratio, AS_GOOD, f"{beam}: its iterations over those of the best of all c, at most")
                for beam, ratio in worst.items()
            ),
        ],
        untwist=worst["untwist"],
        twist=worst["twist further"],
        reaches="does not reach" if lost else "reaches",
        where=intervals(by_problem(everywhere)),
        good=intervals({p: max(of[p] for of in ratios.values()) <= AS_GOOD for p in ratios["untwist"]}),
    )


def over_the_best(results: Results, sweep: str) -> dict[float, float]:
    """The iterations of the automatic weight over those of the best fixed c, by k h²; infinite: never."""
    needed: dict[float, dict[str, float]] = {}
    for (k, setting), run in results.by(sweep, "admm", "k", "admm").items():
        which = "rule" if json.loads(setting) == AUTOMATIC else setting
        needed.setdefault(k * TIME_STEP**2, {})[which] = iterations_to_minimum(run)
    return {
        product: math.inf if (rule := found.pop("rule")) == math.inf else rule / min(found.values())
        for product, found in needed.items()
    }
