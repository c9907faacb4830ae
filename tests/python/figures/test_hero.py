"""The animation of untwisting beams: its first frame, the order and number of its frames, and its size."""

import json

import numpy as np
import pytest
from conftest import REPOSITORY
from PIL import Image

pytest.importorskip("pyvista", reason="PyVista is not installed (scripts/requirements_figures.txt)")

from simbench import ResultsError
from thesis.figures import hero

pytestmark = pytest.mark.slow

LARGEST = 4_000_000  # bytes


def films(iterations=(0, 1, 5, 20, 50, 1000)) -> dict:
    """Synthetic films, in which a beam is a growing rectangle."""
    made = {}
    for place, solver in enumerate(("qn", "pd")):
        pictures = {}
        for count in iterations:
            picture = np.full((60, 20, 3), 255, np.uint8)
            picture[: 10 + 5 * iterations.index(count), :10] = 80 * place
            pictures[count] = picture
        steps = np.arange(1001)
        made[solver] = hero.Film(pictures, steps, np.exp(-steps / (10 + 40 * place)))
    return made


def test_frames_are_in_a_circle_that_begins_where_beams_differ():
    assert hero.order([0, 1, 5, 20, 50, 1000]) == [20, 50, 1000, 0, 1, 5]
    assert hero.order([0, 5]) == [0, 5]


def test_the_animation_repeats_itself_and_rests_at_the_start_and_the_end(tmp_path):
    hero.save(films(), tmp_path / "figures/hero.gif")
    with Image.open(tmp_path / "figures/hero.gif") as film:
        assert film.size == hero.PIXELS == (900, 620)
        assert film.info["loop"] == 0
        durations = []
        for frame in range(film.n_frames):
            film.seek(frame)
            durations.append(film.info["duration"])
    expected = [hero.REST if count in (0, 1000) else hero.FRAME for count in (20, 50, 1000, 0, 1, 5)]
    assert durations == expected


def test_the_cursor_and_the_text_belong_to_the_iteration():
    stage = hero.Stage(films())
    stage.frame(50)
    assert stage.words["qn"].get_text() == "error 0.7 %"
    assert stage.words["pd"].get_text() == "error 36.8 %"
    assert stage.clock.get_text() == "50 iterations"
    assert list(stage.cursor.get_xdata()) == [50]
    (x,), (y,) = stage.dots["pd"].get_data()
    assert (x, y) == (50, pytest.approx(np.exp(-1)))
    assert stage.past["qn"].get_xdata()[-1] == 50
    stage.frame(1)
    assert stage.clock.get_text() == "1 iteration"
    assert stage.past["qn"].get_xdata()[-1] == 1


def test_a_solver_that_has_finished_keeps_its_error():
    film = hero.Film({}, np.arange(4), np.array([1, 0.5, 0.1, 0.01]))
    assert [film.error(count) for count in (0, 2, 3, 1000)] == [1, 0.1, 0.01, 0.01]


@pytest.mark.parametrize(
    ("error", "words"), [(1, "100.0 %"), (0.0123, "1.2 %"), (5e-4, "0.050 %"), (1e-9, "< 0.001 %")]
)
def test_errors_in_percent(error, words):
    assert hero.percent(error) == words


def test_films_come_from_a_sweep(run_simbench, workplace, monkeypatch):
    plan = json.loads((REPOSITORY / "studies/thesis/plans/hero_untwist.json").read_text())
    axes = [{"path": "step.iterations", "values": [0, 3, 30]}]
    (workplace / "plan.json").write_text(json.dumps({**plan, "scene": "smoke.json", "axes": axes}))
    run_simbench("sweep plan.json --quiet --output sweep")
    rendered = []
    monkeypatch.setattr(hero, "render", lambda beams, view: rendered.append(beams[0].label))
    found = hero.load(workplace / "sweep")
    assert list(found) == ["qn", "admm", "pd", "vbd", "xpbd"]
    assert rendered[::3] == ["QN", "ADMM", "PD", "VBD", "XPBD"]
    for film in found.values():
        assert list(film.pictures) == [0, 3, 30]
        assert film.error(0) == 1
        assert film.error(30) < film.error(0)


def test_a_sweep_of_other_solvers_is_refused(run_simbench, workplace):
    plan = {"scene": "smoke.json", "axes": [], "solvers": ["newton"]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --quiet --output sweep")
    with pytest.raises(ResultsError, match="has runs of none of qn, admm"):
        hero.load(workplace / "sweep")


def test_the_gallerys_animation_is_small_enough():
    assert (REPOSITORY / "results/thesis/hero.gif").stat().st_size < LARGEST
