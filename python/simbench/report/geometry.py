"""Prepares shapes for a page: surfaces, positions in all snapshots, distances to the minimiser."""

from dataclasses import dataclass

import numpy as np

from simbench.distance_scale import DistanceScale
from simbench.errors import ResultsError
from simbench.report.curves import number
from simbench.report.packing import pack
from simbench.results import Run
from simbench.snapshots import Snapshot, SnapshotFile, load_snapshot, snapshot_files

SNAPSHOTS_IN_ALL, SNAPSHOTS_AT_MOST = 240, 60  # snapshots of a page; snapshots of a run
VERTICES_AT_MOST = 20_000  # of a surface


@dataclass(frozen=True)
class Surface:
    """`vertices`: numbers of points in the snapshot. `triangles` (n × 3): indices into `vertices`."""

    vertices: np.ndarray
    triangles: np.ndarray
    decimated_from: int  # number of vertices before decimation; 0 if it was not decimated

    @property
    def edges(self) -> np.ndarray:
        pairs = np.sort(self.triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        return np.unique(pairs, axis=0)


@dataclass(frozen=True)
class Frame:
    step: int
    iteration: int
    positions: np.ndarray  # vertices of the surface × 3 [m]
    to_minimiser: np.ndarray | None  # likewise [m]; None if the snapshot does not have it


class Minimiser:
    """Positions of the vertices in the minimum of each step. Colours show distances to it.

    They are taken from a snapshot that has them; or else from the last iterate of the run that ends lowest in
    this step, if all runs begin the step in the same state.
    """

    def __init__(self, runs: list[Run], loaded: list[tuple[Surface | None, list[Frame]]]) -> None:
        frames = [frame for _, some in loaded for frame in some]
        self._said = bool(frames) and all(frame.to_minimiser is not None for frame in frames)
        self._lowest: dict[int, tuple[Surface, np.ndarray]] = {}
        self.words = "the minimiser of the step, which Newton's method found" if self._said else ""
        if self._said:
            return
        names = set()
        for step in {frame.step for frame in frames}:
            ends = [
                (_height(run, step), run.label, surface, some)
                for run, (surface, some) in zip(runs, loaded, strict=True)
            ]
            for height, label, surface, some in sorted(ends, key=lambda end: end[0]):
                last = [frame for frame in some if frame.step == step]
                if last and np.isfinite(height):
                    self._lowest[step] = (surface, last[-1].positions)
                    names.add(label)
                    break
        if names:
            self.words = f"the last iterate shown of the run that ends lowest ({', '.join(sorted(names))})"

    def distances(self, surface: Surface, frame: Frame) -> np.ndarray | None:
        """Distance of each vertex to the minimiser [m]."""
        if self._said:
            return _lengths(frame.to_minimiser)
        mesh, positions = self._lowest.get(frame.step, (None, None))
        return _lengths(frame.positions - positions) if mesh is surface else None


def _height(run: Run, step: int) -> float:
    """The relative error at the end of a step, or without a reference the objective of a deformable body."""
    if step > 1 and run.manifest["options"].get("trajectory") != "newton":
        return np.inf  # a later step, which poses another problem in each run
    rows = run.iterations[run.iterations["step"] == step]
    columns = ["relative_error"] if run.scene.get("kind") == "rigid" else ["relative_error", "objective"]
    for column in columns:
        if column in rows and rows[column].notna().any():
            return float(rows[column].iloc[-1])
    return np.inf


def _lengths(vectors: np.ndarray) -> np.ndarray:
    """Lengths of vectors by hypot, because squares overflow above 1e154."""
    x, y, z = vectors.T
    return np.hypot(np.hypot(x, y), z)


def frames_of_each(runs: int) -> int:
    return int(np.clip(SNAPSHOTS_IN_ALL // max(runs, 1), 1, SNAPSHOTS_AT_MOST))


def load_frames(run: Run, count: int) -> tuple[Surface | None, list[Frame], list[str]]:
    """At most `count` snapshots of a run, evenly spaced, with the first and the last; and remarks on them.

    Without a surface (particles have none) there are no frames.
    """
    files = snapshot_files(run.folder)
    places = np.unique(np.linspace(len(files) - 1, 0, min(count, len(files))).round().astype(int))
    surface, frames, remarks = read_frames(run, [files[place] for place in places], VERTICES_AT_MOST)
    if surface and len(frames) < len(files):
        remarks.append(f"{run.label}: {len(frames)} of its {len(files)} snapshots are shown.")
    return surface, frames, remarks


def read_frames(
    run: Run, files: list[SnapshotFile], most_vertices: int
) -> tuple[Surface | None, list[Frame], list[str]]:
    """The surface of the snapshots, decimated to so many vertices; their frames; and remarks on them."""
    surface, frames, remarks = None, [], []
    for step, iteration, path in files:
        try:
            snapshot = load_snapshot(path)
        except (ResultsError, OSError) as damage:
            remarks.append(f"{run.folder.name}: {damage}.")
            continue
        surface = surface or _surface(snapshot, most_vertices)
        if not len(surface.vertices):
            return None, [], [f"{run.label}: its snapshots have no surface, so its shape is not shown."]
        away = snapshot.point_data.get("displacement_to_minimiser")
        away = None if away is None else away[surface.vertices]
        frames.append(Frame(step, iteration, snapshot.points[surface.vertices], away))
    if surface and surface.decimated_from:
        few = len(surface.vertices)
        remarks.append(f"{run.label}: {few} of its surface's {surface.decimated_from} vertices are shown.")
    return surface, frames, remarks


def packed_surface(surface: Surface, payloads: dict[str, str], name: str) -> dict:
    payloads[f"{name}-triangles"] = pack(surface.triangles.astype(np.uint32).reshape(-1, 1))
    payloads[f"{name}-edges"] = pack(surface.edges.astype(np.uint32).reshape(-1, 1))
    return {"payload": name, "vertices": len(surface.vertices)}


def calm(runs: list[list[Frame]]) -> list[Frame]:
    """The frames that are not far larger than the smallest frame, or than most runs ever are, nor far away.

    Frames of a diverging solver would make the others too small to be seen. They are cut off at the box.
    So are predictions (iteration 0) that gravity and a long time step put far from where the step ends.
    """
    runs = [_near_their_ends(frames) for frames in runs]
    sizes = [[_size(frame) for frame in frames] for frames in runs]
    largest_of_runs = sorted(largest for own in sizes if (largest := max(own, default=0)))
    if not largest_of_runs:
        return [frame for frames in runs for frame in frames]
    usual = largest_of_runs[(len(largest_of_runs) - 1) // 2]
    largest = min(1.5 * usual, 10 * min(size for own in sizes for size in own if size))
    pairs = [pair for frames, own in zip(runs, sizes, strict=True) for pair in zip(frames, own, strict=True)]
    return [frame for frame, size in pairs if 0 < size <= largest]


def _near_their_ends(frames: list[Frame]) -> list[Frame]:
    ends = {frame.step: frame for frame in frames}

    def distance(frame: Frame) -> float:
        return np.abs(_middle(frame) - _middle(ends[frame.step])).max()

    return [one for one in frames if one.iteration > 0 or distance(one) <= _size(ends[one.step])]


def box_of(frames: list[Frame]) -> tuple[np.ndarray, np.ndarray]:
    """Lower corner and size [m] of the box of all positions. No side is much thinner than the shapes are."""
    points = np.concatenate([_finite(frame) for frame in frames])
    size = np.ptp(points, axis=0)
    return points.min(axis=0), np.maximum(size, 1e-3 * max(size.max(), 1e-9))


def _size(frame: Frame) -> float:
    return np.ptp(_finite(frame), axis=0).max()


def _middle(frame: Frame) -> np.ndarray:
    points = _finite(frame)
    return points.min(axis=0) / 2 + points.max(axis=0) / 2


def _finite(frame: Frame) -> np.ndarray:
    finite = frame.positions[np.isfinite(frame.positions).all(axis=1)]
    return finite if len(finite) else np.zeros((1, 3))


def scale_of(distances: list[np.ndarray | None], box: tuple) -> DistanceScale | None:
    """The scale for these distances of the points to the minimiser [m]; None if none is known.

    Distances that are larger than the box belong to shapes that are cut off at it.
    """
    _, size = box
    known = [float(one.max()) for one in distances if one is not None and len(one)]
    inside = [one for one in known if one <= np.linalg.norm(size)]
    return DistanceScale.of(max(inside, default=0.0), float(max(size))) if known else None


def scale_as_json(scale: DistanceScale | None) -> dict | None:
    if scale is None:
        return None
    return {"unit": scale.unit, "per_mm": 1e-3 / scale.unit_in_metres, "numbers": scale.numbers}


@np.errstate(over="ignore", invalid="ignore")  # in a run that diverged
def packed_frames(
    frames: list[Frame],
    distances: list[np.ndarray | None],
    box: tuple,
    scale: DistanceScale | None,
    payloads: dict[str, str],
    name: str,
) -> dict:
    """Positions as 16 bits within the box, distances to the minimiser [m] as 8 bits on the scale."""
    low, size = box
    inside = np.nan_to_num((np.stack([frame.positions for frame in frames]) - low) / size)
    positions = (np.clip(inside, 0, 1) * 0xFFFF).round().astype(np.uint16)
    payloads[f"{name}-positions"] = pack(positions.reshape(len(frames), -1))
    known = scale is not None and all(distance is not None for distance in distances)
    if known:
        shares = np.stack([scale.shares(distance) for distance in distances])
        payloads[f"{name}-distances"] = pack((255 * shares).round().astype(np.uint8))
    largest = [None if d is None else number(float(f"{1e3 * d.max():.4g}")) for d in distances]
    moments = [[frame.step, frame.iteration] for frame in frames]
    return {"payload": name, "moments": moments, "distances": known, "largest_mm": largest}


_surfaces: dict[tuple[bytes, int], Surface] = {}


def _surface(snapshot: Snapshot, most_vertices: int) -> Surface:
    """The surface of a mesh, computed once for each mesh."""
    key = snapshot.cells.tobytes(), most_vertices
    if key not in _surfaces:
        rest = snapshot.point_data.get("rest_positions", snapshot.points)
        _surfaces[key] = _with_few_vertices(snapshot.surface, rest, most_vertices)
    return _surfaces[key]


def _with_few_vertices(triangles: np.ndarray, rest: np.ndarray, most: int) -> Surface:
    """Decimates a large surface: all vertices in a cell of a grid become one, in ever coarser grids."""
    vertices = np.unique(triangles)
    total, cells, kept = len(vertices), 128, np.arange(len(rest))
    while len(vertices) > most:
        surface = np.unique(triangles)
        low, size = rest[surface].min(axis=0), np.ptp(rest[surface], axis=0).max()
        grid = ((rest[surface] - low) / size * cells).astype(np.int64)
        _, first, cell = np.unique(grid, axis=0, return_index=True, return_inverse=True)
        kept[surface] = surface[first][cell.ravel()]
        vertices, cells = np.unique(kept[surface]), cells * 3 // 4
    triangles = kept[triangles]
    a, b, c = triangles.T
    triangles = triangles[(a != b) & (b != c) & (c != a)]
    vertices, numbers = np.unique(triangles, return_inverse=True)
    return Surface(vertices, numbers.reshape(-1, 3), total if len(vertices) < total else 0)
