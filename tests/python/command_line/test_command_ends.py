"""The Python commands end with an exit code and one line if the disk, the terminal or a reader fails."""

import os
import resource
import signal
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import meshio
import pytest
from conftest import REPOSITORY, TIMEOUT, write_synthetic_run

# Without simbench-python: it is the program, whose ends other tests check.
COMMANDS = {point.name for point in distribution("simbench").entry_points} - {"simbench-python"}
SOME = ["simbench-errors", "simbench-study"]  # the last test shows that all others end by the same code
SMALL = 200  # bytes, less than the size of any file that a command writes


def run(name: str, *arguments: object, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        [Path(sys.executable).with_name(name), *arguments],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


@pytest.mark.parametrize("command", SOME)
def test_a_reader_that_leaves_causes_no_error(command):
    """The signal of the closed pipe ends the command silently, like other programs before `| head -1`."""
    read, write = os.pipe()
    os.close(read)
    finished = run(command, "--help", stdout=write)
    os.close(write)
    assert (finished.returncode, finished.stderr) == (-signal.SIGPIPE, "")


@pytest.mark.parametrize("command", SOME)
def test_a_full_standard_output_is_reported(command):
    with Path("/dev/full").open("w") as full:
        finished = run(command, "--help", stdout=full)
        said = "simbench: the standard output cannot be written: No space left on device\n"
        assert (finished.returncode, finished.stderr) == (4, said)
        assert run(command, "--help", stdout=full, stderr=full).returncode == 4
        assert run(command, "--nonsense", stderr=full).returncode == 2


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_wrong_command_line_is_one_line_with_the_prefix_of_the_program(run_command, command):
    """argparse would print its usage before, and the name of the Python program as a prefix."""
    refused = run_command(command, "--nonsense", check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("simbench: ") and refused.stderr.count("\n") == 1
    assert "--nonsense" in refused.stderr or "required" in refused.stderr


def test_closed_streams_cause_no_error():
    program = Path(sys.executable).with_name("simbench-figure")
    for redirection in (">&-", ">&- 2>&-", ">&- 2>&- <&-"):
        command = ["sh", "-c", f'exec "$0" --list {redirection}', program]
        finished = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT, check=False)
        assert (finished.returncode, finished.stderr) == (0, "")


def test_characters_that_a_stream_cannot_show_are_escaped(results):
    plain = run("simbench-errors", results)
    ascii_alone = run("simbench-errors", results, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "†" in plain.stdout
    assert ascii_alone.returncode == 0 and not ascii_alone.stderr
    assert ascii_alone.stdout == plain.stdout.encode("ascii", "backslashreplace").decode()


def test_control_characters_are_escaped(tmp_path):
    """Names of runs in a table and arguments in messages are escaped."""
    controls = ["\x1b]0;title\x07", "\x1b[31m", "\x9b31m", "\r", "\u202e", "\x7f"]
    escaped = [control.encode("unicode_escape").decode() for control in controls]
    for control in controls:
        write_synthetic_run(tmp_path / "runs" / f"mine{control}", solver="pd")
    table = run("simbench-errors", tmp_path / "runs").stdout
    assert not any(control in table for control in controls)
    assert [f"| mine{name} |" in table for name in escaped] == [True] * 6
    for arguments in (["nowhere" + "".join(controls)], [tmp_path, "--nonsense" + "".join(controls)]):
        refused = run("simbench-errors", *arguments)
        assert refused.returncode == 2 and "".join(escaped) in refused.stderr
        assert not any(control in refused.stderr for control in controls)


THESIS = REPOSITORY / "studies/thesis"
TETS = ([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [("tetra", [[0, 1, 2, 3]])])
WRITERS = {  # file: the command that writes it
    "table.csv": "simbench-errors {results} --csv {out}/table.csv",
    "objective.png": "simbench-figure objective {results} --output {out}",
    "report.html": "simbench-report {results} --output {out}/report.html",
    "claims.json": f"simbench-study {THESIS} --as-is --only 1 --runs {{results}} --results {{out}}",
    "mesh.msh": "simbench-convert {results}/mesh.vtk {out}/mesh.msh",
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("fault", ["limit of file size", "no folder can be made"])
def test_a_file_that_cannot_be_written_is_named(results, tmp_path, name, fault):
    """The exit code is 4, the message names the file, and no half file is left."""
    run("simbench-figure", "--list")  # libraries have written their caches
    meshio.write(results / "mesh.vtk", meshio.Mesh(*TETS))
    out = tmp_path / "out"
    options = {}
    if fault == "limit of file size":
        out.mkdir()
        options["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))
    else:
        out.write_text("a file")
    program, *words = WRITERS[name].format(results=results, out=out).split()
    finished = run(program, *words, **options)
    assert finished.returncode == 4, finished
    assert finished.stderr.startswith("simbench: ") and finished.stderr.count("\n") == 1
    assert "cannot be" in finished.stderr and "Errno" not in finished.stderr
    if fault == "limit of file size":
        assert f"{out / name} cannot be written: File too large" in finished.stderr
        assert not list(out.iterdir())
    else:
        assert str(out) in finished.stderr


def test_a_device_is_written_to_and_not_replaced(results):
    written = run("simbench-errors", results, "--csv", "/dev/stdout")
    assert written.returncode == 0 and written.stdout.startswith("solver,")
    full = run("simbench-errors", results, "--csv", "/dev/full")
    assert full.returncode == 4 and "/dev/full cannot be written: No space left" in full.stderr
    assert Path("/dev/full").is_char_device()


def test_every_command_ends_this_way():
    for point in distribution("simbench").entry_points:
        assert point.name not in COMMANDS or hasattr(point.load(), "__wrapped__"), point.name
