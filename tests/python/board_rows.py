"""Rows of a leaderboard whose areas, pairs and tables can be counted by hand."""

import math

import pandas as pd

from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS, TARGETS, place_of

NEVER = math.inf


def row(scene, solver, setting=None, *, at=(1, 2, 3), each=2, status="max_iterations", **members) -> dict:
    """A run that reaches 1e-1, 1e-3 and 1e-6 at these iterations, with `each` units of work an iteration.

    It reaches the targets before 1e-1 with that one, and none after 1e-6.
    """
    members = {"instance": 0, "factorisations": 0, "last": 0.5, "norms": {}} | members
    counts, at = [], dict(zip(TARGETS, at, strict=True))
    for place in range(len(CURVE_TARGETS)):
        harder = [target for target in TARGETS if place_of(target) >= place]
        counts.append(at[harder[0]] if harder else NEVER)
    counts = [None if math.isinf(count) else count for count in counts]
    found = board.key(scene, members["instance"], solver, setting or {})
    found |= {"status": status, "iterations": 500, "first": counts, "for_good": counts}
    found["work"] = [None if count is None else each * count for count in counts]
    found["step_factorisations"] = [None if count is None else members["factorisations"] for count in counts]
    found["counts"] = {f"{target:g}": None for target in TARGETS}
    return found | {"norms": members["norms"], "final_relative_error": members["last"]}


def at_once(scene, solver, work, **members) -> dict:
    """A run that reaches all targets with this work."""
    own = row(scene, solver, **members)
    count = len(CURVE_TARGETS)
    often = members.get("factorisations", 0)
    return own | {"for_good": [1] * count, "work": [work] * count, "step_factorisations": [often] * count}


def declined(scene, solver, instance=0) -> dict:
    return board.declined(scene, instance, solver)


def rows(*found: dict) -> pd.DataFrame:
    return board.table(found)
