"""Parts of a claim, which compare a number with a threshold, and the verdict that follows from them.

A judge returns a verdict. The values in it fill the sentence of study.json (sentences.py).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

CONFIRMED, REFUTED, PARTLY, DEPENDS, NOT_RUN = "confirmed", "refuted", "partly", "depends", "not run"
NOT_JUDGED = "not judged"
MISPRINTED = "confirmed with a misprint in the source"
KINDS = {
    CONFIRMED: "all parts hold",
    MISPRINTED: "what is meant holds, and what is printed does not",
    PARTLY: "n of the m things that the sentence says hold",
    REFUTED: "no part holds",
    DEPENDS: "what holds differs between the cases that are named",
    NOT_RUN: "runs are missing",
    NOT_JUDGED: "nobody judges it, for the reason that is given",
}
THIN = 1.1  # a margin between 1/THIN and THIN is thin
ABOUT = 0.2  # "about n" is a number that differs from n by no more than this share of n
TWICE = 1.25  # "about twice" is a factor of 2 within this factor


def kind_of(verdict: str) -> str:
    """The kind (a key of KINDS) of a recorded verdict, without the count of parts that hold."""
    return verdict.split(" (")[0]


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


@dataclass(frozen=True)
class Verdict:
    """`notes` are further findings that decide nothing. `values` fill the sentence, by name."""

    kind: str
    parts: list[Part] = field(default_factory=list)
    depends_on: str = ""
    notes: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    sentence: str = ""

    def saying(self, sentence: str) -> "Verdict":
        return replace(self, sentence=sentence)

    @property
    def findings(self) -> list[str]:
        said = [("" if part.holds else "Not so: ") + part.finding for part in self.parts]
        return said + self.notes

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
    """Confirmed if all parts hold, refuted if none does, else partly (n of m)."""
    parts = list(parts)
    count = sum(part.holds for part in parts)
    kind = CONFIRMED if count == len(parts) else REFUTED
    if 0 < count < len(parts):
        kind = f"{PARTLY} ({count} of {len(parts)})"
    return Verdict(kind, parts, "", list(notes), values)


def misprinted(printed: Iterable[Part], corrected: Iterable[Part], /, *notes: str, **values: Any) -> Verdict:
    """A misprint if only the corrected parts hold; otherwise in_parts judges the printed parts."""
    printed, corrected = list(printed), list(corrected)
    if all(part.holds for part in printed) or not all(part.holds for part in corrected):
        return in_parts(printed, *Verdict("", corrected).findings, *notes, **values)
    meant = [replace(part, finding="Corrected: " + part.finding) for part in corrected]
    return Verdict(MISPRINTED, meant, "", [*Verdict("", printed).findings, *notes], values)


def by_case(what: str, cases: dict[str, list[Part]], /, *notes: str, **values: Any) -> Verdict:
    """Judges a claim in several cases: the verdict depends on `what` if the cases do not agree.

    Each case has the parts of the claim, in the same order. If the same parts hold in all cases, each part
    counts once: the cases are our choice, and the sentence does not state them.
    """
    parts = [
        replace(part, finding=f"{case}: {part.finding}") for case, found in cases.items() for part in found
    ]
    patterns = {tuple(part.holds for part in found) for found in cases.values()}
    if len({part.holds for part in parts}) == 1:
        return in_parts(parts, *notes, **values)
    if len(patterns) == 1:
        of_one = in_parts(next(iter(cases.values())), *notes, **values)
        return replace(of_one, parts=parts)
    return Verdict(DEPENDS, parts, what, list(notes), values)
