"""Beams in one picture, each in its own colour, or coloured by its distance to a minimiser.

A z-buffer hides surfaces behind others. The picture's frame grows if a beam would leave it.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from simbench import drawing, figure_files, figure_setting
from simbench.distance_scale import DistanceScale
from simbench.errors import ResultsError
from simbench.figure_command import add_output
from simbench.rendering import (
    DISTANCE_COLOURS,
    DISTANCE_NOTE,
    VIEWS,
    Beam,
    distance_scale,
    load_beams,
    show,
    with_distances,
)
from simbench.results import load_run
from simbench.run_folders import holds_a_run


def draw(
    panels: dict[str, list[Beam]],
    columns: int = 1,
    note: str = "",
    view: str = "oblique",
    edges: bool = False,
) -> Figure:
    """A picture of beams under each title, row by row; below them the key of the colours, and the note."""
    rows = -(-len(panels) // columns)
    width = 6.3  # inches
    chosen = VIEWS[view]
    lines = max(title.count("\n") + 1 for title in panels)
    picture_height = width / columns * chosen.size[1] / chosen.size[0]
    everything = [beam for beams in panels.values() for beam in beams]
    scale = distance_scale(everything)
    key_height = 0.8 if scale else 0.5
    figure = Figure(figsize=(width, rows * (picture_height + 0.06 + 0.14 * lines) + key_height))
    places = figure.subplots(rows, columns, squeeze=False).flat
    for axes, (title, beams) in zip(places, panels.items(), strict=True):
        show(axes, beams, chosen, edges, scale=scale)
        axes.set_title(title, pad=2, fontsize=8)
    if scale:
        draw_scale(figure, scale, note)
        return figure
    patches = [
        Patch(facecolor=colour, label=label)
        for label, colour in {beam.label: beam.colour for beam in everything}.items()
    ]
    look = {"ncols": 6, "handlelength": 1.2, "title": note, "title_fontsize": 8}
    figure.legend(handles=patches, loc="outside lower center", **look)
    return figure


def draw_scale(figure: Figure, scale: DistanceScale, note: str) -> None:
    """The bar of colours below the panels; the note begins with what is measured, and the unit follows it."""
    ends = np.array([scale.nearest, scale.farthest]) / scale.unit_in_metres
    colours = ScalarMappable(LogNorm(*ends), DISTANCE_COLOURS)
    bar = figure.colorbar(colours, ax=figure.axes, location="bottom", shrink=0.6, aspect=40, extend="both")
    bar.set_label(
        note.replace(DISTANCE_NOTE, f"{DISTANCE_NOTE} in {scale.unit}, {drawing.DARK_IS_WORSE}", 1),
        fontsize=8,
    )
    bar.ax.xaxis.set_major_formatter("{x:g}")


save = figure_files.save_with_palette


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--beam",
        action="append",
        required=True,
        metavar="LABEL=RUN",
        help="RUN: a run's folder (OUT/<solver>), or a .vtu file; repeatable",
    )
    parser.add_argument(
        "--target",
        type=Path,
        metavar="RUN",
        help="colour the surface by its distance to this run's (on the same mesh), for instance Newton's",
    )
    parser.add_argument("--view", choices=VIEWS, default="oblique", help="default: %(default)s")
    parser.add_argument("--edges", action="store_true", help="draw the edges of the triangles")
    parser.add_argument("--iteration", type=int, help="snapshot to draw of the folders (default: the last)")
    parser.add_argument("--name", default="geometry", help="name of the files (default: %(default)s)")
    add_output(parser)


def run(arguments: argparse.Namespace) -> None:
    places = {}
    for text in arguments.beam:
        label, _, place = text.partition("=")
        if not label or not place or label in places:
            raise ResultsError(f"--beam needs LABEL=RUN, with a different label for each beam, not '{text}'")
        places[label] = Path(place)
    beams = load_beams(places, arguments.iteration)
    look = {"view": arguments.view, "edges": arguments.edges}
    runs = [load_run(place) for place in places.values() if holds_a_run(place)]
    if arguments.target:
        (target,) = load_beams({"target": arguments.target})
        panels = {beam.label: [with_distances(beam, target)] for beam in beams}
        figure = draw(panels, note=figure_setting.completed(DISTANCE_NOTE, runs), **look)
    else:
        figure = draw({"": beams}, note=figure_setting.completed("", runs), **look)
    save(figure, arguments.name, arguments.output)
