"""A run deletes only files that runs wrote, and replaces another run only when told to."""

import json
import shlex
import shutil
import signal

import pytest
from conftest import REPOSITORY, TIMEOUT, files_of, table_rows, wait_until

from simbench import load_run, load_runs

QUICK = "--scene smoke.json --solver qn --iterations 3"
ENDLESS = (
    "--scene smoke.json --solver pd --iterations 100000000 --record-every 1000 --vtu 1000000 --output OUT"
)


PLAN = {"scene": "smoke.json", "set": {"step.iterations": 2}, "axes": [], "solvers": ["qn"]}


def tree(folder) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# --- Files that no run has written


def put_a_file(folder):
    folder.mkdir(parents=True)
    (folder / "main.cpp").write_text("mine")


def put_a_nested_folder(folder):
    (folder / "older/qn").mkdir(parents=True)
    (folder / "older/qn/manifest.json").write_text("{}")


def put_a_link(folder):
    folder.mkdir(parents=True)
    (folder / "iterations.csv").symlink_to("/etc/hostname")


@pytest.mark.parametrize("replace", ["", "--replace"])
@pytest.mark.parametrize("put", [put_a_file, put_a_nested_folder, put_a_link])
def test_a_folder_with_files_of_others_is_refused(refused, workplace, put, replace):
    put(workplace / "OUT/qn")
    before = tree(workplace / "OUT")
    message = refused(f"{QUICK} --output OUT {replace}", exit_code=4)
    assert "'OUT/qn' holds '" in message and "--output" in message
    assert tree(workplace / "OUT") == before


def test_a_table_without_a_manifest_is_replaced_only_on_demand(refused, run_simbench, workplace):
    (workplace / "OUT/qn").mkdir(parents=True)
    (workplace / "OUT/qn/iterations.csv").write_text("mine")
    assert "--replace" in refused(f"{QUICK} --output OUT", exit_code=4)
    run_simbench(f"{QUICK} --output OUT --replace")
    assert load_run(workplace / "OUT/qn").manifest["iterations"] == 3


def test_a_file_beside_the_results_of_a_run_is_refused(refused, run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    for name in ("notes.txt", "positions_0001_000000.vtu", "positions.pvd"):
        (workplace / "OUT/qn" / name).write_text("mine")
        for option in ("", "--replace", "--replace --record-every 2"):
            assert f"holds '{name}'" in refused(f"{QUICK} --output OUT {option}", exit_code=4)
        (workplace / "OUT/qn" / name).unlink()
    run_simbench(f"{QUICK} --output OUT")


def test_a_run_does_not_go_into_the_folder_of_another(refused, run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    assert "'OUT/qn' is the folder of a run" in refused(f"{QUICK} --output OUT/qn", exit_code=4)


def test_an_empty_folder_and_a_link_above_it_are_taken(run_simbench, workplace):
    (workplace / "DISK/qn").mkdir(parents=True)
    (workplace / "OUT").symlink_to("DISK")
    run_simbench(f"{QUICK} --output OUT")
    assert load_run(workplace / "DISK/qn").manifest["iterations"] == 3


def test_a_link_in_the_place_of_a_run_is_refused(refused, run_simbench, workplace):
    """A link to one of its runs is refused, too, because that lies in another folder."""
    run_simbench(f"{QUICK} --output DISK")
    (workplace / "OUT").mkdir()
    for target in ("../DISK/qn", "../EMPTY", "../NOWHERE"):
        (workplace / "EMPTY").mkdir(exist_ok=True)
        (workplace / "OUT/qn").symlink_to(target)
        before = tree(workplace / "DISK")
        for replace in ("", "--replace"):
            message = refused(f"{QUICK} --output OUT {replace}", exit_code=4)
            assert "OUT/qn': it is a link" in message
        assert tree(workplace / "DISK") == before and not list((workplace / "EMPTY").iterdir())
        (workplace / "OUT/qn").unlink()


def test_hidden_folders_of_others_beside_a_run_stay(run_simbench, workplace):
    names = [".qn.partial-notes", ".qn.replaced-1x", ".qn.partial-1", ".qn.replaced-1", ".qn.partial-1-2"]
    for name in names:
        put_a_file(workplace / "OUT" / name)
    run_simbench(f"{QUICK} --output OUT")
    run_simbench(f"{QUICK} --output OUT")
    assert all((workplace / "OUT" / name / "main.cpp").exists() for name in names)


def test_a_file_of_others_with_the_name_of_a_lock_is_refused(refused, workplace):
    (workplace / "OUT").mkdir()
    (workplace / "mine.txt").write_text("mine")
    lock = workplace / "OUT/.qn.lock"
    lock.write_text("mine")
    assert "OUT/.qn.lock'" in refused(f"{QUICK} --output OUT", exit_code=4)
    assert lock.read_text() == "mine"
    lock.unlink()
    lock.symlink_to("../mine.txt")
    assert "OUT/.qn.lock'" in refused(f"{QUICK} --output OUT", exit_code=4)
    assert lock.is_symlink() and (workplace / "mine.txt").read_text() == "mine"


def test_hidden_files_of_others_in_a_sweep_stay(run_simbench, workplace):
    (workplace / "plan.json").write_text(json.dumps(PLAN))
    names = [".notes.partial-1", "failures/.notes.partial-1", "runs/.notes.partial-1"]
    for name in names:
        (workplace / "OUT" / name).parent.mkdir(parents=True, exist_ok=True)
        (workplace / "OUT" / name).write_text("mine")
    run_simbench("sweep plan.json --output OUT")
    assert all((workplace / "OUT" / name).read_text() == "mine" for name in names)


def test_rerun_deletes_nothing(refused, run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    put_a_file(workplace / "rerun/qn")
    assert "'rerun/qn' holds 'main.cpp'" in refused("rerun OUT/qn/manifest.json", exit_code=4)


def test_a_sweep_deletes_nothing_that_no_run_wrote(run_simbench, workplace):
    (workplace / "plan.json").write_text(json.dumps(PLAN))
    run_simbench("sweep plan.json --output OUT")
    (run,) = (workplace / "OUT/runs").glob("*/*")
    (run / "notes.txt").write_text("mine")
    (run / "iterations.csv").write_text("damaged")
    message = run_simbench("sweep plan.json --output OUT", exit_code=5).stderr
    assert "holds 'notes.txt'" in message
    assert (run / "notes.txt").read_text() == "mine"
    (run / "notes.txt").unlink()
    (run / "manifest.json").write_text("damaged")
    run_simbench("sweep plan.json --output OUT")
    assert load_run(run).manifest["iterations"] == 2


def put_a_link_to_a_folder(folder):
    (folder.parent.parent / "EMPTY").mkdir()
    folder.symlink_to("../EMPTY")


@pytest.mark.parametrize("put", [put_a_file, put_a_link_to_a_folder])
def test_what_appears_in_its_place_during_a_run_stays(start, workplace, put):
    """The rows of the run are kept beside it."""
    process = start(*ENDLESS.split())
    out = workplace / "OUT"
    wait_until(lambda: list(out.glob(".pd.partial-*/*.vtu")), process)  # the run iterates
    put(out / "pd")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=TIMEOUT) == 130
    assert (out / "pd").is_symlink() == (put is put_a_link_to_a_folder)
    assert files_of(out / "pd") == ({"main.cpp": b"mine"} if put is put_a_file else {})
    (run,) = (out / "interrupted").iterdir()
    assert load_run(run).manifest["status"] == "interrupted"


# --- Older runs


def test_a_run_of_another_id_is_refused_and_the_message_says_what_differs(refused, run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    before = files_of(workplace / "OUT/qn")
    message = refused(f"{QUICK} --output OUT --set step.time_step=0.1 --record-every 2", exit_code=4)
    for text in ("'OUT/qn' holds another run", "step.time_step: 0.01 there, 0.1 here"):
        assert text in message
    for text in ("record_every: 1 there, 2 here", "--replace", "--output"):
        assert text in message
    assert files_of(workplace / "OUT/qn") == before
    run_simbench(f"{QUICK} --output OUT --set step.time_step=0.1 --replace")
    assert load_run(workplace / "OUT/qn").scene["step"]["time_step"] == 0.1


def test_one_run_that_is_refused_refuses_the_command_before_anything_is_computed(
    refused, run_simbench, workplace
):
    run_simbench(f"{QUICK} --output OUT")
    message = refused("--scene smoke.json --solver pd,qn --iterations 2 --output OUT", exit_code=4)
    assert "OUT/qn" in message and "iteration" not in message.replace("step.iterations", "")


def test_a_run_of_another_build_is_refused(refused, run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    manifest = workplace / "OUT/qn/manifest.json"
    manifest.write_text(manifest.read_text().replace(load_run(manifest.parent).run_id, "0123456789abcdef"))
    assert "another build" in refused(f"{QUICK} --output OUT", exit_code=4)


def test_the_same_run_can_always_be_repeated(run_simbench, workplace):
    run_simbench(f"{QUICK} --output OUT")
    run_simbench(f"{QUICK} --output OUT --threads 2")
    assert load_run(workplace / "OUT/qn").environment["threads"] == 2


def test_a_run_cut_short_is_kept_in_its_place_and_done_again(run_simbench, workplace):
    command = "--scene smoke.json --solver pd --iterations 20 --max-seconds 1e-6 --output OUT"
    printed = run_simbench(command, exit_code=7).stdout
    assert table_rows(printed)["pd"][-2:] == ["timeout", "OUT/pd"]
    assert load_run(workplace / "OUT/pd").manifest["status"] == "timeout"
    run_simbench(command, exit_code=7)


def test_a_run_cut_short_does_not_replace_its_complete_one(run_simbench, workplace):
    command = "--scene smoke.json --solver pd --iterations 20 --max-seconds 1e-6 --output OUT"
    run_simbench(command, exit_code=7)
    manifest = workplace / "OUT/pd/manifest.json"
    manifest.write_text(manifest.read_text().replace('"timeout"', '"max_iterations"'))
    before = files_of(workplace / "OUT/pd")
    for _ in range(2):
        finished = run_simbench(command, exit_code=7)
        status, place = table_rows(finished.stdout)["pd"][-2:]
        assert status == "timeout" and place.startswith("OUT/timeout/pd-")
        assert "OUT/pd" in finished.stderr and place in finished.stderr
        assert files_of(workplace / "OUT/pd") == before
        assert load_run(workplace / place).manifest["status"] == "timeout"
    assert [run.solver for run in load_runs(workplace / "OUT")] == ["pd"]


def test_a_run_cut_short_does_not_replace_another_one(run_simbench, workplace):
    """Not even where that may be replaced; the table never names the folder of another run."""
    run_simbench("--scene smoke.json --solver pd --iterations 2 --output OUT")
    before = files_of(workplace / "OUT/pd")
    finished = run_simbench(
        "--scene smoke.json --solver pd --max-seconds 1e-6 --output OUT --replace", exit_code=7
    )
    place = table_rows(finished.stdout)["pd"][-1]
    assert load_run(workplace / place).manifest["status"] == "timeout"
    assert files_of(workplace / "OUT/pd") == before


# --- The default output folder


def test_different_commands_use_different_default_folders(run_simbench, workplace):
    commands = [
        "--solver qn",
        "--solver qn,pd --set step.time_step=0.02",
        "--solver qn --record-every 10",
        "--solver qn --vtu 10",
        "--solver admm --set solvers.admm.weight_factor=0.5",
        "--solver qn --iterations 5",
    ]
    for command in commands:
        run_simbench(f"--scene smoke.json {command}")
    folders = sorted(path.name for path in (workplace / "runs").iterdir())
    assert len(folders) == len(commands) and folders[0] == "smoke"
    for command in commands:
        run_simbench(f"--scene smoke.json {command}")
    assert sorted(path.name for path in (workplace / "runs").iterdir()) == folders


@pytest.mark.parametrize(
    "same", ["", "--set step.time_step=1e-2", "--iterations 100", "--threads 2", "--record-every 1"]
)
def test_options_that_change_no_numbers_do_not_change_the_default_folder(run_simbench, workplace, same):
    run_simbench(f"--scene smoke.json --solver qn {same}")
    assert load_run(workplace / "runs/smoke/qn").manifest["status"] == "converged"


def test_the_default_folder_does_not_depend_on_the_spelling_of_a_change(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --set step.time_step=0.1 --set step.iterations=5")
    run_simbench("--scene smoke.json --solver pd --iterations 5 --set step.time_step=1e-1")
    (folder,) = (workplace / "runs").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == ["pd", "qn"]


def test_another_mesh_changes_the_default_folder(run_simbench, workplace):
    shutil.copy(REPOSITORY / "tests/mesh/files/box22.msh", workplace / "my.msh")
    body = json.dumps({"mesh": {"file": str(workplace / "my.msh")}})
    run_simbench(
        "--scene smoke.json --solver qn --iterations 1 --reference none --set", shlex.quote(f"body={body}")
    )
    (folder,) = (workplace / "runs").iterdir()
    assert folder.name.startswith("smoke-")
