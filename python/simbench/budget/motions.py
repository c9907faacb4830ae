"""Motions of runs, and the distance between two of them."""

import numpy as np

from simbench.results import Run
from simbench.snapshots import load_snapshot, snapshot_files

ENDED = ("converged", "stalled", "max_iterations")  # statuses of runs that made all their steps


def motion(run: Run) -> np.ndarray | None:
    """The positions at the end of each frame (frames × vertices × 3, m).

    Vertices of rigid bodies are the corners of their boxes: of the boxes around balls and capsules, too.
    None if the run ended before the last frame, or has numbers that are not finite.
    """
    files = {file.step: file.path for file in snapshot_files(run.folder)}  # the last iterate of each step
    ends = [run.steps_of_a_frame * frame for frame in range(1, run.steps + 1)]
    if run.manifest["status"] not in ENDED or not files.keys() >= set(ends):
        return None
    found = np.array([load_snapshot(files[end]).points for end in ends])
    return found if np.isfinite(found).all() else None


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """The root mean square over all frames and vertices of the distance between two motions [m].

    Vertices count alike, whatever their mass.
    """
    return float(np.sqrt(((one - other) ** 2).sum(axis=2).mean()))


def extent(one: np.ndarray) -> float:
    """How far a motion goes [m]: its distance from the body that stays at each vertex's mean place.

    A translation of the scene does not change it, and a body that does not move has 0.
    """
    return distance(one, one.mean(axis=0))
