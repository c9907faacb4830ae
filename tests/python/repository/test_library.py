"""A user's program finds the installed library, and computes simbench's numbers on the same scene."""

import json
import re
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import REPOSITORY, TIMEOUT

pytestmark = pytest.mark.slow

EXAMPLE = REPOSITORY / "tests/library"
# The scene that main.cpp builds.
SCENE = {
    "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [8, 2, 2]}},
    "density": 1000,
    "material": {"model": "strain", "stiffness": 1e5},
    "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
    "gravity": [0, 0, -9.81],
    "step": {"time_step": 1e-2, "steps": 3, "iterations": 10},
}


def call(*command: object) -> str:
    finished = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT * TIMEOUT,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
    return finished.stdout


@pytest.fixture(scope="module")
def prefix(simbench: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The prefix of an installation of the component `library`, from the build of $SIMBENCH."""
    if not (simbench.parent / "cmake_install.cmake").exists():
        pytest.skip(f"{simbench.parent} is no build folder: it has no cmake_install.cmake")
    prefix = tmp_path_factory.mktemp("library") / "prefix"
    call("cmake", "--install", simbench.parent, "--component", "library", "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def configured(prefix: Path) -> Path:
    """The build folder of the example."""
    folder = prefix.parent / "build"
    call(
        *("cmake", "-S", EXAMPLE, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}"),
        *("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"),
    )
    return folder


def test_the_component_contains_only_the_library(prefix):
    assert {path.name for path in prefix.iterdir()} == {"include", "lib"}
    headers = {path.relative_to(REPOSITORY / "src") for path in (REPOSITORY / "src").rglob("*.h")}
    installed = prefix / "include/simbench"
    assert {path.relative_to(installed) for path in installed.rglob("*") if path.is_file()} == headers
    for file in (prefix / "lib/cmake").rglob("*.cmake"):
        assert str(REPOSITORY) not in file.read_text(), f"{file.name} needs the checkout"


def test_without_a_component_program_and_library_are_installed(prefix, simbench, tmp_path):
    call("cmake", "--install", simbench.parent, "--prefix", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"bin", "include", "lib", "share"}


def test_a_users_program_has_the_numbers_of_simbench(configured, run_simbench, tmp_path):
    call("cmake", "--build", configured)
    rows = [line.split() for line in call(configured / "hanging_beam").splitlines()]

    (tmp_path / "beam.json").write_text(json.dumps(SCENE))
    output = tmp_path / "results"
    run_simbench("--scene", tmp_path / "beam.json", "--solver", "qn", "--quiet", "--output", output)
    table = pd.read_csv(output / "qn/iterations.csv")
    assert len(rows) == 33
    assert [(int(step), int(iteration)) for step, iteration, _ in rows] == list(
        zip(table.step, table.iteration, strict=True)
    )
    assert [float(objective) for *_, objective in rows] == pytest.approx(list(table.objective), rel=1e-12)
    # Something was computed: iterations lower the objective, and the steps differ.
    objectives = table.groupby("step").objective
    assert (objectives.last() < objectives.first()).all()
    assert objectives.last().nunique() == 3


def test_users_programs_are_compiled_like_the_library(configured, simbench):
    """Eigen's alignment depends on the instruction set. Warning flags are not passed on."""
    (own,) = json.loads((configured / "compile_commands.json").read_text())
    ours = json.loads((simbench.parent / "compile_commands.json").read_text())
    library = next(entry for entry in ours if "simbench_deformable_solvers" in entry["command"])
    decisive = r"-march=\S+|-ffp-contract=\S+|-fsanitize=\S+|-DEIGEN\S+|-DSIMBENCH_PLAIN\S+|-std=\S+"
    flags = set(re.findall(decisive, own["command"]))
    assert flags == set(re.findall(decisive, library["command"]))
    assert "-ffp-contract=off" in flags
    assert not re.search(r"-W[a-z]", own["command"])


def test_the_library_can_be_a_part_of_a_shared_one(prefix, tmp_path):
    """A Python module is an example of this."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\n"
        "project(module LANGUAGES CXX)\n"
        "find_package(simbench REQUIRED)\n"
        "add_library(module SHARED module.cpp)\n"
        'target_link_libraries(module PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,simbench::deformable_solvers>")\n'
    )
    (tmp_path / "module.cpp").write_text("")
    call("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    call("cmake", "--build", tmp_path / "build")
    assert (tmp_path / "build/libmodule.so").exists()


def test_another_minor_version_is_not_found(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\n"
        "project(other LANGUAGES CXX)\n"
        "find_package(simbench 99.0 QUIET)\n"
        'message(STATUS "found: ${simbench_FOUND}")\n'
    )
    assert "found: 0" in call(
        "cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"
    )


def test_the_page_shows_the_example():
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", (REPOSITORY / "docs/library.md").read_text(), re.M | re.S)
    assert ("cpp", (EXAMPLE / "main.cpp").read_text()) in blocks
    assert ("cmake", (EXAMPLE / "CMakeLists.txt").read_text()) in blocks
