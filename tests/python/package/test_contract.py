"""simbench-test passes solvers that keep the contract, and finds each of many deliberate mistakes.

Each mistake is a solver that is right except for one thing, and one check must fail because of it.
"""

import ctypes
import itertools
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import simbench as sb

# Imported here, not in the tests: these modules load the compiled one.
contract = pytest.importorskip("simbench.contract.checks", exc_type=sb.SimbenchError)
subjects = pytest.importorskip("simbench.contract.subject", exc_type=sb.SimbenchError)

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


class Descent(sb.Solver):
    """Projective Dynamics as descent in the metric of its matrix: it keeps the contract."""

    def begin_step(self, problem):
        self.problem, self.q, self.iteration = problem, problem.start.copy(), 0
        self.solve = problem.factorize(problem.stiffness_matrix())

    def direction(self):
        return self.solve(self.problem.gradient(self.q))

    def length(self):
        return 1.0

    def iterate(self):
        self.iteration += 1
        self.q -= self.length() * self.direction()

    @property
    def positions(self):
        return self.q


class NotFinite(Descent):
    def length(self):
        return 1.0 if self.iteration < 5 else np.nan


class WritesIntoStart(Descent):
    def begin_step(self, problem):
        super().begin_step(problem)
        self.q = problem.start


class StartsElsewhere(Descent):
    def begin_step(self, problem):
        super().begin_step(problem)
        self.q = problem.previous_positions.copy()


class GlobalCounter(Descent):
    count = 0

    def length(self):
        GlobalCounter.count += 1
        return 1 / (1 + 1e-3 * GlobalCounter.count)


class KeepsMomentum(Descent):
    """Heavy ball; begin_step forgets to put the velocity to zero."""

    velocity = 0.0

    def direction(self):
        self.velocity = 0.2 * self.velocity + super().direction()
        return self.velocity


class MovesWhenRead(Descent):
    @property
    def positions(self):
        self.q = self.q * (1 + 1e-6)
        return self.q


class ReachesAroundReadOnly(Descent):
    def iterate(self):
        super().iterate()
        masses = self.problem.masses
        ctypes.memmove(masses.ctypes.data, (2 * masses).tobytes(), masses.nbytes)


class LimitsComponents(Descent):
    """Limits each coordinate of a step by itself: right in a quarter turn, and in a scaled scene."""

    def direction(self):
        step = super().direction()
        limit = 0.5 * np.abs(step).max()
        return np.clip(step, -limit, limit)


class PulledToOrigin(Descent):
    def length(self):
        size = np.ptp(self.problem.rest_positions)
        return 1 / (1 + np.abs(self.q).max() / size)


class FixedStep(Descent):
    """A length of the step in m/N, that is in s^2/kg."""

    def direction(self):
        return 2e-5 * self.problem.gradient(self.q)


class FixedLimit(Descent):
    def direction(self):
        return np.clip(super().direction(), -1e-2, 1e-2)  # m


class FixedTime(Descent):
    def length(self):
        return 0.5 if self.problem.time_step < 1 / 24 else 1.0  # s


class DividesByStrain(Descent):
    """Moves along the unit vector of a strain, which rounding decides at rest."""

    def direction(self):
        vertices = self.problem.previous_positions[self.problem.tets[0]]
        strain = np.linalg.norm(vertices[1] - vertices[0]) / np.linalg.norm(
            np.diff(self.problem.rest_positions[self.problem.tets[0][:2]], axis=0)
        )
        return super().direction() * (1.0 if strain == 1 else 0.5 + 0.4 * np.sign(strain - 1))


class Sequential(Descent):
    """Vertices with low numbers move first: one after the other, each with the others' new places."""

    def iterate(self):
        diagonal = self.problem.stiffness_matrix().diagonal()
        for some in np.array_split(np.arange(len(self.q)), 3):
            self.q[some] -= 0.2 * self.problem.gradient(self.q)[some] / diagonal[some, None]


class Swings(Descent):
    def length(self):
        return 1.9 if self.iteration < 4 else 1.0


class Stuck(Descent):
    def length(self):
        return 1.0 if self.iteration < 3 else 0.0


class TooEarly(Descent):
    def iterate(self):
        if self.iteration == 3:
            raise sb.Converged("three are enough")
        super().iterate()


class NoPromise(TooEarly):
    minimises = False


class Slow(Descent):
    def iterate(self):
        time.sleep(1.3)
        super().iterate()


class UnitDirection(Descent):
    """Divides the step by its own size: 0/0 at rest."""

    def direction(self):
        step = super().direction()
        size = np.abs(step).max()
        with np.errstate(invalid="ignore"):
            return step / size * size


class UnitStep(Descent):
    """The same, except where the step is exactly zero."""

    def direction(self):
        step = super().direction()
        return 1e-6 * step / (np.abs(step).max() or 1.0)


class OneStepOnly(Descent):
    def begin_step(self, problem):
        if hasattr(self, "problem"):
            raise RuntimeError("a second step")
        super().begin_step(problem)


class MovesHeld(Descent):
    def iterate(self):
        super().iterate()
        self.q[self.problem.held_vertices] += 1e-4


class DeclinesHeld(Descent):
    def begin_step(self, problem):
        if len(problem.held_vertices):
            raise NotImplementedError("held vertices are future work")
        super().begin_step(problem)


MISTAKES = [
    (NotFinite, "runs", "failed", "diverged after 5 iterations"),
    (WritesIntoStart, "runs", "failed", "read-only"),
    (StartsElsewhere, "start", "differs", "not problem.start"),
    (GlobalCounter, "repeatable", "failed", "from iteration 1 on"),
    (KeepsMomentum, "same instance", "failed", "from iteration 1 on"),
    (MovesWhenRead, "looking", "failed", "from iteration 0 on"),
    (ReachesAroundReadOnly, "reads only", "failed", "masses"),
    (LimitsComponents, "rotation", "failed", "axes"),
    (PulledToOrigin, "far away", "failed", "origin"),
    (FixedStep, "units", "failed", "kilograms and seconds"),
    (FixedLimit, "units", "failed", "metres"),
    (FixedTime, "units", "failed", "in seconds:"),
    (DividesByStrain, "from rest", "differs", "rounding decides"),
    (Sequential, "order", "differs", "order of vertices:"),
    (Swings, "falls", "differs", "raise the objective"),
    (Stuck, "minimum", "failed", "After 2000 iterations"),
    (TooEarly, "minimum", "failed", "After 3 iterations"),
    (TooEarly, "converged", "failed", "after 3 iterations"),
    (NoPromise, "minimum", "not promised", "does not promise"),
    (NoPromise, "converged", "not promised", "after 3 iterations"),
    (Slow, "time limit", "failed", "one iteration takes too long"),
    (UnitDirection, "rest", "failed", "diverged"),
    (UnitStep, "rest", "failed", "moves"),
    (OneStepOnly, "steps", "failed", "a second step"),
    (MovesHeld, "held vertices", "failed", "beam lengths away"),
    (DeclinesHeld, "held vertices", "not promised", "future work"),
]


@pytest.mark.parametrize(
    ("solver", "check", "verdict", "words"), MISTAKES, ids=[f"{m[0].__name__}-{m[1]}" for m in MISTAKES]
)
def test_a_mistake_is_found_by_its_check(solver, check, verdict, words):
    answer = contract.answer_of(check, subjects.subject_of(solver))
    assert answer.verdict.value == verdict, answer.sentence
    assert words in answer.sentence


def test_every_check_finds_a_mistake():
    assert {check for _, check, _, _ in MISTAKES} == set(contract.CHECKS)


def test_a_solver_that_keeps_the_contract_passes_every_check():
    table = sb.test(Descent)
    verdicts = {name: answer.verdict.value for name, answer in table.items()}
    assert verdicts == dict.fromkeys(contract.CHECKS, "ok") | {"converged": "not promised"}
    assert table.failed == []


def test_an_error_names_the_line_of_the_solver():
    answer = contract.answer_of("runs", subjects.subject_of(WritesIntoStart))
    lines = Path(__file__).read_text().splitlines()
    line = 1 + lines.index("        self.q -= self.length() * self.direction()")
    assert f"ValueError in test_contract.py:{line}:" in answer.sentence


# By theory: sweeps over tets (pbd, xpbd) or vertices (vbd) depend on their order. pbd has no objective, and
# XPBD and full Gauss-Newton steps leave out a part of its gradient. At rest the gradient of |F - R| is 0/0, a
# unit vector that rounding chooses. It enters a linear system of all constraints as it is, but a sweep
# multiplies it by |F - R|.
ORDERED = {"pbd": "tets", "xpbd": "tets", "vbd": "vertices"}
NO_MINIMUM = {"pbd", "xpbd", "xpbd_global", "kkt"}
ROUNDED = {"xpbd_global", "kkt"}
WITH_CRITERION = {"qn", "newton", "bfgs", "gradient_descent"}


def test_the_solvers_of_the_program_keep_the_contract(solvers):
    assert set(ORDERED) | NO_MINIMUM | ROUNDED | WITH_CRITERION < set(solvers)
    for solver in solvers:
        table = sb.test(solver)
        assert table.failed == [], table
        verdicts = {name: answer.verdict.value for name, answer in table.items()}
        assert verdicts.pop("falls") in ("ok", "differs")
        if solver in WITH_CRITERION:
            assert table["falls"].verdict.value == "ok"
        expected = dict.fromkeys(verdicts, "ok")
        expected["order"] = "differs" if solver in ORDERED else "ok"
        assert ORDERED.get(solver, "") in table["order"].sentence
        expected["minimum"] = "not promised" if solver in NO_MINIMUM else "ok"
        expected["from rest"] = "differs" if solver in ROUNDED else "ok"
        expected["converged"] = "ok" if solver in WITH_CRITERION else "not promised"
        assert verdicts == expected, table


def test_a_weight_with_a_unit_is_a_hidden_unit_and_vertices_may_be_held_in_the_limit():
    # admm's weight w multiplies F, which has no unit: w^2 is an energy [kg m^2/s^2].
    answer = contract.answer_of("units", subjects.subject_of("admm[weight=100]"))
    assert answer.verdict.value == "failed" and "kilograms, metres and seconds" in answer.sentence
    answer = contract.answer_of("held vertices", subjects.subject_of("admm[held_by=indicator]"))
    assert answer.verdict.value == "differs" and "in the limit" in answer.sentence


def test_a_solver_that_declines_a_law_is_tested_with_another_one():
    class NeoHookeanOnly(Descent):
        @classmethod
        def declines(cls, laws):
            return None if "stable_neo_hookean" in laws else "only stable_neo_hookean"

    class Nothing(Descent):
        @classmethod
        def declines(cls, laws):
            return f"no {laws[0]}"

    assert subjects.subject_of(NeoHookeanOnly).law == "stable_neo_hookean"
    with pytest.raises(sb.SimbenchError, match="nothing declines every law; of corotated_linear it says: no"):
        sb.test(Nothing)


def simbench_test(tmp_path, *arguments, exit_code):
    finished = subprocess.run(
        [*PROGRAM, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == exit_code, finished.stderr
    assert all(len(line) <= 80 for line in finished.stdout.splitlines())
    return finished


def test_the_command_prints_a_table_and_ends_with_a_code(tmp_path):
    (tmp_path / "descent.py").write_text(RIGHT)
    printed = simbench_test(tmp_path, "descent.py[length=0.5]", exit_code=0).stdout.splitlines()
    names = [line[:15].strip() for line in itertools.takewhile(bool, printed) if line[0] != " "]
    assert names == list(contract.CHECKS)
    assert printed[-1] == f"descent with the law strain: 0 of {len(names)} checks failed."
    failing = simbench_test(tmp_path, "descent.py[length=3]", exit_code=1).stdout
    assert "minimum        failed" in failing


def test_a_solver_that_does_not_run_gets_one_line(tmp_path):
    (tmp_path / "descent.py").write_text(RIGHT.replace(".copy()", ""))
    printed = simbench_test(tmp_path, "descent.py", exit_code=1).stdout
    assert "1 of 1 checks failed" in printed and "need a solver that runs" in printed


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
