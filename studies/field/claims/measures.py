"""Measurements on a run that several claims use."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from simbench import Run
from simbench.entry import targets
from simbench.entry.board import PASSES
from simbench.study import Part, Verdict, in_parts, words
from simbench.study.verdicts import NOT_JUDGED

WORK = [*PASSES, "solves"]  # columns that a claim on work counts


def has_minimum(run: Run) -> bool:
    """Whether Newton's method finds f*. At a saddle point it finds none, and nothing can be judged."""
    return bool(run.curve["relative_error"].notna().any())


def iterations_to(run: Run, relative_error: float) -> float:
    """The first iteration with an error of at most this; infinite if the run does not reach it."""
    return targets.first(*_curve(run), relative_error)


def for_good(run: Run, relative_error: float) -> float:
    """The iteration from which on the error is at most this; infinite if the last one is larger."""
    return targets.for_good(*_curve(run), relative_error)


def _curve(run: Run) -> tuple[np.ndarray, np.ndarray]:
    rows = run.curve
    return rows["iteration"].to_numpy(), rows["relative_error"].to_numpy()


def work_to(run: Run, columns: list[str], relative_error: float) -> float:
    """The work that these columns count, since iteration 0, when the error is first at most this."""
    rows = run.curve
    reached = np.flatnonzero(rows["relative_error"].to_numpy() <= relative_error)
    if reached.size == 0:
        return math.inf
    done = rows[columns].to_numpy(dtype=float).sum(axis=1)
    return float(done[reached[0]] - done[0])


def first(rows: pd.DataFrame, reached: pd.Series) -> float:
    """The iteration of the first row that is marked in `reached`; infinite if there is none."""
    found = rows.loc[reached, "iteration"]
    return float(found.iloc[0]) if len(found) else math.inf


def in_setting(
    found: Mapping[str, list[Part]], own: Callable[[str], bool], /, *notes: str, **values: Any
) -> Verdict:
    """Judges the cases in the author's setting, which `own` tells by name; the others are the reach, and
    notes have what they measure.

    Without such a case, because runs end before they tell, nothing is judged.
    """
    parts = [
        replace(part, finding=f"{case}: {part.finding}")
        for case, of_case in found.items()
        for part in (of_case if own(case) else [])
    ]
    others = {case: of_case for case, of_case in found.items() if not own(case)}
    verdict = in_parts(parts, **values) if parts else Verdict(NOT_JUDGED, values=values)
    return verdict.reaching(
        {case: all(part.holds for part in of_case) for case, of_case in others.items()},
        *notes,
        *(f"{case}: {'; '.join(map(measured, of_case))}" for case, of_case in others.items()),
    )


def measured(part: Part) -> str:
    """What a part has found, as a note."""
    return part.finding + ("" if part.measured is None else f" {two_digits(part.measured)}")


def everywhere(case: str) -> bool:
    """For claims whose author's setting we do not know better than any of our cases."""
    return True


def by_setting(by: Callable[..., dict], solver: str, *axes: str) -> dict[Any, dict[str, Run]]:
    """The runs of a solver by their values of these axes (a tuple if several), and by its setting.

    `by` finds runs of one sweep, as Results.by does; the setting {} is the default.
    """
    found: dict = {}
    for (*values, setting), run in by(solver, *axes, f"solvers.{solver}").items():
        found.setdefault(values[0] if len(axes) == 1 else tuple(values), {})[setting] = run
    return found


def two_digits(value: float) -> str:
    return f"{value:.2g}" if abs(value) < 10 else f"{value:.0f}"


def span(values: Iterable[float], show: Callable[[float], str] = two_digits) -> str:
    return words.span(values, show)


def count(iterations: float, limit: int) -> str:
    return f"{iterations:g}" if math.isfinite(iterations) else f"more than {limit}"


def power_of_ten(value: float) -> str:
    return f"{value:.0e}".replace("e+0", "e").replace("e+", "e")


def law(material: str) -> str:
    """A value of the axis `material` in words."""
    said = json.loads(material)
    if "stiffness" in said:
        return f"strain, k = {power_of_ten(said['stiffness'])} Pa"
    return f"Neo-Hookean, E = {power_of_ten(said['youngs_modulus'])} Pa, ν = {said['poisson_ratio']:g}"
