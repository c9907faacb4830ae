"""The notebooks of docs run from top to bottom, are small, and are stored without outputs."""

import os
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (scripts/requirements_test.txt)")
nbformat = pytest.importorskip("nbformat")
pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((REPOSITORY / "docs/notebooks").glob("*.ipynb"))
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def outputs_of(notebook) -> str:
    """All texts that the cells show."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return "\n".join(str(output.get("text") or output.get("data")) for output in outputs)


@pytest.fixture
def executed(simbench, cache_folder, tmp_path, monkeypatch):
    """Executes a notebook in an empty folder, where `simbench` is the program under test."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/simbench").symlink_to(simbench)
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("SIMBENCH", str(simbench))
    monkeypatch.setenv("SIMBENCH_CACHE", str(cache_folder))
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def execute(path: Path):
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=TIMEOUT, resources={"metadata": {"path": folder}}).execute()
        return notebook

    return execute


@by_name
def test_a_notebook_is_small_and_has_no_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert len(notebook.cells) <= 15
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_the_thesis_in_ten_minutes(executed):
    shown = outputs_of(executed(REPOSITORY / "docs/notebooks/thesis.ipynb"))
    assert "1617 vertices, 5760 tets" in shown
    assert "k = 1e+09 Pa {'pd': " in shown


def test_your_own_solver(executed):
    shown = outputs_of(executed(REPOSITORY / "docs/notebooks/own_solver.ipynb"))
    assert float(re.search(r"difference of the relative errors: (\S+)", shown)[1]) < 1e-12
    assert re.search(r"^momentum 0\.[3689]$", shown, re.MULTILINE)


def test_your_own_mesh(executed):
    shown = outputs_of(executed(REPOSITORY / "docs/notebooks/own_mesh.ipynb"))
    assert "wrote ring.json" in shown and "image/png" in shown


def test_judge_a_claim(executed):
    shown = outputs_of(executed(REPOSITORY / "docs/notebooks/judge_a_claim.ipynb"))
    assert "QN's iterations over PD's are" in shown and "image/png" in shown
