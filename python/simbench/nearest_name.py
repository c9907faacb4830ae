"""Guesses the name that a user has mistyped, in the words of the program (src/base/nearest_name.h)."""

from collections.abc import Sequence
from difflib import get_close_matches


def did_you_mean(typed: str, names: Sequence[str]) -> str:
    """The end of an error message: "; did you mean 'x'?", or "; allowed: a, b, c" if no name is near.

    It is empty if there are no names.
    """
    if not names:
        return ""
    nearest = get_close_matches(typed.lower(), names, n=1)
    return f"; did you mean '{nearest[0]}'?" if nearest else f"; allowed: {', '.join(names)}"
