"""Solvers in Python and their files: names that clash, arguments, exceptions, and the end of Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from python_solvers import BEAM, variant

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")


class Failure(Exception):  # noqa: N818
    pass


def test_sys_exit_in_a_solver_is_an_error():
    """It would end the process, and with sys.exit(0) even in success."""
    for method in ("begin_step", "iterate"):
        with pytest.raises(sb.SimbenchError, match=r"variant called sys\.exit\(\)"):
            sb.run(BEAM, variant(**{method: lambda *_: sys.exit(0)}))


def test_an_argument_without_a_default_is_a_setting_that_must_be_given():
    kind = variant(__init__=lambda self, a: None)
    with pytest.raises(sb.SimbenchError, match=r"'a' has no default; --set solvers\.variant\.a=VALUE"):
        sb.run(BEAM, kind)
    assert sb.run(BEAM, kind(2))["variant"].scene["solvers"]["variant"]["a"] == 2


def test_texts_of_solvers_may_have_any_character():
    """NUL ends a text of C, and half a pair of surrogates is no UTF-8."""

    def iterate(self) -> None:
        raise sb.Converged("a\0b\ud800c")

    kind = variant(iterate=iterate, __doc__="one\0two", columns={"length": ("\0m", "\ud800")})
    run = sb.run(BEAM, kind)["variant"]
    assert run.manifest["message"] == r"a\0b\ud800c"
    with pytest.raises(TypeError, match="surrogates not allowed"):
        sb.run(BEAM, variant(__init__=lambda self, a: None)("\ud800"))
    for method in ("begin_step", "iterate"):
        with pytest.raises(Failure):
            sb.run(BEAM, variant(**{method: fails_with("\0\ud800")}))


def fails_with(text: str):
    def method(self, *_) -> None:
        raise Failure(text)

    return method


FILE = """
import simbench as sb
from python_solvers import GradientInS

class Own(GradientInS):
    {}
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes a file with a solver `own` that has this body, and programs that run it find python_solvers."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")

    def write(name: str, body: str = "pass") -> Path:
        (tmp_path / name).write_text(FILE.format(body))
        return tmp_path / name

    return write


def test_two_files_with_solvers_of_one_name_are_refused(file, refused, tmp_path):
    """The second class would take the place of the first one, and only one of them would run."""
    one, two = file("one.py"), file("two.py")
    expected = f"{one} and {two} have solvers of the same name 'own'; rename one of them"
    with pytest.raises(sb.SimbenchError) as raised:
        sb.run(BEAM, [str(one), str(two)])
    assert str(raised.value) == expected
    assert expected in refused("--scene smoke --solver", f"{one},{two}")
    plan = {"scene": BEAM, "axes": [], "solvers": [str(one), str(two)]}
    with pytest.raises(sb.SimbenchError, match="solvers of the same name 'own'"):
        sb.sweep(plan, tmp_path / "sweep")
    assert list(sb.run(BEAM, str(two))) == ["own"]  # in a later call


def test_a_file_that_defines_a_class_twice_is_refused(file):
    twice = file("twice.py", "pass\n\nclass Own(GradientInS):\n    pass")
    with pytest.raises(sb.SimbenchError, match=r"twice.py: lines 5 and 8 both define a class Own"):
        sb.run(BEAM, str(twice))


def test_a_solver_that_fails_ends_only_its_run_on_the_command_line(file, run_simbench, workplace):
    for name, body in {
        "exits.py": "name = 'exits'\n    def iterate(self): raise SystemExit(0)",
        "fails.py": "name = 'fails'\n    def begin_step(self, problem): raise ValueError('\\0\\ud800')",
        "columns.py": "name = 'columns'\n    def iterate(self): return {'length': 1.0}",
    }.items():
        solvers = f"qn,{file(name, body)},pd"
        finished = run_simbench(
            "--scene smoke --iterations 1 --output", name, "--solver", solvers, exit_code=1
        )
        said = ("SystemExit: 0", r"ValueError: \0\ud800", "'length' is no column of this solver")
        assert any(words in finished.stderr for words in said)
        assert sorted(path.name for path in (workplace / name).iterdir()) == ["pd", "qn"]
        assert [line.split()[0] for line in finished.stdout.splitlines()[1:]] == ["qn", "pd"]


def test_json_about_runs_has_the_message_of_a_solver_that_fails(file, run_simbench):
    fails = file("fails.py", "name = 'fails'\n    def begin_step(self, problem): raise ValueError('so')")
    command = f"--scene smoke --iterations 1 --output OUT --solver {fails},pd --json"
    runs = json.loads(run_simbench(command, exit_code=1).stdout)["runs"]
    assert [run["name"] for run in runs] == ["fails", "pd"] and runs[0].keys() == {"name", "error"}
    assert "ValueError: so" in runs[0]["error"] and runs[1]["status"] == "max_iterations"


def test_texts_of_a_solver_that_is_refused_cannot_steer_a_terminal(file, refused):
    named = file("named.py", "name = 'a\\n\\u202e'")
    assert r"the name 'a\n\u202e' of a solver" in refused("--scene smoke --solver", str(named))
    raising = file("raising.py", "raise sb.SimbenchError('so\\x1b\\u202e')")
    assert r"so\x1b\u202e" in refused("--scene smoke --solver", str(raising))


def test_a_file_that_exits_while_it_is_read_is_refused(file, run_simbench):
    exits = file("exits.py", "import sys; sys.exit(0)")
    assert "called sys.exit()" in run_simbench("--scene smoke --solver", str(exits), exit_code=1).stderr


def test_a_script_that_runs_its_solver_says_how_it_can_be_read(file, refused):
    """A run names the script as the file of its solver, so `simbench rerun --trust` reads it."""
    script = file("script.py", "pass\n\nsb.run('smoke', Own, iterations=1)")
    assert "script.py: starts a run while it is read for its solver; put the run below" in refused(
        "--scene smoke --solver", str(script), exit_code=6
    )


def test_an_argument_without_a_default_is_given_on_the_command_line(file, run_simbench, refused):
    needs = file("needs.py", "def __init__(self, damping): self.damping = damping")
    assert "--set solvers.own.damping=VALUE" in refused("--scene smoke --solver", str(needs))
    for words in (
        ["--set", "solvers.own.damping=0.5", "--solver", needs],
        ["--solver", f"{needs}[damping=0.5]"],
    ):
        run_simbench("--scene smoke --iterations 1", *map(str, words))


def test_files_of_others_are_executed_only_if_they_are_trusted(file, run_simbench, refused, workplace):
    """They print, so a command has executed them if that shows."""
    own = file("own.py", "print('EXECUTED')")
    run_simbench("--scene smoke --iterations 1 --output OUT --solver", str(own))
    plan = {"scene": "smoke", "set": {"step.iterations": 1}, "axes": [], "solvers": [str(own)]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output SWEEP --quiet")
    run_simbench("archive SWEEP")
    run_simbench("archive OUT")
    for command in ("rerun OUT/own/manifest.json", "status SWEEP"):
        message = refused(command)
        assert f"executes the Python file {own}" in message and "--trust" in message
        assert "EXECUTED" in run_simbench(f"{command} --trust").stdout
    for place in ("SWEEP", "SWEEP.tar.zst"):
        finished = run_simbench(f"verify {place}")
        assert "EXECUTED" not in finished.stdout and "--trust" in finished.stderr
        assert "EXECUTED" in run_simbench(f"verify {place} --trust").stdout
    finished = run_simbench("rerun OUT.tar.zst --output AGAIN", exit_code=2)
    assert "EXECUTED" not in finished.stdout and "--trust" in finished.stderr
    own.write_text("print('ANOTHER')")  # the archive has the file of the run
    trusted = run_simbench("rerun OUT.tar.zst --output AGAIN --trust")
    assert "EXECUTED" in trusted.stdout and "ANOTHER" not in trusted.stdout
    assert "has changed" in refused("rerun OUT/own/manifest.json --trust")


DAEMON = """
import sys, threading, time
import simbench as sb
from python_solvers import BEAM, GradientInS

def work():
    scene = sb.Scene.load(BEAM)
    problem = scene.problem()
    begun.set()
    sb.run(BEAM, GradientInS, iterations=10**8, reference="none") if sys.argv[1] == "run" else None
    while True:
        problem.gradient(problem.start)

begun = threading.Event()
threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.1)
"""


@pytest.mark.parametrize("what", ["run", "gradient"])
def test_python_can_end_while_a_daemon_computes(what, file):
    """Python kills a thread that asks for its lock after the end, which aborted the process."""
    command = [sys.executable, "-c", DAEMON, what]
    finished = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert finished.returncode == 0, finished.stderr
    assert "terminate" not in finished.stderr
