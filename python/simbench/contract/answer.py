"""What a check answers: a verdict, and a sentence with the number that decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    OK = "ok"
    DIFFERS = "differs"  # a property that useful methods may lack; the sentence says what follows
    FAILED = "failed"  # the solver breaks a promise that every solver must keep
    NOT_PROMISED = "not promised"  # the solver does not claim this, or the check has nothing to judge


@dataclass(frozen=True)
class Answer:
    verdict: Verdict
    sentence: str


def ok(sentence: str) -> Answer:
    return Answer(Verdict.OK, sentence)


def differs(sentence: str) -> Answer:
    return Answer(Verdict.DIFFERS, sentence)


def failed(sentence: str) -> Answer:
    return Answer(Verdict.FAILED, sentence)


def not_promised(sentence: str) -> Answer:
    return Answer(Verdict.NOT_PROMISED, sentence)


def short(value: float) -> str:
    """The value with two digits: 0.12, 4.5e-9."""
    mantissa, _, exponent = f"{value:.2g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
