"""Rendered geometries show the nearer face in the colour of its solver. Runs are found by coordinates."""

import json
from pathlib import Path

import meshio
import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, files_of
from matplotlib.colors import to_rgb
from PIL import Image

pytest.importorskip("pyvista", reason="PyVista is not installed (scripts/requirements_figures.txt)")

from simbench import ResultsError, drawing, find_run, rendering
from simbench.distance_scale import DistanceScale
from simbench.figures import geometry
from simbench.rendering import VIEWS
from simbench.run_folders import run_folder
from simbench.shapes import Shape
from thesis.figures import geometry_panels

pytestmark = pytest.mark.slow

LIMIT = 150_000  # bytes of a picture in the gallery
PD, QN = (drawing.LOOKS[solver]["color"] for solver in ("pd", "qn"))
CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
CUBE = np.array([[0, 1, 2, 4], [3, 1, 2, 7], [5, 1, 4, 7], [6, 2, 4, 7], [1, 2, 4, 7]])  # five tets


needs_opengl = pytest.mark.usefixtures("opengl")


def write_box(path: Path, points: np.ndarray) -> Path:
    """A hexahedron with these corners, in the order of CORNERS."""
    meshio.write(path, meshio.Mesh(points, [("tetra", CUBE)]))
    return path


def write_beam(path: Path, degrees: float = 0, roughness: float = 0) -> Path:
    """The thesis's beam with a twist [degrees] and random displacements of the vertices [m]."""
    cells = (32, 6, 6)
    grid = np.stack(np.meshgrid(*(np.arange(n + 1) for n in cells), indexing="ij"), axis=-1)
    number = np.arange(grid[..., 0].size).reshape(grid.shape[:3])
    corners = [number[x : x + 32, y : y + 6, z : z + 6].ravel() for x, y, z in CORNERS.astype(int)]
    tets = np.stack(corners, axis=1)[:, CUBE].reshape(-1, 4)
    points = 0.1 * grid.reshape(-1, 3)
    angle = np.radians(degrees) * (0.5 - points[:, 0] / 3.2)
    plane = (points[:, 1] - 0.3 + 1j * (points[:, 2] - 0.3)) * np.exp(1j * angle)
    points = np.stack([points[:, 0], plane.real + 0.3, plane.imag + 0.3], axis=1)
    points += np.random.default_rng(1).normal(0, roughness, points.shape) if roughness else 0
    meshio.write(path, meshio.Mesh(points, [("tetra", tets)]))
    return path


def share(pixels: np.ndarray, colour: str) -> float:
    """The share of pixels with this hue, in any light."""
    lit = np.array(to_rgb(colour))
    directions = pixels / np.maximum(np.linalg.norm(pixels, axis=-1, keepdims=True), 1)
    return float(np.mean(directions @ lit / np.linalg.norm(lit) > 0.995))


def patch(picture: np.ndarray, right: float = 0, size: int = 60) -> np.ndarray:
    """A square of `size` pixels around the camera's focus, moved by `right` (share of the width)."""
    height, width, _ = picture.shape
    row, column = height // 2 - size // 2, int(width * (0.5 + right)) - size // 2
    return picture[row : row + size, column : column + size]


@needs_opengl
@pytest.mark.parametrize("nearer", ["PD", "QN"])
@pytest.mark.parametrize("order", [("PD", "QN"), ("QN", "PD")])
def test_the_nearer_box_hides_the_farther_one(nearer, order, tmp_path):
    places = {}
    for label in order:
        centre = rendering.FOCUS + (0.5 if label == nearer else -0.5) * VIEWS["oblique"].axes[2]
        places[label] = write_box(tmp_path / f"{label}.vtu", centre + 0.6 * (CORNERS - 0.5))
    middle = patch(rendering.render(rendering.load_beams(places)))
    assert share(middle, PD if nearer == "PD" else QN) > 0.95
    assert share(middle, QN if nearer == "PD" else PD) == 0


@needs_opengl
@pytest.mark.parametrize("order", [("PD", "QN"), ("QN", "PD")])
def test_the_nearer_of_two_intersecting_beams_is_visible(order, tmp_path):
    """No order of drawing is right, because PD's left half and QN's right half are in front."""
    places = {}
    for label in order:
        slope = 0.3 if label == "PD" else -0.3
        points = CORNERS * (3.2, 0.2, 0.6) + (0, 0.2, 0)
        points[:, 1] += slope * (points[:, 0] - 1.6)
        places[label] = write_box(tmp_path / f"{label}.vtu", points)
    picture = rendering.render(rendering.load_beams(places))
    for right, front, hidden in ((-0.2, PD, QN), (0.2, QN, PD)):
        assert share(patch(picture, right), front) > 0.9
        assert share(patch(picture, right), hidden) == 0


@needs_opengl
def test_the_first_of_two_coinciding_beams_is_visible(tmp_path):
    beam = write_beam(tmp_path / "beam.vtu", degrees=240)
    picture = rendering.render(rendering.load_beams({"PD": beam, "QN": beam}))
    assert share(picture, PD) > 0.2
    assert share(picture, QN) < 1e-3


@needs_opengl
def test_the_beam_fills_the_picture_and_white_frames_it(tmp_path):
    picture = rendering.render(rendering.load_beams({"QN": write_beam(tmp_path / "beam.vtu", degrees=240)}))
    white = (picture == 255).all(axis=-1)
    frame = np.concatenate([white[0], white[-1], white[:, 0], white[:, -1]])
    assert frame.all()
    assert 0.4 < white.mean() < 0.75
    assert 0.75 < (~white).any(axis=0).mean() < 0.98
    assert 0.6 < (~white).any(axis=1).mean() < 0.98


@needs_opengl
@pytest.mark.parametrize(("degrees", "shades"), [(0, 1), (240, 5)])
def test_faces_are_flat_and_have_thin_edges(degrees, shades, tmp_path):
    """Most pixels have one of few shades (the front of a straight beam: one). The others are edges."""
    beam = rendering.load_beams({"QN": write_beam(tmp_path / "beam.vtu", degrees)})
    pixels = patch(rendering.render(beam, edges=True), size=200).reshape(-1, 3)
    shares = np.unique(pixels, axis=0, return_counts=True)[1] / len(pixels)
    assert (shares > 0.04).sum() >= shades
    assert 0.8 < shares[shares > 0.01].sum() < 0.92
    if degrees == 0:
        without = patch(rendering.render(beam), size=200).reshape(-1, 3)
        assert np.ptp(without.astype(int), axis=0).max() < 20 < np.ptp(pixels.astype(int), axis=0).max()


@needs_opengl
@pytest.mark.parametrize("view", VIEWS)
def test_the_frame_grows_with_a_spike_and_never_shrinks(view, tmp_path):
    beam = meshio.read(write_beam(tmp_path / "beam.vtu", degrees=100))
    (small,) = rendering.load_beams({"QN": tmp_path / "beam.vtu"})
    beam.points[0] -= 5
    beam.write(tmp_path / "spike.vtu")
    (spiked,) = rendering.load_beams({"QN": tmp_path / "spike.vtu"})
    assert rendering.frame_growth([small], VIEWS[view]) == 1
    assert rendering.frame_growth([spiked], VIEWS[view]) > 2
    white = (rendering.render([spiked], VIEWS[view]) == 255).all(axis=-1)
    assert np.concatenate([white[0], white[-1], white[:, 0], white[:, -1]]).all()
    assert not white.all()


@needs_opengl
def test_a_beam_has_the_colours_of_its_distances(tmp_path):
    write_beam(tmp_path / "target.vtu")
    moved = meshio.read(tmp_path / "target.vtu")
    moved.points[:, 1] += 1e-2
    moved.write(tmp_path / "moved.vtu")
    beam, target = rendering.load_beams({"QN": tmp_path / "moved.vtu", "PD": tmp_path / "target.vtu"})
    shown = rendering.with_distances(beam, target)
    np.testing.assert_allclose(shown.distances, 1e-2)
    pixels = patch(rendering.render([shown], VIEWS["front"]))
    wanted = np.array(rendering.DISTANCE_COLOURS(0.999)[:3])  # the end of its own scale, 10 mm
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) == 1
    np.testing.assert_allclose(pixels[0, 0] / 255, wanted, atol=0.04)
    wider = patch(rendering.render([shown], VIEWS["front"], scale=DistanceScale(1.0)))
    assert np.abs(wider[0, 0] / 255 - wanted).max() > 0.2
    (box,) = rendering.load_beams({"PD": write_box(tmp_path / "box.vtu", CORNERS)})
    with pytest.raises(ResultsError, match="1617 and 8 vertices"):
        rendering.with_distances(beam, box)


@needs_opengl
def test_a_new_process_writes_the_same_png_and_pdf(start_command, run_command, tmp_path):
    for iteration, degrees in ((0, 240), (10, 100)):
        write_beam(tmp_path / f"positions_0001_{iteration:06d}.vtu", degrees)
    beams = ("--beam", f"QN={tmp_path}", "--beam", f"start={tmp_path / 'positions_0001_000000.vtu'}")
    for draw, folder in ((start_command, "first"), (run_command, "second")):
        draw("simbench-figure", "geometry", *beams, "--output", tmp_path / folder, "--name", "pair")
    assert files_of(tmp_path / "first") == files_of(tmp_path / "second")
    with Image.open(tmp_path / "first" / "pair.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    assert 1200 <= pixels.shape[1] <= 1300
    assert share(pixels, QN) > 0.05
    grey = (pixels.max(axis=-1) == pixels.min(axis=-1)) & (pixels[..., 0] > 60) & (pixels[..., 0] < 220)
    assert grey.mean() > 0.05
    assert {path.name for path in (tmp_path / "first").iterdir()} == {"pair.png", "pair.pdf"}


@needs_opengl
def test_the_command_colours_beams_by_the_distance_to_a_target(run_command, tmp_path):
    beams = []
    for label, degrees in (("QN", 0), ("XPBD", 100)):
        beams += ["--beam", f"{label}={write_beam(tmp_path / f'{label}.vtu', degrees)}"]
    target = ("--target", tmp_path / "QN.vtu", "--view", "front", "--edges")
    run_command("simbench-figure", "geometry", *beams, *target, "--output", tmp_path, "--name", "off")
    with Image.open(tmp_path / "off.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    upper, lower = pixels[: len(pixels) // 3], pixels[len(pixels) // 3 : 3 * len(pixels) // 4]
    near, far = (rendering.DISTANCE_COLOURS(DistanceScale(1.0).shares(distance)) for distance in (0, 0.3))
    assert share(upper, near[:3]) > 0.2 and share(upper, far[:3]) == 0
    assert share(lower, far[:3]) > 0.01
    assert share(pixels, QN) < 0.01


@needs_opengl
def test_titles_above_beams_with_distances_are_whole(tmp_path):
    (beam,) = rendering.load_beams({"QN": write_beam(tmp_path / "a.vtu", 0)})
    coloured = rendering.with_distances(beam, beam)
    figure = geometry.draw({name: [coloured] for name in ("QN", "PD", "XPBD")}, note="distance")
    geometry.save(figure, "three", tmp_path)
    figure.draw_without_rendering()
    for axes in figure.axes[:3]:
        assert axes.title.get_window_extent().ymax <= figure.bbox.ymax


@pytest.mark.parametrize(
    ("largest", "size", "unit", "numbers"),
    [
        (0.68, 3.2, "mm", ["0.1", "1", "10", "100", "1000"]),
        (1.0, 3.2, "mm", ["0.1", "1", "10", "100", "1000"]),
        (6.7e-5, 0.1, "µm", ["0.01", "0.1", "1", "10", "100"]),
        (2e-3, 0.1, "mm", ["0.001", "0.01", "0.1", "1", "10"]),
        (40.0, 10e3, "m", ["0.01", "0.1", "1", "10", "100"]),
        (0.0, 1.0, "µm", ["0.001", "0.01", "0.1", "1", "10"]),  # rounding errors of a body of a metre
        (np.inf, 1.0, "mm", ["0.1", "1", "10", "100", "1000"]),
        (2e-9, 1e-5, "nm", ["0.001", "0.01", "0.1", "1", "10"]),
    ],
)
def test_the_scale_of_distances_is_as_long_as_they_are(largest, size, unit, numbers):
    scale = DistanceScale.of(largest, size)
    assert (scale.unit, scale.numbers) == (unit, numbers)
    shares = scale.shares(np.array([0, scale.nearest, np.sqrt(scale.nearest * scale.farthest), 1e9, np.nan]))
    np.testing.assert_allclose(shares, [0, 0, 0.5, 1, 1], atol=1e-12)


@needs_opengl
def test_the_bar_below_the_beams_names_the_unit_of_the_scale(tmp_path):
    write_beam(tmp_path / "target.vtu")
    moved = meshio.read(tmp_path / "target.vtu")
    moved.points[:, 1] += 6e-5
    moved.write(tmp_path / "moved.vtu")
    beam, target = rendering.load_beams({"QN": tmp_path / "moved.vtu", "PD": tmp_path / "target.vtu"})
    figure = geometry.draw({"QN": [rendering.with_distances(beam, target)]}, note=rendering.DISTANCE_NOTE)
    assert figure.axes[-1].get_xlabel() == "distance to the minimiser in µm, dark is worse"


def test_the_last_snapshot_is_drawn_by_default(tmp_path):
    for step, iteration in ((1, 0), (1, 10), (2, 0), (2, 10), (2, 20)):
        write_beam(tmp_path / f"positions_{step:04d}_{iteration:06d}.vtu")
    assert rendering.last_snapshot(tmp_path).name == "positions_0002_000020.vtu"
    assert rendering.last_snapshot(tmp_path, 10).name == "positions_0002_000010.vtu"
    with pytest.raises(ResultsError, match=r"no positions_\*_000005\.vtu"):
        rendering.last_snapshot(tmp_path, 5)


def test_each_solver_has_its_own_colour(tmp_path):
    beam = write_box(tmp_path / "box.vtu", CORNERS)
    labels = ("QN after 10", "QN after 1000", "start")
    colours = [shown.colour for shown in rendering.load_beams(dict.fromkeys(labels, beam))]
    assert colours[0] == QN
    assert len(set(colours)) == 3
    with pytest.raises(ResultsError, match="4 beams"):
        rendering.load_beams(dict.fromkeys("abcd", beam))


@pytest.mark.parametrize(
    "beams", [["QN"], ["=x"], ["QN="], ["QN=a", "QN=b"], ["QN=nowhere.vtu"], ["QN=nowhere"]]
)
def test_bad_beams_are_an_error_of_one_line(beams, run_command, tmp_path):
    words = [word for beam in beams for word in ("--beam", beam)]
    output = tmp_path / "figures"
    finished = run_command("simbench-figure", "geometry", *words, "--output", output, check=False)
    assert finished.returncode == 2
    assert finished.stderr.startswith("simbench: ") and finished.stderr.count("\n") == 1
    assert not output.exists()


@needs_opengl
def test_panels_of_crumpled_beams_stay_below_the_limit(tmp_path, monkeypatch):
    """The worst case of the gallery: six panels of two rough beams, each face with its own shade."""
    names = {"PD": write_beam(tmp_path / "a.vtu", 240, 0.02), "QN": write_beam(tmp_path / "b.vtu", 100, 0.02)}
    beams = rendering.load_beams(names)
    picture = rendering.render(beams)
    monkeypatch.setattr(rendering, "render", lambda *_: picture)
    geometry.save(geometry.draw({f"{i}": beams for i in range(6)}, columns=2), "six", tmp_path)
    assert 30_000 < (tmp_path / "six.png").stat().st_size < LIMIT
    with Image.open(tmp_path / "six.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    assert share(pixels, PD) > 0.02 and share(pixels, QN) > 0.02


def test_the_gallery_is_below_the_limit():
    pictures = [REPOSITORY / "results" / "thesis" / f"{name}.png" for name in geometry_panels.FIGURES]
    assert max(path.stat().st_size for path in pictures) < LIMIT


@pytest.mark.parametrize("degrees", [0, 27, 180, 240.9, -117.7])
def test_twist_is_the_angle_between_the_ends(degrees, tmp_path):
    rest = meshio.read(write_beam(tmp_path / "rest.vtu"))
    points = meshio.read(write_beam(tmp_path / "beam.vtu", degrees)).points
    for positions in (points, points + np.array([1, 2, 3]), 0.5 * points):
        shape = Shape(positions, rest.points, rest.cells_dict["tetra"])
        assert shape.twist == pytest.approx(degrees, abs=1e-9)


@pytest.fixture
def sweep(tmp_path):
    rows = [
        {"run_id": "00000000000001e5", "solver": "qn", "step.time_step": 0.01, "solvers.xpbd.form": np.nan},
        {"run_id": "00000000000002e5", "solver": "qn", "step.time_step": 0.1, "solvers.xpbd.form": np.nan},
        {"run_id": "00000000000003e5", "solver": "xpbd", "step.time_step": 0.1, "solvers.xpbd.form": "split"},
        {
            "run_id": "00000000000004e5",
            "solver": "xpbd",
            "step.time_step": 0.1,
            "solvers.xpbd.form": "combined",
        },
    ]
    table = pd.DataFrame(rows)
    table.assign(status="converged", iterations=1, final_relative_error=0).to_csv(tmp_path / "summary.csv")
    table.assign(setup_seconds=0, iteration_seconds=0).to_csv(tmp_path / "summary_timings.csv")
    return tmp_path


def test_find_run_compares_all_coordinates(sweep):
    by_step = find_run(sweep, solver="qn", **{"step.time_step": 1e-1})
    assert by_step == run_folder(sweep, "00000000000002e5")
    assert find_run(sweep, **{"solvers.xpbd.form": "combined"}).name == "00000000000004e5"
    with pytest.raises(ResultsError, match=r"2 runs in .* have solver=qn"):
        find_run(sweep, solver="qn")
    with pytest.raises(ResultsError, match="no run has solver=pd"):
        find_run(sweep, solver="pd")
    with pytest.raises(ResultsError, match=r"no axis 'step\.h'; there are: solver, step\.time_step"):
        find_run(sweep, **{"step.h": 1e-1})


@pytest.mark.parametrize("plan", sorted((REPOSITORY / "studies/thesis/plans").glob("geometry_*.json")))
def test_plans_leave_the_last_iterates_of_these_runs(plan, run_simbench):
    assert json.loads(plan.read_text())["options"]["snapshot_every"] in (-1, 1000)
    listed = run_simbench("sweep", plan, "--list --output list").stdout.splitlines()
    counts = {"setting": 3, "time_steps": 8, "neo_hookean": 24, "untwist": 18, "twist": 36}
    counts |= {"admm": 4, "precision": 2}
    assert len(listed) == counts[plan.stem.removeprefix("geometry_")]
