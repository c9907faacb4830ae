"""docs/python.md: its Python runs from top to bottom in one namespace, and it shows its example."""

import os
import re
import subprocess
import sys

import pytest
from conftest import REPOSITORY, TIMEOUT

pytestmark = pytest.mark.slow

PAGE = (REPOSITORY / "docs/python.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_python_of_the_page_runs(simbench, cache_folder, workplace):
    (workplace / "docs").symlink_to(REPOSITORY / "docs")
    (workplace / "page.py").write_text("\n".join(BLOCKS))
    finished = subprocess.run(
        [sys.executable, "page.py"],
        cwd=workplace,
        env={
            **os.environ,
            "SIMBENCH": str(simbench),
            "SIMBENCH_CACHE": str(cache_folder),
            "MPLBACKEND": "Agg",
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    header, _, *rows = finished.stdout.splitlines()
    assert "relative error" in header and [row.split()[0] for row in rows][:2] == ["qn", "pd"]
    assert (workplace / "report.html").is_file()


def test_the_page_shows_the_solver_of_its_example():
    assert (REPOSITORY / "docs/examples/gradient_in_s.py").read_text() in BLOCKS


def test_the_page_names_every_example_and_notebook():
    files = [*(REPOSITORY / "docs/examples").glob("*.py"), *(REPOSITORY / "docs/notebooks").glob("*.ipynb")]
    assert len(files) > 4
    assert [file.name for file in files if f"{file.parent.name}/{file.name})" not in PAGE] == []
