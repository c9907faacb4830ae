"""Claim F25: primal and dual descent on bodies with slices of unequal stiffness or mass."""

import math
from collections.abc import Callable
from functools import partial

from field.claims.global_systems import residuals
from field.claims.measures import count, first, in_setting, iterations_to
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, above, at_most, claim
from simbench.study.words import together

SCENES = {"ratios_sag": "sag", "ratios_end_turned": "end turned"}
PRIMAL = ("chebyshev", "nesterov", "vbd", "pd")  # in the positions; the first two with the diagonal of S
DUAL = "xpbd"  # in the multipliers
NAMES = {"chebyshev": "Jacobi sweeps", "nesterov": "Nesterov's method with Jacobi sweeps"}
UNIFORM, SOFTER, HEAVIER = KINDS = ("uniform", "with softer slices", "with heavier slices")
EVERYWHERE = {SOFTER: "soft everywhere", HEAVIER: "heavy everywhere"}  # uniform, as these slices are
CLOSE = 1e-3  # relative error of f
LEFT = 1e-1  # share of the residual of XPBD's equations, because XPBD does not end at the minimum of f
LIMIT = 2000  # iterations of the plans
DEFAULT = "default settings"
MINDS = 2  # a solver minds a ratio if it needs more than this number of times the iterations


@claim(25)
def each_minds_one_ratio(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    missed = []
    for sweep, scene in SCENES.items():
        for solver in (*PRIMAL, DUAL):
            found = iterations_of(partial(results.by, sweep), solver)
            for tuning, needed in found.items():
                name = f"{scene}, {name_of(solver)}, {tuning}"
                unminded, minded = (SOFTER, HEAVIER) if solver == DUAL else (HEAVIER, SOFTER)
                if not (is_known(needed, unminded) and is_known(needed, minded)):
                    missed.append(name)
                    continue
                cases[name] = [
                    at_most(ratio(needed, unminded), MINDS, finding(needed, unminded)),
                    above(ratio(needed, minded), MINDS, finding(needed, minded)),
                ]
    return in_setting(
        cases,
        lambda case: case.endswith(DEFAULT),
        missed=together(missed, "; ", "; ") or None,
        minding=those(cases, True),
        unminding=those(cases, False),
    )


def those(cases: dict[str, list[Part]], minds: bool) -> str | None:
    """The cases with default settings in which a solver minds the ratio that it should mind, or not."""
    chosen = (case for case, (_, minded) in cases.items() if minded.holds == minds)
    names: dict[str, list[str]] = {}
    for scene, solver, tuning in (case.split(", ") for case in chosen):
        if tuning == DEFAULT:
            names.setdefault(scene, []).append(solver)
    return "; ".join(f"{together(solvers)} ({scene})" for scene, solvers in names.items()) or None


def iterations_of(by: Callable[..., dict], solver: str) -> dict[str, dict[str, float]]:
    """The iterations by kind of body: with the default, and with the best of the settings for each body."""
    axes = ["regions"] if solver == "pd" else ["regions", f"solvers.{solver}"]
    found: dict[str, list[float]] = {}
    for run in by(solver, *axes).values():
        found.setdefault(kind_of(run), []).append(needed_by(run))
    tunings = {DEFAULT: {kind: counts[0] for kind, counts in found.items()}}
    if len(found[UNIFORM]) > 1:
        tunings["best settings"] = {kind: min(counts) for kind, counts in found.items()}
    return tunings


def kind_of(run: Run) -> str:
    regions = run.scene.get("regions", [])
    if not regions:
        return UNIFORM
    slices = HEAVIER if regions[0].get("density") else SOFTER
    return EVERYWHERE[slices] if regions[0]["tets"] == {"select": "all"} else slices


def needed_by(run: Run) -> float:
    """Iterations to a small error, or to a small residual of XPBD; infinite if the run does not get there."""
    if run.solver == DUAL:
        return first(run.curve, residuals(run) <= LEFT)
    return iterations_to(run, CLOSE)


def harder(needed: dict[str, float], slices: str) -> float:
    """The iterations of the harder of the two uniform bodies of whose materials the slices are."""
    return max(needed[UNIFORM], needed[EVERYWHERE[slices]])


def ratio(needed: dict[str, float], slices: str) -> float:
    """Iterations over those of the harder uniform body; a lower bound if the body does not arrive."""
    return min(needed[slices], LIMIT) / harder(needed, slices)


def is_known(needed: dict[str, float], slices: str) -> bool:
    """Whether the runs tell on which side of the threshold the ratio is."""
    if math.isinf(harder(needed, slices)):
        return False
    return math.isfinite(needed[slices]) or ratio(needed, slices) > MINDS


def name_of(solver: str) -> str:
    return NAMES.get(solver, solver_label(solver))


def words(needed: float) -> str:
    return count(needed, LIMIT)


def finding(needed: dict[str, float], slices: str) -> str:
    bound = "" if math.isfinite(needed[slices]) else f" is above {ratio(needed, slices):.3g}"
    return (
        f"the body {slices} needs {words(needed[slices])} iterations, "
        f"and the harder uniform one {words(harder(needed, slices))}; the ratio{bound}"
    )
