"""simbench-test prints a table, ends with a code, and does what docs/contract.md shows."""

import itertools
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import REPOSITORY, TIMEOUT

from simbench.contract import beam, invariance, minimising, subject
from simbench.contract.checks import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("module")]

PROGRAM = [sys.executable, "-m", "simbench.contract.command"]
RIGHT = """
import simbench as sb

class Descent(sb.Solver):
    def __init__(self, length=1.0):
        self.length = length

    def begin_step(self, problem):
        self.problem, self.q = problem, problem.start.copy()
        self.solve = problem.factorize(problem.stiffness_matrix())

    def iterate(self):
        self.q -= self.length * self.solve(self.problem.gradient(self.q))

    @property
    def positions(self):
        return self.q
"""


def simbench_test(tmp_path, *arguments, exit_code):
    finished = subprocess.run(
        [*PROGRAM, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert finished.returncode == exit_code, finished.stderr
    assert all(len(line) <= 80 for line in finished.stdout.splitlines())
    return finished


def test_the_command_prints_a_table_and_ends_with_a_code(tmp_path):
    (tmp_path / "descent.py").write_text(RIGHT)
    printed = simbench_test(tmp_path, "descent.py[length=0.5]", exit_code=0).stdout.splitlines()
    names = [line[:15].strip() for line in itertools.takewhile(bool, printed) if line[0] != " "]
    assert names == list(CHECKS)
    assert printed[-1] == f"descent with the law strain: 0 of {len(names)} checks failed."
    failing = simbench_test(tmp_path, "descent.py[length=0.001]", exit_code=1).stdout
    assert "minimum        failed" in failing


def test_the_page_shows_what_its_example_gets(tmp_path):
    page = (REPOSITORY / "docs/contract.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    (tmp_path / "my_solver.py").write_text(code)
    printed = simbench_test(tmp_path, "my_solver.py", exit_code=1).stdout

    def without_numbers(text):  # their last digits, and a line's breaks, differ between builds
        return re.sub(r"-?\d[\d.e-]*", "#", " ".join(text.split()))

    for row in re.split(r"\n(?=\w)", shown):
        assert without_numbers(row) in without_numbers(printed)
    names, checks = re.findall(r"\| `([a-z ]+)` \| [A-Z]", page), list(CHECKS)
    assert names == checks and f"One of the {len(checks)} checks fails" in " ".join(page.split())
    assert printed.endswith(f": 1 of {len(checks)} checks failed.\n")
    numbers = {
        "with {} vertices": len(beam.usual_beam().positions),
        "have {} iterations": subject.ITERATIONS,
        "within {} iterations": subject.MANY_ITERATIONS,
        "at most {};": invariance.ROUNDING,
        "by {} lengths": np.abs(invariance.DISTANCE).max(),
        "units {} times": invariance.FACTOR,
        "by {} of its length": invariance.NOISE,
        "below {} within": minimising.MINIMUM,
        "limit of {} s": minimising.LIMIT,
    }
    for words, number in numbers.items():
        assert words.format(f"{number:g}".replace("e-0", "e-")) in " ".join(page.split())


def test_a_solver_that_does_not_run_gets_one_line(tmp_path):
    (tmp_path / "descent.py").write_text(RIGHT.replace(".copy()", ""))
    printed = simbench_test(tmp_path, "descent.py", exit_code=1).stdout
    assert "1 of 1 checks failed" in printed and "need a solver that runs" in printed


EXIT = "    raise SystemExit(0)\n"


@pytest.mark.parametrize(
    "source",
    [
        "raise SystemExit(0)\n" + RIGHT,
        RIGHT + "    @classmethod\n    def declines(cls, laws):\n    " + EXIT,
        RIGHT.replace("        self.length = length\n", "    " + EXIT),
    ],
    ids=["the file", "declines", "__init__"],
)
def test_a_solver_that_exits_fails_the_test(tmp_path, source):
    """Python's own exit would end the command with 0 and without a word."""
    (tmp_path / "descent.py").write_text(source)
    finished = simbench_test(tmp_path, "descent.py", exit_code=1)
    assert "called sys.exit()" in finished.stdout + finished.stderr


@pytest.mark.parametrize(
    ("solver", "words"),
    [
        ("none.py", "no such file"),
        ("qm", "no solver 'qm' of deformable bodies; did you mean 'qn'?"),
        ("all", "no solver 'all'"),
        ("qn[hist=3]", "unknown key 'hist'"),
        ("formula", "formula declines every law"),
        ("descent.py[size=3]", "unexpected keyword argument 'size'"),
    ],
)
def test_what_is_no_solver_is_refused(tmp_path, solver, words):
    (tmp_path / "descent.py").write_text(RIGHT)
    finished = simbench_test(tmp_path, solver, exit_code=2)
    assert finished.stdout == "" and words in finished.stderr and finished.stderr.count("\n") == 1
