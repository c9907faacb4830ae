"""Claim 38: a rule for ADMM's weight, beside fixed weights w = c √(k V)."""

import json
import math

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts
from simbench.study.words import listed
from thesis.claims.twist import settings
from thesis.claims.weights import iterations_to_minimum

AUTOMATIC = {"weight": "auto"}
AS_GOOD = 1.5  # times the iterations of the best fixed c


@claim(38)
def automatic_weight(results: Results) -> Verdict:
    unsolved, ratios, solved_by_fixed, problems = {}, {}, {}, 0
    for name, sweep in (("untwist", "admm_phase_untwist"), ("twist further", "admm_phase_twist")):
        automatic: dict[float, float] = {}
        fixed: dict[float, list[float]] = {}
        for (k, setting), run in results.by(sweep, "admm", "k", "admm").items():
            needed = iterations_to_minimum(run)
            if json.loads(setting) == AUTOMATIC:
                automatic[k] = needed
            else:
                fixed.setdefault(k, []).append(needed)
        problems = len(automatic)
        unsolved[f"{name}, k h²"] = [f"{k * 1e-4:.0e} Pa s²" for k, n in automatic.items() if n == math.inf]
        ratios[name] = {k: n / min(fixed[k]) for k, n in automatic.items() if n < math.inf}
        columns = zip(*fixed.values(), strict=True)
        solved_by_fixed[name] = max(sum(n < math.inf for n in column) for column in columns)
    twist = results.by("admm_auto_twist", "admm", "h", "k")
    lost = {key for key, run in twist.items() if iterations_to_minimum(run) == math.inf}
    unsolved["twist further, (h, k)"] = [settings(lost)] if lost else []
    worst = {name: max(found.values(), default=math.inf) for name, found in ratios.items()}
    shown = "; ".join(
        f"{name} {listed(f'{ratio:.2f} (k h² = {k * 1e-4:.0e} Pa s²)' for k, ratio in found.items())}"
        for name, found in ratios.items()
    )
    words = listed(
        f"{ratio:.2f} ({name})" if ratio < math.inf else f"never solved ({name})"
        for name, ratio in worst.items()
    )
    best = listed(f"{count} ({name})" for name, count in solved_by_fixed.items())
    return in_parts(
        [
            at_most(
                sum(map(len, unsolved.values())),
                0,
                "problems in which the rule does not reach the minimum: "
                + "; ".join(f"{name}: {listed(found) or 'none'}" for name, found in unsolved.items()),
            ),
            at_most(max(worst.values()), AS_GOOD, f"iterations over those of the best fixed c: {shown}"),
        ],
        solved=len(twist) - len(lost),
        settings=len(twist),
        words=words,
        problems=problems,
        best=best,
    )
