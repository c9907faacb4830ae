"""Parts of a claim, which compare a number with a threshold, and the verdict that follows from them.

A judge returns a verdict. The values in it fill the answer and the reach of study.json (answers.py).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

HOLDS, MISPRINTED, IN_PART, FAILS = "holds", "holds with a misprint", "holds in part", "fails"
ANSWERED, NOT_RUN, NOT_JUDGED = "answered", "not run", "not judged"
KINDS = {
    HOLDS: "it holds in its author's setting, by its author's criterion",
    MISPRINTED: "what is meant holds there, and what is printed does not",
    IN_PART: "some of the things that it says hold there",
    FAILS: "nothing that it says holds there",
    ANSWERED: "it is a question, which has an answer and no verdict",
    NOT_RUN: "runs are missing",
    NOT_JUDGED: "nobody judges it, for the reason that is given",
}
THIN = 1.1  # a margin between 1/THIN and THIN is thin
ABOUT = 0.2  # "about n" is a number that differs from n by no more than this share of n
TWICE = 1.25  # "about twice" is a factor of 2 within this factor


@dataclass(frozen=True)
class Part:
    """One statement of a claim: whether it holds in the runs, and the measured number.

    If one number decides, the part holds if `measured` has this `relation` to `threshold`. `margin` is the
    ratio of the two: above 1 if the part holds, below 1 if it does not.
    """

    holds: bool
    finding: str
    measured: float | None = None
    threshold: float | None = None
    relation: str = ""
    margin: float | None = None

    def said(self, more: str = "") -> str:
        """The finding with its number, its threshold and `more`, if both numbers are finite."""
        numbers = [self.measured, self.threshold]
        known = all(number is not None and math.isfinite(number) for number in numbers)
        compared = f" ({self.measured:.4g}, {self.relation} {self.threshold:.4g}{more})" if known else ""
        return ("" if self.holds else "Not so: ") + self.finding + compared


@dataclass(frozen=True)
class Verdict:
    """A verdict in the author's setting, and its reach.

    `notes` are further findings that decide nothing. `values` fill the answer and the reach of study.json, by
    name. `cases` are other problems, criteria, precisions or units, in words: whether the claim holds there.
    """

    kind: str
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    answer: str = ""
    cases: dict[str, bool] = field(default_factory=dict)
    reach: str = ""

    def saying(self, answer: str, reach: str = "") -> "Verdict":
        return replace(self, answer=answer, reach=reach)

    def reaching(self, cases: Mapping[str, bool], /, *notes: str, **values: Any) -> "Verdict":
        """The verdict with these cases of its reach, and further notes and values."""
        return replace(
            self,
            cases=self.cases | {case: bool(holds) for case, holds in cases.items()},
            notes=[*self.notes, *notes],
            values=self.values | values,
        )

    @property
    def findings(self) -> list[str]:
        return [*(part.said() for part in self.parts), *self.notes]

    @property
    def decided_by(self) -> Part | None:
        """The part with the smallest margin; None if no part has a margin."""
        known = (part for part in self.parts if part.margin is not None)
        return min(known, key=lambda part: part.margin, default=None)


def at_most(measured: float, threshold: float, finding: str) -> Part:
    """Holds if measured ≤ threshold. If a number is negative, the margin is 0 if it fails, else None."""
    return _part(measured <= threshold, finding, measured, threshold, "at most", threshold, measured)


def at_least(measured: float, threshold: float, finding: str) -> Part:
    return _part(measured >= threshold, finding, measured, threshold, "at least", measured, threshold)


def below(measured: float, threshold: float, finding: str) -> Part:
    return _part(measured < threshold, finding, measured, threshold, "below", threshold, measured)


def above(measured: float, threshold: float, finding: str) -> Part:
    return _part(measured > threshold, finding, measured, threshold, "above", measured, threshold)


def near(found: float, expected: float, tolerance: float, finding: str) -> Part:
    """Holds if the numbers differ by at most this share of the expected one."""
    return at_most(apart(found, expected), tolerance, finding)


def about(found: float, expected: float, finding: str) -> Part:
    return near(found, expected, ABOUT, finding)


def about_twice(ratio: float, finding: str) -> Part:
    """Holds if the ratio is 2 within a factor of TWICE."""
    return at_most(max(ratio / 2, 2 / ratio), TWICE, finding)


def apart(found: float, expected: float) -> float:
    """|found/expected − 1|; 0 if they are equal, else infinite if one is not finite or `expected` is 0."""
    if found == expected:
        return 0.0
    if not (math.isfinite(found) and math.isfinite(expected)) or expected == 0:
        return math.inf
    return abs(found / expected - 1)


def _part(
    holds: bool, finding: str, measured: float, threshold: float, relation: str, over: float, under: float
) -> Part:
    """A part whose margin is over/under."""
    if math.isnan(measured) or math.isinf(under) or over < 0 or under < 0 or over == under == 0:
        margin = None if holds else 0.0
    else:
        margin = over / under if under else math.inf
    return Part(bool(holds), finding, float(measured), float(threshold), relation, margin)


def in_parts(parts: Iterable[Part], /, *notes: str, **values: Any) -> Verdict:
    """Holds if all parts hold, fails if none does, else holds in part."""
    parts = list(parts)
    return Verdict(_kind([part.holds for part in parts]), parts, list(notes), values)


def answered(parts: Iterable[Part], /, *notes: str, **values: Any) -> Verdict:
    """The answer to a question, which nobody has claimed; the parts show what was measured."""
    return Verdict(ANSWERED, list(parts), list(notes), values)


def together(kinds: Iterable[str]) -> str:
    """The verdict on a statement by those on its claims; claims without a verdict do not count."""
    kinds = list(kinds)
    judged = [kind for kind in kinds if kind not in (NOT_JUDGED, NOT_RUN, ANSWERED)]
    if not judged:
        return next((kind for kind in (NOT_RUN, ANSWERED) if kind in kinds), NOT_JUDGED)
    if len(set(judged)) == 1:
        return judged[0]
    return MISPRINTED if {*judged} == {HOLDS, MISPRINTED} else IN_PART


def _kind(holds: list[bool]) -> str:
    return HOLDS if all(holds) else IN_PART if any(holds) else FAILS


def misprinted(printed: Iterable[Part], corrected: Iterable[Part], /, *notes: str, **values: Any) -> Verdict:
    """A misprint if only the corrected parts hold; otherwise in_parts judges the printed parts."""
    printed, corrected = list(printed), list(corrected)
    if all(part.holds for part in printed) or not all(part.holds for part in corrected):
        return in_parts(printed, *Verdict("", corrected).findings, *notes, **values)
    meant = [replace(part, finding="Corrected: " + part.finding) for part in corrected]
    return Verdict(MISPRINTED, meant, [*Verdict("", printed).findings, *notes], values)
