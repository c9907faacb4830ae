"""Measurements on stacks of boxes that several claims use."""

import math

from rigid.claims.units import constants
from simbench import states
from simbench.results import Run
from simbench.study.results import Results

# A box whose centre has moved by half an edge no longer stands on the box below: the top of a stack that
# stands moves by much less, and the top of a stack that falls by several edges.
STANDS = 0.5  # of the edge of the lowest box that moves


def lowest_edge(run: Run) -> float:
    """Of the lowest box that moves [m]."""
    lowest = next(body for body in run.scene["bodies"] if "mass" in body)
    return min(lowest["box"][:2])


def displacement(run: Run) -> float:
    """How far the last body of the scene is from its start in the end, over the edge of the lowest box.

    Infinite if the run ended early.
    """
    path = states.body(run, run.scene["bodies"][-1]["name"])
    if run.manifest["status"] != "max_iterations":
        return math.inf
    start, end = (path.iloc[place][["x", "y", "z"]].to_numpy(float) for place in (0, -1))
    moved = math.dist(start, end) / lowest_edge(run)
    return moved if math.isfinite(moved) else math.inf


def height(run: Run) -> int:
    """The number of boxes that move."""
    return sum("mass" in body for body in run.scene["bodies"])


def by_constants(results: Results, sweep: str, *axes: str) -> dict[str, dict]:
    """AVBD's runs by its constants, and by these axes."""
    found: dict[str, dict] = {}
    for (s, growth, *key), run in results.by(sweep, "avbd", "s", "ramp", *axes).items():
        found.setdefault(constants(s, growth), {})[tuple(key)] = run
    return found


def unit_of_stack(results: Results) -> dict[str, dict[float, float]]:
    """Edges by which a top of ten boxes' mass moves under AVBD, by its constants and by a box's mass [kg]."""
    return {
        words: {mass: displacement(run) for (mass,), run in of.items()}
        for words, of in by_constants(results, "rigid_unit_of_stack", "box").items()
    }
