"""The runs that a plan lists and their scenes, without results of these runs; docs/plan.md has the rules."""

import json
import math
from collections.abc import Sequence
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from simbench.input_files import load_json
from simbench.repository import REPOSITORY
from simbench.results import is_value

Run = dict[str, Any]  # its solver, and its values on the axes, by path


def runs_of(plan: dict, filters: Sequence[str] = ()) -> list[Run]:
    """The runs that meet all filters AXIS=VALUE. Several values of one axis mean any of them."""
    wanted: dict[str, list[str]] = {}
    for text in filters:
        axis, _, value = text.partition("=")
        wanted.setdefault(axis, []).append(value)
    return [
        run
        for solver in plan["solvers"]
        for run in _combinations(plan["axes"], solver)
        if not any(_meets(run, condition) for condition in plan.get("exclude", []))
        and all(any(is_value(cell_of(run[axis]), v) for v in wanted[axis]) for axis in wanted if axis in run)
    ]


def scene_of(plan: dict, run: Run, scene: dict) -> dict:
    """The plan's scene with the values of this run."""
    found = deepcopy(scene)
    for path, value in values_of(plan, run).items():
        _put(found, path, value)
    return found


def values_of(plan: dict, run: Run) -> dict[str, Any]:
    """What the plan sets for this run, by path: its `set`, then the run's axes, then the overrides."""
    values = plan.get("set", {}) | run
    for override in plan.get("overrides", []):
        if _meets(run, override["where"]):
            values |= override["set"]
    return values


def load_scene(plan: dict, folder: Path) -> dict:
    """The scene of a plan in this folder; empty if there is no such file, as without a clone."""
    name = Path(plan["scene"]).with_suffix(".json")
    kinds = (REPOSITORY / "scenes" / kind for kind in ("deformable", "rigid"))
    places = (place / name for place in (folder, Path(), *kinds))
    found = (load_json(place) for place in places if place.is_file())
    return next((scene for scene in found if scene != plan), {})  # a plan may have the name of its scene


def _combinations(axes: list[dict], solver: str) -> list[Run]:
    """All values of the axes. An axis under solvers.<name> concerns only that solver."""
    own = {
        axis["path"]: _values(axis)
        for axis in axes
        if not axis["path"].startswith("solvers.") or axis["path"].split(".")[1] == solver
    }
    return [{"solver": solver, **dict(zip(own, values, strict=True))} for values in product(*own.values())]


def _values(axis: dict) -> list:
    if "values" in axis:
        return axis["values"]
    ends = axis["range"]
    exponents = np.linspace(math.log10(ends["from"]), math.log10(ends["to"]), ends["count"])
    return [float(f"{10**exponent:.12g}") for exponent in exponents]


def _meets(run: Run, condition: dict) -> bool:
    """Whether all members hold; a list means any of its items."""
    return all(
        axis in run and any(is_value(cell_of(run[axis]), cell_of(value)) for value in _listed(wanted))
        for axis, wanted in condition.items()
    )


def _listed(wanted: Any) -> list:
    return wanted if isinstance(wanted, list) else [wanted]


def cell_of(value: Any) -> str:
    """The value as a cell of a summary shows it."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _put(scene: Any, path: str, value: Any) -> None:
    *parents, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    for key in parents:
        scene = scene[key] if isinstance(key, int) else scene.setdefault(key, {})
    scene[last] = deepcopy(value)
