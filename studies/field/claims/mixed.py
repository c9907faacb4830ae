"""Claim F20: mixed finite elements against Newton's method."""

import math

from field.claims.measures import has_minimum, in_setting, iterations_to
from field.claims.problems import CLOSE, EXACT, PLAUSIBLE, RIGHT, names, times
from field.claims.steps_from_rest import (
    EXACT_HESSIAN,
    FULL_STEPS,
    moved_ends,
    newton_with,
    sagging,
    untwisting,
)
from simbench import Run
from simbench.study import Results, Verdict, at_most, below, claim

ON_A_PAR = 1.2  # the same, or one iteration more
OUTER = 5  # iterations that the published code takes


@claim(20)
def mixed_is_on_a_par_with_newton(results: Results) -> Verdict:
    ends = moved_ends(results)
    pressed = [how for how in ends if "pressed" in how]
    groups = {
        "untwist": untwisting(results),
        "sag": sagging(results),
        "end drawn out or turned": [scene for how, scene in ends.items() if how not in pressed],
        "end pressed in": [ends[how] for how in pressed],
    }
    missed = [
        scene.name
        for scenes in groups.values()
        for scene in scenes
        if not has_minimum(newton_with(results, scene))
    ]
    groups = {
        group: judged
        for group, scenes in groups.items()
        if (judged := [scene for scene in scenes if scene.name not in missed])
    }
    rivals = {
        "clamped Hessian": ("{}", "{}"),
        "exact Hessian": (EXACT_HESSIAN, "{}"),
        "no line search": (FULL_STEPS, FULL_STEPS),
    }
    cases, behind, ahead, late = {}, {}, 0, []
    for rival, (of_newton, of_mixed) in rivals.items():
        for group, scenes in groups.items():
            runs = {
                scene.name: (
                    newton_with(results, scene, of_mixed, "mixed"),
                    newton_with(results, scene, of_newton),
                )
                for scene in scenes
            }
            worst = max(
                (excess(mixed, newton, error), error, name)
                for name, (mixed, newton) in runs.items()
                for error in (PLAUSIBLE, CLOSE, RIGHT, EXACT)
            )
            ratio, error, name = worst
            accuracy = f"{error:.0e}".replace("e-0", "e-")
            counts = " instead of ".join(times(run, error) for run in runs[name])
            errors = {name: mixed_error(mixed) for name, (mixed, _) in runs.items()}
            cases[f"{group}, Newton with {rival}" if "Hessian" in rival else f"{group}, {rival}"] = [
                below(
                    ratio, 1, f"at worst {counts} iterations to {accuracy} ({name}); over the fewest too many"
                ),
                at_most(max(errors.values()), PLAUSIBLE, f"the largest error after {OUTER} iterations"),
            ]
            if ratio >= 1:
                behind.setdefault(rival, []).append(f"{group} ({counts} to {accuracy})")
            if rival == "clamped Hessian":
                late += [f"{name} ({value:.2g})" for name, value in errors.items() if value > PLAUSIBLE]
                ahead += sum(
                    iterations_to(mixed, EXACT) < iterations_to(newton, EXACT)
                    for mixed, newton in runs.values()
                )
    return in_setting(
        cases,
        lambda case: case.endswith("clamped Hessian"),
        clamped=names(behind.get("clamped Hessian", [])),
        exact=names(behind.get("exact Hessian", [])),
        full=names(behind.get("no line search", [])),
        ahead=ahead,
        count=sum(map(len, groups.values())),
        missed=names(missed),
        late=names(late),
    )


def excess(mixed: Run, newton: Run, relative_error: float) -> float:
    """Iterations of the mixed method over the fewest that are too many to be on a par with Newton's."""
    ours, theirs = (iterations_to(run, relative_error) for run in (mixed, newton))
    if not math.isfinite(theirs):
        return 0.0
    return ours / (max(theirs + 1, math.floor(ON_A_PAR * theirs)) + 1)


def mixed_error(run: Run) -> float:
    """The relative error after the iterations of the published code, or the last one of a shorter run."""
    rows = run.curve[run.curve["iteration"] <= OUTER]
    return float(rows["relative_error"].iloc[-1])
