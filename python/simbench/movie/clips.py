"""The moments of a movie, and what each run shows at each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simbench import drawing
from simbench.camera import up_in
from simbench.errors import ResultsError, tell
from simbench.floors import Floor, floors_in
from simbench.motion import seconds_of_step, with_total_energy
from simbench.report.geometry import Frame, Surface, box_of, calm, read_frames
from simbench.results import Run, distinct_labels, load_run_or_runs
from simbench.snapshots import snapshot_files

MOST_RUNS = 6  # that one looks at together
MOST_FRAMES = 240
MOST_VERTICES = 4000  # of a surface; more are not seen in a panel of three inches


@dataclass(frozen=True, eq=False)
class Clip:
    """A run's frames by moment, and its curve: `x` and `y` of the chart under the shapes."""

    label: str
    look: dict  # of its line, as in the figures
    surface: Surface
    frames: dict[int, Frame]
    x: np.ndarray
    y: np.ndarray

    def at(self, moment: int) -> Frame:
        """The frame of a moment; that of the run's last moment before it if the run ended earlier."""
        return self.frames[max((key for key in self.frames if key <= moment), default=min(self.frames))]


@dataclass(frozen=True, eq=False)
class Movie:
    """`moments` are numbers of time steps, or of iterations if the runs have one step.

    A moment is at `seconds_of_step` times its number [s], or at the iteration. The box (lower corner and
    size, both [m]) contains the shapes; those of a run that diverges leave it.
    """

    clips: list[Clip]
    moments: list[int]
    has_steps: bool
    seconds_of_step: float
    quantity: str  # what the curves show
    box: tuple[np.ndarray, np.ndarray]
    floors: list[Floor]  # of half spaces
    up: np.ndarray  # against gravity, or z


def load_movie(folders: Sequence[Path]) -> Movie:
    """ResultsError if the runs cannot be shown together, or have no snapshots of a surface."""
    runs = [run for folder in folders for run in load_run_or_runs(folder) if snapshot_files(run.folder)]
    if not runs:
        given = ", ".join(map(str, folders))
        raise ResultsError(
            f"no run in {given} has snapshots (simbench --vtu writes one at the end of each step)"
        )
    if len(runs) > MOST_RUNS:
        raise ResultsError(
            f"{len(runs)} runs have snapshots; a movie shows at most {MOST_RUNS}: name their folders"
        )
    has_steps = _same({run.steps > 1 for run in runs}, "runs of one step and runs of many")
    seconds = _same({seconds_of_step(run) for run in runs}, "runs with different time steps")
    moments = sorted({_moment(file, has_steps) for run in runs for file in snapshot_files(run.folder)})
    kept = _thinned(moments)
    quantity = _quantity(runs, has_steps)
    clips = []
    for run, label, look in zip(runs, distinct_labels(runs), drawing.looks(runs), strict=True):
        clip = _clip(run, label, look, kept, has_steps, quantity)
        if clip:
            clips.append(clip)
    if not clips:
        raise ResultsError("no snapshot of these runs has a surface that could be shown")
    box = box_of(calm([list(clip.frames.values()) for clip in clips]))
    floors = floors_in(runs[0].scene, box)
    return Movie(clips, kept, has_steps, seconds, quantity, box, floors, up_in(runs[0].scene))


def _same(found: set, what: str):
    """The only element of `found`."""
    if len(found) > 1:
        raise ResultsError(
            f"a movie cannot show {what} together; name the folders of runs that belong together"
        )
    return found.pop()


def _moment(file, has_steps: bool) -> int:
    return file.step if has_steps else file.iteration


def _thinned(moments: list[int]) -> list[int]:
    if len(moments) <= MOST_FRAMES:
        return moments
    tell(f"note: {MOST_FRAMES} of {len(moments)} moments are shown")
    return evenly_spaced(moments, MOST_FRAMES)


def evenly_spaced(moments: list[int], most: int) -> list[int]:
    """At most so many of the moments, with the first and the last."""
    places = np.linspace(0, len(moments) - 1, min(most, len(moments))).round().astype(int)
    return [moments[place] for place in places]


def _quantity(runs: list[Run], has_steps: bool) -> str:
    """What the chart shows: the energy over many steps, the error over iterations if f* is known."""
    if has_steps:
        return "total_energy"
    has_errors = all(run.iterations["relative_error"].notna().any() for run in runs)
    return "relative_error" if has_errors else "objective"


def _clip(
    run: Run, label: str, look: dict, moments: list[int], has_steps: bool, quantity: str
) -> Clip | None:
    """None, with a note, if the run has no surface."""
    files = {_moment(file, has_steps): file for file in snapshot_files(run.folder)}  # the last of each moment
    surface, frames, remarks = read_frames(
        run, [files[one] for one in moments if one in files], MOST_VERTICES
    )
    for remark in remarks:
        tell(f"note: {remark}")
    if not surface or not frames:
        return None
    rows = with_total_energy(run.ends_of_steps if has_steps else run.first_step)
    x = rows["step"] * seconds_of_step(run) if has_steps else rows["iteration"]
    by_moment = {frame.step if has_steps else frame.iteration: frame for frame in frames}
    return Clip(label, look, surface, by_moment, x.to_numpy(float), rows[quantity].to_numpy(float))
