"""Verdicts do not depend on the processor, although BLAS and NumPy choose their kernels by it.

Kernels sum in different orders and fuse different products, which changes results that rounding decides.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

# Every x86-64-v3 processor runs the first two; the third one needs AVX-512.
KERNELS = ["Nehalem", "Haswell", *(["SkylakeX"] if "avx512dq" in Path("/proc/cpuinfo").read_text() else [])]


def vector_instructions() -> list[str]:
    """The instruction sets that NumPy uses in addition to those that it was compiled for."""
    return np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])


SETTINGS = [
    *({"OPENBLAS_CORETYPE": kernel} for kernel in KERNELS),
    {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": ",".join(vector_instructions())},
]
PYTEST = ["-m", "pytest", "-q", "-m", "", "-p", "no:cacheprovider"]
ROUNDING_SENSITIVE = ["test_rigid_joint_claims.py"]


def kernel_in_use() -> str:
    """The name of the kernels that OpenBLAS uses in this process."""
    [library] = Path(np.__file__).parents[1].glob("numpy.libs/lib*openblas*.so")
    name = ctypes.CDLL(str(library)).scipy_openblas_get_corename64_
    name.restype = ctypes.c_char_p
    return name().decode()


def print_kernel() -> None:
    """Child processes call this."""
    print(kernel_in_use(), *vector_instructions())


def run(setting: dict[str, str], *command: str) -> str:
    finished = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **setting},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-5000:] + finished.stderr[-2000:]
    return finished.stdout


def is_of_this_process(setting: dict[str, str]) -> bool:
    """Whether the judges' own tests use these kernels."""
    return setting == {"OPENBLAS_CORETYPE": kernel_in_use()}


def name_of(setting: dict[str, str]) -> str:
    return setting["OPENBLAS_CORETYPE"] + (" without vector instructions" if len(setting) > 1 else "")


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_a_child_process_uses_the_kernels_of_its_environment(setting):
    kernel, *found = run(setting, "-c", "import test_other_kernels as t; t.print_kernel()").split()
    assert kernel == setting["OPENBLAS_CORETYPE"]
    assert found == ([] if "NPY_DISABLE_CPU_FEATURES" in setting else vector_instructions())


@pytest.mark.slow
@pytest.mark.parametrize("setting", [each for each in SETTINGS if not is_of_this_process(each)], ids=name_of)
def test_judges_of_joints_do_not_depend_on_kernels(setting):
    run(setting, *PYTEST, *ROUNDING_SENSITIVE)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_no_judge_depends_on_kernels(setting):
    files = sorted(path.name for path in Path(__file__).parent.glob("test_*claims.py"))
    assert set(ROUNDING_SENSITIVE) < set(files)
    run(setting, *PYTEST, *files, "test_rigid_theory.py")
