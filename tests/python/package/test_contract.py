"""The contract of solvers passes solvers that keep it, and finds each of many deliberate mistakes.

Each mistake is a solver that is right except for one thing, and one check must find it.
"""

from pathlib import Path

import pytest
import solver_mistakes
from solver_mistakes import MISTAKES, Descent, WritesIntoStart

import simbench as sb
from simbench.contract.checks import CHECKS, answer_of
from simbench.contract.subject import subject_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("module")]


@pytest.mark.parametrize(
    ("solver", "check", "verdict", "words"), MISTAKES, ids=[f"{m[0].__name__}-{m[1]}" for m in MISTAKES]
)
def test_a_mistake_is_found_by_its_check(solver, check, verdict, words):
    answer = answer_of(check, subject_of(solver))
    assert answer.verdict.value == verdict, answer.sentence
    assert words in answer.sentence


def test_every_check_finds_a_mistake():
    assert {check for _, check, _, _ in MISTAKES} == set(CHECKS)


def test_a_solver_that_keeps_the_contract_passes_every_check():
    table = sb.test(Descent)
    verdicts = {name: answer.verdict.value for name, answer in table.items()}
    assert verdicts == dict.fromkeys(CHECKS, "ok") | {"converged": "not promised"}
    assert table.failed == []


def test_an_error_names_the_line_of_the_solver():
    answer = answer_of("runs", subject_of(WritesIntoStart))
    lines = Path(solver_mistakes.__file__).read_text().splitlines()
    line = 1 + lines.index("        self.q -= self.length() * self.direction()")
    assert f"ValueError in solver_mistakes.py:{line}:" in answer.sentence


# By theory: sweeps over tets (pbd, xpbd) or vertices (vbd) depend on their order. pbd has no objective, and
# XPBD and full Gauss-Newton steps leave out a part of its gradient. At rest the gradient of |F - R| is 0/0, a
# unit vector that rounding chooses. It enters a linear system of all constraints as it is, but a sweep
# multiplies it by |F - R|.
ORDERED = {"pbd": "tets", "xpbd": "tets", "generalized_pbd": "tets", "vbd": "vertices", "pbng": "vertices"}
NO_MINIMUM = {"pbd", "xpbd", "xpbd_global", "kkt"}
ROUNDED = {"xpbd_global", "kkt"}
WITH_CRITERION = {"qn", "newton", "bfgs", "gradient_descent"}


def test_the_solvers_of_the_program_keep_the_contract(solvers):
    assert set(ORDERED) | NO_MINIMUM | ROUNDED | WITH_CRITERION < set(solvers)
    for solver in solvers:
        table = sb.test(solver)
        assert table.failed == [], table
        verdicts = {name: answer.verdict.value for name, answer in table.items()}
        expected = dict.fromkeys(verdicts, "ok")
        expected["order"] = "differs" if solver in ORDERED else "ok"
        expected["minimum"] = "not promised" if solver in NO_MINIMUM else "ok"
        expected["from rest"] = "differs" if solver in ROUNDED else "ok"
        if solver not in WITH_CRITERION:
            expected |= {name: verdicts[name] for name in ("falls", "converged")}
        assert ORDERED.get(solver, "") in table["order"].sentence
        assert verdicts == expected, table


def test_a_weight_with_a_unit_is_a_hidden_unit_and_vertices_may_be_held_in_the_limit():
    # admm's weight w multiplies F, which has no unit: w^2 is an energy [kg m^2/s^2].
    answer = answer_of("units", subject_of("admm[weight=100]"))
    assert answer.verdict.value == "failed" and "kilograms, metres and seconds" in answer.sentence
    answer = answer_of("held vertices", subject_of("admm[held_by=indicator]"))
    assert answer.verdict.value == "differs" and "in the limit" in answer.sentence


def test_the_entries_of_the_strain_are_smooth_at_rest():
    answer = answer_of("from rest", subject_of("xpbd_global[constraint=vector]"))
    assert answer.verdict.value == "ok", answer.sentence


def test_a_solver_that_declines_a_law_is_tested_with_another_one():
    class NeoHookeanOnly(Descent):
        @classmethod
        def declines(cls, laws):
            return None if "stable_neo_hookean" in laws else "only stable_neo_hookean"

    class Nothing(Descent):
        @classmethod
        def declines(cls, laws):
            return f"no {laws[0]}"

    assert subject_of(NeoHookeanOnly).law == "stable_neo_hookean"
    with pytest.raises(sb.SimbenchError, match="nothing declines every law; of corotated_linear it says: no"):
        sb.test(Nothing)
