"""`simbench check` reports how a scene is held, and warns of odd scenes, before anything is computed."""

import json
import re

import meshio
import numpy as np
import pytest

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
HELD = {"groups": [{"vertices": {"select": "indices", "indices": [0, 1]}}]}


@pytest.fixture
def check(run_simbench, workplace):
    """Checks a scene of two tets that touch in a face but are not joined; returns the output."""

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


def test_check_warns_of_coincident_vertices(check):
    assert "warning        3 vertices lie at the place of another vertex" in check()


def test_check_warns_of_components_that_nothing_holds(check):
    loose = "1 of 2 components are without anchors"
    assert loose not in check()  # the whole body is free, like the untwisting beam
    assert f"warning        {loose}: they move freely" in check(anchors=HELD)
    both = {"groups": [{"vertices": {"select": "all"}}]}
    assert loose not in check(anchors=both)
    preparation = {"material": {"model": "strain", "stiffness": 1e5}, "anchors": HELD, "duration": 1}
    assert f"{loose}: the preparation leaves them at rest" in check(preparation=preparation)


def test_check_says_that_a_clamp_is_a_spring(check):
    text = check(anchors=HELD, gravity=[0, 0, -9.81], density=600)
    assert re.search(
        r"anchors +indices: 2 vertices on springs of k_s = 100000 N/m each; if the body is pulled", text
    )
    assert "sag by 0.0098 m on average" in text  # 200 kg · 9.81 m/s² / 2e5 N/m
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


def test_a_preparation_over_absurd_distances_ends_with_a_message(run_simbench, workplace):
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    anchors = {"groups": [{"vertices": {"select": "x_max"}, "translation": [1, 0, 0]}]}
    material = {"model": "strain", "stiffness": 1e5}
    scene["preparation"] = {"material": material, "anchors": anchors, "duration": 1e300}
    (workplace / "far.json").write_text(json.dumps(scene))
    message = run_simbench("--scene far --solver qn", exit_code=5).stderr
    assert "preparation: no equilibrium in increment 1 of 12" in message


def test_check_prints_the_elastic_moduli_near_rest(check):
    stable = {"model": "stable_neo_hookean", "youngs_modulus": 2.9e5}
    # mu = 1e5, and 9e5 - mu replaces Lame's lambda: E = mu (3 - mu/9e5), nu = 1 - 1/(4 * 0.45).
    said = (
        "near rest      the body's stable_neo_hookean is linear elasticity of E = 288889 Pa and nu = 0.4444"
    )
    assert said in check(material=stable)
    text = check(material={**stable, "rest_stable": False})
    assert "stable_neo_hookean has a stress of 100000 Pa along each stretch at rest" in text
    assert "region 0's strain" in check(
        regions=[{"tets": {"select": "all"}, "material": {"model": "strain", "stiffness": 1e5}}]
    )


def test_bfgs_declines_meshes_that_are_too_large_for_its_matrix(run_simbench):
    declined = "bfgs declines: BFGS keeps a dense matrix"
    assert declined not in run_simbench("check smoke").stdout
    assert declined in run_simbench("check smoke --set solvers.bfgs.vertex_limit=10").stdout
    refused = run_simbench("--scene smoke --solver bfgs --set solvers.bfgs.vertex_limit=10", exit_code=2)
    assert "solvers.bfgs.vertex_limit is 10" in refused.stderr


@pytest.mark.parametrize("unit", [1, 1e-9, 1e9])
def test_the_condition_number_belongs_to_the_free_vertices_in_any_unit(run_simbench, workplace, unit):
    """A chain with a hard anchor at its end has S = M/h² + k L with a Laplacian L. `unit`: of mass."""
    count, mass, spring, step = 6, 0.3 * unit, 700 * unit, 0.02
    points = [{"position": [0, 0, -0.1 * i], "mass": mass} for i in range(count)]
    scene = {
        "body": {"particles": {"points": points}},
        "potentials": [
            {
                "type": "springs",
                "stiffness": spring,
                "pairs": [{"vertices": [i, i + 1]} for i in range(count - 1)],
            }
        ],
        "anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "indices", "indices": [0]}}]},
        "step": {"time_step": step},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))
    laplacian = np.diag(np.full(count, 2.0)) - np.eye(count, k=1) - np.eye(count, k=-1)
    laplacian[0, 0] = laplacian[-1, -1] = 1
    free = (mass / step**2 * np.eye(count) + spring * laplacian)[1:, 1:]
    said = json.loads(run_simbench("check scene.json --json").stdout)["condition"]
    assert said == pytest.approx(np.linalg.cond(free), rel=0.02)


@pytest.mark.parametrize(
    "change",
    [
        "material.stiffness=5e-324",
        "gravity=[0,0,1e308]",
        "anchors.stiffness=5e-324",
        "anchors.stiffness=1e308",
        "body.beam.size=[1e100,1e100,1e100]",
    ],
)
def test_numbers_beyond_double_precision_are_not_called_good(run_simbench, workplace, change):
    scene = {
        "body": {"beam": {"size": [0.4, 0.2, 0.2], "cells": [4, 2, 2]}},
        "material": {"model": "strain", "stiffness": 1e6},
        "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
        "gravity": [0, 0, -9.81],
        "step": {"time_step": 0.01},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))
    for fits in ("material.stiffness=1e6", "material.stiffness=1e307", "density=1e308"):
        text = run_simbench(f"check scene.json --set {fits}").stdout
        assert "scene.json: good" in text and not re.search(r"\b-?(nan|inf)\b", text)
    text = run_simbench(f"check scene.json --set {change}").stdout
    assert not re.search(r"\b-?(nan|inf)\b", text)
    answer = text.splitlines()[-1]
    assert "good" not in answer and re.search(r"leave the range of double precision: \w+", answer), answer
