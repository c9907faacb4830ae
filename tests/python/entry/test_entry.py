"""Exported problems have all that f needs, and the referee refuses rows that cannot be true."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import REPOSITORY

import simbench as sb
from simbench import ResultsError
from simbench.entry import board, problems, rows
from simbench.entry.targets import first, place_of

SCENE = "smoke"


@pytest.fixture(autouse=True)
def program(monkeypatch, simbench):
    """Commands in other folders find the program under test."""
    monkeypatch.setenv("SIMBENCH", str(simbench))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The exported problem of a small scene."""
    folder = tmp_path_factory.mktemp("problems")
    problems.export(sb.Scene.load(SCENE), SCENE, folder)
    return folder


@pytest.fixture
def entry(tmp_path, folder):
    """Writes rows as an entry; each row has changes of a right one."""
    start = np.loadtxt(folder / SCENE / "inertial_positions.csv", delimiter=",")

    def write(*changes: dict) -> object:
        path = tmp_path / "mine.jsonl"
        right = {"scene": SCENE, "solver": "mine", "iteration": 0, "positions": start.tolist()}
        path.write_text("".join(json.dumps(right | change) + "\n" for change in changes))
        return path

    return write


def test_a_problem_is_exported_with_q_tilde_wherever_its_step_begins(tmp_path, module):
    changes = {"step.start": "previous", "gravity": [0, 0, -9.81], "step.time_step": 0.1}
    scene = sb.Scene.load(SCENE, changes)
    place = problems.export(scene, SCENE, tmp_path)
    inertial = np.loadtxt(place / "inertial_positions.csv", delimiter=",")
    previous = np.loadtxt(place / "previous_positions.csv", delimiter=",")
    np.testing.assert_allclose(inertial - previous, np.tile([0, 0, -0.0981], (len(inertial), 1)), atol=1e-12)
    problem, content = scene.problem(), json.loads((place / "problem.json").read_text())
    assert content["objective_at_start"] == problem.objective(inertial) != problem.objective(problem.start)
    assert problems.Referee.load(place).relative_error(problem.objective(inertial)) == 1


def test_the_referee_finds_the_errors_of_a_run_of_simbench(entry, folder):
    """Positions of simbench's own solver get the relative errors of its table."""
    problem = sb.Scene.load(SCENE).problem()
    solve, q, sent = problem.factorize(problem.stiffness_matrix()), problem.start.copy(), []
    for iteration in range(31):
        sent.append({"iteration": iteration, "positions": q.tolist(), "objective": problem.objective(q)})
        q = q - solve(problem.gradient(q))
    (curve,), remarks = rows.read(entry(*sent), folder)
    expected = sb.run(SCENE, "pd", iterations=30)["pd"].iterations["relative_error"]
    np.testing.assert_allclose(curve.errors, expected, rtol=1e-9, atol=1e-12)
    assert remarks == []
    assert curve.row()["first"][place_of(0.1)] == first(range(31), expected, 0.1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([{"scene": "elsewhere"}], "no problem 'elsewhere'.*there are: smoke"),
        ([{"positions": [[0, 0, 0]]}], r"positions of shape \(1, 3\), but smoke has 81 vertices"),
        ([{"positions": [[float("nan")] * 3] * 81}], "mine.jsonl:1: this line is not JSON.* NaN is not"),
        ([{"positions": "absent.csv"}], "cannot be read"),
        ([{}, {}], "mine.jsonl:2: iteration 0 of mine on smoke is there twice"),
        ([{"iteration": 3}, {"iteration": 2}], "comes too late"),
        ([{"iteration": -1}], "iterations count from 0"),
        ([{"objective": 1.0}], "states f = 1 J, and the referee finds"),
        ([{"passes": 3}, {"iteration": 1, "passes": 2}], "'passes' is 2 after 3"),
        ([{"passes": 3}, {"iteration": 1}, {"iteration": 2, "passes": 2}], "'passes' is 2 after 3"),
        ([{"passes": 10**400}], "the number 1000.* is too large"),
        ([{"iteration": True}], "'iteration' has the value true"),
        ([{"iterations": 1}], "'iterations' is unknown"),
        ([{"solver": None}], "'solver' has the value null"),
    ],
)
def test_a_row_that_cannot_be_true_is_refused_with_its_line(entry, folder, changes, message):
    with pytest.raises(ResultsError, match=message):
        rows.read(entry(*changes), folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no rows"), ("[]\n", "a line is an object"), ("{\n", "mine.jsonl:1: this line is not JSON")],
)
def test_a_file_without_rows_is_refused(tmp_path, folder, text, message):
    (tmp_path / "mine.jsonl").write_text(text)
    with pytest.raises(ResultsError, match=message):
        rows.read(tmp_path / "mine.jsonl", folder)


def test_a_row_that_moves_a_held_vertex_is_refused(tmp_path):
    scene = sb.Scene.load(
        SCENE, {"anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "x_min"}}]}}
    )
    place = problems.export(scene, SCENE, tmp_path)
    q = np.loadtxt(place / "inertial_positions.csv", delimiter=",")
    vertex = int(np.loadtxt(place / "held_vertices.csv").flat[-1])
    q[vertex, 2] += 1e-3
    row = {"scene": SCENE, "solver": "mine", "iteration": 0, "positions": q.tolist()}
    (tmp_path / "mine.jsonl").write_text(json.dumps(row))
    with pytest.raises(ResultsError, match=f"moves vertex {vertex}, which is held"):
        rows.read(tmp_path / "mine.jsonl", tmp_path)


def test_a_problem_does_not_depend_on_solvers_of_the_process_that_exports_it(tmp_path, simbench):
    sb.run(SCENE, str(REPOSITORY / "docs/examples/gradient_in_s.py"), iterations=1)
    place = problems.export(sb.Scene.load(SCENE), SCENE, tmp_path)
    checked = subprocess.run(
        [simbench, "check", place / "scene.json"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_changed_problem_is_refused(tmp_path):
    place = problems.export(sb.Scene.load(SCENE), SCENE, tmp_path)
    (place / "masses.csv").write_text("1\n" * 81)
    with pytest.raises(ResultsError, match=r"masses\.csv was changed after its export"):
        problems.Referee.load(place)


def test_a_lower_minimum_is_accepted_with_a_note(entry, folder, monkeypatch):
    monkeypatch.setattr(problems.Referee, "relative_error", lambda self, objective: -0.5)
    _, remarks = rows.read(entry({}), folder)
    assert "another minimum" in remarks[0]


def test_the_command_shows_an_entry_beside_the_board(run_command, entry, folder, tmp_path):
    known = [
        board.key(SCENE, instance, solver, setting)
        | {"status": "converged", "iterations": count, "counts": {}, "norms": {}}
        | dict.fromkeys(("first", "for_good"), [count] * 49)
        | {"work": [2 * count] * 49, "step_factorisations": [1] * 49}
        for instance, solver, setting, count in (
            (0, "qn", {}, 5),
            (0, "pd", {}, 9),
            (0, "qn", {"history": 2}, 7),
            (1, "qn", {}, 1),
        )
    ]
    board.write([*known, board.declined(SCENE, 0, "mixed")], tmp_path / "board.jsonl")
    finished = run_command(
        "simbench-entry",
        "check",
        entry({}),
        "--problems",
        folder,
        "--board",
        tmp_path / "board.jsonl",
        "--rows",
        tmp_path / "rows.jsonl",
    )
    lines = [line for line in finished.stdout.splitlines() if line.startswith("| ")]
    assert [line.split("|")[1].strip() for line in lines] == ["solver", "qn", "pd", "**mine**"]
    assert "| qn | {} | 5 | 5 | 5 | 10 |" in lines
    assert "agrees with 1 row" in finished.stdout
    assert board.load(tmp_path / "rows.jsonl")["solver"].tolist() == ["mine"]


def test_an_entry_of_another_code_has_the_errors_of_pd(folder, tmp_path):
    script = REPOSITORY / "docs/examples/other_code.py"
    printed = subprocess.run([sys.executable, script, folder / SCENE], capture_output=True, check=True)
    (tmp_path / "mine.jsonl").write_bytes(printed.stdout)
    (curve,), _ = rows.read(tmp_path / "mine.jsonl", folder)
    expected = sb.run(SCENE, "pd", iterations=30)["pd"].iterations["relative_error"]
    np.testing.assert_allclose(curve.errors, expected, rtol=1e-9, atol=1e-12)


def test_the_command_runs_a_solver_in_python(run_command):
    solver = f"{REPOSITORY}/docs/examples/gradient_in_s.py[damping=0.5]"
    finished = run_command("simbench-entry", "run", solver, "smoke", "--iterations", "30")
    assert "**gradient_in_s-damping=0.5** | {} | 24 |" in finished.stdout
