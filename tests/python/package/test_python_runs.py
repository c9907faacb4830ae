"""sb.run gives what the program gives, and refuses what the program refuses."""

import hashlib
import json
import os
import shlex
import shutil
import signal
import sys
import threading
import time
import warnings

import numpy as np
import pytest
from conftest import REPOSITORY, TIMEOUT
from python_solvers import BEAM, GradientInS, variant

import simbench as sb
from simbench.own_class import load_class, source_of
from simbench.report.page import parts_of

pytestmark = pytest.mark.usefixtures("module")

SOLVER_FILE = """
import simbench as sb

class Mine(sb.Solver):
    def __init__(self, damping=1.0):
        self.damping = damping

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self):
        self.q -= self.damping * self.solve(self.problem.gradient(self.q))

    @property
    def positions(self):
        return self.q
"""


def test_bits_are_those_of_the_program(run_simbench, tmp_path):
    solvers = ["pd", "qn", "newton", "xpbd"]
    run_simbench("--scene smoke.json --quiet --solver", ",".join(solvers), "--output", tmp_path / "program")
    runs = sb.run("smoke.json", solvers, output=tmp_path / "python")
    assert list(runs) == solvers
    for name, run in runs.items():
        program = json.loads((tmp_path / "program" / name / "manifest.json").read_text())
        assert run.manifest["files_sha256"] == program["files_sha256"]
        assert run.manifest == program


def report_of(*arguments, **options) -> dict:
    runs = sb.run(*arguments, **options)
    return parts_of(runs.report().read_text(encoding="utf-8"))[0]


def test_a_report_has_a_title_and_commands_that_work(run_simbench, workplace, tmp_path):
    """A solver of a file is repeated by its file, with the option that allows its execution."""
    file = tmp_path / "mine.py"
    file.write_text(SOLVER_FILE)
    content = report_of("smoke.json", ["pd", str(file)], iterations=3, output=tmp_path / "runs")
    assert content["title"] == "smoke: pd, mine"
    for number, command in enumerate(run["command"] for run in content["runs"]):
        program, *words = shlex.split(command, comments=True)
        assert program == "simbench"
        again = run_simbench(*words, "--output", tmp_path / f"again-{number}")
        assert "iterations.csv: identical" in again.stdout
    program, *words = shlex.split(content["groups"][0]["snapshots"])
    run_simbench(*words, "--quiet")
    assert sorted(place.name for place in (workplace / "runs/shapes").iterdir()) == ["mine", "pd"]


def test_what_no_command_can_repeat_is_repeated_in_python():
    """A class without a file, as in a notebook, and a scene that is no file."""
    notebook = type("Notebook", (GradientInS,), {"__module__": "__main__"})
    content = report_of(BEAM, ["pd", notebook])
    assert content["title"] == "a scene in Python: pd, notebook"
    pd, mine = content["runs"]
    saves = '# the button "manifest" in the table of runs saves this file'  # their folder does not last
    assert pd["command"] == f"simbench rerun PD-manifest.json  {saves}"
    assert mine["command"] == (
        "No command repeats this run: its solver notebook was defined in Python without a file."
    )
    assert content["groups"][0]["snapshots"].startswith("simbench.run(scene, solvers, snapshot_every=")


def test_a_file_of_a_solver_is_run_like_its_class(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOLVER_FILE)
    runs = sb.run(BEAM, [str(file), f"{file}[damping=0.5]", GradientInS])
    assert list(runs) == ["mine", "mine-damping=0.5", "gradient_in_s"]
    whole, half, same = (run.iterations["objective"] for run in runs.values())
    np.testing.assert_array_equal(whole, same)
    assert (whole[1:] != half[1:]).all()
    edited = file.stat().st_mtime_ns  # an edit in the same second, by which Python knows compiled files
    file.write_text(SOLVER_FILE.replace("damping=1.0", "damping=0.5"))
    os.utime(file, ns=(edited, edited))
    np.testing.assert_array_equal(sb.run(BEAM, str(file))["mine"].iterations["objective"], half)


def test_a_solver_is_recorded_with_the_text_that_was_executed(tmp_path):
    """Also if its file is edited before the run."""
    file = tmp_path / "mine.py"
    file.write_text(SOLVER_FILE)
    kind = load_class(str(file), sb.Solver)
    edited = SOLVER_FILE.replace("damping=1.0", "damping=0.5")
    file.write_text(edited)
    for loaded, text in ((load_class(str(file), sb.Solver), edited), (kind, SOLVER_FILE)):
        assert source_of(loaded)["source_sha256"] == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("scene", "error", "message"),
    [
        ("beam_untwis", sb.SimbenchError, "no such scene"),
        ({}, sb.SimbenchError, "missing required key 'body'"),
        ({**BEAM, "gravitty": [0, 0, 0]}, sb.SimbenchError, "did you mean 'gravity'"),
        ({**BEAM, "density": -1}, sb.SimbenchError, "allowed: a number greater than 0"),
        ({**BEAM, "density": np.nan}, TypeError, "scene: expected finite numbers"),
        ({**BEAM, "density": object()}, TypeError, "scene: expected .* found object"),
        (None, TypeError, "NoneType"),
    ],
)
def test_wrong_scenes_are_refused(scene, error, message):
    with pytest.raises(error, match=message):
        sb.run(scene, "pd")


def test_numbers_and_arrays_of_numpy_are_those_of_python():
    scene = {**BEAM, "gravity": np.array([0, 0, -9.81]), "density": np.int64(1000)}
    assert sb.Scene.load(scene).json() == sb.Scene.load(BEAM).json()


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"material.stifness": 1}, sb.SimbenchError, "did you mean 'stiffness'"),
        ({"material.stiffness": np.inf}, TypeError, "settings: expected finite numbers"),
        ({"": 1}, sb.SimbenchError, "a key of the path is empty"),
        (["material"], TypeError, "expected a dict of values by path; found list"),
    ],
)
def test_wrong_settings_are_refused(settings, error, message):
    with pytest.raises(error, match=message):
        sb.Scene.load(BEAM, settings)


@pytest.mark.parametrize(
    ("solvers", "error", "message"),
    [
        ("newtn", sb.SimbenchError, "did you mean 'newton'"),
        ("admm[weigt=1]", sb.SimbenchError, "did you mean 'weight'"),
        ("missing.py", sb.SimbenchError, "there is no such file with a solver"),
        ([], sb.SimbenchError, "at least one solver"),
        ([GradientInS, GradientInS], sb.SimbenchError, "two solvers have the name 'gradient_in_s'"),
        (
            [instance := GradientInS(), instance],
            sb.SimbenchError,
            "two solvers have the name 'gradient_in_s'",
        ),
        ([3], TypeError, "3 is no solver: expected a name, a subclass of simbench.Solver"),
        (int, TypeError, "<class 'int'> is no solver|not iterable"),
    ],
)
def test_wrong_solvers_are_refused(solvers, error, message, tmp_path):
    with pytest.raises(error, match=message):
        sb.run(BEAM, solvers, output=tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"iteration": 3}, sb.SimbenchError, "did you mean 'iterations'"),
        ({"record_evry": 1}, sb.SimbenchError, "did you mean 'record_every'"),
        ({"record_every": "x"}, sb.SimbenchError, "expected an integer between 1 and"),
        ({"max_seconds": np.nan}, TypeError, "options: expected finite numbers"),
        ({"iterations": -1}, sb.SimbenchError, "allowed: an integer between 0 and"),
        ({"iterations": 2.5}, sb.SimbenchError, "expected an integer between 0 and"),
        ({"threads": 0}, sb.SimbenchError, "threads: expected an integer from 1 to 1024; found 0"),
        ({"threads": 2.5}, TypeError, "threads: int"),
        ({"repeat": 0}, sb.SimbenchError, "repeat: expected an integer from 1 to 1000; found 0"),
        ({"precision": "single"}, sb.SimbenchError, "gradient_in_s declines: it computes in double"),
    ],
)
def test_wrong_options_are_refused(options, error, message, tmp_path):
    with pytest.raises(error, match=message):
        sb.run(BEAM, GradientInS, output=tmp_path / "runs", **options)
    assert not (tmp_path / "runs").exists()


def test_folders_that_cannot_be_written_are_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    for output in (tmp_path / "file", tmp_path / "file/below", "/proc/runs"):
        with pytest.raises(sb.SimbenchError, match="cannot create the folder"):
            sb.run(BEAM, "pd", output=output)
    assert (tmp_path / "file").read_text() == "mine"


def test_another_run_is_replaced_only_if_that_is_asked_for(tmp_path):
    first = sb.run(BEAM, ["pd", GradientInS], output=tmp_path)["pd"].run_id
    sb.run(BEAM, ["pd", GradientInS], output=tmp_path)  # the same runs
    with pytest.raises(sb.SimbenchError, match="replace"):
        sb.run(BEAM, ["pd", GradientInS], output=tmp_path, iterations=7)
    assert sb.load_run(tmp_path / "pd").run_id == first
    sb.run(BEAM, ["pd", GradientInS], output=tmp_path, iterations=7, replace=True)
    assert len(sb.load_run(tmp_path / "gradient_in_s").iterations) == 8


def test_a_process_does_one_run_at_a_time():
    def iterate(self) -> None:
        is_running.set()
        may_end.wait(timeout=TIMEOUT)

    is_running, may_end, done = threading.Event(), threading.Event(), []
    thread = threading.Thread(target=lambda: done.append(sb.run(BEAM, variant(iterate=iterate))))
    thread.start()
    assert is_running.wait(timeout=TIMEOUT)
    with pytest.raises(sb.SimbenchError, match="does another run already"):
        sb.run(BEAM, "pd")
    problem = sb.Scene.load(BEAM).problem()  # scenes and problems may be used meanwhile
    assert np.isfinite(problem.objective(problem.start))
    may_end.set()
    thread.join()
    assert list(done[0]) == ["variant"]


def test_iterate_cannot_start_another_run():
    with pytest.raises(sb.SimbenchError, match="does another run already"):
        sb.run(BEAM, variant(iterate=lambda self: sb.run(BEAM, "pd")))


def test_problems_and_factors_have_the_same_numbers_in_many_threads():
    problem = sb.Scene.load(BEAM, {"body.beam.cells": [16, 4, 4]}).problem()
    q = problem.start + 1e-3 * np.random.default_rng(1).random(problem.start.shape)
    solve = problem.factorize(problem.stiffness_matrix())
    gradient, solution = problem.gradient(q), solve(q)
    same: list[bool] = []

    def use() -> None:
        for _ in range(100):
            same.append(np.array_equal(problem.gradient(q), gradient) and np.array_equal(solve(q), solution))

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    sb.run(BEAM, "qn", threads=2)
    for thread in threads:
        thread.join()
    assert same == [True] * 400


def test_other_threads_work_while_a_solver_of_the_program_runs():
    """One of them ends the run."""

    def stop() -> None:
        for _ in range(6):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        sb.run(BEAM, "pd", max_seconds=TIMEOUT, iterations=10**9, record_every=10**6)
    thread.join()


def test_temporary_results_last_as_long_as_the_runs(monkeypatch):
    """Their end is no ResourceWarning, which would fail a test under pytest -W error."""
    unraisable: list = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runs = sb.run(BEAM, "pd")
        folder = runs.folder
        assert (folder / "pd/manifest.json").is_file()
        del runs
    assert not folder.exists() and unraisable == []


def test_scenes_never_change(tmp_path):
    file = tmp_path / "beam.json"
    shutil.copy(REPOSITORY / "scenes/deformable/smoke.json", file)
    scene = sb.Scene.load(file)
    file.unlink()
    other = scene.changed({"step.iterations": 2})
    assert (scene.json()["step"]["iterations"], other.json()["step"]["iterations"]) == (100, 2)
    assert scene.kind == "deformable"
    assert "newton" in scene.solvers
    assert scene.declines("newton") is None
    with pytest.raises(sb.SimbenchError, match="no solver 'nix'"):
        scene.declines("nix")
