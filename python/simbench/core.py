"""Loads the compiled module `_core`, the harness itself, for this machine's processor."""

import atexit
import importlib.util
import os
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from simbench.errors import SimbenchError
from simbench.repository import PROGRAM

PROGRAM_FILE = Path(os.environ.get("SIMBENCH") or PROGRAM)
NAME = "_core.abi3.so"
CPUINFO = Path("/proc/cpuinfo")
# What the compiler may use for x86-64-v3 (cmake/SimbenchOptions.cmake), as /proc/cpuinfo names it.
NEEDED = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}


def missing_instructions(cpuinfo: str) -> set[str]:
    """The instruction sets that simbench needs and the processor of this /proc/cpuinfo lacks."""
    flags = next(
        (line.partition(":")[2].split() for line in cpuinfo.splitlines() if line[:5] == "flags"), None
    )
    return NEEDED.difference(flags) if flags is not None else set()


def check_processor(cpuinfo: str) -> None:
    """SimbenchError if the processor would stop the process at one of simbench's instructions (SIGILL)."""
    if missing := missing_instructions(cpuinfo):
        raise SimbenchError(
            f"this processor lacks {', '.join(sorted(missing))}, which simbench uses (x86-64-v3: most "
            "processors since 2015); build it from its sources with -DSIMBENCH_INSTRUCTION_SET=x86-64"
        )


def _place() -> Path:
    """The file of the module: beside this one, or in the build folder of the program."""
    places = [Path(__file__).parent / NAME, PROGRAM_FILE.parent / "python/simbench" / NAME]
    for place in places:
        if place.is_file():
            return place
    raise SimbenchError(
        f"simbench's compiled module is in none of {', '.join(map(str, places))}; "
        "a wheel of simbench has it, and scripts/run.sh builds it"
    )


def _load() -> ModuleType:
    if CPUINFO.is_file():
        check_processor(CPUINFO.read_text())
    specification = importlib.util.spec_from_file_location("simbench._core", _place())
    module = importlib.util.module_from_spec(specification)
    sys.modules["simbench._core"] = module
    specification.loader.exec_module(module)
    module.set_program(str(PROGRAM_FILE))
    atexit.register(_end_computations, module)
    return module


def _end_computations(module: ModuleType) -> None:
    """Waits for computations in threads of daemons: Python would kill them in the middle of C++."""
    module.end_computations()
    while module.is_computing():
        time.sleep(1e-3)  # s


if TYPE_CHECKING:
    from simbench import _core as core
else:
    core = _load()
