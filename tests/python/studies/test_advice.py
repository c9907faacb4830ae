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
        take for take, finding in ROWS if re.search(rf"(answer|finding|claim) {claim}[ }}]", finding)
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
    ratios = numbers(rf"{NUMBER} \(", stands.partition("dual methods: ")[2])
    assert numbers(rf"{NUMBER} \(demonstration\)", stands) == [max(ratios)] and ratios.count(max(ratios)) == 1
    assert "the demonstration's constants" in advice_of("R71")


def test_the_advice_on_contacts_and_hard_volumes_follows_from_the_thesis_claims():
    without, quasi_newton = RECORDED["thesis"]["65"]["answer"].split("QN, which corrects")
    pd, qn = (numbers(rf"{NUMBER} times \(k", text) for text in (without, quasi_newton))
    assert "QN, or PD if the contacts are soft" in advice_of("65")
    assert pd == sorted(set(pd)) and pd[0] < 1.1  # the stiffer the contacts, the more iterations
    assert all(ours < theirs for ours, theirs in zip(qn[1:], pd[1:], strict=True))
    assert advice_of("86").strip() == "XPBD's sweeps"
    assert holds("thesis", "86") == {
        "independent constraints": True,
        "redundant constraints in a system": False,
        "redundant constraints in sweeps": True,
    }


# By the claim: a pattern of the parts for which its short answer says that the claim holds.
HOLDS = {
    "R16": r"(?!Jacobi \(averaging count|AVBD)",
    "R24": r"masses on a line|boxes that turn: vbd",
    "R25": r"masses on a line|boxes, sweeps over bodies",
    "R45": r".*(an iteration$)|s = [12]:",
    "R49": r"the force",
    "R59": r"balls|boxes, (avbd|alm)|boxes, (?!si).*violated",
}


@pytest.mark.parametrize("claim", HOLDS)
def test_short_answers_name_the_cases_that_hold(claim):
    for part in RECORDED["rigid"][claim]["parts"]:
        assert part["holds"] == bool(re.match(HOLDS[claim], part["finding"])), part["finding"]


def test_short_answers_compare_as_the_numbers_do():
    rigid = {claim: entry["answer"] for claim, entry in RECORDED["rigid"].items()}
    pairs = re.findall(rf"{NUMBER} and {NUMBER} \(", rigid["R56"])  # warm and cold
    assert len(pairs) == 6 and all(float(warm) > 4 * float(cold) for warm, cold in pairs)
    (warm,) = numbers(rf"{NUMBER} \(warm\)", rigid["R70"])
    (demonstration,) = numbers(rf"{NUMBER} \(demonstration\)", rigid["R70"])
    assert demonstration < warm < min(numbers(rf"{NUMBER} \(paper", rigid["R70"]))
    assert "at none (paper, k from 1 N/m)" in rigid["R71"]
    fixed, *best = numbers(rf"N\^{NUMBER}", rigid["R41"])
    assert abs(fixed - 2) < 0.1 and best and all(abs(power - 1) < 0.1 for power in best)
    ((fewer, more),) = re.findall(r"fewer in (\d+) of .* more in (\d+):", rigid["R47"])
    assert int(fewer) < int(more) and rigid["R47"].endswith("in 0 runs with it and in 0 without it.")
    hard, soft, *with_pose = numbers(rf"{NUMBER}(?: to \d+)? times \((?:hard|soft)", rigid["R12"])
    assert hard == 1 and soft > 2 and with_pose == [0.5, 0.5]
