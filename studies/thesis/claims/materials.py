"""Claim 37: Vertex Block Descent and other materials in the thesis's comparison."""

import itertools
import math

from simbench.labels import SOLVER_LABELS, material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, answered
from thesis.claims.measures import count_or_never, final, first_iteration

ORDER = ("qn", "admm", "pd")  # the thesis's, of solvers that take their steps for all vertices together
GAUSS_SEIDEL = ("xpbd", "vbd")
FORMS = ("split", "combined")  # forms of XPBD; the better one counts
TARGET = 1e-3


@claim(37)
def order_of_solvers(results: Results) -> Verdict:
    parts, in_order = [], {}
    runs = {solver: results.by("materials", solver, "material", "h") for solver in (*ORDER, "vbd", "newton")}
    runs["xpbd"] = {
        (material, h): min(
            (results.run("materials", "xpbd", material=material, h=h, form=form) for form in FORMS), key=rank
        )
        for material, h in runs["newton"]
    }
    for (material, h), newton in runs["newton"].items():
        found = {solver: its[material, h] for solver, its in runs.items() if (material, h) in its}
        ranks = [rank(found[solver]) for solver in ORDER if solver in found]
        ranks.append(min(rank(found[solver]) for solver in GAUSS_SEIDEL))
        words = ", ".join(
            f"{SOLVER_LABELS[solver]} {needed(found[solver])}"
            for solver in (*ORDER, *GAUSS_SEIDEL, "newton")
            if solver in found
        )
        where = f"{material_label(newton.scene['material']['model'])}, h = {h:g} s"
        in_order[where] = all(a < b for a, b in itertools.pairwise(ranks))
        parts.append(Part(in_order[where], f"{where}: {words}"))
    others = [where for where, yes in in_order.items() if not yes]
    swept = [run for solver in GAUSS_SEIDEL for run in runs[solver].values()]
    return answered(
        parts,
        materials=len({material for material, _ in runs["newton"]}),
        order="in every case" if not others else "but not with " + "; ".join(others),
        target=TARGET,
        swept="do not" if all(rank(run)[0] == math.inf for run in swept) else "sometimes",
    )


def rank(run: Run) -> tuple[float, float]:
    """Sorts solvers by iterations to TARGET, then by the error at the end."""
    reached = first_iteration(run, TARGET)
    return math.inf if reached is None else reached, final(run, "relative_error")


def needed(run: Run) -> str:
    reached = first_iteration(run, TARGET)
    left = final(run, "relative_error")
    return count_or_never(reached) + (f" (error {left:.2g})" if reached is None else "")
