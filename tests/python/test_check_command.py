"""What `simbench check` says of a scene before anything is computed: how it is held, and what is odd."""

import json
import re

import meshio
import numpy as np
import pytest

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
HELD = {"groups": [{"vertices": {"select": "indices", "indices": [0, 1]}}]}


@pytest.fixture
def check(run_simbench, workplace):
    """Checks a scene of two tets that meet in a face and are not joined; returns what is said."""

    def run(exit_code=0, **members):
        mirrored = CORNERS * [-1, 1, 1]
        tets = [[0, 1, 2, 3], [4, 6, 5, 7]]
        mesh = meshio.Mesh(np.vstack([CORNERS, mirrored]), [("tetra", tets)])
        meshio.write(workplace / "two.msh", mesh, file_format="gmsh")
        scene = {
            "body": {"mesh": {"file": "two.msh"}},
            "material": {"model": "strain", "stiffness": 1e5},
            "step": {"time_step": 0.01},
            **members,
        }
        (workplace / "scene.json").write_text(json.dumps(scene))
        finished = run_simbench("check scene", exit_code=exit_code)
        return finished.stdout + finished.stderr

    return run


def test_coincident_vertices_are_warned_of(check):
    assert "warning        3 vertices lie where another one does" in check()


def test_components_that_nothing_holds_are_warned_of(check):
    loose = "1 of 2 components are held by nothing"
    assert loose not in check()  # the whole body is free, as the untwisting beam is
    assert f"warning        {loose}: they move freely" in check(anchors=HELD)
    both = {"groups": [{"vertices": {"select": "all"}}]}
    assert loose not in check(anchors=both)
    preparation = {"material": {"model": "strain", "stiffness": 1e5}, "anchors": HELD, "duration": 1}
    assert f"{loose}: the preparation leaves them at rest" in check(preparation=preparation)


def test_a_clamp_is_said_to_be_a_spring(check):
    text = check(anchors=HELD, gravity=[0, 0, -9.81], density=600)
    assert re.search(r"anchors +indices: 2 vertices on springs of k_s = 100000 N/m each, a soft hold", text)
    assert "hang 0.0098 m on average" in text  # 200 kg · 9.81 m/s² / 2e5 N/m
    own = {**HELD, "stiffness": 12}
    assert "k_s = 12 N/m" in check(anchors=own)
    assert "gravity" not in check(anchors=HELD)


@pytest.mark.parametrize("method", [{}, {"method": "dynamic", "time_step": 1e299}])
def test_a_preparation_of_absurd_turns_is_refused(check, method):
    turn = {"origin": [0, 0, 0], "axis": [1, 0, 0], "degrees_per_second": 60}
    anchors = {"groups": [{"vertices": {"select": "all"}, "rotation": turn}]}
    material = {"model": "strain", "stiffness": 1e5}
    preparation = {"material": material, "anchors": anchors, "duration": 1e300, **method}
    message = check(preparation=preparation, exit_code=2)
    assert "/preparation/" in message and "more than 180 cannot be followed" in message
    assert "take a shorter duration" in message


def test_a_preparation_of_absurd_ways_ends_with_a_sentence(run_simbench, workplace):
    scene = json.loads((workplace / "scenes/smoke.json").read_text())
    anchors = {"groups": [{"vertices": {"select": "x_max"}, "translation": [1, 0, 0]}]}
    material = {"model": "strain", "stiffness": 1e5}
    scene["preparation"] = {"material": material, "anchors": anchors, "duration": 1e300}
    (workplace / "far.json").write_text(json.dumps(scene))
    message = run_simbench("--scene far --solver qn", exit_code=5).stderr
    assert "preparation: no equilibrium in increment 1 of 12" in message
