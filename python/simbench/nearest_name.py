"""Guesses the name that a user has mistyped, in the words of the program (src/base/nearest_name.h)."""

from collections.abc import Sequence
from difflib import get_close_matches

NAMED_OF_MANY = 3


def did_you_mean(typed: str, names: Sequence[str], most_listed: int | None = None) -> str:
    """The end of an error message: "; did you mean 'x'?", or "; allowed: a, b, c" if no name is near.

    Of more than `most_listed` names it has the nearest three. It is empty if there are no names.
    """
    if not names:
        return ""
    nearest = get_close_matches(typed.lower(), names, n=1)
    if nearest:
        return f"; did you mean '{nearest[0]}'?"
    if most_listed is None or len(names) <= most_listed:
        return f"; allowed: {', '.join(names)}"
    nearest = get_close_matches(typed.lower(), names, n=NAMED_OF_MANY, cutoff=0)
    return f"; the nearest of {len(names)} names: {', '.join(nearest)}"
