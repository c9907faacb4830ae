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


def test_one_message_names_the_packages_of_all_missing_libraries(tmp_path):
    """`pip install .` shows what CMake prints."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(without LANGUAGES NONE)\n"
        f"include({REPOSITORY}/cmake/SimbenchLibraries.cmake)\n"
    )
    libraries = ("Eigen3", "nlohmann_json", "OpenSSL", "ZLIB", "TBB", "METIS", "CLI11", "spdlog", "fmt")
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in libraries]
    command = ["cmake", "-S", tmp_path, "-B", tmp_path / "build", *without]
    message = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT).stderr
    assert f"These libraries are missing: {', '.join(libraries)} " in " ".join(message.split())
    (apt,) = re.findall(r"sudo apt-get install (.*)", message)
    packages = (REPOSITORY / "scripts/packages.txt").read_text().split()
    others = {"python3-dev", "libtet1.5-dev"}  # the second one may be missing
    assert {*apt.split()} == {name for name in packages if name.endswith("-dev")} - others
    for tool in ("conda install -c conda-forge", "brew install"):
        (packages,) = re.findall(rf"{tool} (.*)", message)
        assert len(packages.split()) == len(libraries)


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
