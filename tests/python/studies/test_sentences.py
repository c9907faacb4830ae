"""The sentences of judges read like written ones: short lists, numbers in one style, articles, plurals.

The rules are counted here by another road than the words that study/words.py writes.
"""

import json
import re

import pytest
from conftest import REPOSITORY

from simbench.study.answers import BETWEEN_SENTENCES
from simbench.study.words import MOST, in_prose, span, together

STUDIES = ("thesis", "thesis/tetgen", "rigid", "engine", "field", "contact")
SHORT = 6  # words: as many has an item of a list at most
BRACKETS = re.compile(r"\([^()]*\)")
WRONG = {
    "a number as Python prints it": r"\de[+-]0|\de\+",
    "digits without a comma": r"(?<![\d.,e])\d{5,}(?![\d.])",
    "a space between digits": r"(?<![\d.,])\d{1,3} \d{3}(?!\d)",
    "a power of ten in two styles": r"\d × 10",
    "a hyphen as a minus": r"(?<![\w).,–-])-\d",
    "the wrong article": r"\b[Aa] (?!uni|use|one|eu)[aeiou]\w|\b[Aa]n (?!hour|[MNLFSRXH]\b)[b-df-hj-np-tv-z]",
    "one and a plural": r"(?<!to )(?<!and )(?<![\w.,])1 (iteration|sweep|substep|step|run|case|tet)s\b",
    "none as a number": r"(?<![\w.,])0 of \d",
    "an exact factor of one": r"(?<!to )(?<![\w.,])1 times\b",
    "an old verdict": r"\b(refuted|confirmed)\b|^Depends\b",
    "an empty list": r": none\.",
    "a placeholder": r"[{}]",
    "a second full stop": r"\.\.(?!\.)",
}


def recorded():
    for study in STUDIES:
        entries = json.loads((REPOSITORY / f"results/{study}/claims.json").read_text())
        yield from ((f"{study} {name}", entry) for name, entry in entries.items())


def findings(entry: dict) -> list[str]:
    return [part["finding"] for part in entry["parts"]]


def items_of(sentence: str) -> int:
    """The items of the longest list: parts between semicolons, or short ones between commas."""
    plain = BRACKETS.sub("", sentence)
    longest, found = plain.count("; ") + 1, 1
    for chunk in plain.split(", ")[1:]:
        last, _, after = chunk.partition(" and ")
        found = found + 1 if len(last.split()) <= SHORT else 1
        longest = max(longest, found + bool(after and len(after.split()) <= SHORT))
    return longest


def wrong_with(sentence: str) -> list[str]:
    inside = BRACKETS.findall(sentence)
    count = items_of(sentence)
    found = [f"a list of {count} items"] * (count > MOST)
    found += ["more in brackets than outside"] * (sum(map(len, inside)) > len(sentence) / 2)
    return found + ["more than five brackets"] * (len(inside) > MOST)


@pytest.mark.parametrize("kind", ["answer", "reach"])
def test_answers_and_reaches_read_like_written_sentences(kind):
    wrong = {
        f"{name}: {sentence}": found
        for name, entry in recorded()
        for sentence in BETWEEN_SENTENCES.split(entry[kind])
        if (found := wrong_with(sentence))
    }
    assert not wrong


@pytest.mark.parametrize("what", WRONG)
def test_words_of_judges_have_none_of(what):
    pattern = re.compile(WRONG[what])
    texts = (
        (name, text)
        for name, entry in recorded()
        for text in (entry["answer"], entry["reach"], *entry["notes"], *entry["cases"], *findings(entry))
    )
    assert not [(name, text) for name, text in texts if pattern.search(text)]


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("0.001 to 1e+10 Pa", "0.001 to 1e10 Pa"),
        ("8.6e-06, 2e-02 and 1e-3", "8.6e-6, 0.02 and 1e-3"),
        ("100000, 1200000 and 429956.8", "1e5, 1.2e6 and 429,956.8"),
        ("1000, 10240 and 2,922", "1000, 10,240 and 2922"),
        ("1.38e+04 J at -10.9 m", "13,800 J at −10.9 m"),
        ("N^2.02, (8.29), 10⁻⁴, k=1e8, 12-15", "N^2.02, (8.29), 10⁻⁴, k=1e8, 12-15"),
        ("0 of 12 in 1 iterations", "none of 12 in 1 iteration"),
        ("0.5 to 1 iterations, 21 sweeps", "0.5 to 1 iterations, 21 sweeps"),
    ],
)
def test_numbers_are_written_as_by_a_person(raw, written):
    assert in_prose(raw) == written
    assert in_prose(written) == written


def test_a_phrase_has_five_items_at_most():
    assert together([]) == ""
    assert together("ab") == "a and b"
    assert together("abcde") == "a, b, c, d and e"
    assert together("abcdefg") == "a, b, c, d and 3 more"
    assert together("abcdefg", "; ", "; ") == "a; b; c; d; 3 more"


def test_a_span_has_one_number_if_both_ends_are_shown_alike():
    assert span(iter([3.0, 1.2, 2.0]), "{:.0f}".format) == "1 to 3"
    assert span([1.2, 0.9], "{:.0f}".format) == "1"


@pytest.mark.parametrize(
    ("sentence", "items"),
    [
        ("It needs QN 1, ADMM 2, PD 3, XPBD 4, VBD 5, Newton 6.", 6),
        ("It needs 1, 2, 3, 4, 5 and 6.", 6),
        ("It holds (a, b, c, d, e, f), and stops.", 2),
        ("It holds here: a; b; c; d; e; f.", 6),
    ],
)
def test_lists_are_found(sentence, items):
    assert items_of(sentence) == items
