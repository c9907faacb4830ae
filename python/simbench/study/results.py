"""Finds runs in a folder of sweeps by their setting, and remembers which runs a judge has used."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.counted import counted
from simbench.errors import NotRunError, ResultsError
from simbench.input_files import parsed_json
from simbench.nearest_name import did_you_mean
from simbench.results import NO_RESULT, Run, axes_of, is_value, load_run, load_summary
from simbench.run_folders import run_folder


class Results:
    """The sweeps, each in a folder named after its plan. `used` collects the runs that were returned.

    An axis is named by its path in the scene (step.time_step), or by a short name from `axes`. If `plans` are
    given, a sweep of another name is an error, not one that was not run.
    """

    def __init__(self, folder: Path | str, axes: Mapping[str, str] | None = None, plans: Sequence[str] = ()):
        self.folder = Path(folder)
        self._plans = plans
        self.axes = axes or {}
        self.used: dict[str, str] = {}  # run id to sweep
        self._summaries: dict[str, pd.DataFrame] = {}
        self._runs: dict[tuple[str, str], Run] = {}

    def run(self, sweep: str, solver: str, **setting) -> Run:
        """The run with these values on the axes."""
        found = self.by(sweep, solver, **setting)
        if len(found) != 1:
            runs = counted(len(found), "run")
            raise ResultsError(f"{sweep} has {runs} of {solver} with {_words(setting)}, not one")
        return next(iter(found.values()))

    def by(self, sweep: str, solver: str, *axes: str, **setting) -> dict:
        """All runs with this setting in the plan's order, by their values of `axes` (a tuple if several).

        A scene that the solver declines has no run.
        """
        rows = self._summary(sweep)
        rows = rows[(rows["solver"] == solver) & (rows["status"] != "declined")]
        for axis, value in setting.items():
            fits = [_equal(cell, value) for cell in self._cells(sweep, rows, axis)]
            rows = rows[np.array(fits, bool)]  # an empty list would select columns
        absent = rows[rows["status"].isin(NO_RESULT)]
        if rows.empty or not absent.empty:
            which = f"{solver} with {_words(setting)}" if setting else solver
            lacking = counted(len(absent), "run") if len(absent) else "all runs"
            raise NotRunError(f"{sweep} lacks {lacking} of {which}")
        keys = zip(*(self._cells(sweep, rows, axis) for axis in axes), strict=True) if axes else rows.index
        keys = [key[0] if len(axes) == 1 else key for key in keys]
        if len(set(keys)) < len(keys):
            raise ResultsError(f"{sweep} has several runs of {solver} with the same {', '.join(axes)}")
        return {key: self._load(sweep, name) for key, name in zip(keys, rows["run_id"], strict=True)}

    def _summary(self, sweep: str) -> pd.DataFrame:
        if sweep not in self._summaries:
            if self._plans and sweep not in self._plans:
                raise ResultsError(f"the study has no plan '{sweep}'{did_you_mean(sweep, self._plans)}")
            folder = self.folder / sweep
            if not (folder / "summary.csv").is_file():
                raise NotRunError(f"there is no sweep {sweep}")
            self._summaries[sweep] = load_summary(folder)
        return self._summaries[sweep]

    def _cells(self, sweep: str, rows: pd.DataFrame, axis: str) -> list:
        path = self.axes.get(axis, axis)
        if path not in axes_of(rows):
            raise NotRunError(f"the sweep {sweep} has no axis {path}")
        return [_cell(value) for value in rows[path].tolist()]

    def _load(self, sweep: str, run_id: str) -> Run:
        self.used[run_id] = sweep
        if (sweep, run_id) not in self._runs:
            self._runs[sweep, run_id] = load_run(run_folder(self.folder / sweep, run_id))
        return self._runs[sweep, run_id]


def _cell(value):
    """The cell as a number of twelve digits, which makes numbers of a range equal to typed ones; or its text.

    If an axis also has words, its numbers are texts in the table (for example anchors.stiffness).
    """
    try:
        return float(f"{float(value):.12g}") if not isinstance(value, bool | int) else value
    except ValueError:
        return value


def _equal(cell, value) -> bool:
    if isinstance(value, list):
        return parsed_json(cell, f"the cell '{cell}' of a summary is not JSON") == value
    return is_value(cell, str(value))


def _words(setting: dict) -> str:
    return ", ".join(f"{axis} = {value}" for axis, value in setting.items())


def one_sweep(folder: Path | str, axes: Mapping[str, str] | None = None) -> Callable[..., dict]:
    """Results.by for the folder of one sweep, which can have any name: by(solver, axis, …, axis=value)."""
    folder = Path(folder).resolve()
    return partial(Results(folder.parent, axes).by, folder.name)
