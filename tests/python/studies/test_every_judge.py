"""The contract of judges: each one gives verdicts with words on made-up runs, and not always the same one.

All runs of all plans are made up, in three worlds. What a judge finds there is on record as the kind of its
verdict and a hash of its numbers and words, so that no change of a judge goes unseen. A new judge is tested
without an edit, except for its line in judged.json, which a failed test prints.
"""

import hashlib
import json
import re
from pathlib import Path

import made_up_shapes
import pytest
from conftest import REPOSITORY
from made_up_sweeps import MadeUpSweeps, World
from studies import ALL

from simbench import ResultsError
from simbench.study import report
from simbench.study.claims import ASKED
from simbench.study.description import Study
from simbench.study.results import Results
from simbench.study.verdicts import Verdict

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("module")]

WORLDS = {"scattered": World(), "alike": World(alike=True), "solved": World(speed=20)}
RECORD = Path(__file__).with_name("judged.json")
NOTHING = "nothing"  # of what the judge looks for is in these runs
LACKING = (ArithmeticError, LookupError, TypeError, ValueError, ResultsError)  # what a judge says to that
# Judged by the thesis's own samples, or by closed forms; or by runs that tests of their own make up.
ALIKE = {"28", "75", "R5", "R6", "R7", "R30", "R33", "R35", "R40", "R41", "R42", "R43", "R55"}
OF_OTHER_TESTS = {"C3", "C6", "F10", "F25", "R15", "R17", "R25", "R59"}
OF_OTHER_TESTS |= {"29", "32", "34", "39", "57", "71", "72", "83", "86", "87", "88", "92"}
NUMBER = re.compile(r"-?\d+(\.\d+)?e-?\d+|-?\d+\.\d+")


class MadeUpResults(Results):
    """The results of sweeps that are made up when a judge asks for them."""

    def __init__(self, study: Study, made: MadeUpSweeps, folder: Path) -> None:
        super().__init__(folder, study.axes, [sweep.plan for sweep in study.sweeps])
        self._made = made

    def _summary(self, sweep: str):
        if sweep in self._plans:
            self._made.sweep(sweep)
        return super()._summary(sweep)


def judged(study: Study, results: Results) -> dict[str, str]:
    """For each claim the kind of its verdict, with the hash of what the judge says."""
    found = {}
    for number, claim in study.claims.items():
        if claim.judge is None:
            continue
        try:
            verdict = claim.judge(results)
        except LACKING:
            found[study.identifier(number)] = NOTHING
            continue
        assert verdict.answer and verdict.reach, f"claim {study.identifier(number)} says nothing: {verdict}"
        found[study.identifier(number)] = f"{verdict.kind} {hash_of(verdict)}"
    return found


def hash_of(verdict: Verdict) -> str:
    parts = [(part.holds, part.finding, part.relation, digits(part.threshold)) for part in verdict.parts]
    said = (parts, [digits(part.measured) for part in verdict.parts], verdict.notes, verdict.cases)
    return hashlib.sha256(in_digits(f"{said} {verdict.answer} {verdict.reach}").encode()).hexdigest()[:8]


def digits(number: float | None) -> str:
    """Four digits, and none of rounding errors, which differ between processors."""
    return "" if number is None else f"{0 if abs(number) < 1e-9 else number:.4g}"


def in_digits(words: str) -> str:
    return NUMBER.sub(lambda found: digits(float(found[0])), words)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("study", ALL, ids=lambda study: study.name)
def test_judges_find_what_is_on_record(study, world, tmp_path, monkeypatch):
    made = MadeUpSweeps(study, tmp_path, WORLDS[world])
    assert study.claims  # which imports the judges
    made.patch_into(monkeypatch)
    made_up_shapes.patch_into(made, study, monkeypatch)
    found = judged(study, MadeUpResults(study, made, tmp_path))
    recorded = json.loads(RECORD.read_text())[study.name]
    changed = {claim: kind for claim, kind in found.items() if recorded.get(claim, {}).get(world) != kind}
    assert not changed, f"in judged.json, '{world}' of {study.name}: {json.dumps(changed)}"
    assert found.keys() == recorded.keys()


@pytest.mark.parametrize("study", ALL, ids=lambda study: study.name)
def test_every_judge_gives_different_verdicts(study):
    """In the three worlds and on the runs on record; the answers to a question differ in words."""
    real = report.load(REPOSITORY / "results" / study.name / "claims.json")
    for name, of_worlds in json.loads(RECORD.read_text())[study.name].items():
        verdicts = {verdict for verdict in of_worlds.values() if verdict != NOTHING}
        if real[name]["stands"] != ASKED:
            verdicts = {re.sub(r" \w{8}$", "", verdict) for verdict in verdicts} | {real[name]["verdict"]}
        differ = len(verdicts) > 1
        assert differ != (name in ALIKE | OF_OTHER_TESTS), f"claim {name} of {study.name}: {verdicts}"
