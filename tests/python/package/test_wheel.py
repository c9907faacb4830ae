"""What the wheel contains, and which systems it is for. scripts/test_release.sh installs and uses it."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT

from simbench.core import core

# The oldest system of the tag manylinux_2_34 (PEP 600).
NEWEST_SYMBOLS = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13)}


def test_the_module_needs_no_function_that_an_older_system_lacks():
    """Each function that it imports names the oldest version of the library that has it."""
    module = Path(core.__spec__.origin).with_name("libsimbench_core.so")
    printed = subprocess.run(["objdump", "-T", module], capture_output=True, text=True, check=True).stdout
    symbols = re.findall(r"\*UND\*.*\((GLIBC|GLIBCXX|CXXABI)_([\d.]+)\) (\S+)$", printed, re.MULTILINE)
    assert len(symbols) > 100
    for library, version, symbol in symbols:
        assert tuple(map(int, version.split("."))) <= NEWEST_SYMBOLS[library], symbol


def test_the_wheel_contains_the_whole_package(tmp_path):
    """Without the module, which would be compiled."""
    pytest.importorskip("scikit_build_core", reason="not installed (scripts/requirements_build.txt)")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    settings = ["--config-settings=wheel.cmake=false", "--wheel-dir", tmp_path, REPOSITORY]
    subprocess.run([*command, *settings], check=True, timeout=TIMEOUT)
    (wheel,) = tmp_path.glob("simbench-*.whl")
    package = REPOSITORY / "python/simbench"
    files = {path.relative_to(package.parent) for path in package.rglob("*") if path.is_file()}
    packed = {Path(name) for name in zipfile.ZipFile(wheel).namelist() if name.startswith("simbench/")}
    assert packed == {path for path in files if "__pycache__" not in path.parts}
