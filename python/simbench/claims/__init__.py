"""The thesis's claims, each a function that judges it by the runs of sweeps; `simbench-claims` runs them.

To add one: a function under @claim(number, "what is claimed, and in which setting") in a module of this
package, which takes Results and returns a Verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass

CONFIRMED, REFUTED, DEPENDS, NOT_RUN = "confirmed", "refuted", "depends", "not run"


@dataclass(frozen=True)
class Part:
    """One thing that a claim says: whether the runs show it, and the numbers that they show."""

    holds: bool
    finding: str


@dataclass(frozen=True)
class Verdict:
    kind: str
    findings: list[str]
    depends_on: str = ""


@dataclass(frozen=True)
class Claim:
    number: int
    text: str
    judge: Callable[..., Verdict]


CLAIMS: dict[int, Claim] = {}


def claim(number: int, text: str) -> Callable:
    """Registers the judge of claim `number`; `text` is the claim for someone without the thesis."""

    def register(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
        if number in CLAIMS:
            raise ValueError(f"claim {number} is there twice")
        CLAIMS[number] = Claim(number, text, judge)
        return judge

    return register


def verdict(*parts: Part, depends_on: str = "") -> Verdict:
    """Confirmed if all parts hold, else refuted; with `depends_on`: true or not according to that."""
    findings = [("" if part.holds else "Not so: ") + part.finding for part in parts]
    if depends_on:
        return Verdict(DEPENDS, findings, depends_on)
    return Verdict(CONFIRMED if all(part.holds for part in parts) else REFUTED, findings)


def verdict_by(what: str, cases: dict[str, list[Part]]) -> Verdict:
    """Of a claim that is judged in several cases; it depends on `what` if it holds in some of them alone."""
    parts = [Part(part.holds, f"{case}: {part.finding}") for case, found in cases.items() for part in found]
    truths = {all(part.holds for part in found) for found in cases.values()}
    return verdict(*parts, depends_on=what if len(truths) > 1 else "")
