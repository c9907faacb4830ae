"""Hard anchors hold vertices exactly, have their own columns, and are refused if they contradict."""

import json

import pandas as pd
import pytest

HELD = {
    "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [8, 2, 2]}},
    "material": {"model": "strain", "stiffness": 1e6},
    "anchors": {
        "stiffness": "hard",
        "groups": [
            {"vertices": {"select": "x_min"}},
            {"vertices": {"select": "x_max"}, "translation": [4, 0, 1]},
        ],
    },
    "step": {"time_step": 0.01, "iterations": 60},
}


def written(workplace, **changes):
    (workplace / "held.json").write_text(json.dumps({**HELD, **changes}))
    return "held.json"


def test_every_solver_holds_hard_anchors_exactly(run_simbench, workplace, solvers):
    run_simbench(f"--scene {written(workplace)} --solver every --output out")
    tables = {folder.name: pd.read_csv(folder / "iterations.csv") for folder in (workplace / "out").iterdir()}
    assert tables.keys() == set(solvers)
    for solver, table in tables.items():
        assert table["held_violation"].eq(0).all(), solver
        assert table["feasible_objective"].eq(table["objective"]).all(), solver
        assert table["anchor_energy"].isna().all(), solver
    for solver in ("pd", "admm", "qn", "newton", "vbd"):
        assert abs(tables[solver]["relative_error"].iloc[-1]) < 1e-6, solver


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([{"vertices": {"select": "all"}}], ["/anchors", "hold every vertex"]),
        (
            [
                HELD["anchors"]["groups"][0],
                {"vertices": {"select": "nearest", "point": [0, 0, 0]}, "translation": [1, 0, 0]},
            ],
            ["/anchors", "vertex 0 is in two groups that move differently"],
        ),
    ],
)
def test_contradicting_anchors_are_refused(refused, workplace, groups, words):
    scene = written(workplace, anchors={"stiffness": "hard", "groups": groups})
    message = refused(f"--scene {scene} --solver pd --output out")
    assert all(word in message for word in words), message


def test_a_vertex_in_two_groups_that_move_alike_is_held_once(run_simbench, workplace):
    group = HELD["anchors"]["groups"][0]
    tables = []
    for groups in ([group], [group, group]):
        scene = written(workplace, anchors={"stiffness": "hard", "groups": groups})
        run_simbench(f"--scene {scene} --solver pd --output out-{len(groups)}")
        tables.append((workplace / f"out-{len(groups)}/pd/iterations.csv").read_text())
    assert tables[0] == tables[1]


def test_check_reports_hard_anchors(run_simbench, workplace):
    text = run_simbench(f"check {written(workplace)}").stdout
    assert "x_max: 9 vertices held exactly" in text
    document = json.loads(run_simbench("check held.json --json").stdout)
    assert [group["stiffness"] for group in document["anchors"]["groups"]] == ["hard", "hard"]


def test_a_static_preparation_accepts_hard_anchors(run_simbench, workplace):
    anchors = {"stiffness": "hard", "groups": HELD["anchors"]["groups"]}
    material = {"model": "stable_neo_hookean", "youngs_modulus": 1e6}
    for method in ({"increments": 2}, {"method": "dynamic", "time_step": 0.02}):
        preparation = {"material": material, "anchors": anchors, "duration": 0.04, **method}
        scene = written(workplace, preparation=preparation, anchors={"groups": []})
        run_simbench(f"--scene {scene} --solver newton --iterations 1 --output out-{len(method)}")
