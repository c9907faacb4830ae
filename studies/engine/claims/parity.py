"""Claim E12: whether an odd and an even number of iterations give different results."""

from typing import NamedTuple

import numpy as np

from engine.claims.measures import SOLVERS, poisson_ratio, those, two_digits
from simbench.labels import solver_label
from simbench.study import Results, Verdict, at_least, by_case, claim

SEEN = 1e-3  # a distance that one sees, as a share of the value
SIMILAR = 2  # distances are similar within this factor
LASTING = 10  # values that alternate
CELLS = [15, 3, 3]
FORMS = ("split", "combined", "block")


class Zigzag(NamedTuple):
    length: int  # values one after the other
    size: float  # their largest distance from the mean of their neighbours, as a share of the value


@claim(12)
def odd_and_even_differ(results: Results) -> Verdict:
    zigzags = {
        f"{solver_label(solver)} on the twisted bar": longest_zigzag(
            results.run("twist_elements", solver, cells=CELLS).curve["objective"].to_numpy()
        )
        for solver in SOLVERS
    }
    for solver in ("xpbd", "vbd", "admm", "qn", "newton"):
        for form in FORMS if solver == "xpbd" else ("",):
            setting = {"form": form} if form else {}
            for material, run in results.by("twist_neo_hookean", solver, "material", **setting).items():
                name = " ".join(filter(None, (form, solver_label(solver))))
                place = f"{name} on the beam with ν = {poisson_ratio(material):g}"
                zigzags[place] = longest_zigzag(run.curve["objective"].to_numpy())
    for solver in ("gs", "xpbd", "jacobi", "sor", "avbd"):
        run = results.run("rope_iterations", solver)
        place = f"{solver_label(solver)} on the row of masses"
        zigzags[place] = longest_zigzag(run.curve["largest_stretch"].to_numpy())
    cases = {
        place: [at_least(zigzag.length, LASTING, "values that alternate one after the other")]
        for place, zigzag in zigzags.items()
    }
    words = {
        place: f"{place} ({zigzag.length} iterations in a row, by up to {two_digits(100 * zigzag.size)} %)"
        for place, zigzag in zigzags.items()
    }
    seen = those(words, lambda place: zigzags[place].length >= LASTING)
    elsewhere = "with the other solvers and scenes" if seen else "with any solver on any scene"
    return by_case("the solver and the scene", cases, seen=seen, elsewhere=elsewhere)


def longest_zigzag(values: np.ndarray) -> Zigzag:
    """The longest part in which values lie alternately above and below the mean of their neighbours.

    Their distances from it must be of similar size, and large enough to see.
    """
    offsets = values[1:-1] - (values[:-2] + values[2:]) / 2
    distances = np.abs(offsets)
    shares = distances / np.abs(values[1:-1])
    before, after = distances[:-1], distances[1:]
    similar = np.maximum(before, after) < SIMILAR * np.minimum(before, after)
    seen = np.minimum(shares[:-1], shares[1:]) > SEEN
    longest = current = Zigzag(0, 0.0)
    for place, alternates in enumerate((offsets[:-1] * offsets[1:] < 0) & similar & seen):
        current = (
            Zigzag(current.length + 1, max(current.size, shares[place])) if alternates else Zigzag(0, 0.0)
        )
        longest = max(longest, current)
    return longest
