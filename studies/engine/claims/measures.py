"""Measurements on a run that several questions use, and words for them."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, answered, words

SOLVERS = ("pbd", "xpbd", "vbd", "pd", "admm", "qn", "newton")  # local solvers first
STEEL = 2e11  # Pa
STIFFER = 0.9  # a bar is stiffer than it should be if it sags by less than this share
VISIBLE = 0.01  # share of a bar's length that one sees
SOLVED = 5e-4  # relative error at which a solver has arrived


def mass(run: Run) -> float:
    return run.scene["density"] * math.prod(run.scene["body"]["beam"]["size"])


def sag(run: Run) -> float:
    """How far the centre of mass is below its start, as a share of the length; mean of the second half."""
    if run.manifest["status"] == "diverged":
        return math.inf
    length, _, height = run.scene["body"]["beam"]["size"]
    rows = run.ends_of_steps
    of_weight = rows["total_energy"] - rows["kinetic_energy"] - rows["constraint"]
    weight = mass(run) * -run.scene["gravity"][2]
    depth = height / 2 - of_weight / weight
    return float(depth.iloc[len(depth) // 2 :].mean()) / length


def exact_sag(results: Results) -> float:
    """The sag of the bar of steel in steps that Newton's method has solved."""
    return sag(results.run("bar_iterations", "newton", k=STEEL, iterations=100))


def iterations_to(run: Run, relative_error: float) -> float:
    """Iterations to an error below this; infinite if the run does not reach it."""
    rows = run.curve
    reached = rows.loc[rows["relative_error"] < relative_error, "iteration"]
    return float(reached.iloc[0]) if len(reached) else math.inf


def last_error(run: Run) -> float:
    return float(run.curve["relative_error"].iloc[-1])


def poisson_ratio(material: str) -> float:
    """ν of a value of the axis `material`."""
    return json.loads(material)["poisson_ratio"]


def two_digits(value: float) -> str:
    """Two digits without an exponent: 320, 0.93, 0.0049."""
    return f"{float(f'{value:.2g}'):.10f}".rstrip("0").rstrip(".") if math.isfinite(value) else "infinity"


def millimetres(share: float) -> str:
    """A share of the length of the bar, which is a metre."""
    return f"{two_digits(1000 * share)} mm"


def span(values: Iterable[float], show: Callable[[float], str] = two_digits) -> str:
    return words.span(values, show)


def together(items: Iterable[str]) -> str | None:
    """The items as one phrase: a, b and c; None, which leaves out a sentence, if there are none."""
    return words.together(items) or None


def some_of(chosen: Sequence[str], among: Sequence[str]) -> str | None:
    """Names in words; if they are nearly all, those that are missing."""
    rest = [name for name in among if name not in chosen]
    if len(chosen) > 4 and len(rest) <= 2:
        return f"all solvers but {together(rest)}" if rest else "all solvers"
    return together(chosen)


def by_solver(
    parts: Mapping[str, Part],
    sizes: Mapping[str, Mapping[str, float]] | None = None,
    name: Callable[[str], str] = solver_label,
    **values,
) -> Verdict:
    """A part for each solver. `yes` and `no` name the solvers for which it holds or not, and `yes_SIZE` and
    `no_SIZE` have the range of what they measure."""
    for word, holds in (("yes", True), ("no", False)):
        chosen = [solver for solver, part in parts.items() if part.holds == holds]
        values[word] = some_of([name(solver) for solver in chosen], [name(solver) for solver in parts])
        for size, found in (sizes or {}).items():
            values[f"{word}_{size}"] = span(found[solver] for solver in chosen) if chosen else None
    named = [replace(part, finding=f"{name(solver)}: {part.finding}") for solver, part in parts.items()]
    return answered(named, **values)


def reaching(verdict: Verdict, cases: Mapping[str, bool], **values) -> Verdict:
    """The answer with its reach: `alike` lists the cases in which it is the same, and `unlike` the others."""
    alike, unlike = (
        together(case for case, holds in cases.items() if holds == same) for same in (True, False)
    )
    return verdict.reaching(cases, alike=alike, unlike=unlike, **values)


def show_it(parts: Mapping[str, Part]) -> set[str]:
    """The solvers for which a part holds."""
    return {solver for solver, part in parts.items() if part.holds}
