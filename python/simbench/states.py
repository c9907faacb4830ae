"""Reads the states of rigid bodies and joints that a run has written with --state-every."""

import pandas as pd

from simbench.errors import NotRunError, ResultsError
from simbench.result_files import read_table
from simbench.results import Run

BODY_COLUMNS = {"step", "time", "body", "x", "y", "z", "vx", "vy", "vz", "kinetic_energy"}
JOINT_COLUMNS = {"step", "time", "joint", "force_x", "force_y", "force_z", "error"}


def bodies(run: Run) -> pd.DataFrame:
    """A row per body and recorded step, from step 0, the start of the run."""
    return _table(run, "bodies.csv", BODY_COLUMNS)


def joints(run: Run) -> pd.DataFrame:
    """A row per joint and contact of each recorded step. `joint` is empty for contacts that were found."""
    return _table(run, "joints.csv", JOINT_COLUMNS)


def body(run: Run, name: str) -> pd.DataFrame:
    table = bodies(run)
    rows = table[table["body"] == name]
    if rows.empty:
        raise ResultsError(f"{run.folder} has no body '{name}'; its bodies: {', '.join(table.body.unique())}")
    return rows


def joint(run: Run, number: int) -> pd.DataFrame:
    table = joints(run)
    rows = table[table["joint"] == number]
    if rows.empty:
        known = ", ".join(f"{found:g}" for found in table["joint"].dropna().unique())
        raise ResultsError(f"{run.folder} has no joint {number}; its joints: {known or 'none'}")
    return rows


def _table(run: Run, file: str, columns: set[str]) -> pd.DataFrame:
    if not (run.folder / file).is_file():
        raise NotRunError(f"run {run.folder} has no {file} (simbench --state-every N writes it)")
    return read_table(run.folder / file, columns, key=(), names=("body", "type", "first", "second"))
