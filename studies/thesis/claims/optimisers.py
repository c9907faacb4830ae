"""Claims 36, 46 and 68: the thesis's choices in its quasi-Newton method, and other optimisers."""

import math

from simbench.labels import material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import (
    SOLVED,
    evaluations_to,
    final,
    first_iteration,
    matrix_stiffness,
    stiffness_number,
)

SETTINGS = ((1e-2, 1e8), (1e-1, 1e9))
TARGETS = (1e-3, 1e-6)
CLEARLY = 1.1  # ratio of iterations from which on they are clearly fewer
SAME = 1e-8  # relative error down to which BFGS and QN with all pairs are compared
THESIS = {"initial_matrix": "stiffness", "line_search": "backtracking", "history": 5}
ALL_PAIRS = 1000
NAMES = {"strong_wolfe": "strong Wolfe", "exact_if_spd": "exact if SPD"}
METRICS = {"identity": "the identity", "mass": "the masses", "stiffness": "S"}
USUAL = 2  # the largest stretch of an interval that is not extreme
FEW = 0.1  # of the iterations
INTERVAL_MATTERS = 1.5  # times the iterations from the best interval to the worst


def counts(run: Run) -> list[float]:
    """Iterations to each of TARGETS; infinite where it is not reached."""
    return [math.inf if (n := first_iteration(run, target)) is None else n for target in TARGETS]


def words(numbers: list[float]) -> str:
    return " and ".join("never" if n == math.inf else str(n) for n in numbers)


@claim(36)
def choices_of_qn(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    quicker, own_counts = [], []
    newtons = []  # the thesis has no Newton's method, so the claim does not include it
    for h, k in SETTINGS:
        where = f"h = {h:g} s, k = {k:g} Pa"

        def qn(sweep: str, h=h, k=k, **other) -> Run:
            return results.run(sweep, "qn", h=h, k=k, **{**THESIS, **other})

        own = qn("optimisers")
        histories = results.by(
            "qn_ablations", "qn", "history", h=h, k=k, initial_matrix="stiffness", line_search="backtracking"
        )
        by_history = {f"{n:g}": counts(run) for n, run in histories.items()}
        by_history["all"] = counts(all_pairs := qn("optimisers", history=ALL_PAIRS))
        wolfe = qn("optimisers", line_search="strong_wolfe")
        identity = qn("optimisers", initial_matrix="scaled_identity")
        bfgs = results.run("optimisers", "bfgs", h=h, k=k)
        apart = apart_by(bfgs, all_pairs)
        own_counts.append(f"{words(counts(own))} iterations at {where}")
        quicker += [
            f"a history of {n} ({words(found)} at {where})"
            for n, found in by_history.items()
            if is_clearly_fewer(found, counts(own))
        ]
        cases[where] = [
            Part(
                not any(is_clearly_fewer(found, counts(own)) for found in by_history.values()),
                f"QN needs {words(counts(own))} iterations with five pairs; with other histories "
                + listed(f"{words(found)} ({n})" for n, found in by_history.items() if n != "5"),
            ),
            Part(
                not is_clearly_fewer(counts(wolfe), counts(own)),
                f"with strong Wolfe {words(counts(wolfe))}, in "
                f"{words([evaluations_to(wolfe, target) for target in TARGETS])} evaluations of the "
                f"objective (backtracking {words([evaluations_to(own, target) for target in TARGETS])})",
            ),
            Part(
                is_clearly_fewer(counts(own), counts(identity)),
                f"from a scaled identity {words(counts(identity))}",
            ),
            below(
                apart,
                1e-3,
                f"BFGS needs {words(counts(bfgs))}, and its errors are those of QN with all pairs to "
                f"{apart:.0e} of them, down to {SAME:g}",
            ),
        ]
        steepest = results.by("optimisers", "gradient_descent", "metric", h=h, k=k)
        cases[where].append(
            Part(
                all(is_clearly_fewer(counts(own), counts(run)) for run in steepest.values()),
                "steepest descent "
                + listed(
                    f"{words(counts(run))} (in the metric of {METRICS[m]})" for m, run in steepest.items()
                ),
            )
        )
        hessians = results.by("optimisers", "newton", "hessian", "newton_search", h=h, k=k)
        newtons.append(
            f"{where}: Newton needs "
            + listed(
                f"{words(counts(run))} ({NAMES.get(hessian, hessian)}, {NAMES.get(search, search)})"
                for (hessian, search), run in hessians.items()
            )
        )
    found = listed(quicker) or "none"
    return by_case(
        "the setting",
        cases,
        *newtons,
        own_counts="; ".join(own_counts),
        found=found,
    )


def is_clearly_fewer(some: list[float], others: list[float]) -> bool:
    """Whether there are clearly fewer iterations to at least one of the targets."""
    return any(CLEARLY * a < b for a, b in zip(some, others, strict=True))


def apart_by(run: Run, other: Run) -> float:
    """The largest relative difference of two runs' relative errors, while these exceed SAME."""
    rows = run.first_step.merge(other.first_step, on="iteration", suffixes=("", "_other"))
    rows = rows[rows["relative_error_other"] > SAME]
    return float((rows["relative_error"] / rows["relative_error_other"] - 1).abs().max())


@claim(46)
def stiffness_is_insensitive_to_the_interval(results: Results) -> Verdict:
    runs = results.by("stretch_interval", "qn", "model", "h", "interval")
    factors: dict[str, float] = {}
    of_usual: dict[str, float] = {}
    notes = []
    for model, h in dict.fromkeys((model, h) for model, h, _ in runs):
        family = [run for (its_model, its_h, _), run in runs.items() if (its_model, its_h) == (model, h)]
        needed = {interval(run): counts(run)[0] for run in family}
        usual = [n for (_, high), n in needed.items() if high <= USUAL]
        label = material_label(model)
        factors[label] = max(factors.get(label, 1), max(needed.values()) / min(needed.values()))
        of_usual[label] = max(of_usual.get(label, 1), max(usual) / min(usual))
        notes.append(f"{label}, h = {h:g} s: iterations {listed(map(of_interval, family))}")
    worst = max(factors, key=factors.get)
    return in_parts(
        [
            below(factor, INTERVAL_MATTERS, f"{label}: iterations with the worst interval over the best one")
            for label, factor in factors.items()
        ],
        *notes,
        worst=worst,
        factor=factors[worst],
        usual=max(of_usual.values()),
        highest=USUAL,
    ).reaching({f"for stretches up to {USUAL:g}": max(of_usual.values()) < INTERVAL_MATTERS})


def of_interval(run: Run) -> str:
    """Iterations, the stretches of the interval, and the stiffness that it gives the matrix."""
    low, high = interval(run)
    material = run.scene["material"]
    factor = matrix_stiffness(material, low, high) / material["youngs_modulus"]
    return f"{words(counts(run)[:1])} (stretches from {low:g} to {high:g}, k = {factor:.3g} E)"


def interval(run: Run) -> tuple[float, float]:
    chosen = run.scene["solvers"]["qn"]["stretch_interval"]
    return chosen["from"], chosen["to"]


@claim(68)
def line_searches_are_few_and_essential(results: Results) -> Verdict:
    runs = results.by("qn_without_search", "qn", "material", "line_search")
    searched, full = (
        {material: run for (material, search), run in runs.items() if search == rule}
        for rule in ("backtracking", "none")
    )
    cut = max(float((run.first_step["step_length"].iloc[1:] < 1).mean()) for run in searched.values())
    ends = {material: final(run, "relative_error") for material, run in full.items()}
    needed = [count_to(full[material]) / count_to(searched[material]) for material in full]
    products = [stiffness_number(run) for run in full.values()]
    return in_parts(
        [
            at_most(cut, FEW, "the largest share of iterations that backtracking shortens"),
            at_least(
                sum(not error < SOLVED for error in ends.values()),
                1,
                "runs that do not arrive without a line search",
            ),
        ],
        cut=100 * cut,
        count=len(full),
        left=sum(error < SOLVED for error in ends.values()),
        slower=max(needed),
        least=min(products),
        most=max(products),
    )


def count_to(run: Run) -> float:
    """Iterations until the run has arrived; infinite if it never does."""
    return first_iteration(run, SOLVED) or math.inf
