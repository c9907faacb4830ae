"""Words and numbers for the sentences of judges, in one style.

Sentences are read aloud. So none of them lists more than MOST items, and in_prose writes all numbers alike.
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal

MOST = 5  # items of a list inside a sentence
WRITTEN_OUT = 4  # an exponent up to this one is written out
SINGULAR = re.compile(
    r"(?<!to )(?<!and )(?<![\w.,])1 (iteration|sweep|substep|step|run|setting|case|problem|tet|pair)s\b"
)
# A number with an exponent as Python prints it (1e+10, 8.6e-06), or without one.
NUMBER = re.compile(
    r"(?<![\w.,+-])(-?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:e([+-]\d{2,3}))?(?![.,]?\d)(?!\w)"
)


def listed(items: Iterable) -> str:
    """All items, for a list of measured values."""
    return ", ".join(str(item) for item in items)


def together(items: Iterable[str], between: str = ", ", last_two: str = " and ") -> str:
    """The items as one phrase: a, b and c. Of more than MOST items it has the first ones and their number."""
    *first, last = list(items) or [""]
    if len(first) >= MOST:
        *first, last = *first[: MOST - 1], f"{len(first) - MOST + 2} more"
    return last_two.join(filter(None, [between.join(first), last]))


def span(values: Iterable[float], show: Callable[[float], str]) -> str:
    """The smallest and the largest value, 2 to 41; one of them if both are shown alike."""
    values = list(values)
    return " to ".join(dict.fromkeys(show(end(values)) for end in (min, max)))


def in_prose(text: str) -> str:
    """The text with numbers as a person writes them: 0.02, 1000, 13,800, 1e5, 2.4e-6, −3, none of 4."""
    text = re.sub(r"(?<![\w.,])0 of (?=\d)", "none of ", NUMBER.sub(_written, text))
    return SINGULAR.sub(r"1 \1", text)


def _written(found: re.Match) -> str:
    minus, digits, exponent = "−" if found[1] else "", found[2].replace(",", ""), int(found[3] or 0)
    if abs(exponent) > WRITTEN_OUT:
        return f"{minus}{digits}e{exponent}"
    if exponent:
        digits = f"{Decimal(digits).scaleb(exponent):f}"
    whole, point, rest = digits.partition(".")
    if not point and len(whole) > 5 and whole.endswith("00000"):
        return f"{minus}{Decimal(whole).normalize():e}".replace("e+", "e")
    return minus + (f"{int(whole):,}" if len(whole) > 4 else whole) + point + rest
