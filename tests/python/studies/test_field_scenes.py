"""The scenes of the field's study: what the generator writes, its meshes, its units, and its controls."""

import itertools
import json
from collections import Counter

import numpy as np
import pytest
from board_rows import NEVER, declined, row, rows
from studies import REPOSITORY

from field import make_scenes, meshes
from field.board import controls, settings
from field.board.plans import UNITS, UNITS_OF
from field.catalogue import SEED, scenes
from field.documents import units
from field.parts import QUADRATIC, in_units
from simbench.scene import Scene
from simbench.study.description import Study

STUDY = REPOSITORY / "studies/field"


def test_scenes_plans_and_meshes_on_disk_are_those_of_the_generator(tmp_path):
    make_scenes.write(tmp_path, SEED)
    written = [file for file in sorted(tmp_path.rglob("*")) if file.is_file()]
    for file in written:
        assert file.read_text() == (STUDY / file.relative_to(tmp_path)).read_text(), file.name
    assert {path.stem for path in (STUDY / "scenes").glob("*.json")} == set(scenes())
    for kind in ("board", "instances", "units", "previous"):
        own = {file.name for file in written if file.name.startswith(f"{kind}_")}
        assert {path.name for path in STUDY.glob(f"plans/{kind}_*.json")} == own


def test_the_documents_wait_for_all_plans_of_the_board():
    study = Study(STUDY)
    found = {one.name: set(one.of) for one in study.documents}
    board, instances, previous = (
        {path.stem for path in STUDY.glob(f"plans/{kind}_*.json")}
        for kind in ("board", "instances", "previous")
    )
    assert found["leaderboard"] == board | instances | previous
    assert found["leaderboard_page"] == board | instances
    assert found["leaderboard_times"] == board


def test_another_seed_draws_other_angles_starts_and_shapes():
    first, other = scenes(1), scenes(2)
    degrees = [
        one["end_turned"]["anchors"]["groups"][1]["rotation"]["degrees_per_second"] / 100
        for one in (first, other)
    ]
    assert degrees[0] == pytest.approx(90) and 60 < degrees[1] < 120 and degrees[0] != degrees[1]
    for name in ("random_start", "compressed", "cloth", "drawn_out"):
        assert first[name] != other[name], name
    assert make_scenes.mesh_files(1)["blob.off"] != make_scenes.mesh_files(2)["blob.off"]


def test_every_scene_has_a_reason_of_its_own_and_a_difficulty():
    reasons = [scene["description"] for scene in scenes().values()]
    assert len(set(reasons)) == len(reasons)
    assert all(scene["comment"]["difficulty"] for scene in scenes().values())


def test_a_control_has_the_vertices_of_its_scene():
    made = scenes()
    names = [name for name in made if name.endswith(QUADRATIC)]
    assert names
    for name in names:
        linear, quadratic = (Scene.load(made[one]).problem() for one in (name.removesuffix(QUADRATIC), name))
        places = [np.round(one.rest_positions * 1e6).astype(int).tolist() for one in (linear, quadratic)]
        # The middles of diagonals differ: five tets of a cell leave out some diagonals of the finer cells.
        assert set(map(tuple, places[1])) <= set(map(tuple, places[0]))


def test_a_graded_beam_fills_the_beam_and_has_the_ratio():
    vertices, tets = meshes.graded((0.8, 0.2, 0.2), (16, 4, 4), 150)
    volumes = meshes.volumes(vertices, tets)
    assert volumes.min() > 0 and volumes.sum() == pytest.approx(0.8 * 0.2 * 0.2)
    lengths = np.diff(np.unique(np.round(vertices[:, 0], 12)))
    assert lengths[-1] / lengths[0] == pytest.approx(150)


def test_slivers_are_positive_and_some_are_flat():
    vertices, tets = meshes.slivers((0.8, 0.2, 0.2), (16, 4, 4), SEED)
    volumes = meshes.volumes(vertices, tets)
    regular = 0.8 * 0.2 * 0.2 / len(tets)
    assert volumes.sum() == pytest.approx(0.8 * 0.2 * 0.2)
    assert meshes.SMALLEST * regular <= volumes.min() < 0.1 * regular


def test_a_blob_is_a_closed_surface_that_is_oriented_outwards():
    vertices, triangles = meshes.blob(SEED)
    edges = Counter((triangle[i], triangle[(i + 1) % 3]) for triangle in triangles.tolist() for i in range(3))
    assert set(edges.values()) == {1}  # each directed edge once: closed, and oriented alike
    assert all((b, a) in edges for a, b in edges)
    assert len(vertices) - len(edges) // 2 + len(triangles) == 2  # Euler's number of a sphere
    corners = vertices[triangles]
    assert np.linalg.det(corners).sum() > 0  # six times the volume


@pytest.mark.parametrize(("unit", "joules"), zip(UNITS, (1024, 1024**2, 1024**-2), strict=True))
def test_other_units_leave_the_physics_as_it_is(unit, joules):
    # 1 J = 1 kg m²/s²: with a unit that is 1024 times as small, the same energy has so many more of them.
    for name in UNITS_OF:
        written = Scene.load(scenes()[name]).problem()
        scaled = Scene.load(STUDY / f"scenes/units/{name}_{unit}.json").problem()
        energies = [one.objective(one.start) for one in (written, scaled)]
        assert energies[1] == joules * energies[0] > 0


def test_a_scene_in_its_own_units_is_the_scene():
    for name, scene in scenes().items():
        assert in_units(scene, (1, 1, 1)) == scene, name


def test_curves_differ_by_their_largest_difference_or_wholly():
    assert units.distance(np.array([1, 0.5]), np.array([1, 0.25])) == 0.25
    assert units.distance(np.array([1, 100.0]), np.array([1, 50.0])) == 0.5  # of the largest
    assert units.distance(np.array([1.0]), np.array([1, 0.5])) == np.inf
    assert units.distance(np.array([1, np.nan]), np.array([1, 0.5])) == np.inf


def test_a_control_stands_beside_its_scene_and_counts_nowhere_else():
    found = rows(
        row("a", "qn", at=(1, 20, 30)),
        row("a_quadratic", "qn", at=(1, 10, 12)),
        row("a", "qn", {"history": 9}, at=(1, 15, 30)),
        row("a_quadratic", "qn", {"history": 9}, at=(1, NEVER, NEVER)),
        row("a", "vbd", at=(1, 2, 3)),
        declined("a_quadratic", "vbd"),
    )
    # With the control the default would reach more targets; without it history 9 has less work.
    assert settings.one_setting(found)["qn"] == '{"history":9}'
    (line,) = controls.control_table(found).to_dict("records")
    assert line == {"solver": "QN", "a": "15 / no"}


def test_the_plans_of_the_board_differ_only_in_the_scene():
    plans = [json.loads(path.read_text()) for path in STUDY.glob("plans/board_*.json")]
    for one, other in itertools.pairwise(plans):
        assert {**one, "scene": "", "description": ""} == {**other, "scene": "", "description": ""}
