"""A copy of the tree gets one more solver, law, potential, constraint, metric and integrator.

Each is a file, or a file pair, and a line in its registry. A constraint has two lines: one in the list of
types, one in the list of what scenes may have.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY

EXAMPLES = REPOSITORY / "tests/one_file"
FILES = {
    "relaxation.h": "src/deformable/solvers",
    "relaxation.cpp": "src/deformable/solvers",
    "green_strain.h": "src/deformable/energy/laws",
    "ropes.h": "src/deformable/energy/potentials",
    "free_fall.h": "src/deformable/problem",
    "richardson.h": "src/rigid/solvers",
    "richardson.cpp": "src/rigid/solvers",
    "level.h": "src/rigid/constraints",
    "level.cpp": "src/rigid/constraints",
}
# For each registry: a text in it, its replacement, and the header that it needs.
LINES = {
    "src/deformable/solvers/registry.cpp": (
        "entry<Pbd>(),",
        "entry<Relaxation>(), entry<Pbd>(),",
        "deformable/solvers/relaxation.h",
    ),
    "src/deformable/energy/laws.h": (
        "LawList<Strain,",
        "LawList<Strain, GreenStrain,",
        "deformable/energy/laws/green_strain.h",
    ),
    "src/deformable/energy/scene_potential_list.h": (
        "PotentialList<Springs,",
        "PotentialList<Springs, Ropes,",
        "deformable/energy/potentials/ropes.h",
    ),
    "src/deformable/problem/integrator.cpp": (
        "entry<ImplicitEuler>(),",
        "entry<ImplicitEuler>(), entry<FreeFall>(),",
        "deformable/problem/free_fall.h",
    ),
    "src/deformable/trial/metrics.cpp": (
        '      {{"step_length",',
        '      {{"largest_move", "m", "longest move of a vertex (relaxation)"}, reported},\n'
        '      {{"height", "m", "largest z"},\n'
        "       [](const Observation& o) -> Value { return o.positions.row(2).maxCoeff(); }},\n"
        '      {{"step_length",',
        None,
    ),
    "src/rigid/solvers/registry.cpp": (
        "entry<Gs>(),",
        "entry<Richardson>(), entry<Gs>(),",
        "rigid/solvers/richardson.h",
    ),
    "src/rigid/constraints/constraint_list.h": (
        "ConstraintRuns<Point,",
        "ConstraintRuns<Level, Point,",
        "rigid/constraints/level.h",
    ),
    "src/rigid/scene/scene_constraints.h": (
        "std::variant<Described<Point>,",
        "std::variant<Described<Level>, Described<Point>,",
        None,
    ),
    "src/rigid/trial/rigid_metrics.cpp": (
        '      {{"relaxation",',
        '      {{"largest_change", "kg m", "largest change of a multiplier (richardson)"}, reported},\n'
        '      {{"height", "m", "z of the first body"},\n'
        "       [](const RigidObservation& o) -> Value { return o.solver.poses()[0].position.z(); }},\n"
        '      {{"relaxation",',
        None,
    ),
}
RIGID_SCENE = {
    "kind": "rigid",
    "bodies": [
        {"name": "left", "mass": 1, "box": [0.2, 0.2, 0.2], "position": [0, 0, 0]},
        {"name": "right", "mass": 3, "box": [0.2, 0.2, 0.2], "position": [1, 0, 0.5]},
    ],
    "constraints": [
        {"type": "level", "bodies": ["left", "right"]},
        {"type": "point", "bodies": ["world", "left"], "points": [[0, 0, 0.3], [0, 0, 0.3]]},
    ],
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 0.01, "iterations": 2000, "steps": 2},
}
SCENE = {
    "body": {"beam": {"size": [1, 0.2, 0.2], "cells": [5, 1, 1]}},
    "material": {"model": "green_strain", "modulus": 1e4},
    "potentials": [{"type": "ropes", "stiffness": 1e3, "ends": [0, 23]}],
    "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
    "gravity": [0, 0, -9.81],
    "initial_velocity": [1, 0, 0],
    "step": {"integrator": "free_fall", "time_step": 0.02, "iterations": 2000, "steps": 2},
}


def extended_tree(folder: Path) -> Path:
    """A copy of the tree with the examples, each in its own file and its registry's line."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    needed = ("src/", "apps/", "cmake/", "python/bindings/", "CMakeLists.txt", "CMakePresets.json", "VERSION")
    for name in listed.stdout.splitlines():
        if name.startswith(needed):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, folder / name)
    (folder / "scenes").mkdir()
    for name, place in FILES.items():
        shutil.copy(EXAMPLES / name, folder / place / name)
    for place, (found, becomes, header) in LINES.items():
        text = (folder / place).read_text()
        assert text.count(found) == 1, place
        include = f'#include "{header}"\n' if header else ""
        before, includes, after = text.partition('#include "')
        (folder / place).write_text(before + include + includes + after.replace(found, becomes))
    return folder


def test_each_registry_line_can_be_inserted(tmp_path):
    """This is quick. The test below builds the program, which takes long."""
    extended_tree(tmp_path / "tree")


@pytest.mark.long
def test_each_extension_is_a_file_and_a_line(tmp_path):
    tree = extended_tree(tmp_path / "tree")
    for command in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", "--preset", "release", "--target", "simbench"],
    ):
        subprocess.run(command, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    program = tree / "build/release/simbench"
    (tmp_path / "scene.json").write_text(json.dumps(SCENE))

    def run(*words: str) -> str:
        return subprocess.run(
            [program, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    for word, name in (
        ("solvers", "relaxation"),
        ("materials", "green_strain"),
        ("potentials", "ropes"),
        ("integrators", "free_fall"),
        ("metrics", "largest_move"),
        ("metrics", "height"),
    ):
        assert any(line.startswith(name) for line in run("list", word).splitlines()), name
    assert run("check", "scene.json", "--derivatives").count(": right") == 8

    run("--scene", "scene.json", "--solver", "relaxation,newton,admm,vbd,qn", "--output", "OUT", "--quiet")
    ends = {}
    for solver in ("relaxation", "newton", "admm", "vbd", "qn"):
        header, *rows = (tmp_path / "OUT" / solver / "iterations.csv").read_text().splitlines()
        last = dict(zip(header.split(","), rows[-1].split(","), strict=True))
        ends[solver] = float(last["objective"])
        assert (last["largest_move"] != "") == (solver == "relaxation")
        assert float(last["height"]) > 0
        assert abs(float(last["relative_error"])) < 1e-6, solver
    assert max(ends.values()) - min(ends.values()) < 1e-6 * max(ends.values())

    (tmp_path / "rigid.json").write_text(json.dumps(RIGID_SCENE))
    listed = {word: run("list", word) for word in ("solvers", "metrics")}
    assert "richardson" in listed["solvers"] and "largest_change" in listed["metrics"]
    run("--scene", "rigid.json", "--solver", "richardson,gs,direct", "--output", "RIGID", "--quiet")
    for folder in ("RIGID/richardson", "RIGID/gs", "RIGID/direct"):
        header, *rows = (tmp_path / folder / "iterations.csv").read_text().splitlines()
        last = dict(zip(header.split(","), rows[-1].split(","), strict=True))
        assert (last["largest_change"] != "") == ("richardson" in folder)
        assert float(last["relative_error"]) < 1e-6, folder
        # The left body stays, and the right one has sunk to it.
        assert abs(float(last["height"])) < 1e-4, folder
