"""An animation: beams untwist over the iterations of several solvers, a cursor runs along their errors.

RESULTS is the folder of the sweep plans/hero_untwist.json: a run for each solver and frame. The
animation (.gif) repeats itself; it begins where the beams differ, so that its first frame can stand alone.
"""

import argparse
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from simbench import drawing, figure_files, figure_setting
from simbench.errors import ResultsError
from simbench.labels import SOLVER_LABELS
from simbench.rendering import VIEWS, beam_of, render
from simbench.results import Run, load_summary
from simbench.study import one_sweep
from thesis.axes import AXES

SOLVERS = ("qn", "admm", "pd", "vbd", "xpbd")  # from left to right, as far as the sweep has them
FIRST = 20  # iteration of the first frame
PIXELS, PIXELS_AN_INCH = (900, 620), 100
FRAME, REST = 220, 2200  # milliseconds; for the first and the last frame
LOWEST_ERROR, COLOURS = 1e-6, 128
VIEW = VIEWS["upright"]


@dataclass
class Film:
    """The frames and the errors of one solver."""

    pictures: dict[int, np.ndarray]  # by iteration
    iterations: np.ndarray
    errors: np.ndarray
    setting: str = ""  # experiment, law, h, k, mesh

    def error(self, iteration: int) -> float:
        """The error at an iteration, or the last error if the solver has finished."""
        return float(self.errors[np.searchsorted(self.iterations, iteration, side="right") - 1])


def film_of(runs: dict[int, Run]) -> Film:
    """Joins a solver's runs by their number of iterations; the longest run has the errors."""
    longest = runs[max(runs)]
    rows = longest.first_step
    pictures = {count: render([beam_of(run)], VIEW) for count, run in sorted(runs.items())}
    return Film(
        pictures, rows["iteration"].to_numpy(), rows["relative_error"].to_numpy(), setting_of(longest)
    )


def setting_of(run: Run) -> str:
    return f"{drawing.setting([run])}, {figure_setting.mesh([run.scene['body']['beam']])}"


def load(results: Path) -> dict[str, Film]:
    there = set(load_summary(results)["solver"])
    by = one_sweep(results, AXES)
    films = {solver: film_of(by(solver, "iterations")) for solver in SOLVERS if solver in there}
    if not films:
        raise ResultsError(f"{results} has runs of none of {', '.join(SOLVERS)}")
    return films


def order(iterations: list[int]) -> list[int]:
    """All iterations in a cycle that begins at FIRST."""
    first = next((place for place, count in enumerate(iterations) if count >= FIRST), 0)
    return iterations[first:] + iterations[:first]


class Stage:
    """The figure of all frames."""

    def __init__(self, films: dict[str, Film]):
        self.films = films
        self.figure = Figure(figsize=np.array(PIXELS) / PIXELS_AN_INCH, dpi=PIXELS_AN_INCH, layout="none")
        self.canvas = FigureCanvasAgg(self.figure)
        self.beams, self.words, self.past, self.dots = {}, {}, {}, {}
        width = 1 / len(films)
        below = self.figure.add_axes((0.09, 0.085, 0.89, 0.3))
        for place, (solver, film) in enumerate(films.items()):
            look = drawing.look(solver)
            axes = self.figure.add_axes((place * width, 0.43, width, 0.48))
            axes.set_axis_off()
            self.beams[solver] = axes.imshow(next(iter(film.pictures.values())), interpolation="antialiased")
            axes.set_title(SOLVER_LABELS[solver], color=look["color"], fontsize=17, weight="bold", pad=5)
            self.words[solver] = axes.text(
                0.5, -0.01, "", transform=axes.transAxes, ha="center", va="top", fontsize=11.5
            )
            below.plot(film.iterations, film.errors, color=look["color"], linewidth=1.5, alpha=0.3)
            (self.past[solver],) = below.plot([], [], color=look["color"], linewidth=3)
            style = {"marker": "o", "markersize": 9, "markeredgecolor": "white", "linestyle": "none"}
            (self.dots[solver],) = below.plot([], [], color=look["color"], **style, clip_on=False)
        self.cursor = below.axvline(0, color="#555555", linewidth=1)
        self.clock = below.text(0.985, 0.86, "", transform=below.transAxes, ha="right", fontsize=14)
        last = max(max(film.pictures) for film in films.values())
        below.set_xscale("symlog", linthresh=1, linscale=0.4)
        below.set(yscale="log", xlim=(0, 1.05 * last), ylim=(LOWEST_ERROR, 20))
        below.xaxis.set_major_formatter("{x:g}")
        (setting,) = {film.setting for film in films.values()}
        below.set_xlabel("iteration" + f" ({setting})" * bool(setting), fontsize=12, labelpad=1)
        below.set_ylabel("relative error", fontsize=12)
        below.tick_params(labelsize=11)
        figure_files.mark_changes(self.figure)

    def frame(self, iteration: int) -> Image.Image:
        for solver, film in self.films.items():
            self.beams[solver].set_data(film.pictures[iteration])
            error = film.error(iteration)
            self.words[solver].set_text(f"error {percent(error)}")
            past = film.iterations <= iteration
            self.past[solver].set_data(film.iterations[past], film.errors[past])
            self.dots[solver].set_data([iteration], [max(error, LOWEST_ERROR)])
        self.cursor.set_xdata([iteration])
        self.clock.set_text("1 iteration" if iteration == 1 else f"{iteration} iterations")
        self.canvas.draw()
        return Image.fromarray(np.asarray(self.canvas.buffer_rgba())[..., :3].copy())


def percent(error: float) -> str:
    value = 100 * error
    return "< 0.001 %" if value < 1e-3 else f"{value:.3f} %" if value < 0.1 else f"{value:.1f} %"


def save(films: dict[str, Film], file: Path) -> None:
    """All frames with the same colours, without dithering: pixels that do not change need no bytes."""
    counts = sorted(set.intersection(*(set(film.pictures) for film in films.values())))
    iterations = order(counts)
    stage = Stage(films)
    frames = [stage.frame(iteration) for iteration in iterations]
    palette = sample(frames).quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    images = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    milliseconds = [REST if count in (counts[0], counts[-1]) else FRAME for count in iterations]
    content = BytesIO()
    options = {"save_all": True, "append_images": images[1:], "loop": 0, "optimize": False}
    images[0].save(content, format="GIF", duration=milliseconds, **options)
    figure_files.save_gif(content.getvalue(), file)


def sample(frames: list[Image.Image]) -> Image.Image:
    """A few frames below each other."""
    some = frames[:: max(1, len(frames) // 4)]
    together = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for place, frame in enumerate(some):
        together.paste(frame, (0, place * frame.height))
    return together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="folder given to simbench sweep --output")
    parser.add_argument(
        "--output", type=Path, default=Path("runs/figures"), help="folder for the GIF (default: %(default)s)"
    )
    parser.add_argument("--name", default="hero", help="of the file (default: %(default)s)")


def run(arguments: argparse.Namespace) -> None:
    save(load(arguments.results), arguments.output / f"{arguments.name}.gif")
