"""How near a run came to the minimum of each of its time steps."""

from dataclasses import dataclass

import numpy as np

from simbench.report.curves import TARGETS, Rows
from simbench.results import Run

ARRIVED = min(TARGETS)  # a run arrives with this relative error


@dataclass(frozen=True, eq=False)
class Outcome:
    """`arrival`: the first recorded iteration of the first step that has ARRIVED; None if there is none.

    `halfway` is the relative error of the first step after half of its iterations.
    `ends` has the last relative error and iteration of each step that was begun and has a minimum; `steps`
    is the number of steps that should have been done and are not known to lack one.
    """

    label: str
    status: str
    steps: int
    arrival: int | None
    halfway: float
    ends: np.ndarray

    @classmethod
    def of(cls, run: Run, label: str) -> "Outcome":
        rows, status = Rows.of(run.iterations), run.manifest["status"]
        if not len(rows) or not rows.has("relative_error"):
            return cls(label, status, 0, None, np.nan, np.empty((0, 2)))
        steps, errors, iterations = (rows[name] for name in ("step", "relative_error", "iteration"))
        first = np.flatnonzero(np.diff(steps, prepend=-1))
        last = np.append(first[1:], len(rows)) - 1
        has_minimum = np.logical_or.reduceat(~np.isnan(errors), first)
        ends = np.column_stack([errors[last], iterations[last]])[has_minimum]
        of_first = slice(0, last[0] + 1)
        near = np.flatnonzero(errors[of_first] <= ARRIVED)
        half = np.searchsorted(iterations[of_first], iterations[last[0]] / 2, side="right") - 1
        wanted = run.scene.get("step") or {}
        total = max(len(last), wanted.get("steps", 1) * run.steps_of_a_frame)
        arrival = int(iterations[near[0]]) if len(near) else None
        steps_with_minimum = total - int((~has_minimum).sum())
        return cls(label, status, steps_with_minimum, arrival, float(errors[max(half, 0)]), ends)

    @property
    def is_known(self) -> bool:
        """Whether a step has a minimum, from which errors are measured."""
        return len(self.ends) > 0

    @property
    def end(self) -> float:
        """The relative error at the end of the first step; infinite if the run came to no number."""
        return _comparable(self.ends[0, 0])

    @property
    def stays(self) -> bool:
        """Whether it comes neither much nearer nor much farther away in the second half of its first step."""
        return 0.5 * self.halfway < self.end < 1.5 * self.halfway

    @property
    def worst_end(self) -> float:
        return float(max(map(_comparable, self.ends[:, 0])))

    @property
    def most_iterations(self) -> int:
        """Of one time step."""
        return int(self.ends[:, 1].max())

    @property
    def arrives(self) -> bool:
        return self.arrival is not None

    @property
    def near_steps(self) -> int:
        """In how many time steps the last iterate is near enough."""
        return int((self.ends[:, 0] <= ARRIVED).sum())


def _comparable(error: float) -> float:
    return float(error) if np.isfinite(error) else np.inf
