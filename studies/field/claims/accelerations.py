"""Claims F1 to F4 and F26: Projective Dynamics and its accelerations in one time step.

By default Chebyshev's method measures ρ in its first iterations. Its best settings are those of the plan that
need least, chosen anew for each scene and each target. Work counts passes over all tets and solves with the
factor of S, each as one, because seconds differ between machines.
"""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from field.claims.measures import PASSES, iterations_to, work_to
from simbench import Run
from simbench.study import Part, Results, Verdict, above, at_least, at_most, below, by_case, claim, in_parts
from simbench.study.words import listed

WORK = [*PASSES, "solves"]
TARGETS = {"1e-3": 1e-3, "1e-6": 1e-6}  # relative errors
TENFOLD = 10  # at least an order of magnitude
FAR = 2  # a matrix is far better than another one if it needs at most half
ENOUGH = 0.01  # relative error of a step that is solved well enough
TEN = 10
DIRECT, JACOBI = "stiffness", "diagonal"  # the metrics of the two linear solvers: S itself, and its diagonal
SOLVED = {DIRECT: "with direct solves", JACOBI: "with Jacobi sweeps"}
MEASURED, BEST = "ρ measured in the run", "best settings"
RIVALS = {"chebyshev": "Chebyshev's method", "qn": "L-BFGS"}
TUNINGS = {"default": MEASURED, "best": BEST}


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


def digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def span(values: Iterable[float]) -> str:
    """The lowest and the highest value."""
    ends = [digits(end(values)) for end in (min, max)] if (values := list(values)) else ["no"]
    return " to ".join(dict.fromkeys(ends))


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


@claim(1)
def chebyshev_is_ten_times_faster(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    of_solver: dict[str, list[Part]] = {metric: [] for metric in SOLVED}
    speeds: dict[tuple[str, str], dict[str, float]] = {(m, t): {} for m in SOLVED for t in (MEASURED, BEST)}
    for place in OF_STRAIN:
        plain = {DIRECT: [projective(results, place)], JACOBI: jacobi(results, place)}
        for target, error in TARGETS.items():
            for tuning in (MEASURED, BEST):
                for metric, run in ((metric, run) for metric, runs in plain.items() for run in runs):
                    after = least(chebyshev(results, place, metric, tuning), iterations_to, error)
                    ratio = speedup(run, after, error)
                    if ratio is None:
                        continue
                    speeds[metric, tuning][f"{place.name} to {target}"] = ratio
                    before = iterations_to(run, error)
                    fell = f"{before:g}" if math.isfinite(before) else f"more than {budget(run):g}"
                    finding = f"{SOLVED[metric]} the iterations fall from {fell} to {count(after)}; the ratio"
                    part = at_least(ratio, TENFOLD, finding)
                    of_solver[metric].append(part)
                    cases.setdefault(f"{place.name} to {target}, {tuning}", []).append(part)
    values = {
        "direct_best": span(speeds[DIRECT, BEST].values()),
        "jacobi_best": span(speeds[JACOBI, BEST].values()),
        "direct_measured": span(speeds[DIRECT, MEASURED].values()),
        "jacobi_measured": span(speeds[JACOBI, MEASURED].values()),
        "direct_where": tenfold(speeds[DIRECT, BEST]),
        "jacobi_where": tenfold(speeds[JACOBI, BEST]),
    }
    found = by_case("the scene, the linear solver, the target and ρ", cases, **values)
    if any(len({part.holds for part in parts}) > 1 for parts in of_solver.values()):
        return found
    # Not every case has both solvers, which alone does not make the verdict depend on the case.
    return replace(in_parts([parts[0] for parts in of_solver.values()], **values), parts=found.parts)


def tenfold(speeds: dict[str, float]) -> str:
    return listed(case for case, ratio in speeds.items() if ratio >= TENFOLD) or "nowhere"


@claim(2)
def conjugate_gradients_do_not_win(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    ratios: dict[tuple[str, str], list[float]] = {(m, t): [] for m in SOLVED for t in (MEASURED, BEST)}
    in_iterations: list[float] = []
    for place in PLACES:
        for target, error in TARGETS.items():
            for tuning in (MEASURED, BEST):
                parts = cases[f"{place.name} to {target}, {tuning}"] = []
                for metric, words in SOLVED.items():
                    gradients = one_run(results, place, "ncg", metric=preconditioned(metric))
                    rivals = chebyshev(results, place, metric, tuning)
                    its, theirs = work(gradients, error), least(rivals, work, error)
                    if math.isinf(its) and math.isinf(theirs):
                        continue  # nothing to compare
                    ratios[metric, tuning].append(its / theirs)
                    if tuning == BEST:
                        fewest = least(rivals, iterations_to, error)
                        in_iterations.append(iterations_to(gradients, error) / fewest)
                    finding = (
                        f"{words} conjugate gradients need {count(its)} passes and solves, and Chebyshev's "
                        f"method {count(theirs)}; the ratio"
                    )
                    parts.append(at_least(its / theirs, 1, finding))
    best = [ratio for metric in SOLVED for ratio in ratios[metric, BEST]]
    missed = sum(ratio == 0 for found in ratios.values() for ratio in found)
    return by_case(
        "ρ, the scene and the target",
        cases,
        direct_measured=span(filter(None, ratios[DIRECT, MEASURED])),
        jacobi_measured=span(filter(None, ratios[JACOBI, MEASURED])),
        direct_best=span(filter(None, ratios[DIRECT, BEST])),
        jacobi_best=span(filter(None, ratios[JACOBI, BEST])),
        lost=sum(ratio < 1 for ratio in best),
        compared=len(best),
        missed=missed or None,
        iterations=span(filter(None, in_iterations)),
    )


@claim(3)
def anderson_wins(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    ratios: dict[str, list[float]] = {f"{rival}_{name}": [] for rival in RIVALS for name in TUNINGS}
    for place in PLACES:
        for target, error in TARGETS.items():
            for name, tuning in TUNINGS.items():
                own = least(anderson(results, place, tuning), work, error)
                others = {
                    "chebyshev": chebyshev(results, place, DIRECT, tuning),
                    "qn": quasi_newton(results, place, tuning),
                }
                settings = "default settings" if tuning == MEASURED else BEST
                parts = cases[f"{place.name} to {target}, {settings}"] = []
                for rival, words in RIVALS.items():
                    needed = least(others[rival], work, error)
                    ratios[f"{rival}_{name}"].append(own / needed)
                    finding = (
                        f"Anderson's method needs {count(own)} passes and solves, and {words} "
                        f"{count(needed)}; the ratio"
                    )
                    parts.append(below(own / needed, 1, finding))
    return by_case(
        "the rival, the settings, the scene and the target",
        cases,
        **{name: span(found) for name, found in ratios.items()},
        **{f"{name}_wins": sum(ratio < 1 for ratio in found) for name, found in ratios.items()},
        compared=len(PLACES) * len(TARGETS),
    )


@claim(4)
def pairs_and_the_first_matrix_matter(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    values: dict[str, str | int] = {}
    for unit, measure in (("iterations", iterations_to), ("work", work)):
        for name, tuning in TUNINGS.items():
            identity, none, two = [], [], []  # ratios at all places and targets
            for place in PLACES:
                (five,) = quasi_newton(results, place, MEASURED)
                by_identity = one_run(results, place, "qn", initial_matrix="scaled_identity")
                without, with_two = (one_run(results, place, "qn", history=pairs) for pairs in (0, 2))
                rivals = chebyshev(results, place, DIRECT, tuning)
                for error in TARGETS.values():
                    needed = measure(five, error)
                    identity.append(measure(by_identity, error) / needed)
                    none.append(measure(without, error) / needed)
                    two.append(measure(with_two, error) / least(rivals, measure, error))
            counted = "iterations" if unit == "iterations" else "passes and solves"
            rivals_words = f"Chebyshev's method ({tuning})"
            cases[f"in {counted}, {tuning}"] = [
                at_least(
                    min(identity), FAR, f"the identity needs {span(identity)} times as many as S; the least"
                ),
                above(min(none), 1, f"no pairs need {span(none)} times as many as five; the least"),
                at_most(max(two), 1, f"two pairs need {span(two)} times as many as {rivals_words}; the most"),
            ]
            values |= {f"identity_{unit}": span(identity), "none": span(none), f"two_{name}": span(two)}
            values |= {f"no_worse_{name}": sum(ratio <= 1 for ratio in two), "compared": len(two)}
    return by_case("whether solves count, and on Chebyshev's ρ", cases, **values)


@claim(26)
def ten_iterations_suffice(results: Results) -> Verdict:
    runs = {place.name: projective(results, place) for place in OF_STRAIN}
    errors = {name: float(run.at(TEN)["relative_error"]) for name, run in runs.items()}
    cases = {
        name: [at_most(error, ENOUGH, "the relative error after ten iterations")]
        for name, error in errors.items()
    }
    return by_case(
        "the scene",
        cases,
        errors=listed(f"{100 * error:.2g} % ({name})" for name, error in errors.items()),
        iterations=listed(f"{count(iterations_to(run, ENOUGH))} ({name})" for name, run in runs.items()),
    )
