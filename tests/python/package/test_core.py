"""The package finds its module, program and data, and refuses processors that lack instructions."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY

from simbench.core import check_processor, missing_instructions
from simbench.errors import SimbenchError

# The flags of two processors in Linux's words. Haswell (2013) was the first with x86-64-v3.
IVY_BRIDGE = "fpu sse2 ssse3 fma4 cx16 sse4_1 sse4_2 popcnt aes xsave avx f16c lahf_lm"
HASWELL = "fpu sse2 ssse3 fma cx16 sse4_1 sse4_2 movbe popcnt aes xsave avx f16c lahf_lm abm bmi1 avx2 bmi2"


def cpuinfo(flags: str) -> str:
    return f"processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: {flags}\nbugs\t\t: spectre_v1\n\n"


def test_an_old_processor_is_refused_with_a_sentence():
    with pytest.raises(SimbenchError, match=r"lacks abm, avx2, bmi1, bmi2, fma, movbe, which simbench uses"):
        check_processor(cpuinfo(IVY_BRIDGE))
    check_processor(cpuinfo(HASWELL))


def test_a_processor_without_flags_is_another_architecture():
    assert not missing_instructions("processor\t: 0\nFeatures\t: fp asimd\n")


def test_the_words_are_those_of_this_machine():
    """It runs the built program, so it has all instructions."""
    assert not missing_instructions(Path("/proc/cpuinfo").read_text())


def program_and_data(place: Path) -> list[Path]:
    """What the package finds if it is in this folder."""
    (place / "simbench").mkdir(parents=True)
    for name in ("__init__.py", "commands.py", "errors.py", "nearest_name.py", "repository.py"):
        shutil.copy(REPOSITORY / "python/simbench" / name, place / "simbench")
    script = "from simbench.repository import PROGRAM, REPOSITORY; print(PROGRAM, REPOSITORY)"
    command = [sys.executable, "-c", script]
    printed = subprocess.run(command, cwd=place, capture_output=True, text=True, check=True).stdout
    return [Path(word) for word in printed.split()]


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    (tmp_path / "share/simbench/scenes").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    "package",
    [
        "lib/python3.11/site-packages",  # pip install
        "lib/simbench/venv/lib/python3.11/site-packages",  # scripts/install.sh, Debian package
        ".",  # pip install --target
    ],
)
def test_data_and_program_are_found_in_the_prefix(prefix, package):
    assert program_and_data(prefix / package) == [prefix / "bin/simbench", prefix / "share/simbench"]


def test_a_clone_inside_a_prefix_uses_its_own_build(prefix):
    clone = prefix / "src/simbench"
    clone.mkdir(parents=True)
    (clone / "pyproject.toml").touch()
    assert program_and_data(clone / "python") == [clone / "build/release/simbench", clone]
