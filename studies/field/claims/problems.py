"""Problems of several plans, and words for the iterations that a run needs."""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from field.claims.measures import iterations_to
from simbench import Run
from simbench.study import Results
from simbench.study.words import together

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
    return together(chosen, "; ", "; ") or None


def grouped(chosen: Collection[str], scenes: Iterable[Scene]) -> str | None:
    """The scenes with these names, those that follow each other in a group as one: untwist by 1.8° to 90°."""
    runs: list[list[Scene]] = []
    before = ("", False)
    for scene in scenes:
        here = (scene.group, scene.name in chosen)
        if here[1]:
            runs = [*runs[:-1], [*runs[-1], scene]] if here == before else [*runs, [scene]]
        before = here
    return names(
        f"{first.group} {first.member}" + (f" to {rest[-1].member}" if rest else "") for first, *rest in runs
    )
