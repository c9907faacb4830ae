"""Renders pictures of beams with a z-buffer: views, colours by solver or by distance, frames that fit."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")  # renders without an X server

import numpy as np
from matplotlib.axes import Axes

from simbench import drawing
from simbench.camera import axes_of_camera
from simbench.distance_scale import DistanceScale
from simbench.errors import ResultsError, optional_packages
from simbench.results import Run
from simbench.run_files import read_run_file

with optional_packages():
    import pyvista

FOCUS = np.array([1.6, 0.3, 0.3])  # m, the middle of a beam of 3.2 × 0.6 × 0.6 m
DISTANCE = 10  # m, of the camera
NUDGE = 2e-4  # m, a seventh of the size of a pixel; see render()


@dataclass(frozen=True)
class View:
    """A parallel projection onto a plane through FOCUS."""

    towards_camera: tuple[float, float, float]
    up: tuple[float, float, float]
    height: float  # m, from the lower to the upper edge of the picture
    pixels: tuple[int, int]  # twice those of the picture shown, for smooth edges
    light: tuple[float, float, float] = (
        -0.1,
        0.35,
        1,
    )  # direction to the light as seen from the camera: right, up, back

    @property
    def axes(self) -> np.ndarray:
        """Unit vectors to the picture's right, up, and to the camera (rows)."""
        return axes_of_camera(self.towards_camera, self.up)

    @property
    def size(self) -> np.ndarray:
        """Width and height of the picture [m]."""
        return self.height * np.array([self.pixels[0] / self.pixels[1], 1])

    def growth(self, points: np.ndarray) -> float:
        """Factor by which the frame must grow to contain these points; at least 1."""
        seen = (points - FOCUS) @ self.axes[:2].T
        return max(1.0, 1.02 * float((2 * np.abs(seen) / self.size).max()))


VIEWS = {
    "oblique": View((0.3, -1.0, 0.42), (0, 0, 1), 1.328, (2520, 860)),
    "front": View((0, -1, 0), (0, 0, 1), 1.0, (2520, 716), light=(0, 0, 1)),  # upright, from the side
    "end_min": View((-1, 0, 0), (0, 0, 1), 0.92, (700, 700)),  # from where x is least
    "end_max": View((1, 0, 0), (0, 0, 1), 0.92, (700, 700)),
    "upright": View((0.42, -1.0, 0.3), (1, 0, 0), 3.45, (360, 1200)),
}
DISTANCE_COLOURS = drawing.GOOD_TO_BAD.resampled(16)  # bright is near
DISTANCE_NOTE = "distance to the minimiser"

OTHER_COLOURS = ("#BBBBBB", drawing.OTHER_COLOURS[0], "#777777")


@dataclass(frozen=True)
class Beam:
    label: str
    colour: str | tuple
    tets: pyvista.UnstructuredGrid  # points in m
    distances: np.ndarray | None = None  # of the vertices [m]; if given, shown instead of `colour`
    opacity: float = 1

    @property
    def surface(self) -> pyvista.PolyData:
        return self.tets.extract_surface(algorithm=None)


def load_beams(places: dict[str, Path], iteration: int | None = None) -> list[Beam]:
    """Beams by label: a .vtu file, or a run's folder (its last snapshot, or the last one up to `iteration`).

    A beam has the colour of the solver that its label begins with. Beams that no solver has made, and further
    beams of a solver, have other colours.
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
        beams.append(Beam(label, colour, _read(path)))
    return beams


def beam_of(run: Run, label: str = "", colour: str | None = None, opacity: float = 1) -> Beam:
    """A run's last snapshot, in the colour in which plots draw the run."""
    tets = _read(last_snapshot(run.folder))
    (look,) = drawing.looks([run])
    return Beam(label or look["label"], colour or look["color"], tets, opacity=opacity)


def _read(path: Path) -> pyvista.UnstructuredGrid:
    read_run_file(path)  # notes if the file was changed
    return pyvista.read(path)


def last_snapshot(run: Path, iteration: int | None = None) -> Path:
    name = "positions_*.vtu" if iteration is None else f"positions_*_{iteration:06d}.vtu"
    found = sorted(run.glob(name))
    if not found:
        raise ResultsError(f"no {name} in {run} (simbench writes them with --vtu)")
    return found[-1]


def with_distances(beam: Beam, target: Beam) -> Beam:
    """The beam coloured by how far each vertex is from the same vertex of `target`."""
    if beam.tets.n_points != target.tets.n_points:
        counts = f"{beam.tets.n_points} and {target.tets.n_points}"
        raise ResultsError(
            f"{beam.label} and {target.label} have {counts} vertices; a distance needs the same mesh"
        )
    away = np.linalg.norm(np.asarray(beam.tets.points) - np.asarray(target.tets.points), axis=1)
    return replace(beam, distances=away)


def distance_scale(beams: list[Beam]) -> DistanceScale | None:
    """The scale that the beams of a figure share; None if none has distances."""
    coloured = [beam for beam in beams if beam.distances is not None]
    if not coloured:
        return None
    size = max(float(np.ptp(np.asarray(beam.tets.points), axis=0).max()) for beam in coloured)
    return DistanceScale.of(max(float(beam.distances.max()) for beam in coloured), size)


def frame_growth(beams: list[Beam], view: View = VIEWS["oblique"]) -> float:
    return max((view.growth(np.asarray(beam.surface.points)) for beam in beams), default=1.0)


def render(
    beams: list[Beam],
    view: View = VIEWS["oblique"],
    edges: bool = False,
    growth: float = 1,
    scale: DistanceScale | None = None,
) -> np.ndarray:
    """The picture as height × width × 3 bytes: flat-shaded surfaces on white.

    The frame is `growth` times the view's, or larger if a beam would leave it. Each beam stands NUDGE behind
    the one before it, so that where faces coincide the first beam is visible.
    `scale` has the colours of distances; the default is the beams' own.
    """
    scale = scale or distance_scale(beams)
    plotter = pyvista.Plotter(off_screen=True, window_size=view.pixels, lighting="none")
    plotter.background_color = "white"
    plotter.add_light(pyvista.Light(position=view.light, light_type="camera light"))
    towards_camera = view.axes[2]
    for place, beam in enumerate(beams):
        look = {"color": beam.colour, "ambient": 0.45, "diffuse": 0.6, "opacity": beam.opacity}
        surface = beam.surface
        if beam.distances is not None:  # little shading, so that colours match the scale
            seen = beam.distances[surface["vtkOriginalPointIds"]]
            surface["colours"] = DISTANCE_COLOURS(scale.shares(seen), bytes=True)[:, :3]
            look |= {"color": None, "scalars": "colours", "rgb": True, "ambient": 0.8, "diffuse": 0.22}
        if edges:
            look |= {"show_edges": True, "edge_color": "black", "edge_opacity": 0.4, "line_width": 1.5}
        plotter.add_mesh(surface.translate(-place * NUDGE * towards_camera), **look)
    camera = plotter.camera
    camera.focal_point, camera.up, camera.parallel_projection = FOCUS, view.up, True
    camera.position = FOCUS + DISTANCE * towards_camera
    camera.parallel_scale = max(growth, frame_growth(beams, view)) * view.height / 2
    plotter.reset_camera_clipping_range()
    picture = plotter.screenshot(return_img=True)
    plotter.close()
    return picture


def show(
    axes: Axes,
    beams: list[Beam],
    view: View,
    edges: bool = False,
    growth: float = 1,
    scale: DistanceScale | None = None,
) -> None:
    """Shows the picture in axes whose coordinates are metres from FOCUS."""
    width, height = max(growth, frame_growth(beams, view)) * view.size / 2
    picture = render(beams, view, edges, growth, scale)
    axes.imshow(picture, extent=(-width, width, -height, height), interpolation="antialiased")
    axes.set_axis_off()
