"""scripts/run.sh draws a figure again when its data or the code behind it is newer."""

import os
import re
import subprocess

import pytest
from conftest import REPOSITORY, TIMEOUT

INPUTS = (
    "python/simbench/figures/objective.py",
    "studies/thesis/published.py",  # samples of a source lie over our lines
    "python/simbench/results.py",
    "python/simbench/simbench.mplstyle",
    "scripts/requirements.txt",
    "studies/thesis/reference/samples.csv",
)
DATA = {"held": "runs/held/summary.csv", "plain": "runs/plain/qn/iterations.csv"}  # a sweep, and runs
NO_INPUTS = ("python/simbench/__pycache__/results.cpython-311.pyc", "runs/held/runs/1/iterations.csv")
FIGURE = """
source "$1/scripts/setup.sh"
cd "$2"
runs=runs figures=figures venv=venv
draw_figures "$3" holding other
"""
DRAW = """#!/bin/sh
for name in $(echo "$1" | tr , ' '); do touch "figures/$name.png" "figures/$name.pdf"; done
"""


@pytest.fixture
def drawn(tmp_path):
    """Whether a call of `figure` draws, if all files are equally old."""
    for name in (*INPUTS, *DATA.values(), *NO_INPUTS, "figures/README.md"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    program = tmp_path / "venv/bin/simbench-figure"
    program.parent.mkdir(parents=True)
    program.write_text(DRAW)
    program.chmod(0o755)

    def run(data: str = "held") -> str:
        """The names of the figures that it draws."""
        command = ["bash", "-c", FIGURE, "bash", REPOSITORY, tmp_path, data]
        said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout
        for file in (path for path in tmp_path.rglob("*") if path.is_file()):
            os.utime(file, (1e9, 1e9))
        names = re.search(rf"==> figures of {data}: (.*)", said)
        assert (names is None) == (f"figures of {data}: up to date" in said)
        return names[1] if names else ""

    return run


@pytest.mark.parametrize("data", DATA)
def test_a_figure_is_drawn_once(drawn, data):
    assert drawn(data) == "holding other"
    assert not drawn(data)


def test_only_figures_that_are_missing_are_drawn(drawn, tmp_path):
    drawn()
    (tmp_path / "figures/other.pdf").unlink()
    assert drawn() == "other"


@pytest.mark.parametrize("name", INPUTS)
def test_a_figure_is_drawn_again_after_a_change_of(name, drawn, tmp_path):
    assert drawn()
    os.utime(tmp_path / name, (2e9, 2e9))
    assert drawn()


@pytest.mark.parametrize("data", DATA)
def test_a_figure_is_drawn_again_after_a_change_of_its_data(data, drawn, tmp_path):
    assert drawn(data)
    os.utime(tmp_path / DATA[data], (2e9, 2e9))
    assert drawn(data)


@pytest.mark.parametrize("name", NO_INPUTS)
def test_a_figure_does_not_depend_on(name, drawn, tmp_path):
    assert drawn()
    os.utime(tmp_path / name, (2e9, 2e9))
    assert not drawn()
