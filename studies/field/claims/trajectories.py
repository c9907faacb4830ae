"""Where a body is at the end of a frame, from the snapshots of runs, and how far runs are apart there.

A frame of H seconds has n substeps of H/n with m iterations each. The reference is symplectic Euler with time
steps far below its limit of stability. Its error is of the first order, so two runs with h and h/2 give the
extrapolated end 2 q(h/2) − q(h), and their difference bounds the reference's own error.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simbench import Run
from simbench.snapshots import Snapshot, load_snapshot, snapshot_files


@dataclass(frozen=True)
class End:
    """Positions (vertices × 3, m) and total energy [J] at the end of the frame."""

    positions: np.ndarray
    energy: float


@dataclass(frozen=True)
class Reference:
    end: End
    own_error: float  # distance between the runs with h and h/2 [m]
    masses: np.ndarray  # of vertices [kg]

    def distance(self, one: End, other: End | None = None) -> float:
        """√(Σ m |q − q'|² / Σ m), by default to the reference [m]."""
        apart = one.positions - (other or self.end).positions
        return float(np.sqrt(self.masses @ np.sum(apart**2, axis=1) / self.masses.sum()))


def last_snapshot(run: Run) -> Snapshot:
    return load_snapshot(snapshot_files(run.folder)[-1].path)


def end_of(run: Run) -> End:
    return End(last_snapshot(run).points, float(run.iterations["total_energy"].iloc[-1]))


def masses_of(run: Run) -> np.ndarray:
    """A quarter of the mass of each adjacent tet."""
    snapshot = last_snapshot(run)
    corners = snapshot.point_data["rest_positions"][snapshot.cells]  # tets × 4 × 3
    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    quarters = np.repeat(run.scene["density"] * volumes / 4, 4)
    return np.bincount(snapshot.cells.ravel(), quarters, minlength=len(snapshot.points))


def reference(by: Callable[..., dict], stiffness: float) -> Reference:
    """From the runs with h and h/2; `by` finds runs of their sweep, as Results.by does."""
    runs = by("formula", "step.substeps", k=stiffness)
    coarse, fine = (end_of(runs[substeps]) for substeps in sorted(runs))
    masses = masses_of(next(iter(runs.values())))
    end = End(2 * fine.positions - coarse.positions, 2 * fine.energy - coarse.energy)
    return Reference(end, Reference(fine, 0, masses).distance(coarse), masses)


def by_substeps(by: Callable[..., dict], solver: str, stiffness: float) -> dict[int, Run]:
    """The runs of a solver by n; `by` finds runs of their sweep."""
    return {json.loads(step)["substeps"]: run for step, run in by(solver, "step", k=stiffness).items()}
