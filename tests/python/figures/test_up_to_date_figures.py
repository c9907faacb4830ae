"""scripts/run.sh draws a figure again when its data or the code behind it is newer."""

import os
import subprocess

import pytest
from conftest import REPOSITORY

INPUTS = (
    "python/simbench/figures/objective.py",
    "studies/thesis/published.py",  # samples of a source lie over our lines
    "python/simbench/results.py",
    "python/simbench/simbench.mplstyle",
    "scripts/requirements.txt",
    "studies/thesis/reference/samples.csv",
    "runs/held/summary.csv",
    "runs/held_envelope/summary.csv",
    "runs/plain/qn/iterations.csv",
)
NO_INPUTS = ("python/simbench/__pycache__/results.cpython-311.pyc", "runs/held/runs/1/iterations.csv")
FIGURE = """
source "$1/scripts/setup.sh"
cd "$2"
runs=runs figures=figures venv=venv
figure holding holding held --envelope "$2/runs/held_envelope" --plain runs/plain --filter a=b
"""
DRAW = """#!/bin/sh
touch figures/holding.png figures/holding.pdf
"""


@pytest.fixture
def drawn(tmp_path):
    """Whether a call of `figure` draws, if all files are equally old."""
    for name in (*INPUTS, *NO_INPUTS, "figures/README.md"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    program = tmp_path / "venv/bin/simbench-figure"
    program.parent.mkdir(parents=True)
    program.write_text(DRAW)
    program.chmod(0o755)

    def run() -> bool:
        command = ["bash", "-c", FIGURE, "bash", REPOSITORY, tmp_path]
        said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20).stdout
        for file in (path for path in tmp_path.rglob("*") if path.is_file()):
            os.utime(file, (1e9, 1e9))
        assert ("==> figure holding" in said) != ("figure holding: up to date" in said)
        return "==> figure holding" in said

    return run


def test_a_figure_is_drawn_once(drawn):
    assert drawn()
    assert not drawn()


@pytest.mark.parametrize("name", INPUTS)
def test_a_figure_is_drawn_again_after_a_change_of(name, drawn, tmp_path):
    assert drawn()
    os.utime(tmp_path / name, (2e9, 2e9))
    assert drawn()


@pytest.mark.parametrize("name", NO_INPUTS)
def test_a_figure_does_not_depend_on(name, drawn, tmp_path):
    assert drawn()
    os.utime(tmp_path / name, (2e9, 2e9))
    assert not drawn()
