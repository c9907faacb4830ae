"""Files that are FIFOs or devices, change meanwhile, are cut off or nested too deep; a German locale."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import threading

import pytest
from conftest import REPOSITORY, files_of

SMOKE = (REPOSITORY / "scenes/deformable/smoke.json").read_text()
BAD = SMOKE.replace('"density": 1000', '"density": -1')
DEEP = 100_000 * "[" + 100_000 * "]"
VARYING = {"timings.csv", "environment.json"}


@pytest.fixture
def refused(refused):
    """Runs a command that must be refused with one sentence, which is short apart from paths."""

    def run(*arguments, **options) -> str:
        message = refused(*arguments, **options)
        assert message.startswith("simbench: ") and message.count("\n") == 1
        without_paths = message.replace(str(REPOSITORY), "")
        for argument in filter(lambda argument: len(argument) > 20, arguments):
            without_paths = without_paths.replace(argument, "")
        assert len(without_paths) < 500
        return message

    return run


# --- Too deep


@pytest.mark.parametrize("open_and_close", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_100000_levels_in_a_scene_are_refused(refused, workplace, open_and_close):
    opening, closing = open_and_close
    deep = 100_000 * opening + "1" + 100_000 * closing
    (workplace / "bad.json").write_text(SMOKE.replace('"density": 1000', '"density": ' + deep))
    for command in ("check bad.json", "--scene bad.json --solver qn"):
        assert re.match(r"simbench: bad\.json:5:\d+: error: nested deeper than 64 levels\n", refused(command))


def test_100000_levels_that_never_close_are_refused(refused, workplace):
    (workplace / "bad.json").write_text(100_000 * "[")
    assert "bad.json:1:65: error: nested deeper than 64 levels" in refused("check bad.json")


def test_many_levels_by_set_are_taken_as_text(refused, workplace):
    """A value that is not JSON is taken as text."""
    deep = 30_000 * "[" + 30_000 * "]"
    message = refused("check smoke.json --set", f"density={deep}")
    assert "/density: expected a number" in message and "the text" in message
    assert "deeper than 64 levels" in refused("check smoke.json --set", ".".join(1000 * "a") + "=1")


def test_many_levels_in_a_plan_are_refused(refused, workplace):
    """Levels in its scene and in its members; test_bad_plans.py tests levels of the plan itself."""
    (workplace / "bad.json").write_text(SMOKE.replace('"density": 1000', '"density": ' + DEEP))
    plan = {"scene": "bad.json", "axes": [], "solvers": ["qn"]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    assert "deeper than 64 levels" in refused("sweep plan.json --output OUT")


# --- Cut off


def test_a_scene_that_is_cut_off_is_refused(refused, workplace):
    """A scene is cut off at about forty places; the message names the place."""
    whole = SMOKE.rstrip()
    for size in range(0, len(whole), len(whole) // 40):
        (workplace / "bad.json").write_text(whole[:size])
        message = refused("check bad.json")
        line, column = map(int, re.match(r"simbench: bad\.json:(\d+):(\d+): error: syntax", message).groups())
        lines = whole[:size].split("\n")
        assert line <= len(lines) and column <= len(lines[line - 1]) + 1
        assert line >= len(lines) - 1  # at the last token


# --- No files


def test_devices_folders_and_links_are_refused(refused, workplace):
    (workplace / "folder.json").mkdir()
    os.mkfifo(workplace / "fifo.json")
    for name in ("loop.json", "other.json"):
        (workplace / name).symlink_to("other.json" if name == "loop.json" else "loop.json")
    (workplace / "dangling.json").symlink_to("nothing.json")
    (workplace / "through.json").symlink_to("fifo.json")
    for name, reason in {
        "folder.json": "a folder",
        "folder.json/scene.json": "folder.json/scene.json",
        "fifo.json": "not a regular file",
        "through.json": "not a regular file",
        "loop.json": "loop.json",
        "dangling.json": "dangling.json",
        "/dev/zero": "not a regular file",
        "/dev/full": "not a regular file",
        "/dev/tty": "/dev/tty",
        "/proc/self/mem": "/proc/self/mem",
        "/proc/self/maps": "/proc/self/maps:1:",  # an address may look like a number, 55e7
        "x" * 300: "xxx",
    }.items():
        for command in (["check", name], ["--scene", name, "--solver", "qn"]):
            assert reason in refused(*command)


def test_a_scene_that_may_not_be_read_is_refused(refused, as_ordinary_user, workplace):
    (workplace / "secret.json").write_text(SMOKE)
    (workplace / "secret.json").chmod(0)
    message = refused("check secret.json", preexec_fn=as_ordinary_user)
    assert message == "simbench: cannot read 'secret.json': Permission denied\n"


@pytest.mark.parametrize("name", ["manifest.json", "iterations.csv", "timings.csv", "environment.json"])
@pytest.mark.parametrize(
    "command",
    [
        *["list scenes", "compare OUT OUT", "compare OUT/qn OUT/qn", "status SWEEP", "verify SWEEP"],
        *["rerun OUT/qn/manifest.json --output AGAIN", "rerun OUT/qn/manifest.json --output OUT"],
        *["verify OUT", "verify OUT/qn"],
        *["sweep plan.json --output SWEEP", "sweep plan.json --output SWEEP --dry-run"],
        *["--scene smoke.json --solver qn --iterations 1 --output OUT --skip-complete"],
        *["--scene smoke.json --solver qn --iterations 1 --output OUT --replace"],
        *["--scene smoke.json --solver qn --iterations 1 --output OUT/qn"],
    ],
)
def test_no_command_waits_for_a_fifo_among_results(run_simbench, workplace, name, command):
    """run_simbench() fails if a command takes too long."""
    plan = {"scene": "smoke.json", "set": {"step.iterations": 1}, "axes": [], "solvers": ["qn"]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT")
    run_simbench("sweep plan.json --output SWEEP --quiet")
    for file in (workplace / "OUT/qn" / name, *workplace.glob(f"SWEEP/runs/*/{name}")):
        file.unlink()
        os.mkfifo(file)
    finished = run_simbench(command, exit_code=None)
    assert finished.returncode in (0, 1, 2, 4, 5) and "terminate" not in finished.stderr
    assert all(file.is_fifo() for file in workplace.glob(f"SWEEP/runs/*/{name}")) or "sweep" in command


@pytest.mark.parametrize(
    "name", ["plan.json", "summary.csv", ".driver.lock", ".summary.lock", "failures", "runs/.ID.lock"]
)
@pytest.mark.parametrize("command", ["status", "verify", "sweep plan.json --output"])
def test_no_command_waits_for_a_fifo_in_a_sweep(run_simbench, workplace, name, command):
    plan = {"scene": "smoke.json", "set": {"step.iterations": 1}, "axes": [], "solvers": ["qn"]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output SWEEP --quiet")
    (run,) = (workplace / "SWEEP/runs").glob("*/*")
    file = workplace / "SWEEP" / name.replace("ID", run.name)
    file.unlink(missing_ok=True)
    os.mkfifo(file)
    finished = run_simbench(f"{command} SWEEP", exit_code=None)
    assert finished.returncode in (0, 1, 2, 4, 5, 6) and "terminate" not in finished.stderr


# --- Changed while it is read


@contextlib.contextmanager
def meanwhile(work):
    """Repeats `work` in a thread."""
    done = threading.Event()

    def loop():
        while not done.is_set():
            work()

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def test_a_scene_that_is_replaced_while_it_is_read_is_old_or_new(run_simbench, workplace):
    """A scene is replaced by renames while it is read: the program reads one whole version."""
    padding = "\n" + 400_000 * " "  # makes reading slow
    versions = [SMOKE + padding, BAD + padding]
    scene, staged = workplace / "scene.json", workplace / "staged"
    scene.write_text(versions[0])

    def replace():
        versions.reverse()
        staged.write_text(versions[0])
        staged.rename(scene)

    outcomes = []
    with meanwhile(replace):
        for _ in range(40):
            finished = run_simbench("check scene.json", exit_code=None)
            outcomes.append((finished.returncode, finished.stderr))
    good = (0, "")
    (bad,) = set(outcomes) - {good}
    assert bad[0] == 2 and "scene.json:5:3: error: /density: -1 is out of range" in bad[1]
    assert good in outcomes


def test_a_scene_that_is_overwritten_while_it_is_read_is_read_or_refused(run_simbench, workplace):
    """If a scene is overwritten in place, half a scene may be read, which is refused."""
    scene = workplace / "scene.json"
    scene.write_text(SMOKE)

    def overwrite():
        with scene.open("w") as file:
            for start in range(0, len(SMOKE), 100):
                file.write(SMOKE[start : start + 100])
                file.flush()

    with meanwhile(overwrite):
        for _ in range(30):
            finished = run_simbench("check scene.json", exit_code=None)
            assert finished.returncode in (0, 2)
            assert re.fullmatch(r"(simbench: scene\.json:\d+:\d+: error: .*\n)?", finished.stderr)
            assert bool(finished.stderr) == (finished.returncode == 2)


# --- Locale


@pytest.fixture(scope="module")
def german(tmp_path_factory) -> dict[str, str]:
    """The environment of a German user, with the locale compiled if it is not installed."""
    if not shutil.which("localedef"):
        pytest.skip("there is no localedef")
    folder = tmp_path_factory.mktemp("locales")
    compiled = subprocess.run(
        ["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"], capture_output=True
    )
    if not (folder / "de_DE.UTF-8").is_dir():
        pytest.skip(f"the locale de_DE cannot be compiled: {compiled.stderr}")
    environment = {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "LANG": "de_DE.UTF-8"}
    printed = subprocess.run(
        ["/usr/bin/printf", "%.1f", "1,5"], env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert printed.stdout == "1,5"  # the locale has a comma as decimal point
    return environment


def test_a_german_locale_changes_no_byte(run_simbench, workplace, german, solvers):
    finished = {}
    for folder, environment in {"C": {"LC_ALL": "C"}, "DE": german}.items():
        finished[folder] = run_simbench(
            "--scene smoke.json --solver every --iterations 4 --vtu --set material.stiffness=1234567.5 "
            f"--set step.time_step=1.5e-2 --output {folder}",
            environment=environment,
        )
    for solver in solvers:
        ours, theirs = files_of(workplace / "C" / solver), files_of(workplace / "DE" / solver)
        assert ours.keys() == theirs.keys() and any(name.endswith(".vtu") for name in ours)
        for name in ours.keys() - VARYING:
            assert ours[name] == theirs[name], (solver, name)
        for name in VARYING:  # differ only in their numbers
            digits = re.compile(rb"[-+\d.eT:Z]+")
            assert digits.sub(b"0", ours[name]) == digits.sub(b"0", theirs[name])
    assert "Komma" not in finished["DE"].stderr and "," not in finished["DE"].stdout.replace("pd,qn", "")


@pytest.mark.parametrize(
    "arguments",
    [
        "check smoke.json --set step.time_step=1.5e-3",
        "check smoke.json --set step.time_step=1,5e-3",
        "check smoke.json --set density=-1234567.5",
        "--scene smoke.json --solver qn --max-seconds 1,5",
        "check nothing.json",
        "list metrics",
        "sweep scenes/sweeps/smoke.json --dry-run",
    ],
)
def test_messages_in_a_german_locale(run_simbench, workplace, german, arguments):
    ours, theirs = (
        run_simbench(arguments, exit_code=None, environment=environment)
        for environment in ({"LC_ALL": "C"}, german)
    )
    assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)
