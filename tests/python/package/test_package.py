"""The Python package has the version of the program, and works outside of its repository."""

import re
import shutil
import subprocess
import sys
from importlib.metadata import version

from conftest import REPOSITORY

import simbench


def test_package_program_and_citation_have_one_version(run_simbench):
    stated = (REPOSITORY / "VERSION").read_text().strip()
    cited = re.search(r"^version: (.*)$", (REPOSITORY / "CITATION.cff").read_text(), re.MULTILINE)[1]
    assert run_simbench("--version").stdout.splitlines()[0] == f"simbench {cited}"
    assert version("simbench") == simbench.__version__ == stated == cited
    assert "__version__" in dir(simbench)


def test_outside_of_the_repository_figures_have_no_samples_of_sources(results, tmp_path):
    shutil.copytree(REPOSITORY / "python/simbench", tmp_path / "elsewhere/simbench")
    script = "import sys; from simbench.figure_command import main; sys.exit(main())"
    finished = subprocess.run(
        [sys.executable, "-c", script, "objective", results, "--output", tmp_path / "figures"],
        cwd=tmp_path / "elsewhere",
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert (tmp_path / "figures/objective.png").is_file()
