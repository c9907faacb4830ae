"""The claims R1 to R53 on rigid bodies (docs/rigid.md): `simbench-claims --rigid` judges them.

Most are of T. Waterson, Foundations of Position-Based Rigid Body Dynamics (2026); a number in brackets is an
equation there. To add one: a function under @rigid_claim in a module of this package.
"""

import math
from collections.abc import Callable, Iterable

from simbench.claims import (
    CONFIRMED,
    MISPRINTED,
    PARTLY,
    REFUTED,
    Claim,
    Collection,
    Part,
    Verdict,
    findings_of,
    weakest,
)

RIGID = Collection(
    "R",
    "rigid_claims",
    "Claims on rigid bodies",
    [
        "Written by `simbench-claims --rigid` from the runs of the plans `scenes/sweeps/rigid_*.json`; the",
        "sentences are kept in `rigid_claims.json`. A claim of several parts is confirmed if all hold, "
        "refuted if",
        "none does, and else holds partly. The margin is how far the deciding number is on the right side of",
        "its threshold, as a factor; below 1 it is on the other side. N is the number of bodies, R the "
        "mass of",
        "the ends over that of the others, ρ a factor an iteration, k/ln = −1/ln ρ iterations a factor e.",
    ],
)


def rigid_claim(number: int, text: str, *, source: str, setting: str, figure: str = "") -> Callable:
    """Registers the judge of claim R`number`; `figure` is the name of one in results/gallery."""
    about = {"source": source, "setting": setting, "figure": figure}

    def register(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
        RIGID.add(Claim(number, text, judge, about))
        return judge

    return register


def at_most(measured: float, threshold: float, finding: str) -> Part:
    """Holds where measured ≤ threshold. With a negative number the margin is 0 where it fails, else none."""
    return _part(measured <= threshold, finding, measured, threshold, threshold, measured)


def at_least(measured: float, threshold: float, finding: str) -> Part:
    return _part(measured >= threshold, finding, measured, threshold, measured, threshold)


def _part(holds: bool, finding: str, measured: float, threshold: float, over: float, under: float) -> Part:
    """The margin is over/under."""
    if math.isnan(measured) or math.isinf(under) or over < 0 or under < 0 or over == under == 0:
        margin = None if holds else 0.0
    else:
        margin = over / under if under else math.inf
    return Part(holds, finding, measured, threshold, margin)


def apart(found: float, expected: float) -> float:
    """|found/expected − 1|; infinite where one of them is no finite number, 0 where both are the same."""
    if found == expected:
        return 0.0
    if not (math.isfinite(found) and math.isfinite(expected)) or expected == 0:
        return math.inf
    return abs(found / expected - 1)


def near(found: float, expected: float, tolerance: float, finding: str) -> Part:
    return at_most(apart(found, expected), tolerance, finding)


def in_parts(parts: Iterable[Part], *notes: str) -> Verdict:
    """Confirmed if all parts hold, refuted if none does, else partly (n of m). Notes follow the findings."""
    parts = list(parts)
    count = sum(part.holds for part in parts)
    kind = CONFIRMED if count == len(parts) else REFUTED
    if 0 < count < len(parts):
        kind = f"{PARTLY} ({count} of {len(parts)})"
    return Verdict(kind, [*findings_of(parts), *notes], decided_by=weakest(parts))


def misprinted(printed: Iterable[Part], corrected: Iterable[Part], *notes: str) -> Verdict:
    """Where what is printed does not hold and what is meant does; else as in_parts judges what is printed."""
    printed, corrected = list(printed), list(corrected)
    if all(part.holds for part in printed) or not all(part.holds for part in corrected):
        return in_parts(printed, *findings_of(corrected), *notes)
    findings = [*findings_of(printed), *("Corrected: " + part.finding for part in corrected), *notes]
    return Verdict(MISPRINTED, findings, decided_by=weakest(corrected))
