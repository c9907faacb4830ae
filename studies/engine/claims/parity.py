"""Question E12: whether an odd and an even number of iterations give different results."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from engine.claims.elements import by_tets
from engine.claims.measures import SOLVERS, reaching, together, two_digits
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Results, Verdict, answered, at_least, claim

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
    zigzags = {}
    for solver in SOLVERS:
        run = results.run("twist_elements", solver, cells=CELLS)
        zigzags[f"{solver_label(solver)} on the twisted bar"] = of_runs([run])
    for solver in ("xpbd", "vbd", "admm", "qn", "newton"):
        runs = results.by(
            "twist_neo_hookean", solver, *(["material", "form"] if solver == "xpbd" else ["material"])
        )
        zigzags[f"{solver_label(solver)} on the Neo-Hookean beams"] = of_runs(runs.values())
    for solver in ("gs", "xpbd", "jacobi", "sor", "avbd"):
        run = results.run("rope_iterations", solver)
        zigzags[f"{solver_label(solver)} on the row of masses"] = of_runs([run], "largest_stretch")
    parts = [
        at_least(found.length, LASTING, f"{place}: values that alternate one after the other")
        for place, found in zigzags.items()
    ]
    seen = together(
        f"{place} ({found.length} iterations in a row, by up to {two_digits(100 * found.size)} %)"
        for place, found in zigzags.items()
        if found.length >= LASTING
    )
    elsewhere = "with the other solvers and scenes" if seen else "with any solver on any scene"
    meshes = by_tets(results, "twist_elements", "pbd")
    cases = {f"with {n} tets": of_runs([run]).length >= LASTING for n, run in meshes.items()}
    return reaching(answered(parts, seen=seen, elsewhere=elsewhere), cases)


def of_runs(runs: Iterable[Run], column: str = "objective") -> Zigzag:
    """The longest zigzag of some runs."""
    return max(longest_zigzag(run.curve[column].to_numpy()) for run in runs)


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
