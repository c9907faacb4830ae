"""Each exercise passes with its solution; unsolved or solved wrongly it fails with a sentence."""

import importlib.util
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY, TIMEOUT

import simbench as sb
from simbench.entry.pack.catalogue import scenes
from simbench.exercise import Parts, elastic_gradient, grade
from simbench.exercise.grading import EXERCISES

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (scripts/requirements_test.txt)")
nbformat = pytest.importorskip("nbformat")
pytestmark = pytest.mark.slow

FOLDER = REPOSITORY / "docs/exercises"
# The expression that a notebook has as a blank.
BLANKS = [
    (r"(\s*[\w.\[\], :]+ = ).*(  # blank: .*)", r"\1...\2"),
    (r"(\s*return ).*(  # blank: .*)", r"\1...\2"),
    (r"(\s*if ).*(:  # blank: .*)", r"\1...\2"),
    (r"(\s*[\w.]+\().*(\)  # blank: .*)", r"\1...\2"),
]
by_name = pytest.mark.parametrize("name", EXERCISES)


def solution_text(name: str) -> str:
    """The class or function of a solution."""
    text = (FOLDER / f"solutions/{name}.py").read_text()
    return text[re.search(r"^(class|def) ", text, re.MULTILINE).start() :].rstrip()


def blanked(source: str) -> str:
    lines = source.splitlines()
    for pattern, replacement in BLANKS:
        lines = [re.sub(f"^{pattern}$", replacement, line) for line in lines]
    return "\n".join(lines)


def answer_in(path: Path, text: str):
    """The class or function of a file with this text."""
    path.write_text(text)
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == path.stem]
    (answer,) = [value for value in own if inspect.isclass(value) or inspect.isfunction(value)]
    return answer


@pytest.fixture
def answer(tmp_path):
    """The answer of a solution in which a text was replaced by another one."""

    def make(name: str, old: str = "", new: str = ""):
        text = (FOLDER / f"solutions/{name}.py").read_text()
        assert old in text
        return answer_in(tmp_path / f"answer_{name}.py", text.replace(old, new) if old else text)

    return make


@pytest.fixture
def executed(simbench, cache_folder, tmp_path, monkeypatch):
    """Executes a notebook, perhaps with another text of its fourth cell; returns the grade that it shows."""
    monkeypatch.setenv("SIMBENCH", str(simbench))
    monkeypatch.setenv("SIMBENCH_CACHE", str(cache_folder))

    def execute(name: str, text: str | None = None) -> str:
        notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
        if text:
            notebook.cells[3].source = text
        nbclient.NotebookClient(
            notebook, timeout=TIMEOUT, resources={"metadata": {"path": tmp_path}}
        ).execute()
        (shown,) = [o["data"]["text/plain"] for o in notebook.cells[5].outputs if "data" in o]
        return shown

    return execute


def test_there_is_a_notebook_and_a_solution_for_each_exercise():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == {*EXERCISES}
    assert {path.stem for path in (FOLDER / "solutions").glob("*.py")} == {*EXERCISES}


@by_name
def test_a_notebook_is_its_solution_with_blanks(name):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert notebook.cells[3].source == blanked(solution_text(name))
    assert notebook.cells[3].source.count("...") == solution_text(name).count("# blank: ") >= 2
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


@by_name
def test_an_unsolved_notebook_runs_and_names_its_blanks(executed, name):
    shown = executed(name)
    hints = re.findall(r"# blank: (.*)", solution_text(name))
    assert shown.splitlines() == [
        f"{name}: not yet",
        *(f"- This blank is still open: {hint}." for hint in hints),
    ]


@by_name
def test_a_solved_notebook_passes(executed, name):
    assert executed(name, solution_text(name)).startswith(f"{name}: passed\n- ")


@by_name
def test_a_solution_passes_and_one_open_blank_is_enough_to_fail(answer, name):
    assert grade(name, answer(name)).passed
    line = next(line for line in solution_text(name).splitlines() if "# blank: " in line)
    hint = line.partition("# blank: ")[2]
    graded = grade(name, answer(name, line, blanked(line)))
    assert not graded.passed and graded.sentences == [f"This blank is still open: {hint}."]


@pytest.mark.parametrize(
    ("name", "right", "wrong", "sentence"),
    [
        ("implicit_euler", "/ (2 * h**2)", "/ h**2", r"objective\(q\) is .* J, and f is .* J: is inertia"),
        ("implicit_euler", "move / h**2", "move / h", "simbench test, "),
        ("implicit_euler", "step = -self", "step = self", "simbench test, runs: "),
        ("implicit_euler", "inertia = masses * move / h**2", "inertia = masses * q", "simbench test, "),
        ("projective_dynamics", "np.sign(np.linalg.det(U @ Vt))", "1.0", "returns reflections"),
        ("projective_dynamics", "(U * signs[:, None, :]) @ Vt", "U", "another rotation|simbench test"),
        ("compliance", "1 / (stiffness * h**2)", "1 / stiffness", "From iteration 1 on.*divided by h²"),
        ("compliance", "(C + compliance * multiplier)", "C", "From iteration 2 on.*α̃ λ in the numerator"),
        ("compliance", "multiplier + change", "change", "From iteration 3 on.*does λ grow"),
        (
            "quasi_newton",
            "f <= self.f + 1e-4 * length * slope",
            "True",
            "takes f from 30 J to 2430 J: does the line search",
        ),
        ("quasi_newton", "gradient - self.gradient", "gradient", "simbench test|must be at most"),
        ("verdict", "math.isfinite(ours)", "True", "the verdict is 'holds in part', not 'holds'|'fails'"),
        (
            "verdict",
            '"holds in part" if any(holds) else "fails"',
            '"fails"',
            "is 'holds in part', not 'fails'",
        ),
    ],
)
def test_a_wrong_answer_fails_with_a_sentence(answer, name, right, wrong, sentence):
    graded = grade(name, answer(name, right, wrong))
    assert not graded.passed and re.search(sentence, "\n".join(graded.sentences)), graded


def test_an_error_in_an_answer_is_named_with_its_line(answer):
    graded = grade("implicit_euler", answer("implicit_euler", "masses * move / h**2", "masses @ move"))
    assert not graded.passed and re.search(
        r"simbench test, runs: ValueError in answer_implicit_euler\.py:\d+", repr(graded)
    )


def test_an_unknown_exercise_is_refused():
    with pytest.raises(sb.SimbenchError, match="no exercise 'verdicts'; did you mean 'verdict'"):
        grade("verdicts", lambda: None)


def test_the_parts_of_a_problem_are_those_of_its_objective():
    """The gradient of all parts is that of the problem, with springs and with vertices that are held."""
    for name in ("strain_free", "strain_springs", "strain_held"):
        problem = sb.Scene.load(scenes()[name][0]).problem()
        parts = Parts(problem)
        q = problem.start + np.random.default_rng(3).uniform(-0.01, 0.01, problem.start.shape)
        q[problem.held_vertices] = problem.start[problem.held_vertices]
        F = parts.deformation_gradients(q)  # noqa: N806 (name of the theory)
        U, _, Vt = np.linalg.svd(F)  # noqa: N806
        assert (np.linalg.det(U @ Vt) > 0).all()
        gradient = parts.assembled(F - U @ Vt) + parts.anchor_gradient(q)
        gradient[problem.held_vertices] = 0
        expected = elastic_gradient(problem, q)
        np.testing.assert_allclose(gradient, expected, atol=1e-9 * np.abs(expected).max())
        assert len(parts.anchored) == (4 if name == "strain_springs" else 0)


@pytest.mark.parametrize(
    "name", ["strain_contrast", "corotated_linear_held", "cloth_bending", "strain_volumes"]
)
def test_parts_of_other_bodies_are_refused(name):
    with pytest.raises(
        sb.SimbenchError, match=r"the exercise is for (tets of the law strain|a body with one)"
    ):
        Parts(sb.Scene.load(scenes()[name][0]).problem())
