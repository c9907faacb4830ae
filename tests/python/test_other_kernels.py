"""Judges do not depend on the processor: BLAS chooses its kernels by it, and NumPy its vector instructions.

Kernels differ in the order of their sums and in fused products, so that what rounding decides turns over.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY

# What any processor of x86-64-v3 can run, and what needs more.
KERNELS = ["Nehalem", "Haswell", *(["SkylakeX"] if "avx512dq" in Path("/proc/cpuinfo").read_text() else [])]


def vector_instructions() -> list[str]:
    """Those that NumPy chooses at run time here, beyond the ones that it was compiled for."""
    return np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])


SETTINGS = [
    *({"OPENBLAS_CORETYPE": kernel} for kernel in KERNELS),
    {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": ",".join(vector_instructions())},
]
PYTEST = ["-m", "pytest", "-q", "-m", "", "-p", "no:cacheprovider"]
QUICK = ["test_rigid_joint_claims.py"]  # which has what rounding decides


def kernel_in_use() -> str:
    """The kernels that OpenBLAS runs in this process, by its own name for them."""
    [library] = Path(np.__file__).parents[1].glob("numpy.libs/lib*openblas*.so")
    name = ctypes.CDLL(str(library)).scipy_openblas_get_corename64_
    name.restype = ctypes.c_char_p
    return name().decode()


def tell() -> None:
    """For a child process."""
    print(kernel_in_use(), *vector_instructions())


def run(setting: dict[str, str], *command: str) -> str:
    finished = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **setting},
        cwd=REPOSITORY / "tests" / "python",
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-5000:] + finished.stderr[-2000:]
    return finished.stdout


def words(setting: dict[str, str]) -> str:
    return setting["OPENBLAS_CORETYPE"] + (" without vector instructions" if len(setting) > 1 else "")


@pytest.mark.parametrize("setting", SETTINGS, ids=words)
def test_a_child_has_the_kernels_that_it_is_told(setting):
    kernel, *found = run(setting, "-c", "import test_other_kernels as t; t.tell()").split()
    assert kernel == setting["OPENBLAS_CORETYPE"]
    assert found == ([] if "NPY_DISABLE_CPU_FEATURES" in setting else vector_instructions())


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=words)
def test_judges_of_joints(setting):
    run(setting, *PYTEST, *QUICK)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=words)
def test_all_judges(setting):
    files = sorted(path.name for path in Path(__file__).parent.glob("test_*claims.py"))
    assert set(QUICK) < set(files)
    run(setting, *PYTEST, *files, "test_rigid_theory.py")
