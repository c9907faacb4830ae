"""Claims F1 to F4 and F26: Projective Dynamics, its accelerations, and their rivals."""

import math

from field.claims.accelerated_runs import (
    BEST,
    DIRECT,
    JACOBI,
    MEASURED,
    OF_STRAIN,
    PLACES,
    STIFF,
    TARGETS,
    TENFOLD,
    anderson,
    budget,
    chebyshev,
    count,
    jacobi,
    least,
    one_run,
    preconditioned,
    projective,
    quasi_newton,
    range_of,
    speedup,
    work,
)
from field.claims.measures import everywhere, in_setting, iterations_to
from simbench.study import Part, Results, Verdict, above, at_least, at_most, below, claim
from simbench.study.words import listed

FAR = 2  # a matrix is far better than another one if it needs at most half
ENOUGH = 0.01  # relative error of a step that is solved well enough
TEN = 10
SOLVED = {DIRECT: "with direct solves", JACOBI: "with Jacobi sweeps"}
RIVALS = {"chebyshev": "Chebyshev's method", "qn": "L-BFGS"}
TUNINGS = {"default": MEASURED, "best": BEST}


@claim(1)
def chebyshev_is_ten_times_faster(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
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
                    cases.setdefault(f"{place.name} to {target}, {tuning}", []).append(part)
    values = {
        "direct_best": range_of(speeds[DIRECT, BEST].values()),
        "jacobi_best": range_of(speeds[JACOBI, BEST].values()),
        "direct_measured": range_of(speeds[DIRECT, MEASURED].values()),
        "jacobi_measured": range_of(speeds[JACOBI, MEASURED].values()),
        "direct_stiff": of_stiff(speeds[DIRECT, BEST]),
        "jacobi_stiff": of_stiff(speeds[JACOBI, BEST]),
    }
    return in_setting(cases, stiff_and_tuned, **values)


def stiff_and_tuned(case: str) -> bool:
    """A stiff body to a moderate error, with the best ρ, as in the paper on the semi-iteration."""
    return case.startswith(STIFF.name) and f"to 1e-3, {BEST}" in case


def of_stiff(found: dict[str, float]) -> str:
    return range_of(ratio for case, ratio in found.items() if stiff_and_tuned(f"{case}, {BEST}"))


@claim(2)
def conjugate_gradients_do_not_win(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    ratios: dict[tuple[str, str], dict[str, float]] = {(m, t): {} for m in SOLVED for t in (MEASURED, BEST)}
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
                    ratios[metric, tuning][f"{place.name} to {target}"] = its / theirs
                    if tuning == BEST:
                        fewest = least(rivals, iterations_to, error)
                        in_iterations.append(iterations_to(gradients, error) / fewest)
                    finding = (
                        f"{words} conjugate gradients need {count(its)} passes and solves, and Chebyshev's "
                        f"method {count(theirs)}; the ratio"
                    )
                    parts.append(at_least(its / theirs, 1, finding))
    return in_setting(
        cases,
        stiff_and_tuned,
        direct_measured=range_of(filter(None, ratios[DIRECT, MEASURED].values())),
        jacobi_measured=range_of(filter(None, ratios[JACOBI, MEASURED].values())),
        direct_best=range_of(ratios[DIRECT, BEST].values()),
        jacobi_best=range_of(ratios[JACOBI, BEST].values()),
        direct_stiff=of_stiff(ratios[DIRECT, BEST]),
        jacobi_stiff=of_stiff(ratios[JACOBI, BEST]),
        iterations=range_of(filter(None, in_iterations)),
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
    return in_setting(
        cases,
        lambda case: case.endswith("default settings"),
        **{name: range_of(found) for name, found in ratios.items()},
    )


@claim(4)
def pairs_and_the_first_matrix_matter(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    values: dict[str, str] = {}
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
                    min(identity),
                    FAR,
                    f"the identity needs {range_of(identity)} times as many as S; the least",
                ),
                above(min(none), 1, f"no pairs need {range_of(none)} times as many as five; the least"),
                at_most(
                    max(two), 1, f"two pairs need {range_of(two)} times as many as {rivals_words}; the most"
                ),
            ]
            values |= {
                f"identity_{unit}": range_of(identity),
                f"none_{unit}": range_of(none),
                f"two_{name}_{unit}": range_of(two),
            }
    return in_setting(cases, lambda case: case == f"in iterations, {MEASURED}", **values)


@claim(26)
def ten_iterations_suffice(results: Results) -> Verdict:
    runs = {place.name: projective(results, place) for place in OF_STRAIN}
    errors = {name: float(run.at(TEN)["relative_error"]) for name, run in runs.items()}
    cases = {
        name: [at_most(error, ENOUGH, "the relative error after ten iterations")]
        for name, error in errors.items()
    }
    return in_setting(
        cases,
        everywhere,
        errors=listed(f"{100 * error:.2g} % ({name})" for name, error in errors.items()),
        iterations=listed(f"{count(iterations_to(run, ENOUGH))} ({name})" for name, run in runs.items()),
    )
