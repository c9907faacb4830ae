"""The words of a verdict: templates of study.json, filled with the values that the judge returns.

A claim has "answers" by the kind of verdict, for example
{"holds, in part": "ADMM needs {ratio:.2g} times the iterations."}, and one "reach", which states where else
it holds and where it stops. A template is a text or a list of texts that are joined; a text is left out if
one of its values is None. "short" has short answers for tables in the same way, but as plain texts: tables
are made from the record, which has no values.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import wraps
from string import Formatter
from typing import Any

from simbench.errors import ResultsError
from simbench.study.judges import Judge
from simbench.study.members import Members
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART, MISPRINTED, Verdict
from simbench.study.words import in_prose, together

WHATEVER = "whatever_the_verdict"
WORDS = {  # of study.json and of placeholders, for a kind of verdict
    HOLDS: "holds",
    MISPRINTED: "misprint",
    IN_PART: "in part",
    FAILS: "fails",
    ANSWERED: "answered",
}

Templates = dict[str, list[str]]  # texts by the word for a verdict
# Between two sentences. No sentence begins with a small letter, so that no abbreviation ends one within text.
BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])(?<!\bSt\.)\s+(?=[^a-z\d])")


def read_answers(said: Members) -> Templates:
    allowed = (*WORDS.values(), WHATEVER)
    found: Templates = {}
    for words in said.names():
        texts = said.text_or_texts(words)
        for word in words.split(", "):
            if word not in allowed:
                raise ResultsError(
                    f"{said.place}: there is no verdict '{word}'; allowed, also several with commas: "
                    f"{', '.join(allowed)}"
                )
            if word in found:
                raise ResultsError(f"{said.place}: '{word}' occurs twice; remove one")
            found[word] = texts
    return found


def speaking(judge: Judge, answers: Templates, reach: list[str], claim: str) -> Judge:
    """The judge of this claim, with an answer and a reach in each of its verdicts."""

    @wraps(judge)
    def judged(results) -> Verdict:
        verdict = judge(results)
        said = verdict.saying(answer_of(verdict, answers, claim), reach_of(verdict, reach, claim))
        return _in_prose(said)

    return judged


def _in_prose(verdict: Verdict) -> Verdict:
    return replace(
        verdict,
        parts=[replace(part, finding=in_prose(part.finding)) for part in verdict.parts],
        notes=[in_prose(note) for note in verdict.notes],
        answer=in_prose(verdict.answer),
        cases={in_prose(case): holds for case, holds in verdict.cases.items()},
        reach=in_prose(verdict.reach),
    )


def answer_of(verdict: Verdict, answers: Templates, claim: str) -> str:
    """The answer for this kind of verdict, or for all kinds. Without one it counts the parts that hold."""
    count = sum(part.holds for part in verdict.parts)
    return _joined(_texts(verdict.kind, answers), verdict.values, claim) or (
        f"{count} of {len(verdict.parts)} parts hold."
    )


def reach_of(verdict: Verdict, reach: list[str], claim: str) -> str:
    """The reach. Without a template it lists the cases in which the claim holds, and those where it fails."""
    if said := _joined(reach, verdict.values, claim):
        return said
    holding = [case for case, holds in verdict.cases.items() if holds]
    failing = [case for case, holds in verdict.cases.items() if not holds]
    words = [f"It also holds {together(holding)}."] if holding else []
    return " ".join([*words, *([f"It does not hold {together(failing)}."] if failing else [])])


def short_answer(verdict: str, answer: str, short: Templates) -> str:
    """The short answer for this verdict; without one the first sentence of the whole answer."""
    return " ".join(_texts(verdict, short)) or first_sentence(answer)


def first_sentence(text: str) -> str:
    return BETWEEN_SENTENCES.split(text)[0]


def _texts(kind: str, templates: Templates) -> list[str]:
    return templates.get(WORDS.get(kind, "")) or templates.get(WHATEVER) or []


def _joined(texts: Iterable[str], values: dict[str, Any], claim: str) -> str:
    return " ".join(filter(None, (_filled(text, values, claim) for text in texts)))


def _filled(text: str, values: dict[str, Any], claim: str) -> str:
    """The text with its values; empty if one of the values is None."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        if any(values.get(name, "") is None for name in names):
            return ""
        return text.format_map(values)
    except KeyError as missing:
        allowed = ", ".join(values) or "none"
        raise ResultsError(
            f"claim {claim}: its answer or reach in study.json has {{{missing.args[0]}}}, and its judge "
            f"returns no such value; there are: {allowed}"
        ) from missing
    except (ValueError, TypeError) as error:
        raise ResultsError(f"claim {claim}: the text '{text}' cannot be filled: {error}") from error
