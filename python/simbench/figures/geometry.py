"""One to three beams in one picture, a colour each; where they intersect, a z-buffer decides what is seen."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")  # renders without an X server

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from PIL import Image

from simbench import drawing
from simbench.errors import ResultsError, optional_packages
from simbench.figure_command import add_output

with optional_packages("requirements_figures.txt"):
    import pyvista

# All figures have this view of the thesis's beam (3.2 × 0.6 × 0.6 m): its front, seen from right and above.
FOCUS = np.array([1.6, 0.3, 0.3])  # m
TOWARDS_CAMERA = np.array([0.3, -1.0, 0.42]) / np.linalg.norm([0.3, -1.0, 0.42])
DISTANCE, VIEW_ANGLE = 10, 7.6  # m, degrees from the lower to the upper edge
PIXELS = (2520, 860)  # twice what is shown, for smooth edges
NUDGE = 2e-4  # m, a seventh of the size of a pixel: see render

OTHER_COLOURS = ("#BBBBBB", drawing.OTHER_COLOURS[0], "#777777")


@dataclass(frozen=True)
class Beam:
    label: str
    colour: str
    tets: pyvista.UnstructuredGrid  # points in m


def load_beams(places: dict[str, Path], iteration: int | None = None) -> list[Beam]:
    """Beams by label: a .vtu file, or a run's folder (its last snapshot, or the last one after `iteration`).

    A beam has the colour of the solver that its label begins with; other colours are for what no solver has
    made, and for a solver's second beam.
    """
    if len(places) > len(OTHER_COLOURS):
        raise ResultsError(
            f"{len(places)} beams in one picture; at most {len(OTHER_COLOURS)} can be told apart"
        )
    beams: list[Beam] = []
    for label, place in places.items():
        path = place if place.suffix == ".vtu" else last_snapshot(place, iteration)
        if not path.is_file():
            raise ResultsError(f"there is no file {path}")
        solver = drawing.LOOKS.get(label.split()[0].lower())
        colours = ([solver["color"]] if solver else []) + list(OTHER_COLOURS)
        colour = next(c for c in colours if c not in [beam.colour for beam in beams])
        beams.append(Beam(label, colour, pyvista.read(path)))
    return beams


def last_snapshot(run: Path, iteration: int | None = None) -> Path:
    name = "positions_*.vtu" if iteration is None else f"positions_*_{iteration:06d}.vtu"
    found = sorted(run.glob(name))
    if not found:
        raise ResultsError(f"no {name} in {run} (simbench writes them with --vtu)")
    return found[-1]


def render(beams: list[Beam]) -> np.ndarray:
    """The picture as height × width × 3 bytes: flat faces of the surfaces, thin edges, white behind.

    Each beam stands NUDGE behind the one before it, so that of faces that coincide the first one is seen.
    """
    plotter = pyvista.Plotter(off_screen=True, window_size=PIXELS, lighting="none")
    plotter.background_color = "white"
    plotter.add_light(pyvista.Light(position=(-0.1, 0.35, 1), light_type="camera light"))
    for place, beam in enumerate(beams):
        plotter.add_mesh(
            beam.tets.extract_surface(algorithm=None).translate(-place * NUDGE * TOWARDS_CAMERA),
            color=beam.colour,
            ambient=0.45,
            diffuse=0.6,
            show_edges=True,
            edge_color="black",
            edge_opacity=0.4,
            line_width=1.5,
        )
    camera = plotter.camera
    camera.focal_point, camera.up, camera.view_angle = FOCUS, (0, 0, 1), VIEW_ANGLE
    camera.position = FOCUS + DISTANCE * TOWARDS_CAMERA
    plotter.reset_camera_clipping_range()
    picture = plotter.screenshot(return_img=True)
    plotter.close()
    return picture


def draw(panels: dict[str, list[Beam]], columns: int = 1, note: str = "") -> Figure:
    """A picture of beams under each title, row by row; below them a legend of all colours with the note."""
    rows = -(-len(panels) // columns)
    width = 6.3  # inches
    picture_height = width / columns * PIXELS[1] / PIXELS[0]
    figure = Figure(figsize=(width, rows * (picture_height + 0.2) + 0.4))
    places = figure.subplots(rows, columns, squeeze=False).flat
    for axes, (title, beams) in zip(places, panels.items(), strict=True):
        axes.imshow(render(beams), interpolation="antialiased")
        axes.set_title(title, pad=2, fontsize=8)
        axes.set_axis_off()
    colours = {beam.label: beam.colour for beams in panels.values() for beam in beams}
    patches = [Patch(facecolor=colour, label=label) for label, colour in colours.items()]
    look = {"ncols": 6, "handlelength": 1.2, "title": note, "title_fontsize": 8}
    figure.legend(handles=patches, loc="outside lower center", **look)
    return figure


def save(figure: Figure, name: str, output: Path) -> None:
    """As drawing.save, but the PNG has a palette: that takes a quarter of the bytes, and nobody sees it."""
    drawing.save(figure, name, output)
    path = output / f"{name}.png"
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    small.save(path, optimize=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--beam",
        action="append",
        required=True,
        metavar="LABEL=RUN",
        help="RUN: a run's folder (OUT/<solver>), or a .vtu file; repeatable",
    )
    parser.add_argument("--iteration", type=int, help="which snapshot of the folders (default: the last)")
    parser.add_argument("--name", default="geometry", help="of the files (default: %(default)s)")
    add_output(parser)


def run(arguments: argparse.Namespace) -> None:
    places = {}
    for text in arguments.beam:
        label, _, place = text.partition("=")
        if not label or not place or label in places:
            raise ResultsError(f"--beam wants LABEL=RUN with a label of its own, not '{text}'")
        places[label] = Path(place)
    save(draw({"": load_beams(places, arguments.iteration)}), arguments.name, arguments.output)
