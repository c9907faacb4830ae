"""Measurements on a run that several claims use, and words for them."""

import json
import math
from collections.abc import Callable, Mapping

from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, by_case
from simbench.study.words import listed

SOLVERS = ("pbd", "xpbd", "vbd", "pd", "admm", "qn", "newton")  # local solvers first
STEEL = 2e11  # Pa
STIFFER = 0.9  # a bar is stiffer than it should be if it sags by less than this share
VISIBLE = 0.01  # share of a bar's length that one sees


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


def poisson_ratio(material: str) -> float:
    """ν of a value of the axis `material`."""
    return json.loads(material)["poisson_ratio"]


def two_digits(value: float) -> str:
    """Two digits without an exponent: 320, 0.93, 0.0049."""
    return f"{float(f'{value:.2g}'):.10f}".rstrip("0").rstrip(".") if math.isfinite(value) else "infinity"


def millimetres(share: float) -> str:
    """A share of the length of the bar, which is a metre."""
    return f"{two_digits(1000 * share)} mm"


def by_solver(parts: Mapping[str, Part], words: Mapping[str, str], **values) -> Verdict:
    """A part for each solver. `yes` and `no` list the words of the solvers for which it holds or not."""
    named = {solver: f"{solver_label(solver)} ({text})" for solver, text in words.items()}
    return by_case(
        "the solver",
        {solver_label(solver): [part] for solver, part in parts.items()},
        yes=those(named, lambda solver: parts[solver].holds),
        no=those(named, lambda solver: not parts[solver].holds),
        **values,
    )


def those(named: Mapping[str, str], chosen: Callable[[str], bool]) -> str | None:
    """The words whose names are chosen; None, which leaves out a sentence, if there are none."""
    return listed(text for name, text in named.items() if chosen(name)) or None
