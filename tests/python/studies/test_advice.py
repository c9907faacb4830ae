"""Advice and short answers, which authors write by hand, follow from the recorded results."""

import json
import re

import pytest
from conftest import REPOSITORY

RECORDED = {
    study: json.loads((REPOSITORY / f"results/{study}/claims.json").read_text())
    for study in ("engine", "rigid", "thesis")
}
TEMPLATE = (REPOSITORY / "docs/pages/which_solver.md").read_text()
ROWS = [line.split("|")[2:4] for line in TEMPLATE.splitlines() if line.startswith("|")]
NUMBER = r"(\d+(?:\.\d+)?)"


def advice_of(claim: str) -> str:
    """The column `take` of the row that rests on this claim."""
    (advice,) = (
        take for take, finding in ROWS if re.search(rf"(answer|finding|claim|in_brief) {claim}[ }}]", finding)
    )
    return advice


def holds(study: str, claim: str) -> dict[str, bool]:
    """Whether a part holds, by its case."""
    return {part["finding"].partition(":")[0]: part["holds"] for part in RECORDED[study][claim]["parts"]}


def numbers(pattern: str, text: str) -> list[float]:
    return [float(found) for found in re.findall(pattern, text)]


COMPLAINTS = ("E1", "E3", "E5", "E7", "E10", "E16")  # they hold for solvers that one should not take


@pytest.mark.parametrize("claim", COMPLAINTS)
def test_the_solvers_to_take_are_those_without_the_complaint(claim):
    cases = holds("engine", claim)
    named = [
        case for case in cases if re.search(rf"\b{re.escape(case.partition(',')[0])}\b", advice_of(claim))
    ]
    assert named and not any(cases[case] for case in named)


def test_the_solvers_to_take_are_the_best_of_the_runs():
    cases = holds("engine", "E4")  # small steps help
    assert all(cases[solver] for solver in ("XPBD", "VBD")) and "XPBD or VBD" in advice_of("E4")

    far = {part["finding"]: part["measured"] for part in RECORDED["engine"]["E16"]["parts"]}
    one_kilometre = {finding: off for finding, off in far.items() if "1 km away" in finding}
    assert max(one_kilometre, key=one_kilometre.get).startswith("PD (positions)")
    first = RECORDED["engine"]["E15"]["answer"].split(". After")[0]  # where a block is the best form
    least, *_, most = (case.removeprefix("ν = ") for case in holds("engine", "E15"))
    assert first.endswith(f"ν = {least} to {most}") and "one block" in advice_of("E15")
    stands = RECORDED["rigid"]["R71"]["answer"]
    own, dual = stands.split("; dual methods")
    (ours,) = numbers(rf"up to {NUMBER} times", own)
    assert ours > max(numbers(rf"{NUMBER} \(", dual)) and "the demonstration's constants" in advice_of("R71")


def test_the_advice_on_contacts_and_hard_volumes_follows_from_the_thesis_claims():
    softest, *_, stiffest = RECORDED["thesis"]["65"]["cases"].values()  # whether PD must factorise again
    assert (softest, stiffest) == (False, True) and "PD with a matrix that keeps" in advice_of("65")
    assert advice_of("86").strip() == "XPBD's sweeps"
    assert RECORDED["thesis"]["86"]["cases"] == {
        "for redundant constraints in a system": False,
        "for redundant constraints in XPBD's sweeps": True,
    }
