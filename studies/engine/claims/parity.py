"""Claim E12: whether an odd and an even number of iterations give different results."""

import numpy as np

from engine.claims.measures import SOLVERS, poisson_ratio, those
from simbench.labels import solver_label
from simbench.study import Results, Verdict, at_least, by_case, claim

SEEN = 1e-3  # a distance that one sees, as a share of the value
SIMILAR = 2  # distances are similar within this factor
LASTING = 10  # values that alternate
CELLS = [15, 3, 3]
FORMS = ("split", "combined", "block")


@claim(12)
def odd_and_even_differ(results: Results) -> Verdict:
    zigzags = {
        f"{solver_label(solver)} (twisted bar)": longest_zigzag(
            results.run("twist_elements", solver, cells=CELLS).curve["objective"].to_numpy()
        )
        for solver in SOLVERS
    }
    for solver in ("xpbd", "vbd", "admm", "qn", "newton"):
        for form in FORMS if solver == "xpbd" else ("",):
            setting = {"form": form} if form else {}
            for material, run in results.by("twist_neo_hookean", solver, "material", **setting).items():
                name = " ".join(filter(None, (form, solver_label(solver))))
                place = f"{name} (Neo-Hookean beam, ν = {poisson_ratio(material):g})"
                zigzags[place] = longest_zigzag(run.curve["objective"].to_numpy())
    for solver in ("gs", "xpbd", "jacobi", "sor", "avbd"):
        run = results.run("rope_iterations", solver)
        zigzags[f"{solver_label(solver)} (row of masses)"] = longest_zigzag(
            run.curve["largest_stretch"].to_numpy()
        )
    cases = {
        place: [at_least(count, LASTING, "values that alternate one after the other")]
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
    """How many values one after the other lie alternately above and below the mean of their neighbours.

    Their distances from it must be of similar size, and large enough to see.
    """
    distances = values[1:-1] - (values[:-2] + values[2:]) / 2
    before, after = distances[:-1], distances[1:]
    seen = np.minimum(np.abs(before), np.abs(after)) > SEEN * np.abs(values[2:-1])
    similar = np.maximum(np.abs(before), np.abs(after)) < SIMILAR * np.minimum(np.abs(before), np.abs(after))
    longest = current = 0
    for alternates in (before * after < 0) & seen & similar:
        current = current + 1 if alternates else 0
        longest = max(longest, current)
    return longest
