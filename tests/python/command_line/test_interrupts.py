"""Ctrl-C ends the Python commands at any moment, with a sentence and exit code 130."""

import os
import signal
import subprocess
import sys
import time
from importlib.metadata import distribution
from pathlib import Path

import pytest
from conftest import TIMEOUT

# Those that import numpy at once: simbench-python is the program, and simbench-test prints its help first.
LATER = {"simbench-python", "simbench-test"}
COMMANDS = sorted({point.name for point in distribution("simbench").entry_points} - LATER)


STOPPED = "simbench: stopped by SIGINT\n"
SAID = {
    f"simbench-{kept}": f"{STOPPED}simbench: note: to go on, type: simbench {kept} --help\n"
    for kept in ("study", "budget")
}

WAIT = "open('importing', 'w').close()\n{indent}time.sleep(1000)\n"
IMPORTS = {
    "plain": WAIT.format(indent=""),
    "that make another error of it": "try:\n    "
    + WAIT.format(indent="    ")
    + "except BaseException:\n    raise ImportError('numpy.core.multiarray failed to import')\n",
    "with a destructor, where no error can be raised": "class Slow:\n    def __del__(self):\n        "
    + WAIT.format(indent="        ")
    + "slow = Slow()\ndel slow\ntime.sleep(1000)\n",
}


@pytest.mark.parametrize(
    ("command", "kind"),
    [*((name, "plain") for name in COMMANDS), *(("simbench-report", kind) for kind in [*IMPORTS][1:])],
)
def test_ctrl_c_is_told_without_a_traceback_even_during_imports(command, kind, tmp_path):
    (tmp_path / "numpy.py").write_text(f"import time\n{IMPORTS[kind]}")
    folders = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [Path(sys.executable).with_name(command), "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": folders},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not (tmp_path / "importing").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, said = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, output, said) == (130, "", SAID.get(command, STOPPED))


def test_a_program_that_imports_the_package_keeps_its_signal_handlers(tmp_path):
    script = "import simbench\nraise KeyboardInterrupt"
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, stderr=subprocess.PIPE, text=True, check=False
    )
    assert finished.returncode == -signal.SIGINT
    assert "KeyboardInterrupt" in finished.stderr and "stopped" not in finished.stderr
