"""Claims 36, 46 and 68: the thesis's choices in its quasi-Newton method, and other optimisers."""

import math

from simbench.labels import material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, answered, at_least, at_most, below, in_parts
from simbench.study.words import listed, together
from thesis.claims.measures import (
    SOLVED,
    final,
    first_iteration,
    matrix_stiffness,
    stiffness_number,
)

SETTINGS = ((1e-2, 1e8), (1e-1, 1e9))
TARGETS = (1e-3, 1e-6)
CLEARLY = 1.1  # ratio of iterations from which on they are clearly fewer
THESIS = {"initial_matrix": "stiffness", "line_search": "backtracking", "history": 5}
CHANGES = {
    "a history of all pairs": {"history": 1000},
    "the strong Wolfe search": {"line_search": "strong_wolfe"},
    "a scaled identity": {"initial_matrix": "scaled_identity"},
}
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
    parts, own, quicker = [], [], set()
    for h, k in SETTINGS:
        where = f"h = {h:g} s, k = {k:g} Pa"
        needed = {name: counts(run) for name, run in other_choices(results, h, k).items()}
        with_five = counts(results.run("optimisers", "qn", h=h, k=k, **THESIS))
        fewer = [name for name, found in needed.items() if is_clearly_fewer(found, with_five)]
        quicker.update(fewer)
        own.append(f"{words(with_five)} at {where}")
        others = "; ".join(f"{name}: {words(found)}" for name, found in needed.items())
        newtons = results.by("optimisers", "newton", "hessian", "newton_search", h=h, k=k).values()
        least = words(min(map(counts, newtons)))
        parts.append(
            Part(not fewer, f"{where}; five pairs: {words(with_five)}; {others}; Newton at best: {least}")
        )
    return answered(parts, own="; ".join(own), quicker=together(sorted(quicker)) or None)


def other_choices(results: Results, h: float, k: float) -> dict[str, Run]:
    usual = {name: THESIS[name] for name in ("initial_matrix", "line_search")}
    histories = results.by("qn_ablations", "qn", "history", h=h, k=k, **usual)
    steepest = results.by("optimisers", "gradient_descent", "metric", h=h, k=k)
    return {
        **{f"a history of {n:g}": run for n, run in histories.items() if n != THESIS["history"]},
        **{
            name: results.run("optimisers", "qn", h=h, k=k, **{**THESIS, **change})
            for name, change in CHANGES.items()
        },
        "BFGS": results.run("optimisers", "bfgs", h=h, k=k),
        **{f"steepest descent in the metric of {METRICS[metric]}": run for metric, run in steepest.items()},
    }


def is_clearly_fewer(some: list[float], others: list[float]) -> bool:
    """Whether there are clearly fewer iterations to at least one of the targets."""
    return any(CLEARLY * a < b for a, b in zip(some, others, strict=True))


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
