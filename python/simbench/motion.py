"""What runs of many time steps show: the total energy over their rows, and how far a body has sagged."""

from pathlib import Path

import numpy as np
import pandas as pd

from simbench.errors import ResultsError
from simbench.results import Run
from simbench.snapshots import load_snapshot, snapshot_files

MOST_SNAPSHOTS = 240  # that are read for a curve of the sag


def seconds_of_step(run: Run) -> float:
    """The time [s] of one of the steps that tables and snapshots count: a substep, or a lag's share of it."""
    return run.scene["step"]["time_step"] / run.steps_of_a_frame


def with_total_energy(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with the column total_energy [J], which tables of rigid bodies have in two parts."""
    parts = ["kinetic_energy", "potential_energy"]
    if "total_energy" in rows or not set(parts) <= set(rows):
        return rows
    return rows.assign(total_energy=rows[parts].sum(axis=1, skipna=False))


def ends(run: Run) -> dict[str, float | None]:
    """For many steps: the energy at the end [J], its change since the end of step 1 [J], the sag [m].

    A number that does not exist is None.
    """
    rows = with_total_energy(run.ends_of_steps)
    energies = rows["total_energy"].to_numpy(float) if "total_energy" in rows else np.full(1, np.nan)
    first, last = float(energies[0]), float(energies[-1])
    numbers = {"energy": last, "change_of_energy": last - first}
    return {**{name: one if np.isfinite(one) else None for name, one in numbers.items()}, "sag": sag(run)}


def with_sag(rows: pd.DataFrame, run: Run) -> pd.DataFrame:
    """The rows of a run of many steps with the column sag [m], where a step's last iterate has a snapshot.

    Of more than MOST_SNAPSHOTS such steps some have none. Without gravity nothing is added.
    """
    last = {file.step: file for file in snapshot_files(run.folder)}
    if run.steps == 1 or not last or not np.any(run.scene.get("gravity") or 0):
        return rows
    chosen = list(last.values())
    places = np.linspace(0, len(chosen) - 1, min(len(chosen), MOST_SNAPSHOTS)).round().astype(int)
    found = {(file.step, file.iteration): sag_at(file.path, run) for file in (chosen[i] for i in places)}
    values = [found.get(key) for key in zip(rows["step"], rows["iteration"], strict=True)]
    return rows.assign(sag=np.array(values, float)) if any(one is not None for one in values) else rows


def sag(run: Run) -> float | None:
    """That of the last snapshot, as sag_at() says; None if there is none."""
    files = snapshot_files(run.folder)
    return sag_at(files[-1].path, run) if files else None


def sag_at(snapshot_file: Path, run: Run) -> float | None:
    """How far vertices are below their places at rest along gravity, in the mean [m].

    None without gravity, and if the snapshot is damaged or has no places at rest, as that of rigid bodies.
    """
    gravity = np.array(run.scene.get("gravity") or [0, 0, 0], float)
    if not gravity.any():
        return None
    try:
        snapshot = load_snapshot(snapshot_file)
    except (ResultsError, OSError):
        return None
    rest = snapshot.point_data.get("rest_positions")
    if rest is None:
        return None
    mean = float((snapshot.points - rest).mean(axis=0) @ (gravity / np.linalg.norm(gravity)))
    return mean if np.isfinite(mean) else None
