"""What runs of many time steps show: the total energy over their rows, and how far a body has sagged."""

import numpy as np
import pandas as pd

from simbench.results import Run
from simbench.snapshots import load_snapshot, snapshot_files


def seconds_of_step(run: Run) -> float:
    """The time [s] of one of the steps that tables and snapshots count: a substep, if there are any."""
    step = run.scene["step"]
    return step["time_step"] / step.get("substeps", 1)


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


def sag(run: Run) -> float | None:
    """How far vertices end below their places at rest along gravity, in the mean [m].

    None without gravity, and without a snapshot with places at rest, which those of rigid bodies have not.
    """
    gravity = np.array(run.scene.get("gravity") or [0, 0, 0], float)
    files = snapshot_files(run.folder)
    if not gravity.any() or not files:
        return None
    snapshot = load_snapshot(files[-1].path)
    rest = snapshot.point_data.get("rest_positions")
    if rest is None:
        return None
    mean = float((snapshot.points - rest).mean(axis=0) @ (gravity / np.linalg.norm(gravity)))
    return mean if np.isfinite(mean) else None
