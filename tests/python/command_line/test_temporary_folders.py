"""Folders of commands in $TMPDIR are removed when the next command begins, even after kill -9."""

import os
import subprocess

import pytest
from conftest import wait_until


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def started(simbench, workplace, place, tmp_path):
    """Starts a command that waits for a child process, which does not end."""
    mark, endless = tmp_path / "mark", tmp_path / "simbench-archive"
    endless.write_text(f"#!/bin/sh\necho started >> {mark}\nexec sleep 1000\n")
    endless.chmod(0o755)
    processes = []

    def start(*words: str) -> subprocess.Popen:
        environment = {
            **os.environ,
            "SIMBENCH_CACHE": str(
                tmp_path / f"cache{len(processes)}"
            ),  # otherwise one would wait for the other
            "SIMBENCH_TETMESH": str(endless),
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "TMPDIR": str(place),
        }
        mark.unlink(missing_ok=True)
        processes.append(subprocess.Popen([simbench, *words], cwd=workplace, env=environment))
        wait_until(mark.exists, processes[-1])
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    "command",
    ["--scene beam_untwist_tetgen.json --solver qn --output OUT", "verify OUT.tar.zst", "rerun OUT.tar.zst"],
)
def test_folders_of_killed_commands_go_and_others_stay(started, run_simbench, workplace, place, command):
    (workplace / "OUT.tar.zst").write_text("")
    others = ["simbench-1-2-3", "simbench-notes", "mine"]
    for name in others:
        (place / name).mkdir()
        (place / name / "file").write_text("mine")
    killed, living = (
        started(*command.split()),
        started(*command.replace("--output OUT", "--output MORE").split()),
    )
    assert len(list(place.iterdir())) == len(others) + 2
    killed.kill()
    killed.wait()
    assert len(list(place.iterdir())) == len(others) + 2  # no process could remove it
    run_simbench("list solvers", environment={"TMPDIR": str(place)})
    assert len(list(place.iterdir())) == len(others) + 1  # the folder of the living process stays
    living.kill()
    living.wait()
    run_simbench("list solvers", environment={"TMPDIR": str(place)})
    assert sorted(path.name for path in place.iterdir()) == sorted(others)
    assert all((place / name / "file").read_text() == "mine" for name in others)
