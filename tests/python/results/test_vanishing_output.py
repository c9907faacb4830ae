"""If its output folder vanishes, moves or becomes read-only, a run reports it and leaves no half results."""

import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import TIMEOUT, count, wait_until
from test_killed import assert_complete, hidden, names_in
from test_resource_faults import PLAN, check_complete_or_absent
from test_sweep import tree, write_plan

ENDLESS = (
    "--scene smoke.json --solver pd --iterations 100000000 --record-every 1000 --output PLACE/OUT --replace"
)


def delete(place: Path) -> None:
    shutil.rmtree(place / "OUT")


def move_away(place: Path) -> None:
    (place / "OUT").rename(place / "ELSEWHERE")


def replace(place: Path) -> None:
    move_away(place)
    (place / "OUT").mkdir()


def put_a_file_there(place: Path) -> None:
    move_away(place)
    (place / "OUT").write_text("mine")


def delete_all(place: Path) -> None:
    shutil.rmtree(place)


@pytest.mark.parametrize("disturb", [delete, move_away, replace, put_a_file_there, delete_all])
@pytest.mark.parametrize("earlier", [False, True], ids=["", "with an earlier result"])
def test_an_output_folder_that_vanishes_is_reported(start, run_simbench, workplace, disturb, earlier):
    place = workplace / "PLACE"
    if earlier:
        run_simbench("--scene smoke.json --solver pd --iterations 1 --output PLACE/OUT")
    process = start(*ENDLESS.split(), stderr=subprocess.PIPE)
    wait_until(lambda: (place / "OUT").exists() and len(hidden(place / "OUT")) == 2, process)
    time.sleep(0.1)
    disturb(place)
    process.send_signal(signal.SIGINT)
    message = process.communicate(timeout=TIMEOUT)[1].decode().splitlines()[-1]
    assert process.returncode == 4
    assert message.startswith("simbench: cannot ") and "PLACE/OUT" in message
    moved = place / "ELSEWHERE"
    if earlier and moved.exists():
        assert assert_complete(moved / "pd")["iterations"] == 1
    assert not (place / "OUT").is_dir() or names_in(place / "OUT") == []  # nor a part of a result
    count("vanishing folders", 1)
    if not (place / "OUT").is_file():
        run_simbench("--scene smoke.json --solver pd --iterations 1 --output PLACE/OUT")
        assert names_in(place / "OUT") == ["pd"]


@pytest.mark.parametrize("disturb", [delete, move_away, replace])
def test_the_folder_of_a_sweep_that_vanishes_is_reported(start, run_simbench, workplace, disturb):
    """It vanishes during the first run, so that the driver cannot record the failure."""
    axes = [{"path": "step.iterations", "values": [4000, 2]}]
    write_plan(workplace, PLAN, axes=axes, solvers=["pd"], set={})
    command = "sweep plan.json --output PLACE/OUT"
    run_simbench("sweep plan.json --output WHOLE")
    place = workplace / "PLACE"
    process = start(*command.split(), stderr=subprocess.PIPE)
    wait_until(lambda: list(place.glob("OUT/runs/*/.*.partial-*")), process)
    disturb(place)
    message = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode in (4, 5) and "PLACE/OUT" in message
    assert "terminate" not in message
    check_complete_or_absent(place / "OUT", tree(workplace / "WHOLE"))
    count("vanishing folders", 1)
    run_simbench(command, "--replace-plan")
    assert tree(place / "OUT") == tree(workplace / "WHOLE")


def test_a_folder_that_becomes_read_only_is_reported(start, as_ordinary_user, workplace):
    """It becomes read-only during a run."""
    out = workplace / "PLACE/OUT"
    process = start(*ENDLESS.split(), stderr=subprocess.PIPE, preexec_fn=as_ordinary_user)
    wait_until(lambda: out.exists() and len(hidden(out)) == 2, process)
    time.sleep(0.1)
    out.chmod(0o555)
    process.send_signal(signal.SIGINT)
    message = process.communicate(timeout=TIMEOUT)[1].decode().splitlines()[-1]
    assert process.returncode == 4
    assert "PLACE/OUT" in message and "Permission denied" in message
    assert [name for name in names_in(out) if not name.startswith(".")] == []
    count("vanishing folders")
