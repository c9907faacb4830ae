"""The sentence of a verdict: a template of study.json, filled with the values that the judge returns.

A claim has templates in "sentences" by the kind of verdict, for example
{"confirmed, partly": "ADMM needs {ratio:.2g} times the iterations."}. A template is a text or a list of texts
that are joined; a text is left out if one of its values is None. "short" has short answers for tables in the
same way, but as plain texts: tables are rendered from the record, which has no values.
"""

import re
from functools import wraps
from string import Formatter

from simbench.errors import ResultsError
from simbench.study.judges import Judge
from simbench.study.members import Members
from simbench.study.verdicts import CONFIRMED, DEPENDS, MISPRINTED, PARTLY, REFUTED, Verdict, kind_of

MISPRINT, WHATEVER = "misprint", "whatever_the_verdict"
WORDS = (CONFIRMED, PARTLY, REFUTED, DEPENDS, MISPRINT, WHATEVER)

Sentences = dict[str, list[str]]  # texts by the word for a verdict
# Between two sentences. No sentence begins with a small letter, so that no abbreviation ends one within text.
BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])(?<!\bSt\.)\s+(?=[^a-z\d])")


def read_sentences(said: Members) -> Sentences:
    found: Sentences = {}
    for words in said.names():
        texts = said.text_or_texts(words)
        for word in words.split(", "):
            if word not in WORDS:
                raise ResultsError(
                    f"{said.place}: there is no verdict '{word}'; allowed, also several with commas: "
                    f"{', '.join(WORDS)}"
                )
            if word in found:
                raise ResultsError(f"{said.place}: '{word}' occurs twice; remove one")
            found[word] = texts
    return found


def speaking(judge: Judge, sentences: Sentences, claim: str) -> Judge:
    """The judge of this claim, with a sentence in each of its verdicts."""

    @wraps(judge)
    def judged(results) -> Verdict:
        verdict = judge(results)
        return verdict.saying(sentence_of(verdict, sentences, claim))

    return judged


def sentence_of(verdict: Verdict, sentences: Sentences, claim: str) -> str:
    """The sentence for this kind of verdict, or for all kinds. Without one it counts the parts that hold."""
    filled = [_filled(text, verdict.values, claim) for text in _texts(verdict.kind, sentences)]
    count = sum(part.holds for part in verdict.parts)
    return " ".join(filter(None, filled)) or f"{count} of {len(verdict.parts)} parts hold."


def short_answer(verdict: str, sentence: str, short: Sentences) -> str:
    """The short answer for this verdict; without one the first sentence of the whole answer."""
    return " ".join(_texts(verdict, short)) or first_sentence(sentence)


def first_sentence(text: str) -> str:
    return BETWEEN_SENTENCES.split(text)[0]


def _texts(verdict: str, sentences: Sentences) -> list[str]:
    word = MISPRINT if verdict == MISPRINTED else kind_of(verdict)
    return sentences.get(word) or sentences.get(WHATEVER) or []


def _filled(text: str, values: dict, claim: str) -> str:
    """The text with its values; empty if one of the values is None."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        if any(values.get(name, "") is None for name in names):
            return ""
        return text.format_map(values)
    except KeyError as missing:
        allowed = ", ".join(values) or "none"
        raise ResultsError(
            f"claim {claim}: its sentence in study.json has {{{missing.args[0]}}}, and its judge returns no "
            f"such value; there are: {allowed}"
        ) from missing
    except (ValueError, TypeError) as error:
        raise ResultsError(f"claim {claim}: the sentence '{text}' cannot be filled: {error}") from error
