"""A chain of fifty links with a heavy tip falls by three solvers; colours are the openings of its joints.

RESULTS is the folder of the sweep plans/rigid_fall.json. Beside the picture of a few moments an
animation of all frames is written (.gif).
"""

import argparse
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.collections import LineCollection
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from rigid.axes import AXES
from rigid.looks import LOOKS
from simbench import drawing, figure_files, figure_setting
from simbench.errors import ResultsError
from simbench.results import Run
from simbench.run_files import read_run_file
from simbench.study import one_sweep

SOLVERS = ("gs", "sor", "avbd")
MOMENTS = (1, 20, 40, 60, 80, 100, 120)  # frames
OPENINGS = LogNorm(1e-4, 1, clip=True)  # m
LABEL = f"opening of a joint in m,\n{drawing.DARK_IS_WORSE}"
EVERY = 2  # frames of the animation


@dataclass
class Fall:
    frames: list[np.ndarray]  # ends of the links (links × 2 × 3), by frame [m]
    openings: list[np.ndarray]  # of the joint before each link [m]
    seconds: float  # of a frame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="folder given to simbench sweep --output")
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("runs/figures"),
        help="folder for PNG, PDF and GIF (default: %(default)s)",
    )
    parser.add_argument("--name", default="chain_fall", help="of the files (default: %(default)s)")


def run(arguments: argparse.Namespace) -> None:
    by = one_sweep(arguments.results, AXES)
    falls = {}
    for solver in SOLVERS:
        (found,) = by(solver).values()
        falls[solver] = fall_of(found)
    picture = draw(falls)
    figure_setting.add(picture, None, arguments.results)
    figure_files.save(picture, arguments.name, arguments.output)
    writer = PillowWriter(fps=round(1 / (EVERY * falls["gs"].seconds)))
    with TemporaryDirectory(prefix="simbench-") as folder:
        drawn = Path(folder) / "fall.gif"
        animation(falls).save(drawn, writer=writer, dpi=80)
        figure_files.save_gif(drawn.read_bytes(), arguments.output / f"{arguments.name}.gif")


def fall_of(run: Run) -> Fall:
    files = sorted(run.folder.glob("poses_*.csv"))
    if not files:
        raise ResultsError(f"run {run.folder.name} has no poses (option snapshot_every)")
    half = run.scene["chain"]["box"][0] / 2
    frames, openings = [], []
    for file in files:
        ends = link_ends(pd.read_csv(BytesIO(read_run_file(file))), half)
        before = np.vstack([np.zeros(3), ends[:-1, 1]])  # the first joint is the world's origin
        frames.append(ends)
        openings.append(np.linalg.norm(ends[:, 0] - before, axis=1))
    return Fall(frames, openings, run.scene["step"]["time_step"])


def link_ends(poses: pd.DataFrame, half: float) -> np.ndarray:
    """Both ends of each link: its position and half its length along the x axis of its frame."""
    w, x, y, z = (poses[name].to_numpy() for name in ("qw", "qx", "qy", "qz"))
    axis = np.column_stack([1 - 2 * (y**2 + z**2), 2 * (x * y + w * z), 2 * (x * z - w * y)])
    position = poses[["x", "y", "z"]].to_numpy()
    return np.stack([position - half * axis, position + half * axis], axis=1)


def links(fall: Fall, frame: int) -> LineCollection:
    lines = LineCollection(
        fall.frames[frame][:, :, [0, 2]],
        norm=OPENINGS,
        cmap=drawing.GOOD_TO_BAD,
        linewidth=1.6,
        label="_links",
    )
    lines.set_array(fall.openings[frame])
    return lines


def panels_of(figure: Figure, falls: dict[str, Fall]) -> np.ndarray:
    panels = figure.subplots(1, len(falls), sharex=True, sharey=True)
    points = np.concatenate([ends.reshape(-1, 3) for fall in falls.values() for ends in fall.frames])
    low, high = points.min(axis=0) - 2, points.max(axis=0) + 2  # [m]
    for axes, solver in zip(panels, falls, strict=True):
        axes.set(title=LOOKS[solver]["label"], xlabel="$x$ in m", aspect="equal")
        axes.set(xlim=(low[0], high[0]), ylim=(low[2], high[2]))
    panels[0].set_ylabel("$z$ in m")
    return panels


def draw(falls: dict[str, Fall]) -> Figure:
    figure = Figure(figsize=(7.2, 2.3))
    panels = panels_of(figure, falls)
    for axes, fall in zip(panels, falls.values(), strict=True):
        for moment in MOMENTS:
            lines = axes.add_collection(links(fall, min(moment, len(fall.frames)) - 1))
    figure.colorbar(lines, ax=panels, label=LABEL, shrink=0.9)
    return figure


def animation(falls: dict[str, Fall]) -> FuncAnimation:
    figure = Figure(figsize=(7.2, 2.3))
    panels = panels_of(figure, falls)
    drawn = [axes.add_collection(links(fall, 0)) for axes, fall in zip(panels, falls.values(), strict=True)]
    figure.colorbar(drawn[0], ax=panels, label=LABEL, shrink=0.9)
    clock = panels[0].text(0.03, 0.03, "", transform=panels[0].transAxes)
    figure_files.mark_changes(figure)

    def show(frame: int) -> None:
        for lines, fall in zip(drawn, falls.values(), strict=True):
            lines.set_segments(fall.frames[frame][:, :, [0, 2]])
            lines.set_array(fall.openings[frame])
        clock.set_text(f"$t$ = {(frame + 1) * falls['gs'].seconds:.2f} s")

    count = min(len(fall.frames) for fall in falls.values())
    return FuncAnimation(figure, show, frames=range(0, count, EVERY))
