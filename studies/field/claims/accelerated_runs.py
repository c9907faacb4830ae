"""Runs of Projective Dynamics and its accelerations in one time step, and the work that they need.

By default Chebyshev's method measures ρ in its first iterations. Its best settings are those of the plan that
need least, chosen anew for each scene and each target. Work counts passes over all tets and solves with the
factor of S, each as one, because seconds differ between machines.
"""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from field.claims.measures import WORK, iterations_to, span, work_to
from simbench import Run
from simbench.study import Results

TARGETS = {"1e-3": 1e-3, "1e-6": 1e-6}  # relative errors
TENFOLD = 10  # at least an order of magnitude
DIRECT, JACOBI = "stiffness", "diagonal"  # the metrics of the two linear solvers: S itself, and its diagonal
MEASURED, BEST = "ρ measured in the run", "best settings"


@dataclass(frozen=True)
class Place:
    """A scene with a material, by its name in sentences."""

    name: str
    sweep: str
    material: dict


def strain(stiffness: float) -> dict:
    return {"model": "strain", "stiffness": stiffness}


SOFT = Place("soft beam", "accelerations_untwist", strain(1e5))
STIFF = Place("stiff beam", "accelerations_untwist", strain(1e8))
FINE = Place("stiff beam of 10240 tets", "accelerations_fine", strain(1e8))  # only with direct solves
TURNED = Place("turned end", "accelerations_end_turned", strain(1e7))
COROTATED = Place(
    "turned end with the corotated law",
    "accelerations_end_turned",
    {"model": "corotated_linear", "youngs_modulus": 1e7, "poisson_ratio": 0.3},
)
SLAB = Place("slab", "accelerations_slab", strain(1e7))
OF_STRAIN = (SOFT, STIFF, FINE, TURNED, SLAB)  # Projective Dynamics has no other law
PLACES = (SOFT, STIFF, TURNED, COROTATED, SLAB)


def all_runs(results: Results, place: Place, solver: str, **setting) -> list[Run]:
    """The runs of this solver with these settings. None stands for a setting that the plan does not set."""
    found = results.by(place.sweep, solver, "material", f"solvers.{solver}")
    return [
        run
        for (material, settings), run in found.items()
        if json.loads(material) == place.material
        and all(json.loads(settings).get(name) == value for name, value in setting.items())
    ]


def one_run(results: Results, place: Place, solver: str, **setting) -> Run:
    (run,) = all_runs(results, place, solver, **setting)
    return run


def projective(results: Results, place: Place) -> Run:
    runs = results.by(place.sweep, "pd", "material")
    return next(run for material, run in runs.items() if json.loads(material) == place.material)


def preconditioned(metric: str) -> str | None:
    """The metric as the plans set it: S is the default."""
    return None if metric == DIRECT else metric


def jacobi(results: Results, place: Place) -> list[Run]:
    """Plain Jacobi sweeps: Chebyshev's method with ρ = 0. Not every plan has them."""
    return all_runs(results, place, "chebyshev", metric=JACOBI, rho=0)


def chebyshev(results: Results, place: Place, metric: str, tuning: str) -> list[Run]:
    """The run that measures ρ, or all accelerated runs."""
    runs = all_runs(results, place, "chebyshev", metric=preconditioned(metric))
    if tuning == BEST:
        plain = [id(run) for run in jacobi(results, place)]
        return [run for run in runs if id(run) not in plain]
    default = {"rho": None, "interval": None, "start": None}
    return all_runs(results, place, "chebyshev", metric=preconditioned(metric), **default)


def quasi_newton(results: Results, place: Place, tuning: str) -> list[Run]:
    """L-BFGS with five pairs, or with 2, 5 and 10; its first matrix is S."""
    if tuning == MEASURED:
        return [one_run(results, place, "qn", history=None, initial_matrix=None)]
    without = id(one_run(results, place, "qn", history=0))
    return [run for run in all_runs(results, place, "qn", initial_matrix=None) if id(run) != without]


def anderson(results: Results, place: Place, tuning: str) -> list[Run]:
    """Anderson acceleration with five columns, or with 2, 5 and 10."""
    return all_runs(results, place, "anderson", **({"history": None} if tuning == MEASURED else {}))


def work(run: Run, error: float) -> float:
    return work_to(run, WORK, error)


def least(runs: Iterable[Run], measure: Callable[[Run, float], float], error: float) -> float:
    return min(measure(run, error) for run in runs)


def range_of(values: Iterable[float]) -> str:
    """The lowest and the highest value; "no" if there is none."""
    values = list(values)
    return span(values) if values else "no"


def count(needed: float) -> str:
    return f"{needed:g}" if math.isfinite(needed) else "more than its budget"


def budget(run: Run) -> float:
    return float(run.curve["iteration"].iloc[-1])


def speedup(plain: Run, accelerated: float, error: float) -> float | None:
    """How many times fewer iterations; a bound from below if the plain run does not arrive.

    None if the runs do not tell: neither arrives, or the bound is too low to decide.
    """
    before = iterations_to(plain, error)
    if math.isfinite(before):
        return before / accelerated
    bound = budget(plain) / accelerated
    return bound if bound >= TENFOLD else None
