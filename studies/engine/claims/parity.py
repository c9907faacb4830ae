"""Claim E12: whether an odd and an even number of iterations give different results."""

import numpy as np

from engine.claims.measures import SOLVERS, poisson_ratio, those
from simbench.labels import solver_label
from simbench.study import Results, Verdict, at_least, by_case, claim

SEEN = 1e-3  # a change that one sees, as a share of the value
LASTING = 10  # changes in turn
CELLS = [15, 3, 3]
FORMS = ("split", "combined", "block")


@claim(12)
def odd_and_even_differ(results: Results) -> Verdict:
    zigzags = {
        f"{solver_label(solver)}, twisted bar": longest_zigzag(
            results.run("twist_elements", solver, cells=CELLS).curve["objective"].to_numpy()
        )
        for solver in SOLVERS
    }
    for solver in ("xpbd", "vbd", "admm", "qn", "newton"):
        for form in FORMS if solver == "xpbd" else ("",):
            setting = {"form": form} if form else {}
            for material, run in results.by("twist_neo_hookean", solver, "material", **setting).items():
                name = " ".join(filter(None, (form, solver_label(solver))))
                place = f"{name}, Neo-Hookean beam with ν = {poisson_ratio(material):g}"
                zigzags[place] = longest_zigzag(run.curve["objective"].to_numpy())
    for solver in ("gs", "xpbd", "jacobi", "sor", "avbd"):
        run = results.run("rope_iterations", solver)
        zigzags[f"{solver_label(solver)}, row of masses"] = longest_zigzag(
            run.curve["largest_stretch"].to_numpy()
        )
    cases = {
        place: [at_least(count, LASTING, "changes one after the other that turn back")]
        for place, count in zigzags.items()
    }
    return by_case(
        "the solver and the scene",
        cases,
        seen=those({place: place for place in zigzags}, lambda place: zigzags[place] >= LASTING),
        others=sum(count < LASTING for count in zigzags.values()),
        cases=len(zigzags),
        lasting=LASTING,
    )


def longest_zigzag(values: np.ndarray) -> int:
    """How many changes one after the other turn back and are large enough to see."""
    changes = np.diff(values)
    visible = np.abs(changes) > SEEN * np.abs(values[1:])
    turns = (changes[1:] * changes[:-1] < 0) & visible[1:] & visible[:-1]
    longest = current = 0
    for turn in turns:
        current = current + 1 if turn else 0
        longest = max(longest, current)
    return longest
