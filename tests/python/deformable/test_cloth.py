"""Surfaces of triangles are bodies: cloth hangs, solvers agree, and impossible surfaces are refused."""

import json

import pytest

from simbench import load_run


def test_check_describes_a_surface(run_simbench):
    text = run_simbench("check hanging_cloth --derivatives").stdout
    assert "288 triangles, 169 vertices, 1 component" in text
    assert "1 m^2, 0.001 m thick" in text
    assert "membrane of 288 elements" in text and "bending of 408 elements" in text
    assert text.count(": right") == 6 and "WRONG" not in text
    document = json.loads(run_simbench("check hanging_cloth --json").stdout)
    assert document["mesh"]["tets"] == 0 and document["mesh"]["triangles"] == 288
    assert document["mass"] == pytest.approx(300 * 1e-3)  # density, thickness, one square metre
    assert document["material"] is None


@pytest.mark.parametrize("solver", ["pbd", "xpbd", "newton"])
def test_cloth_falls_below_its_corners(run_simbench, workplace, solver):
    run_simbench(f"--scene hanging_cloth --solver {solver} --vtu -1 --output OUT --quiet")
    run = load_run(workplace / f"OUT/{solver}")
    for column in ("min_det_f", "inverted_tets", "volume_error", "mean_abs_volume_change"):
        assert run.iterations[column].isna().all()
    assert (run.iterations["held_violation"] == 0).all()
    files = (workplace / f"OUT/{solver}").glob("positions_*.vtu")
    last = max(files, key=lambda file: file.stat().st_mtime_ns)
    text = last.read_text()
    assert 'NumberOfPoints="169" NumberOfCells="288"' in text
    assert "area_ratio" in text and "det_f" not in text
    heights = [float(line.split()[2]) for line in text.split("<Points>")[1].splitlines()[2:171]]
    assert min(heights) < -0.5  # it fell for half a second
    assert max(heights) < 0.05


def scene(**changes) -> dict:
    return {
        "body": {"sheet": {"length": 1, "width": 1, "length_cells": 2, "width_cells": 2}},
        "step": {"time_step": 0.01},
        **changes,
    }


SIDES = {"length": 1, "width": 1, "length_cells": 2, "width_cells": 2}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"body": {"sheet": {**SIDES, "thickness": 0}}}, ["/body/sheet/thickness", "greater than 0 [m]"]),
        ({"body": {"sheet": {**SIDES, "length": -1}}}, ["/body/sheet/length", "greater than 0 [m]"]),
        ({"body": {"sheet": {**SIDES, "thicknes": 1}}}, ["did you mean 'thickness'"]),
        ({"potentials": [{"type": "membrane", "stiffness": 0}]}, ["/stiffness", "greater than 0 [Pa]"]),
        ({"potentials": [{"type": "bendin", "stiffness": 1}]}, ["did you mean 'bending'"]),
        ({"material": {"model": "strain", "stiffness": 1}}, ["/material", "a surface has no material"]),
        (
            {"anchors": {"groups": [{"vertices": {"select": "all"}}]}},
            ["/anchors", "surfaces have no material from which"],
        ),
        (
            {
                "body": {"beam": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
                "material": {"model": "strain", "stiffness": 1},
                "potentials": [{"type": "membrane", "stiffness": 1}],
            },
            ["/potentials/0", "membrane acts on the triangles of a surface"],
        ),
    ],
)
def test_impossible_cloth_is_refused(refused, workplace, changes, words):
    (workplace / "bad.json").write_text(json.dumps(scene(**changes)))
    message = refused("--scene bad.json --solver newton --output OUT")
    assert all(word in message for word in words), message
