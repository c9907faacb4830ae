"""Measurements on runs with contact that several claims use."""

import json
import math
from collections.abc import Iterable

import pandas as pd

from simbench import Run
from simbench.study import words

TARGET = 1e-6  # relative error at which a step is solved


def contact(law: str = "log_barrier", /, **values: float) -> str:
    """A value of the axis `contact`, as the summary of a sweep has it."""
    given = {} if law == "log_barrier" else {"law": law}
    return json.dumps(given | values, separators=(",", ":"))


def law_of(run: Run) -> str:
    return run.scene["contact"].get("law", "log_barrier")


def speed(run: Run) -> float:
    """The speed of the upper cube at the start [m/s]."""
    return -run.scene["start"][0]["velocity"][2]


def touching(run: Run) -> list[int]:
    """The time steps at whose last iterate a pair is nearer than contact.distance."""
    ends = run.ends_of_steps
    return ends.loc[ends["contact_pairs"] > 0, "step"].tolist()


def rows_of(run: Run, steps: Iterable[int]) -> pd.DataFrame:
    """The iterations of these time steps, without their starts."""
    rows = run.iterations
    return rows[rows["step"].isin(list(steps)) & (rows["iteration"] > 0)]


def iterations_to(run: Run, step: int, target: float = TARGET) -> float:
    """The first iteration of a time step with a relative error of at most this; infinite if there is none."""
    rows = run.iterations[run.iterations["step"] == step]
    reached = rows.loc[rows["relative_error"] <= target, "iteration"]
    return float(reached.iloc[0]) if len(reached) else math.inf


def iterations(run: Run, steps: Iterable[int], target: float = TARGET) -> float:
    """The iterations of these time steps together, each to the target."""
    return math.fsum(iterations_to(run, step, target) for step in steps)


def cut_share(run: Run, steps: Iterable[int]) -> float:
    """The share of the iterations of these time steps whose first trial contact has shortened."""
    return float((rows_of(run, steps)["allowed_step"] < 1).mean())


def count(iterations: float) -> str:
    return f"{iterations:g}" if math.isfinite(iterations) else "too many"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def two_digits(value: float) -> str:
    return f"{value:.2g}" if abs(value) < 10 else f"{value:.0f}"


def together(items: Iterable[str]) -> str | None:
    """The items as one phrase; None, which leaves out a sentence, if there are none."""
    return words.together(items) or None
