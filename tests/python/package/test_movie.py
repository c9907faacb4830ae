"""`simbench movie` shows what the snapshots and tables of runs say, at the moments that they say."""

import io
import json
import os
import stat
import sys
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from scipy.spatial import ConvexHull

from simbench import floors
from simbench.errors import ResultsError
from simbench.movie import picture
from simbench.movie.clips import load_movie
from simbench.movie.encoding import MARK
from simbench.progress import progress
from simbench.results import load_run
from simbench.snapshots import load_snapshot, snapshot_files

ONE_STEP = "--scene smoke --solver pd,qn --iterations 4 --vtu 1 --output OUT --quiet"
STEPS = "--scene smoke --solver newton,xpbd --iterations 3 --vtu 1 --set step.steps=3 --output OUT --quiet"
RIGID = "--scene hinge --solver gs --iterations 3 --vtu --output OUT --quiet --set step.steps=2"


@pytest.fixture
def movie(run_command, workplace):
    """Runs the command in the workplace; returns what it says."""

    def run(*arguments, exit_code=0) -> str:
        finished = run_command("simbench-movie", *arguments, check=False, folder=workplace)
        assert finished.returncode == exit_code, finished.stderr
        return finished.stdout if exit_code == 0 else finished.stderr

    return run


def test_a_gif_has_a_frame_for_each_iteration_and_is_replaced_on_request_only(movie, run_simbench, workplace):
    run_simbench(ONE_STEP)
    assert movie("OUT") == "wrote OUT.gif; runs: 2, frames: 5\n"
    with Image.open(workplace / "OUT.gif") as gif:
        assert gif.n_frames == 5 and gif.info["loop"] == 0 and gif.info["comment"] == MARK.encode()
    assert "--replace replaces it" in movie("OUT", exit_code=2)
    movie("OUT", "--replace")
    os.mkfifo(workplace / "pipe.gif")  # reading it would wait for ever
    assert "was not written by this command" in movie("OUT", "--output", "pipe.gif", exit_code=2)
    (workplace / "OUT.gif").write_text("mine")
    assert "was not written by this command" in movie("OUT", "--replace", exit_code=2)
    assert (workplace / "OUT.gif").read_text() == "mine"


def test_a_strip_shows_at_most_six_moments(movie, run_simbench, workplace):
    run_simbench(ONE_STEP)
    assert "frames: 5" in movie("OUT", "--output", "strip.png")
    with Image.open(workplace / "strip.png") as strip, Image.open(workplace / "strip.png") as again:
        assert strip.size == again.size and strip.info["Comment"] == MARK
        one = picture.Picture(load_movie([workplace / "OUT"])).image(0)
        assert strip.size == (2 * one.width, 3 * one.height)
        np.testing.assert_array_equal(np.asarray(strip)[: one.height, : one.width], np.asarray(one))


def test_many_steps_show_the_end_of_each_and_the_energy_over_time(run_simbench, workplace):
    run_simbench(STEPS)
    shown = load_movie([workplace / "OUT/newton", workplace / "OUT/xpbd"])
    assert shown.moments == [1, 2, 3] and shown.quantity == "total_energy"
    for clip, name in zip(shown.clips, ("newton", "xpbd"), strict=True):
        run = load_run(workplace / f"OUT/{name}")
        np.testing.assert_array_equal(clip.y, run.ends_of_steps["total_energy"])
        np.testing.assert_allclose(clip.x, run.scene["step"]["time_step"] * np.arange(1, 4))
        last = {file.step: load_snapshot(file.path) for file in snapshot_files(run.folder)}
        for step, snapshot in last.items():
            shape = snapshot.points[clip.surface.vertices]
            np.testing.assert_array_equal(clip.at(step).positions, shape)


def test_a_run_that_ends_earlier_stays_in_its_last_shape(run_simbench, workplace):
    run_simbench("--scene smoke --solver newton,pd --iterations 30 --vtu 1 --output OUT --quiet")
    clips = {clip.label: clip for clip in load_movie([workplace / "OUT"]).clips}
    end = load_run(workplace / "OUT/newton").iterations["iteration"].iloc[-1]
    assert end < 30
    assert clips["Newton"].at(30) is clips["Newton"].at(end) is not clips["Newton"].at(end - 1)


def test_rigid_bodies_move(movie, run_simbench, workplace):
    run_simbench(RIGID)
    assert movie("OUT/gs") == "wrote OUT/gs.gif; runs: 1, frames: 2\n"


def test_visible_faces_cover_what_the_camera_sees_of_a_box():
    """Of a convex body, Σ |n·v| A/2 over all faces, and each face that is drawn looks at the camera."""
    corners = np.array(np.meshgrid(*[[0.0, 1.0]] * 3)).reshape(3, 8).T * [1, 2, 3]
    triangles = ConvexHull(corners).simplices
    outwards = np.linalg.det(corners[triangles] - corners.mean(axis=0)) > 0
    wound = np.where(outwards[:, None], triangles, triangles[:, ::-1])
    faces, shades = picture._faces(corners, wound, picture.camera_with(np.array([0.0, 0.0, 1.0])))
    u, v = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
    areas = (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2
    view = np.abs(picture.TOWARDS_CAMERA) / np.linalg.norm(picture.TOWARDS_CAMERA)
    assert (areas > 0).all() and areas.sum() == pytest.approx(view @ [6, 3, 2])
    assert ((shades >= picture.AMBIENT) & (shades <= 1)).all()


def test_an_mp4_is_what_ffmpeg_makes_of_the_pictures(movie, run_simbench, workplace, monkeypatch):
    """A program in place of ffmpeg keeps its arguments, and the pictures as bytes."""
    run_simbench(ONE_STEP)
    program = workplace / "programs/ffmpeg"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {workplace}/said\nfor last; do :; done\ncat > "$last"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    movie("OUT", "--output", "OUT.mp4", "--frames-per-second", "30")
    first = picture.Picture(load_movie([workplace / "OUT"])).image(0)
    contents = (workplace / "OUT.mp4").read_bytes()
    assert len(contents) == 5 * first.width * first.height * 3
    assert contents[: first.width * first.height * 3] == first.tobytes()
    assert f"-s {first.width}x{first.height} -r 30" in (workplace / "said").read_text()
    monkeypatch.setenv("PATH", "/nowhere")
    assert "needs ffmpeg, which is not on the PATH" in movie("OUT", "--output", "b.mp4", exit_code=2)


def test_runs_that_cannot_be_shown_together_are_refused(movie, run_simbench, workplace):
    run_simbench(ONE_STEP)
    run_simbench("--scene smoke --solver qn --iterations 2 --output bare --quiet")
    assert "has snapshots (simbench --vtu" in movie("bare", exit_code=2)
    assert not list(workplace.glob("*.gif"))
    assert "a movie shows at most 6" in movie("OUT", "OUT", "OUT", "OUT", exit_code=2)
    run_simbench(STEPS.replace("OUT", "many"))
    assert "runs of one step and runs of many together" in movie("OUT", "many", exit_code=2)
    assert "expected a whole number from 1 to 50" in movie("OUT", "--frames-per-second", "fast", exit_code=2)
    assert "expected a name that ends in .gif, .mp4, .png" in movie("OUT", "--output", "a.avi", exit_code=2)
    manifest = workplace / "many/newton/manifest.json"
    content = json.loads(manifest.read_text())
    content["scene"]["step"]["time_step"] *= 2
    manifest.write_text(json.dumps(content))
    with pytest.raises(ResultsError, match="runs with different time steps"):
        load_movie([workplace / "many"])


FLOOR = {"type": "half_space", "stiffness": 1e4, "point": [0, 0, -0.1], "normal": [0, 0, 2]}
PLANE = {"plane": True, "position": [1, 2, -0.1], "orientation": [1, 0, 0, 0]}
WALL = {"plane": True, "position": [0.5, 0, 0], "orientation": [0.5**0.5, 0, 0.5**0.5, 0]}  # z turned to x


@pytest.mark.parametrize(
    ("scene", "axis", "height"),
    [({"potentials": [FLOOR]}, 2, -0.1), ({"bodies": [PLANE]}, 2, -0.1), ({"bodies": [WALL]}, 0, 0.5)],
)
def test_a_half_space_is_the_part_of_its_plane_in_the_box(scene, axis, height):
    low, size = np.zeros(3), np.array([1.0, 2.0, 3.0])
    ((point, normal),) = floors.planes_of(scene)
    corners = floors.outline((point, normal), (low, size))
    margin = floors.MARGIN * 3
    np.testing.assert_allclose(corners[:, axis], height)
    others = np.delete(corners, axis, axis=1)
    np.testing.assert_allclose(others.min(axis=0), np.delete(low - margin, axis))
    np.testing.assert_allclose(others.max(axis=0), np.delete(low + size + margin, axis))
    (x, y), (xs, ys) = (others.T, np.roll(others, 1, axis=0).T)
    assert abs((x * ys - y * xs).sum()) / 2 == pytest.approx(np.prod(np.delete(size + 2 * margin, axis)))
    assert not len(floors.outline((point + 10, normal), (low, size)))


def test_the_floor_below_a_body_is_seen(run_simbench, workplace):
    run_simbench("--scene tower --solver gs --set step.steps=1 --vtu --reference none --output OUT --quiet")
    shown = load_movie([workplace / "OUT"])
    assert len(shown.floors) == 1
    assert picture.camera_with(shown.up)[1] @ [0, 1, 0] > 0.9  # its gravity is against y
    grey = round(255 * float(picture.FLOOR))
    with_floor = (np.asarray(picture.Picture(shown).image(1)) == grey).all(axis=2).sum()
    without = (np.asarray(picture.Picture(replace(shown, floors=[])).image(1)) == grey).all(axis=2).sum()
    assert with_floor > without + 1000


def test_progress_is_a_line_every_few_seconds(monkeypatch, capfd):
    """On a pipe; a terminal has one line that is erased at the end."""
    seconds = iter(range(100))
    monkeypatch.setattr("simbench.progress.time.monotonic", lambda: next(seconds))
    monkeypatch.setattr("sys.__stderr__", io.StringIO())
    assert list(progress(range(12), "drawing frame")) == list(range(12))
    said = sys.__stderr__.getvalue()
    assert said.startswith("simbench: drawing frame 5 of 12\n") and said.count("\n") == 2
    monkeypatch.setattr(sys.__stderr__, "isatty", lambda: True)
    assert list(progress(["a"], "drawing frame")) == ["a"]
    assert sys.__stderr__.getvalue() == f"{said}\r\x1b[Kdrawing frame 1 of 1\r\x1b[K"


@pytest.mark.parametrize("up", [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, -1], [0, -0.6, -0.8]])
def test_the_camera_turns_with_what_is_upwards(up):
    camera = picture.camera_with(np.array(up, float))
    np.testing.assert_allclose(camera @ camera.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(camera) == pytest.approx(1)
    upright = picture.camera_with(np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(camera @ up, upright @ [0, 0, 1], atol=1e-12)
