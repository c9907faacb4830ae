"""The leaderboard's rows: makes them from runs and entries, writes them as JSON lines, and reads them.

A row is one solver with one setting on one instance of a scene. Lists have a number for each of
CURVE_TARGETS; null means that the run does not reach the target. docs/entry.md describes the members.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simbench.entry.targets import CURVE_TARGETS, TARGETS, first, for_good, place_of
from simbench.errors import ResultsError
from simbench.input_files import json_lines
from simbench.output_files import is_stream, new_file
from simbench.results import Run

KEY = ["scene", "instance", "solver", "setting"]
PASSES = ["value_passes", "gradient_passes", "hessian_passes", "local_passes"]
# The work of a run by the names of an entry: columns of iterations.csv, counted since the run began.
WORK = {"passes": PASSES, "solves": ["solves"], "products": ["matrix_products"]}
WORK |= {"factorisations": ["factorisations"]}
COUNTED = ("passes", "solves", "products")  # each is one unit of `work`
IN_STEP = "step_factorisations"
PD_ITERATION = 2  # units of work: a pass over the elements and a solve
FACTORISATION = 20  # iterations of PD that a factorisation in the step is charged with
CURVES = ("first", "for_good", "work", IN_STEP)  # lists with a number for each of CURVE_TARGETS
MEMBERS = {"counts": dict, "norms": dict, "iterations": int}  # of a row that is not declined
DECLINED = "declined"
ENTRY = "entry"  # status of rows of another code, which states no status


def key(scene: str, instance: int, solver: str, setting: Mapping) -> dict:
    return {"scene": scene, "instance": instance, "solver": solver, "setting": dict(setting)}


def declined(scene: str, instance: int, solver: str) -> dict:
    return key(scene, instance, solver, {}) | {"status": DECLINED}


def row_of_run(
    scene: str, solver: str, setting: Mapping, run: Run, instance: int = 0, one_step: float | None = None
) -> dict:
    """The row of a run. `one_step`: the relative error after one solve with S from the start."""
    curve = run.curve
    iterations = curve["iteration"].tolist()
    errors = curve["relative_error"].to_numpy()
    work = {name: curve[columns].sum(axis=1).tolist() for name, columns in WORK.items()}
    work[IN_STEP] = step_factorisations(curve).tolist()
    norms = {name: _reached(iterations, values) for name, values in _norms(curve, one_step).items()}
    return key(scene, instance, solver, setting) | _counts(
        run.manifest["status"], iterations, errors, work, norms
    )


def row_of_entry(
    scene: str, solver: str, setting: Mapping, iterations: Sequence, errors: Sequence, work: dict
) -> dict:
    """The row of iterates that another code sends. Its work has NaN where the code does not state it."""
    work = {IN_STEP: work["factorisations"]} | work  # which of them are of a constant matrix is not known
    return key(scene, 0, solver, setting) | _counts(ENTRY, iterations, errors, work, {})


def step_factorisations(curve: pd.DataFrame) -> pd.Series:
    """Factorisations that each time step needs again: all but those of a constant matrix in the set-up.

    A set-up that evaluates Hessians factorises a matrix that depends on the state.
    """
    constant = curve["factorisations"].iloc[0] if curve["hessian_passes"].iloc[0] == 0 else 0
    return curve["factorisations"] - constant


def _norms(curve: pd.DataFrame, one_step: float | None) -> dict[str, np.ndarray]:
    """Errors in other norms than f over its start, relative to another point of the same scene."""
    found = {}
    if one_step is not None:
        found["after_one_step"] = curve["relative_error"].to_numpy() / one_step
    for name, column in (("gradient", "gradient_norm"), ("distance", "distance_to_minimum")):
        if column in curve and curve[column].iloc[0] > 0:
            found[name] = curve[column].to_numpy() / curve[column].iloc[0]
    return found


def _reached(iterations: Sequence, errors: Sequence) -> dict[str, int | None]:
    return {f"{target:g}": _number(for_good(iterations, errors, target)) for target in TARGETS}


def _counts(status: str, iterations: Sequence, errors: Sequence, work: dict, norms: dict) -> dict:
    """For each target the iterations, first and for good, and the work since the run began until for good."""
    kept = [for_good(iterations, errors, target) for target in CURVE_TARGETS]
    rows = [iterations.index(place) if math.isfinite(place) else None for place in kept]
    spent = {
        name: [math.nan if row is None else values[row] for row in rows] for name, values in work.items()
    }
    stated = np.array([spent[name] for name in COUNTED if name in spent])
    total = np.where(np.isnan(stated).all(axis=0), math.nan, np.nansum(stated, axis=0))
    counts = {}
    for target in TARGETS:
        place = place_of(target)
        own = {name: _number(values[place]) for name, values in spent.items() if name != IN_STEP}
        counts[f"{target:g}"] = own if rows[place] is not None else None
    return {
        "status": status,
        "iterations": int(iterations[-1]),
        "first": [_number(first(iterations, errors, target)) for target in CURVE_TARGETS],
        "for_good": [_number(place) for place in kept],
        "work": [_number(value) for value in total],
        IN_STEP: [_number(value) for value in spent[IN_STEP]],
        "counts": counts,
        "norms": norms,
        "final_relative_error": _number(float(f"{errors[-1]:.10g}")),
    }


def _number(value: float) -> float | int | None:
    """A number for JSON: null where it is not finite, and whole numbers without a point."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else float(value)


def write(rows: Iterable[dict], path: Path) -> None:
    """Writes the rows as JSON lines. A file that is there must have such rows, or be a device or FIFO."""
    with new_file(path, lambda file: is_stream(file) or _has_rows(file)) as partial:
        partial.write_text(
            "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
        )


def _has_rows(path: Path) -> bool:
    try:
        return not load(path).empty
    except (ResultsError, OSError):
        return False


def load(path: Path) -> pd.DataFrame:
    """The rows of a file. ResultsError names the line of a row that is none."""
    rows = [_checked(where, row) for where, row in json_lines(path)]
    if not rows:
        raise ResultsError(f"{path} has no rows; a leaderboard has a row for each run")
    return table(rows)


def table(rows: Iterable[dict]) -> pd.DataFrame:
    """A line for each row: settings as text, lists as arrays with infinity where a target is not reached."""
    found = []
    for row in rows:
        lists = {name: _array(row.get(name)) for name in CURVES}
        found.append({"counts": {}, "norms": {}} | row | {"setting": text_of(row["setting"])} | lists)
    return pd.DataFrame(found)


def text_of(setting: Mapping) -> str:
    return json.dumps(setting, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def at(rows: pd.DataFrame, name: str, target: float) -> pd.Series:
    """The numbers of a list at a target; infinite where it is not reached."""
    place = place_of(target)
    return pd.Series([values[place] for values in rows[name]], index=rows.index, dtype=float)


def in_norm(norms: Mapping, name: str, target: float) -> float:
    """The iteration from which on the run is below the target in another norm; infinite if it never is."""
    count = norms.get(name, {}).get(f"{target:g}")
    return math.inf if count is None else count


def _array(values: list | None) -> np.ndarray:
    if values is None:
        return np.full(len(CURVE_TARGETS), math.inf)
    return np.array([math.inf if value is None else value for value in values], dtype=float)


def _checked(where: str, row: dict) -> dict:
    needed = dict.fromkeys(("scene", "solver", "status"), str) | {"instance": int, "setting": dict}
    if row.get("status") != DECLINED:
        needed |= MEMBERS | dict.fromkeys(CURVES, list)
    for name, kind in needed.items():
        if not isinstance(row.get(name), kind):
            raise ResultsError(f"{where} is no row of a leaderboard: '{name}' is missing or of another kind")
    for name in CURVES:
        if len(row.get(name, CURVE_TARGETS)) != len(CURVE_TARGETS) or not all(
            map(_is_count, row.get(name, []))
        ):
            raise ResultsError(
                f"{where}: '{name}' is not {len(CURVE_TARGETS)} numbers of at least 0 or null, one a target"
            )
    return row


def _is_count(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and value >= 0)
