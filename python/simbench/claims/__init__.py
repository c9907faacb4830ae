"""Claims of the sources, each a function that judges it by the runs of sweeps; `simbench-claims` runs them.

To add one: a function under @claim(number, "what is claimed, and in which setting") in a module of this
package, which takes Results and returns a Verdict. The thesis's are here, those of rigid bodies in rigid/.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

CONFIRMED, REFUTED, DEPENDS, NOT_RUN = "confirmed", "refuted", "depends", "not run"
MISPRINTED = "confirmed with a misprint in the source"
PARTLY = "partly"


@dataclass(frozen=True)
class Part:
    """One thing that a claim says: whether the runs show it, and the numbers that they show.

    Where one number decides, `measured` is that, `threshold` what it is held against, and `margin` their
    ratio: above 1 where the part holds, below where it does not.
    """

    holds: bool
    finding: str
    measured: float | None = None
    threshold: float | None = None
    margin: float | None = None


@dataclass(frozen=True)
class Verdict:
    kind: str
    findings: list[str]
    depends_on: str = ""
    decided_by: Part | None = None  # of those with a number the one with the least margin


@dataclass(frozen=True)
class Claim:
    number: int
    text: str
    judge: Callable[..., Verdict]
    about: dict[str, str] = field(default_factory=dict)  # of a claim on rigid bodies: source, setting, figure


@dataclass(frozen=True)
class Collection:
    """Claims of one source: those, what their identifiers begin with, and how their report begins."""

    prefix: str
    file: str  # results/FILE.json and .md
    title: str
    introduction: list[str]
    claims: dict[int, Claim] = field(default_factory=dict)

    def add(self, found: Claim) -> None:
        if found.number in self.claims:
            raise ValueError(f"claim {self.prefix}{found.number} is there twice")
        self.claims[found.number] = found


THESIS = Collection(
    "",
    "claims",
    "The thesis's claims",
    [
        "Written by `simbench-claims` from the runs of the plans in `scenes/sweeps`; the sentences are",
        "kept in `claims.json`. ADMM's weights are w = c √(k V). A claim of several parts is confirmed if",
        "all hold, and refuted if one does not (“Not so”).",
    ],
)
CLAIMS = THESIS.claims


def claim(number: int, text: str) -> Callable:
    """Registers the judge of claim `number`; `text` is the claim for someone without the thesis."""

    def register(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
        THESIS.add(Claim(number, text, judge))
        return judge

    return register


def verdict(*parts: Part, depends_on: str = "") -> Verdict:
    """Confirmed if all parts hold, else refuted; with `depends_on`: true or not according to that."""
    kind = DEPENDS if depends_on else CONFIRMED if all(part.holds for part in parts) else REFUTED
    return Verdict(kind, findings_of(parts), depends_on, weakest(parts))


def findings_of(parts: Iterable[Part]) -> list[str]:
    return [("" if part.holds else "Not so: ") + part.finding for part in parts]


def weakest(parts: Iterable[Part]) -> Part | None:
    return min(
        (part for part in parts if part.margin is not None), key=lambda part: part.margin, default=None
    )


def verdict_by(what: str, cases: dict[str, list[Part]]) -> Verdict:
    """Of a claim that is judged in several cases; it depends on `what` if it holds in some of them alone."""
    parts = [
        replace(part, finding=f"{case}: {part.finding}") for case, found in cases.items() for part in found
    ]
    truths = {all(part.holds for part in found) for found in cases.values()}
    return verdict(*parts, depends_on=what if len(truths) > 1 else "")
