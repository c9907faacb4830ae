"""Claims 36 and 46: the choices of the thesis in its quasi-Newton method, compared with other optimisers."""

import math

from simbench.labels import material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, answered, below, by_case
from simbench.study.words import listed
from thesis.claims.measures import first_iteration, matrix_stiffness

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
    return answered(parts, own="; ".join(own), quicker=" and ".join(sorted(quicker)) or "no other choice")


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
    cases: dict[str, list[Part]] = {}
    runs = results.by("stretch_interval", "qn", "model", "h", "interval")
    for model, h in dict.fromkeys((model, h) for model, h, _ in runs):
        family = [run for (its_model, its_h, _), run in runs.items() if (its_model, its_h) == (model, h)]
        needed = {interval(run): counts(run)[0] for run in family}
        moduli = [run.scene["material"]["youngs_modulus"] for run in family]
        stiffness = [matrix_stiffness(run.scene["material"], *interval(run)) for run in family]
        cases.setdefault(material_label(model), []).append(
            below(
                max(needed.values()) / min(needed.values()),
                INTERVAL_MATTERS,
                f"h = {h:g} s: "
                + listed(
                    f"{words([n])} (stretches from {low:g} to {high:g}, k = {k / modulus:.3g} E)"
                    for ((low, high), n), k, modulus in zip(needed.items(), stiffness, moduli, strict=True)
                ),
            )
        )
    worst = {case: max(part.measured for part in parts) for case, parts in cases.items()}
    return by_case(
        "the material",
        cases,
        factors=listed((f"{case} {factor:.2f}" for case, factor in worst.items())),
    )


def interval(run: Run) -> tuple[float, float]:
    chosen = run.scene["solvers"]["qn"]["stretch_interval"]
    return chosen["from"], chosen["to"]
