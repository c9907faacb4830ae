"""The machine code of the program under test has no instructions that would change its numbers."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

# Functions of lanes, which take most of the time; their symbols contain experimental::simd.
OF_LANES = re.compile(r"std::experimental|simbench::Elements<|simbench::.*Pack")


@cache  # a function has many instructions, and its name may be thousands of characters long
def is_of_lanes(function: str) -> bool:
    return OF_LANES.search(function) is not None


@pytest.fixture(scope="module")
def instructions(simbench) -> list[tuple[str, str]]:
    """Each instruction with its function."""
    library = Path(simbench).with_name("libsimbench.so")
    command = ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", library]
    code = subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout
    assert "<simbench_main>:" in code
    return list(instructions_of(code))


def instructions_of(code: str) -> Iterator[tuple[str, str]]:
    function = ""
    for line in code.splitlines():
        if line.endswith(">:"):
            function = line
        elif "\t" in line:
            yield function, line.split("\t", 1)[1]


def test_the_compiler_does_not_fuse_products_and_sums(instructions):
    """g++ 12.2 fuses neighbouring a·b + c and a·b - c in spite of -ffp-contract=off where that is
    faster. Such a number depends on how a loop was optimised. Allowed are Eigen's eigenvalues, with
    which the numbers on record were made. This looks at the program under test alone."""
    known = ("tridiagonal_qr_step", "SymmetricEigen")
    fused = {
        function
        for function, instruction in instructions
        if re.match(r"vfmaddsub|vfmsubadd", instruction) and not any(name in function for name in known)
    }
    assert not fused


def test_nothing_is_approximated_by_the_processor(instructions):
    """Each maker rounds reciprocals and reciprocal square roots of packets in its own way."""
    approximations = re.compile(r"v?(rsqrt|rcp)(14|28)?[ps][sdh]\b")
    assert not {function for function, instruction in instructions if approximations.match(instruction)}


def test_kernels_copy_in_registers(instructions):
    """`rep movs` needs about thirty cycles to start, which is too slow for matrices of a few tets."""
    lanes = [(function, instruction) for function, instruction in instructions if is_of_lanes(function)]
    assert len(lanes) > 10000  # otherwise the names have changed
    assert not {function for function, instruction in lanes if re.match(r"rep\w* movs", instruction)}
