"""Judges the claims, records the verdicts as JSON, and compares them with the record."""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from simbench.errors import NotRunError, ResultsError
from simbench.input_files import load_json
from simbench.output_files import make_folder, new_file
from simbench.study.claims import ASKED, Claim, as_record
from simbench.study.claims_page import markdown, part_in_words
from simbench.study.description import Study
from simbench.study.modules import placed_errors
from simbench.study.results import Results
from simbench.study.verdicts import (
    ANSWERED,
    FAILS,
    HOLDS,
    IN_PART,
    MISPRINTED,
    NOT_JUDGED,
    NOT_RUN,
    Part,
    Verdict,
)

CLAIMS = "claims"  # CLAIMS.json and CLAIMS.md
# Verdicts of records that were written before verdicts had two fields. "depends" could mean any.
OLD_VERDICTS = {
    "confirmed": (HOLDS,),
    "confirmed with a misprint in the source": (MISPRINTED,),
    "partly": (IN_PART,),
    "refuted": (FAILS,),
    "depends": (HOLDS, MISPRINTED, IN_PART, FAILS, ANSWERED),
}


@dataclass(frozen=True)
class Judgement:
    """A claim's verdict, and the ids of the runs that its judge has used, by sweep."""

    number: int
    verdict: Verdict
    runs: dict[str, list[str]]


def judge(folder: Path, numbers: Iterable[int], study: Study) -> list[Judgement]:
    """Judges these claims by the sweeps in the folder."""
    judgements = []
    results = Results(folder, study.axes, [sweep.plan for sweep in study.sweeps])
    for number in numbers:
        results.used.clear()
        found = _verdict(study.claims[number], results, study.folder)
        _refuse_unlike(study.identifier(number), study.claims[number], found)
        runs: dict[str, list[str]] = {}
        for run_id, sweep in sorted(results.used.items()):
            runs.setdefault(sweep, []).append(run_id)
        judgements.append(Judgement(number, found, runs))
    return judgements


def _verdict(claim: Claim, results: Results, study: Path) -> Verdict:
    if claim.judge is None:
        return Verdict(NOT_JUDGED, answer=claim.not_judged)
    try:
        with placed_errors(study):
            return claim.judge(results)
    except NotRunError as missing:
        return Verdict(NOT_RUN, notes=[str(missing)])


def _refuse_unlike(name: str, claim: Claim, verdict: Verdict) -> None:
    """Refuses a question that is confirmed or refuted, an answer to what nobody asks, and a missing reach."""
    if verdict.kind in (NOT_JUDGED, NOT_RUN):
        return
    if (claim.stands == ASKED) != (verdict.kind == ANSWERED):
        raise ResultsError(
            f"claim {name}: a question ('asks' in study.json) has an answer and no verdict; its judge "
            f"returns answered(…), and the judge of a claim does not. The verdict is '{verdict.kind}'"
        )
    if not verdict.reach:
        raise ResultsError(
            f"claim {name}: nothing states its reach; write 'reach' into study.json, or let the judge return "
            "its verdict.reaching({case: whether it holds there})"
        )


def as_json(judgements: list[Judgement], study: Study) -> dict:
    """The members of claims.json, by the identifier of the claim."""
    statement = {number: one.text for one in study.statements for number in one.claims}
    return {
        study.identifier(j.number): {
            **as_record(study.claims[j.number], statement[j.number]),
            "verdict": j.verdict.kind,
            "answer": j.verdict.answer,
            "reach": j.verdict.reach,
            "cases": j.verdict.cases,
            "parts": [_part(part) for part in j.verdict.parts],
            "notes": j.verdict.notes,
            "runs": j.runs,
        }
        for j in judgements
    }


def in_order(study: Study) -> list[str]:
    """The names of all claims, in the order of the statements."""
    return [study.identifier(number) for one in study.statements for number in one.claims]


def _part(part: Part) -> dict:
    """The members of a part. A number that is absent or not finite is null."""

    def finite(value: float | None) -> float | None:
        return value if value is not None and math.isfinite(value) else None

    return {
        "holds": bool(part.holds),
        "finding": part.finding,
        "measured": finite(part.measured),
        "relation": part.relation,
        "threshold": finite(part.threshold),
        "margin": finite(part.margin),
    }


def differences(found: dict, recorded: dict, allow_missing: bool = False) -> list[str]:
    """A line for each claim whose verdict differs from the record, or that cannot be judged without its runs.

    A claim without a recorded verdict is not a difference.
    """
    lines = []
    for number, entry in found.items():
        before = recorded.get(number, {}).get("verdict")
        accepted = allow_missing if entry["verdict"] == NOT_RUN else is_same_verdict(entry["verdict"], before)
        if accepted:
            continue
        lines.append(
            f"claim {number}: {entry['verdict']}, recorded is {before or 'nothing'}: "
            f"{' '.join(_findings(entry))}"
        )
    return lines


def is_same_verdict(verdict: str, recorded: str | None) -> bool:
    """Whether the record has this verdict, or one of before that means it."""
    return recorded in (None, verdict) or verdict in OLD_VERDICTS.get(recorded.split(" (")[0], ())


def _findings(entry: dict) -> list[str]:
    return [part_in_words(part) for part in entry["parts"]] + entry["notes"]


def load(path: Path) -> dict:
    return load_json(path) if path.is_file() else {}


def write(folder: Path, entries: dict, study: Study, words: tuple, is_ours: Callable[[Path], bool]) -> None:
    """Writes both files; `words` are the last arguments of markdown()."""
    make_folder(folder)
    texts = {
        "json": json.dumps(entries, indent=1, ensure_ascii=False) + "\n",
        "md": markdown(entries, study, *words),
    }
    for ending, text in texts.items():
        with new_file(folder / f"{CLAIMS}.{ending}", is_ours) as partial:
            partial.write_text(text, encoding="utf-8")
