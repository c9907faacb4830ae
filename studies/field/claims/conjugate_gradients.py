"""Claim F21: nonlinear conjugate gradients against Newton's method with inner conjugate gradients."""

import json
import math
from functools import partial

from field.claims.measures import WORK, by_setting, in_setting, law, span, work_to
from simbench import Run
from simbench.study import Part, Results, Verdict, below, claim
from simbench.study.words import together

SCENES = {
    "gradients_untwist": "untwist",
    "gradients_end_turned": "end turned",
    "gradients_slab": "slab",
}
TARGETS = (1e-3, 1e-6)  # relative errors
COUNTED = [*WORK, "matrix_products"]
PUBLISHED = {"metric": "blocks"}  # blocks of the diagonal as preconditioner, in both methods


@claim(21)
def nonlinear_beats_inner(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    ratios: dict[str, dict[str, float]] = {"published": {}, "best": {}}
    for sweep, scene in SCENES.items():
        by = partial(results.by, sweep)
        nonlinear, inner = (by_setting(by, solver, "material") for solver in ("ncg", "newton_cg"))
        for material, runs in nonlinear.items():
            for error in TARGETS:
                problem = f"{scene} ({law(material)}) to {error:g}"
                for name, found in ratios.items():
                    own, other = (least(one, name == "published", error) for one in (runs, inner[material]))
                    found[problem] = own / other
                    cases[f"{problem}, {name} settings"] = [
                        below(own / other, 1, f"NCG needs {own:g}, and Newton's method {other:g}; the ratio")
                    ]
    return in_setting(
        cases,
        lambda case: case.endswith(f"to {TARGETS[0]:g}, published settings"),
        own=span(moderate(ratios["published"]).values()),
        own_not_less=not_less(moderate(ratios["published"])),
        **{name: span(found.values()) for name, found in ratios.items()},
        **{f"{name}_not_less": not_less(found) for name, found in ratios.items()},
    )


def moderate(ratios: dict[str, float]) -> dict[str, float]:
    return {problem: ratio for problem, ratio in ratios.items() if problem.endswith(f"to {TARGETS[0]:g}")}


def not_less(ratios: dict[str, float]) -> str | None:
    return together((problem for problem, ratio in ratios.items() if not ratio < 1), "; ", "; ") or None


def least(runs: dict[str, Run], published: bool, error: float) -> float:
    """Passes, products and solves of the published setting, or of the best one for this scene and target."""
    chosen = [run for setting, run in runs.items() if not published or json.loads(setting) == PUBLISHED]
    return min((work_to(run, COUNTED, error) for run in chosen), default=math.inf)
