"""Makes one animation of the shapes of runs: a body for each run, a frame for each recorded iteration."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from simbench import drawing
from simbench.archive.reading import as_given
from simbench.colours import linear_rgb
from simbench.errors import ResultsError, tell
from simbench.results import distinct_labels, load_run_or_runs
from simbench.snapshots import Snapshot, load_snapshot, snapshot_files

FRAMES_PER_SECOND = 24  # the default of Blender and USD


@dataclass(frozen=True, eq=False)
class Body:
    """`triangles` (n × 3), and `frames`: positions (points × 3 [m], float32) by number of frame.

    The points are those of the surface, in the order of the .vtu file. `offset` [m] puts bodies side by side.
    """

    name: str
    colour: tuple[float, ...]  # red, green, blue from 0 to 1, in proportion to light ("linear")
    triangles: np.ndarray
    frames: dict[int, np.ndarray]
    offset: tuple[float, ...]


@dataclass(frozen=True)
class Animation:
    """`moments`: step and iteration of each frame. A body lacks the frames without a snapshot of its run."""

    moments: list[tuple[int, int]]
    bodies: list[Body]


def load_animation(folder: Path) -> Animation:
    """The animation of a run, or of all runs of a folder that have snapshots; notes name the others."""
    runs = load_run_or_runs(folder)
    colours = [linear_rgb(look["color"]) for look in drawing.looks(runs)]
    found = [(run, colour, snapshot_files(run.folder)) for run, colour in zip(runs, colours, strict=True)]
    moments = sorted({file[:2] for *_, files in found for file in files})
    frame_of = {moment: frame for frame, moment in enumerate(moments)}
    bodies: dict[int, Body] = {}  # by the run's number
    for place, (run, colour, files) in enumerate(found):
        body = _body(colour, {frame_of[file[:2]]: file.path for file in files}, len(bodies))
        if body:
            bodies[place] = body
        else:
            tell(f"note: {as_given(run.folder)} has no surface that could be exported")
    if not bodies:
        raise ResultsError(
            f"no run in {folder} has snapshots of a surface (simbench --vtu N writes one every N iterations)"
        )
    names = distinct_labels(runs)  # after reading, so that labels mark runs with changed snapshots
    return Animation(moments, [replace(body, name=names[place]) for place, body in bodies.items()])


def _body(colour: tuple[float, ...], files: dict[int, Path], place: int) -> Body | None:
    """A body from the snapshots of a run, by number of frame; None if it has no surface."""
    first: Snapshot | None = None
    frames: dict[int, np.ndarray] = {}
    for frame, path in files.items():
        snapshot = load_snapshot(path)
        if first is None:
            first = snapshot
            shown, triangles = np.unique(first.surface, return_inverse=True)
        elif not np.array_equal(first.cells, snapshot.cells):
            raise ResultsError(f"{path} has other cells than the run's first snapshot")
        with np.errstate(over="ignore"):
            positions = snapshot.points[shown].astype(np.float32)
        if np.isfinite(positions).all():
            frames[frame] = positions
        else:
            tell(f"note: {path} is left out: its positions exceed single precision")
    if not frames or not len(shown):
        return None
    return Body("", colour, triangles.reshape(-1, 3), frames, _offset(first, place))


def _offset(snapshot: Snapshot, number: int) -> tuple[float, ...]:
    """Offset [m] of body number 0, 1, … along x or y, whichever is the body's shorter side; z is up."""
    size = np.ptp(snapshot.point_data.get("rest_positions", snapshot.points), axis=0)
    offset = np.zeros(3)
    offset[np.argmin(size[:2])] = 1.5 * number * size[:2].min()
    return tuple(offset.tolist())
