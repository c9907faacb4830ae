"""Problems of several plans, and words for the iterations that a run needs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from field.claims.measures import iterations_to
from simbench import Run
from simbench.study import Results
from simbench.study.words import listed

CLOSE, RIGHT, EXACT = 1e-3, 1e-6, 1e-12  # relative errors
PLAUSIBLE = 1e-1


@dataclass(frozen=True)
class Scene:
    """Runs that differ only in the solver and its settings."""

    name: str
    sweep: str
    setting: Mapping = field(default_factory=dict)
    group: str = ""
    member: str = ""


def by(results: Results, scene: Scene, solver: str, *axes: str, **setting) -> dict:
    return results.by(scene.sweep, solver, *axes, **scene.setting, **setting)


def times(run: Run, relative_error: float = RIGHT) -> str:
    """The iterations to this error, as words."""
    count = iterations_to(run, relative_error)
    return f"{count:g}" if math.isfinite(count) else f"more than {run.curve['iteration'].iloc[-1]:g}"


def names(chosen) -> str | None:
    """The names, as words; None, which leaves out a sentence, if there are none."""
    return "; ".join(chosen) or None


def grouped(chosen: list[tuple[Scene, str]]) -> str | None:
    """untwist at k = 1e6 Pa by 1.8° (1), 9° (2); end turned by 90° (6): scenes, each with its own words."""
    groups = {}
    for scene, own in chosen:
        groups.setdefault(scene.group, []).append(scene.member + own)
    return names(f"{group} {listed(members)}" for group, members in groups.items())
