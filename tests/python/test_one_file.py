"""A solver, law, potential, metric, integrator: each is a file and a line, as a copy of the tree shows."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY

EXAMPLES = REPOSITORY / "tests/one_file"
FILES = {
    "relaxation.h": "src/solver",
    "relaxation.cpp": "src/solver",
    "green_strain.h": "src/energy/laws",
    "ropes.h": "src/energy/potentials",
    "free_fall.h": "src/problem",
}
# Of each registry: what is found there, what it becomes, and the header that it needs.
LINES = {
    "src/solver/registry.cpp": ("entry<Pbd>(),", "entry<Relaxation>(), entry<Pbd>(),", "solver/relaxation.h"),
    "src/energy/laws.h": ("LawList<Strain,", "LawList<Strain, GreenStrain,", "energy/laws/green_strain.h"),
    "src/energy/scene_potentials.h": (
        "PotentialList<Springs,",
        "PotentialList<Springs, Ropes,",
        "energy/potentials/ropes.h",
    ),
    "src/problem/integrator.cpp": (
        "entry<ImplicitEuler>(),",
        "entry<ImplicitEuler>(), entry<FreeFall>(),",
        "problem/free_fall.h",
    ),
    "src/experiment/metrics.cpp": (
        '      {{"step_length",',
        '      {{"largest_move", "m", "longest move of a vertex (relaxation)"}, reported},\n'
        '      {{"height", "m", "largest z"},\n'
        "       [](const Observation& o) -> Value { return o.positions.row(2).maxCoeff(); }},\n"
        '      {{"step_length",',
        None,
    ),
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
    for name in listed.stdout.splitlines():
        if name.split("/")[0] in {"src", "apps", "cmake", "CMakeLists.txt", "CMakePresets.json", "VERSION"}:
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


def test_each_line_has_its_place(tmp_path):
    """Which the test below, that builds the program, would find too late."""
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
